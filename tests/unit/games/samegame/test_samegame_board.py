"""A board checks its cells, counts its blocks and lets them fall."""

import numpy as np
import pytest

from playtree.errors import InputError
from playtree.games.samegame.board import Board
from playtree.games.samegame.formats import read_boards


def board(text: str) -> Board:
    return read_boards(text, "test", "digits")[0]


def test_cells_are_addressed_by_column_from_the_left_and_row_from_the_bottom():
    drawn = board("""
        12
        34
        56
    """)
    assert (drawn.columns, drawn.rows, drawn.colours, drawn.blocks) == (2, 3, 6, 6)
    assert drawn.cells[0, 0] == 5
    assert drawn.cells[1, 0] == 6
    assert drawn.cells[1, 2] == 2


def test_counts_are_indexed_by_colour_and_leave_out_empty_cells():
    assert board("1.3\n113").counts().tolist() == [0, 3, 0, 2, 0, 0, 0, 0, 0, 0]


def test_settling_lets_blocks_fall_and_closes_columns_to_the_left():
    drawn = board("""
        .1.2.
        3....
        .4..5
    """)
    settled = board("""
        .....
        .1...
        3425.
    """)
    assert not drawn.is_settled
    assert drawn.settled() == settled
    assert settled.is_settled


def test_equal_cells_are_equal_boards_with_equal_hashes():
    assert board("12\n34") == board("12\n34")
    assert hash(board("12\n34")) == hash(board("12\n34"))
    assert board("12\n34") != board("1234")
    assert board("1") != "1"


def test_cells_are_a_read_only_copy():
    cells = np.ones((2, 2), dtype=np.uint8)
    made = Board(cells)
    cells[0, 0] = 2
    assert made.cells[0, 0] == 1
    with pytest.raises(ValueError, match="read-only"):
        made.cells[0, 0] = 2


@pytest.mark.parametrize(
    "cells, message",
    [
        (np.ones((51, 1), dtype=int), "found cells of shape 51 x 1; expected 1..50 columns x rows"),
        (np.ones((1, 0), dtype=int), "found cells of shape 1 x 0"),
        (np.ones(3, dtype=int), "found cells of shape 3;"),
        (np.array(3), "found cells of shape a single number"),
        (np.array([[10]]), "found colour 10; expected 1..9"),
        (np.array([[-1]]), "found colour -1; expected 1..9"),
        (np.array([[1.0]]), "found cells of type float64"),
    ],
)
def test_cells_outside_the_limits_are_refused(cells, message):
    with pytest.raises(InputError, match=message):
        Board(cells)
