"""Generated boards have the counts they promise, and a seed gives the same board for ever."""

import hashlib

import pytest

from playtree.errors import InputError
from playtree.games.samegame.board import Board
from playtree.games.samegame.generators import dominated_board, equal_board, random_board


def digest(board: Board) -> str:
    return hashlib.sha256(board.cells.tobytes()).hexdigest()[:16]


@pytest.mark.parametrize(
    "board, expected",
    [
        (random_board(0), "7e1b0749d7ce996e"),
        (random_board(7, columns=4, rows=50, colours=9), "ccd865ce5c8d0ba5"),
        (equal_board(0), "ca03d431369cefe6"),
        (equal_board(2**63, columns=7, rows=3, colours=4), "4c6294bcc3b02407"),
        (dominated_board(0), "f30e0baaca43b2fd"),
        (dominated_board(1, columns=20, rows=10, colours=3), "dc461c81ea828173"),
    ],
)
def test_a_seed_gives_the_same_board_for_ever(board, expected):
    assert digest(board) == expected


def test_another_seed_gives_another_board():
    assert random_board(1) != random_board(2)
    assert equal_board(1) != equal_board(2)
    assert dominated_board(1) != dominated_board(2)


def test_equal_boards_give_the_remainder_to_the_first_colours():
    assert equal_board(3).counts().tolist() == [0, 45, 45, 45, 45, 45, 0, 0, 0, 0]
    assert equal_board(3, columns=4, rows=4, colours=5).counts().tolist() == [0, 4, 3, 3, 3, 3, 0, 0, 0, 0]


def test_one_colour_dominates_and_every_colour_can():
    dominating = set()
    for seed in range(40):
        counts = dominated_board(seed).counts()[1:6].tolist()
        assert sorted(counts) == [40, 40, 40, 40, 65]
        dominating.add(counts.index(65))
    assert dominating == {0, 1, 2, 3, 4}


def test_a_single_colour_fills_the_board():
    for make in (random_board, equal_board, dominated_board):
        assert make(1, columns=3, rows=2, colours=1).counts()[1] == 6


@pytest.mark.parametrize("make", [random_board, equal_board, dominated_board])
@pytest.mark.parametrize(
    "options, message",
    [
        ({"seed": -1}, "found seed -1; expected 0 or more"),
        ({"seed": 1, "columns": 0}, "found 0 columns; expected 1..50"),
        ({"seed": 1, "rows": 51}, "found 51 rows; expected 1..50"),
        ({"seed": 1, "colours": 10}, "found 10 colours; expected 1..9"),
    ],
)
def test_sizes_outside_the_limits_are_refused(make, options, message):
    with pytest.raises(InputError, match=message):
        make(**options)
