"""A SameGame board: a grid of coloured blocks and empty cells.

    cells[c, r]   column c from the left, row r from the bottom; 0 is an empty cell, 1..9 are colours

A board may have holes: blocks above empty cells, and empty columns between others. They stay until the first move,
with which everything falls; `settled` lets it fall at once.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playtree.errors import InputError

LARGEST_SIDE = 50
LARGEST_COLOUR = 9
EMPTY = 0


@dataclass(frozen=True, eq=False)
class Board:
    """A position. cells: uint8[columns, rows], copied on construction and read-only afterwards."""

    cells: NDArray[np.uint8]

    def __post_init__(self) -> None:
        given = np.asarray(self.cells)
        check_shape(given)
        check_colours(given)
        cells = np.array(given, dtype=np.uint8, order="C")
        cells.flags.writeable = False
        object.__setattr__(self, "cells", cells)

    @property
    def columns(self) -> int:
        return int(self.cells.shape[0])

    @property
    def rows(self) -> int:
        return int(self.cells.shape[1])

    @property
    def colours(self) -> int:
        """The largest colour number on the board; 0 if the board is empty."""
        return int(self.cells.max())

    @property
    def blocks(self) -> int:
        """How many cells are not empty."""
        return int(np.count_nonzero(self.cells))

    def counts(self) -> NDArray[np.int64]:
        """Return int64[10]: the number of blocks of each colour, indexed by colour; index 0 holds 0."""
        counts = np.bincount(self.cells.ravel(), minlength=LARGEST_COLOUR + 1).astype(np.int64)
        counts[EMPTY] = 0
        return counts

    @property
    def is_settled(self) -> bool:
        """Nothing would fall and no column would close up."""
        filled = self.cells != EMPTY
        floating = filled[:, 1:] & ~filled[:, :-1]
        standing = filled.any(axis=1)
        gaps = standing[1:] & ~standing[:-1]
        return not floating.any() and not gaps.any()

    def settled(self) -> "Board":
        """Return the board with every block fallen and the empty columns closed to the left."""
        fallen = np.zeros_like(self.cells)
        target = 0
        for column in self.cells:
            blocks = column[column != EMPTY]
            if blocks.size:
                fallen[target, : blocks.size] = blocks
                target += 1
        return Board(fallen)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and np.array_equal(self.cells, other.cells)

    def __hash__(self) -> int:
        return hash((self.cells.shape, self.cells.tobytes()))


def check_shape(cells: NDArray[np.generic]) -> None:
    """Raise InputError unless the cells have two sides of 1 to 50."""
    if cells.ndim != 2 or not all(1 <= side <= LARGEST_SIDE for side in cells.shape):
        found = " x ".join(map(str, cells.shape)) or "a single number"
        raise InputError(f"board: found cells of shape {found}; expected 1..{LARGEST_SIDE} columns x rows")


def check_colours(cells: NDArray[np.generic]) -> None:
    """Raise InputError unless every cell is a whole number from 0 to 9."""
    if cells.dtype.kind not in "iu":
        raise InputError(f"board: found cells of type {cells.dtype}; expected whole numbers 0..{LARGEST_COLOUR}")
    for value in (cells.min(), cells.max()):
        if not EMPTY <= value <= LARGEST_COLOUR:
            raise InputError(f"board: found colour {value}; expected 1..{LARGEST_COLOUR}, or {EMPTY} for an empty cell")
