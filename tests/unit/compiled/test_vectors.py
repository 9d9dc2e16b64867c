"""Vectors of 256 bits against sets of cells: column c and row r of sixteen by sixteen."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playtree.compiled import vectors as v
from playtree.compiled.decorator import compiled

pytestmark = pytest.mark.kernels

Cells = frozenset[tuple[int, int]]

SIDE = range(16)
ALL = frozenset((column, row) for column in SIDE for row in SIDE)
CELLS = st.frozensets(st.tuples(st.integers(0, 15), st.integers(0, 15))) | st.just(ALL)
NAMES = (
    "both", "either", "differ", "without", "up", "down", "right", "left", "below_lowest", "empty_lanes", "spread",
    "cell", "before",
)  # fmt: skip


@compiled(inline=True)
def operate(x_words, y_words, index, out, empty, words):
    x, y = v.load(x_words, 4), v.load(y_words, 0)
    v.store(out, 0, v.both(x, y))
    v.store(out, 4, v.either(x, y))
    v.store(out, 8, v.differ(x, y))
    v.store(out, 12, v.without(x, y))
    v.store(out, 16, v.up(x))
    v.store(out, 20, v.down(x))
    v.store(out, 24, v.right(x))
    v.store(out, 28, v.left(x))
    v.store(out, 32, v.below_lowest(x))
    v.store(out, 36, v.empty_lanes(x))
    v.store(out, 40, v.spread(x_words[4]))
    v.store(out, 44, v.cell(index))
    v.store(out, 48, v.before(index))
    empty[0] = v.is_empty(x)
    for place in range(4):
        words[place] = v.word(x, place)


def packed(cells: Cells) -> np.ndarray:
    words = [0, 0, 0, 0]
    for column, row in cells:
        words[column // 4] |= 1 << (16 * (column % 4) + row)
    return np.array(words, np.uint64)


def unpacked(words: np.ndarray) -> Cells:
    return frozenset((column, row) for column, row in ALL if int(words[column // 4]) >> (16 * (column % 4) + row) & 1)


def on_board(cells: Cells) -> Cells:
    return cells & ALL


def lowest(cells: Cells, column: int) -> int:
    """The row of the lowest cell of a column, 16 if there is none."""
    return min((row for c, row in cells if c == column), default=16)


def expected(x: Cells, y: Cells, index: int) -> dict[str, Cells]:
    return {
        "both": x & y,
        "either": x | y,
        "differ": x ^ y,
        "without": x - y,
        "up": on_board(frozenset((c, r + 1) for c, r in x)),
        "down": on_board(frozenset((c, r - 1) for c, r in x)),
        "right": on_board(frozenset((c + 1, r) for c, r in x)),
        "left": on_board(frozenset((c - 1, r) for c, r in x)),
        "below_lowest": frozenset((c, r) for c, r in ALL if r < lowest(x, c)),
        "empty_lanes": frozenset((c, r) for c, r in ALL if lowest(x, c) == 16),
        "spread": frozenset((c + 4 * k, r) for c, r in x if c < 4 for k in range(4)),
        "cell": frozenset({divmod(index, 16)}),
        "before": frozenset((c, r) for c, r in ALL if 16 * c + r < index),
    }


@given(CELLS, CELLS, st.integers(0, 255))
def test_every_operation_does_to_cells_what_it_says(x, y, index):
    padded = np.concatenate([np.full(4, 2**64 - 1, np.uint64), packed(x)])
    out, empty, words = np.zeros(52, np.uint64), np.zeros(1, np.bool_), np.zeros(4, np.uint64)
    operate(padded, packed(y), index, out, empty, words)
    found = {name: unpacked(out[4 * place : 4 * place + 4]) for place, name in enumerate(NAMES)}
    assert found == expected(x, y, index)
    assert empty[0] == (not x)
    assert np.array_equal(words, packed(x))
