"""How blocks fall on bit planes: down where a group was taken away, and to the left over an empty column."""

from typing import Any

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.compiled.vectors import (
    before,
    below_lowest,
    both,
    down,
    either,
    empty_lanes,
    is_empty,
    left,
    right,
    spread,
    up,
    without,
)
from playtree.games.samegame import primitives
from playtree.games.samegame.planes import MOST_COLUMNS, MOST_ROWS, Planes, first_cell, occupied, size

_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_FLOOR = np.uint64(0x0001000100010001)


@compiled(inline=True)
def dropped(board: Planes, gone: Any) -> Planes:
    """The board without the cells `gone` (at least one), what is above them fallen."""
    low, middle, high = board.low, board.middle, board.high
    while True:
        keep = below_lowest(gone)
        low = either(both(low, keep), without(down(low), keep))
        middle = either(both(middle, keep), without(down(middle), keep))
        high = either(both(high, keep), without(down(high), keep))
        gone = without(down(gone), keep)
        if is_empty(gone):
            return Planes(low, middle, high)


@compiled(inline=True)
def closed(board: Planes, empty: Any) -> Planes:
    """The board with the `empty` columns (at least one) closed by what is on their right."""
    low, middle, high = board.low, board.middle, board.high
    while True:
        stay = before(first_cell(empty))
        low = either(both(low, stay), without(left(low), stay))
        middle = either(both(middle, stay), without(left(middle), stay))
        high = either(both(high, stay), without(left(high), stay))
        empty = without(left(empty), stay)
        if is_empty(empty):
            return Planes(low, middle, high)


@primitives.taken.when(Planes)
def _taken(board: Planes, group: Any) -> Any:
    after = dropped(board, group)
    newly_empty = without(empty_lanes(occupied(after)), empty_lanes(occupied(board)))
    if not is_empty(newly_empty):
        after = closed(after, newly_empty)
    return after, size(group)


@compiled(inline=True)
def _holes(board: Planes) -> Any:
    """Empty cells below a block."""
    solid = occupied(board)
    under = solid
    for _ in range(MOST_ROWS):
        under = either(under, down(under))
    return without(under, solid)


@compiled(inline=True)
def _gaps(board: Planes) -> Any:
    """Empty columns to the left of a block."""
    empty = empty_lanes(occupied(board))
    blocks = without(spread(_ALL), empty)
    reach = blocks
    for _ in range(MOST_COLUMNS):
        reach = either(reach, left(reach))
    return both(empty, reach)


@primitives.is_settled.when(Planes)
def _is_settled(board: Planes) -> bool:
    solid = occupied(board)
    empty = empty_lanes(solid)
    hanging = without(without(solid, up(solid)), spread(_FLOOR))
    beside_gap = without(right(empty), empty)
    return is_empty(either(hanging, beside_gap))


@primitives.settled.when(Planes)
def _settled(board: Planes) -> Planes:
    holes = _holes(board)
    if not is_empty(holes):
        board = dropped(board, holes)
    gaps = _gaps(board)
    if not is_empty(gaps):
        board = closed(board, gaps)
    return board
