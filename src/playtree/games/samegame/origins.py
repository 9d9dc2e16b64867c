"""Where the blocks of a board stood at the start of the game, so that a group keeps its name wherever it falls to.

Blocks of a column never change their order, so it is enough to know which cells of the start are left of each column:
the k-th block from below stood in the k-th of them. That is a word for each column, behind the board in the state; its
upper bits tell which column it was, since those on the right close the gap of an empty one.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playtree.compiled.bits import deposited, folded_product
from playtree.compiled.decorator import compiled
from playtree.compiled.hashing import joined

_COLUMN = 58  # a board has at most 50 rows
_CELLS = np.uint64((1 << _COLUMN) - 1)
_NONE = np.uint64(0)
_SALT, _FACTOR = np.uint64(0x8E2F1C4D9B7A6355), np.uint64(0xD6E8FEB86659FD93)


def first_origins(columns: int) -> NDArray[np.uint64]:
    """The words of a board of so many columns on which nothing has fallen yet."""
    return (np.arange(columns, dtype=np.uint64) << np.uint64(_COLUMN)) | _CELLS


def later_origins(origins: NDArray[np.uint64], cells: NDArray[np.uint8], group: Iterable[tuple[int, int]]) -> list[int]:
    """The words after a group, pairs of column and row, is removed from the board `cells`; by the slow rules."""
    gone, left = set(group), []
    for column, (word, blocks) in enumerate(zip(origins.tolist(), cells.tolist(), strict=True)):
        stood = [bit for bit in range(_COLUMN) if word >> bit & 1]
        lost = [row for row in range(len(blocks)) if (column, row) in gone]
        if lost and len(lost) == sum(colour > 0 for colour in blocks):
            continue
        left.append(word - sum(1 << stood[row] for row in lost))
    return left + [0] * (len(origins) - len(left))


@compiled(inline=True, borrows=True)
def part_name(origin: np.uint64, cells: np.uint64) -> np.uint64:
    """What the cells of a column, as bits, add to the name of a group; `origin`: the word of the column."""
    return folded_product((deposited(cells, origin & _CELLS) | (origin & ~_CELLS)) ^ _SALT, _FACTOR)


@compiled(inline=True, borrows=True)
def whole_name(parts: np.uint64) -> np.uint64:
    """The name of a group, of the sum of its parts."""
    return joined(parts, parts)


@compiled(inline=True, borrows=True)
def forget(origins: Any, column: int, cells: np.uint64, is_empty: bool) -> None:
    """Cells of a column are removed; if it is empty then, the columns on its right close the gap. Changes `origins`."""
    origins[column] &= ~deposited(cells, origins[column] & _CELLS)
    if is_empty:
        for place in range(column, len(origins) - 1):
            origins[place] = origins[place + 1]
        origins[len(origins) - 1] = _NONE
