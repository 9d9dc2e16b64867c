"""The rule book on boards small enough to follow by eye."""

import pytest

from playtree.errors import InputError
from playtree.games.samegame.board import Board
from playtree.games.samegame.formats import read_boards
from playtree.games.samegame.rule_book import (
    closing_moves,
    connections,
    groups,
    is_vertical_segment,
    play,
    pruned_groups,
    remove,
)
from playtree.games.samegame.rules import named_rules, rules_from_text

SAMEGAME = named_rules("samegame")


def board(text: str) -> Board:
    return read_boards(text, "test", "digits")[0]


def test_groups_are_connected_by_sides_and_sorted_by_their_smallest_cell():
    drawn = board("""
        122
        211
        112
    """)
    assert groups(drawn) == [
        frozenset({(0, 0), (1, 0), (1, 1), (2, 1)}),
        frozenset({(1, 2), (2, 2)}),
    ]
    assert len(groups(drawn, minimum=1)) == 5
    assert groups(drawn, minimum=3) == groups(drawn)[:1]


def test_blocks_fall_and_empty_columns_close_to_the_left():
    drawn = board("""
        2133
        2114
        2215
    """)
    after, size = remove(drawn, (0, 2))
    assert size == 4
    assert after == board("""
        .33.
        114.
        115.
    """)


def test_a_move_may_name_any_cell_of_its_group():
    drawn = board("""
        12
        11
    """)
    assert remove(drawn, (0, 0)) == remove(drawn, (0, 1)) == remove(drawn, (1, 0))
    assert remove(drawn, (1, 1)) == (board("1.\n11"), 1)


def test_holes_stay_until_the_first_move():
    drawn = board("""
        1.1
        2..
        .22
    """)
    assert groups(drawn) == [frozenset({(1, 0), (2, 0)})]
    assert remove(drawn, (1, 0))[0] == board("""
        ...
        1..
        21.
    """)


def test_a_game_is_scored_move_by_move_and_at_the_end():
    replay = play(board("111\n221"), SAMEGAME, [(0, 1), (0, 0)])
    assert replay.points == (4, 0)
    assert (replay.score, replay.cleared, replay.over, replay.left) == (1004, True, True, 0)
    assert replay.last == board("000\n000")


def test_what_is_left_is_deducted():
    replay = play(board("1112\n3333"), SAMEGAME, [(0, 1), (0, 0)])
    assert (replay.score, replay.cleared, replay.left) == (1 + 4 - 1, False, 1)


def test_a_line_may_stop_early_when_asked():
    replay = play(board("111\n221"), SAMEGAME, [(0, 1)], to_the_end=False)
    assert (replay.score, replay.over, replay.cleared, replay.left) == (4, False, False, 2)


@pytest.mark.parametrize(
    "moves, message",
    [
        ([(0, 1), (2, 0)], r"move 2, cell \(2, 0\): found an empty cell; expected a block"),
        ([(3, 0)], r"move 1, cell \(3, 0\): found a cell outside the board; expected column 0..2 and row 0..1"),
        ([(0, -1)], r"move 1, cell \(0, -1\): found a cell outside the board"),
        ([(0, 1)], "stops after move 1: found 1 groups that can still be removed; expected the end of the game"),
    ],
)
def test_an_illegal_line_is_refused(moves, message):
    with pytest.raises(InputError, match=message):
        play(board("111\n221"), SAMEGAME, moves)


def test_a_group_below_the_minimum_is_refused():
    rules = rules_from_text("samegame,minimum=3")
    with pytest.raises(InputError, match=r"move 1, cell \(0, 0\): found a group of 2; expected a group of at least 3"):
        play(board("111\n221"), rules, [(0, 0)])


def test_vertical_segments_lie_on_top_of_other_blocks():
    drawn = board("""
        1..
        14.
        245
        335
    """)
    segments = [group for group in groups(drawn) if is_vertical_segment(drawn, group)]
    assert segments == [frozenset({(0, 2), (0, 3)}), frozenset({(1, 1), (1, 2)})]
    assert pruned_groups(drawn) == [frozenset({(0, 0), (1, 0)}), frozenset({(2, 0), (2, 1)})]


def test_a_covered_group_is_no_vertical_segment():
    drawn = board("2\n1\n1\n3")
    assert not is_vertical_segment(drawn, groups(drawn)[0])


def test_a_board_with_holes_has_no_vertical_segments():
    drawn = board("""
        1.
        1.
        2.
        .3
    """)
    assert pruned_groups(drawn) == groups(drawn) == [frozenset({(0, 2), (0, 3)})]
    assert pruned_groups(drawn.settled()) == []


def test_the_quick_finish_plays_the_segments_in_order():
    drawn = board("""
        14
        14
        24
        35
    """)
    assert pruned_groups(drawn) == []
    assert closing_moves(drawn) == [(0, 2), (1, 1)]
    replay = play(drawn, SAMEGAME, closing_moves(drawn))
    assert (replay.points, replay.left) == ((0, 1), 3)


def test_connections_are_pairs_of_equal_neighbours():
    assert connections(board("11\n11")) == 4
    assert connections(board("1.1\n212")) == 0
    assert connections(board("12\n.2")) == 1
