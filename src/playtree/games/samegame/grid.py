"""SameGame on plain arrays: boards up to 50 x 50 and nine colours, one byte a cell.

The cells stand column by column, each column closed by an empty cell that is also the floor of the next one, with an
empty column on either side: so a neighbour is one step or one stride away and is never out of bounds.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.compiled.hashing import mixed
from playtree.compiled.numbers import int64
from playtree.compiled.random import advance, scaled
from playtree.games.samegame import primitives
from playtree.games.samegame.board import Board
from playtree.games.samegame.layout import COLUMNS, MINIMUM, ROWS
from playtree.games.samegame.origins import forget, part_name, whole_name
from playtree.games.samegame.primitives import ACTION_STRIDE, ONLY, OTHER


class Grid(NamedTuple):
    """A board and the memory to work on it.

    cells: uint8[], colour of each cell. marks: uint8[], cells seen by a flood. stack, starts: int64[], cells of a flood
    and first cells of groups. columns, rows: size of the board.
    """

    cells: Any
    marks: Any
    stack: Any
    starts: Any
    columns: int
    rows: int


class OnGrid(NamedTuple):
    """Says that a state holds plain cells."""

    version: int = 1


class Flooded(NamedTuple):
    """A group: its smallest and its largest cell, and its size."""

    first: int
    last: int
    size: int


@compiled(inline=True, borrows=True)
def state_bytes(columns: int, rows: int) -> int:
    return (columns + 2) * (rows + 1) + 1


def grid_state(board: Board) -> Any:
    """The state words of `board`."""
    cells = np.zeros(-(-state_bytes(board.columns, board.rows) // 8) * 8, np.uint8)
    stride = board.rows + 1
    for column in range(board.columns):
        start = (column + 1) * stride
        cells[start : start + board.rows] = board.cells[column]
    return cells.view(np.uint64)


def grid_cells(state: Any, columns: int, rows: int) -> Any:
    """The cells in `state`, indexed by column and row."""
    stride = rows + 1
    return state.view(np.uint8)[stride : stride * (columns + 1)].reshape(columns, stride)[:, :rows].copy()


@primitives.loaded.when(OnGrid)
def _loaded(kind: OnGrid, data: Any, state: Any) -> Grid:
    cells = state.view(np.uint8)[: state_bytes(data[COLUMNS], data[ROWS])]
    count = data[COLUMNS] * data[ROWS]
    marks, stack = np.zeros(len(cells), np.uint8), np.empty(count, np.int64)
    return Grid(cells, marks, stack, np.empty(count, np.int64), data[COLUMNS], data[ROWS])


@primitives.copied.when(Grid)
def _copied(board: Grid) -> Grid:
    return Grid(board.cells.copy(), board.marks, board.stack, board.starts, board.columns, board.rows)


@primitives.stored.when(Grid)
def _stored(board: Grid, state: Any) -> None:
    cells = state.view(np.uint8)
    cells[: len(board.cells)] = board.cells


@compiled(inline=True)
def _index(board: Grid, action: int) -> int:
    return (action // ACTION_STRIDE + 1) * (board.rows + 1) + action % ACTION_STRIDE


@compiled(inline=True)
def _action(board: Grid, index: int) -> int:
    stride = board.rows + 1
    return (index // stride - 1) * ACTION_STRIDE + index % stride


@compiled(inline=True)
def flooded(board: Grid, start: int) -> Flooded:
    """Mark the group of cell `start`."""
    cells, marks, stack, stride = board.cells, board.marks, board.stack, board.rows + 1
    colour = cells[start]
    stack[0] = start
    marks[start] = 1
    length, size, first, last = 1, 0, start, start
    while length > 0:
        length -= 1
        here = stack[length]
        size += 1
        first, last = min(first, here), max(last, here)
        length = _pushed(cells, marks, stack, colour, here + 1, length)
        length = _pushed(cells, marks, stack, colour, here - 1, length)
        length = _pushed(cells, marks, stack, colour, here + stride, length)
        length = _pushed(cells, marks, stack, colour, here - stride, length)
    return Flooded(first, last, size)


@compiled(inline=True)
def _pushed(cells: Any, marks: Any, stack: Any, colour: int, index: int, length: int) -> int:
    """Put a cell on the stack if it belongs to the group and is new; return the new length."""
    if cells[index] != colour or marks[index] != 0:
        return length
    marks[index] = 1
    stack[length] = index
    return length + 1


@compiled(inline=True)
def _is_segment(board: Grid, group: Flooded) -> bool:
    """Whether the group is vertical, with no block above and a block below (the board has settled) [klein2015]."""
    stride = board.rows + 1
    is_vertical = group.last - group.first == group.size - 1 and group.first // stride == group.last // stride
    return is_vertical and board.cells[group.last + 1] == 0 and group.first % stride > 0


@compiled(inline=True)
def _wanted(board: Grid, data: Any, want: int, colour: int, prune: bool, segments: bool) -> int:
    """Write the first cells of the wanted groups to `board.starts` in ascending order; return how many."""
    cells, marks, stride = board.cells, board.marks, board.rows + 1
    marks[:] = 0
    count = 0
    for column in range(board.columns):
        for here in range((column + 1) * stride, (column + 1) * stride + board.rows):
            value = cells[here]
            if value == 0 or marks[here] != 0:
                continue
            if (want == OTHER and value == colour) or (want == ONLY and value != colour):
                continue
            group = flooded(board, here)
            if group.size < data[MINIMUM] or ((prune or segments) and _is_segment(board, group) != segments):
                continue
            board.starts[count] = here
            count += 1
    return count


@primitives.draw.when(Grid)
def _draw(board: Grid, data: Any, want: int, colour: int, prune: bool, generator: Any) -> Any:
    count = _wanted(board, data, want, colour, prune, False)
    if count == 0:
        return generator, False, 0
    generator = advance(generator)
    return generator, True, board.starts[int64(scaled(generator, np.uint64(count)))]


@primitives.draw_block.when(Grid)
def _draw_block(board: Grid, data: Any, want: int, colour: int, prune: bool, generator: Any) -> Any:
    count = _wanted(board, data, want, colour, prune, False)
    if count == 0:
        return generator, False, 0
    blocks, place = 0, 0
    board.marks[:] = 0
    for group in board.starts[:count]:
        blocks += flooded(board, group).size
    generator = advance(generator)
    left = int64(scaled(generator, np.uint64(blocks)))
    board.marks[:] = 0
    left -= flooded(board, board.starts[0]).size
    while left >= 0:
        place += 1
        left -= flooded(board, board.starts[place]).size
    return generator, True, board.starts[place]


@primitives.group_at.when(Grid)
def _group_at(board: Grid, action: int) -> int:
    board.marks[:] = 0
    return flooded(board, _index(board, action)).first


@primitives.size_of.when(Grid)
def _size_of(board: Grid, group: int) -> int:
    marked = 0  # a group is the marked cells
    for mark in board.marks:
        marked += mark
    return int64(marked)


@primitives.action_of.when(Grid)
def _action_of(board: Grid, group: int) -> int:
    return _action(board, group)


@primitives.colour_of.when(Grid)
def _colour_of(board: Grid, action: int) -> int:
    return int64(board.cells[_index(board, action)])


@primitives.blocks_in.when(Grid)
def _blocks_in(board: Grid, group: int) -> int:
    board.marks[:] = 0
    return flooded(board, group).size


@primitives.group_hash.when(Grid)
def _group_hash(board: Grid, group: int) -> Any:
    board.marks[:] = 0
    flooded(board, group)
    value = np.uint64(0)
    for index in range(len(board.cells)):
        if board.marks[index] != 0:
            value = mixed(value, np.uint64(index))
    return value


@compiled(inline=True)
def _flooded_in(board: Grid, column: int) -> Any:
    """The cells of the column that the last flood marked, as bits."""
    bits = np.uint64(0)
    for row in range(board.rows):
        bits |= np.uint64(board.marks[(column + 1) * (board.rows + 1) + row]) << np.uint64(row)
    return bits


@primitives.group_name.when(Grid)
def _group_name(board: Grid, group: int, origins: Any) -> Any:
    board.marks[:] = 0
    flooded(board, group)
    parts = np.uint64(0)
    for column in range(board.columns):
        bits = _flooded_in(board, column)
        if bits != np.uint64(0):
            parts += part_name(origins[column], bits)
    return whole_name(parts)


@primitives.follow.when(Grid)
def _follow(board: Grid, group: int, origins: Any) -> None:
    board.marks[:] = 0
    flooded(board, group)
    for column in range(board.columns - 1, -1, -1):  # from the right, so that the places of columns to come hold
        bits = _flooded_in(board, column)
        if bits != np.uint64(0):
            start, is_empty = (column + 1) * (board.rows + 1), True
            for index in range(start, start + board.rows):
                is_empty = is_empty and (board.cells[index] == 0 or board.marks[index] != 0)
            forget(origins, column, bits, is_empty)


@primitives.taken.when(Grid)
def _taken(board: Grid, group: int) -> Any:
    cells, marks, stride = board.cells, board.marks, board.rows + 1
    marks[:] = 0
    found = flooded(board, group)
    for index in range(found.first, found.last + 1):
        if marks[index] != 0:
            cells[index] = 0
    _fall(board, found.first // stride - 1, found.last // stride - 1)
    return board, found.size


@compiled(inline=True)
def _fall(board: Grid, low: int, high: int) -> None:
    """Let the blocks of columns `low` to `high` fall, and close columns that are empty then. Changes the board."""
    cells, stride = board.cells, board.rows + 1
    has_gap = False
    for column in range(low, high + 1):
        start = (column + 1) * stride
        height = _packed(cells, start, start, board.rows)
        has_gap = has_gap or height == 0
    if has_gap:
        target = (low + 1) * stride
        for column in range(low, board.columns):
            if _packed(cells, (column + 1) * stride, target, board.rows) > 0:
                target += stride


@compiled(inline=True)
def _packed(cells: Any, start: int, target: int, rows: int) -> int:
    """Move the blocks of the column at `start` to the one at `target`, without gaps; return how many there are."""
    height = 0
    for row in range(rows):
        value = cells[start + row]
        if value != 0:
            cells[start + row] = 0
            cells[target + height] = value
            height += 1
    return height


@primitives.is_settled.when(Grid)
def _is_settled(board: Grid) -> bool:
    stride = board.rows + 1
    for column in range(board.columns):
        start = (column + 1) * stride
        if board.cells[start] == 0 and column + 1 < board.columns:
            for row in range(board.rows):
                if board.cells[start + stride + row] != 0:
                    return False
        for row in range(1, board.rows):
            if board.cells[start + row] != 0 and board.cells[start + row - 1] == 0:
                return False
    return True


@primitives.settled.when(Grid)
def _settled(board: Grid) -> Grid:
    _fall(board, 0, board.columns - 1)
    return board


@compiled(inline=True)
def _written(board: Grid, count: int, actions: Any) -> int:
    for index in range(min(count, len(actions))):
        actions[index] = _action(board, board.starts[index])
    return count


@primitives.listed.when(Grid)
def _listed(board: Grid, data: Any, prune: bool, actions: Any) -> int:
    return _written(board, _wanted(board, data, 0, 0, prune, False), actions)


@primitives.segments.when(Grid)
def _segments(board: Grid, data: Any, actions: Any) -> int:
    return _written(board, _wanted(board, data, 0, 0, False, True), actions)


@primitives.count_of.when(Grid)
def _count_of(board: Grid, colour: int) -> int:
    count = 0
    for value in board.cells:
        if value == colour:
            count += 1
    return count


@primitives.connections.when(Grid)
def _connections(board: Grid) -> int:
    cells, stride = board.cells, board.rows + 1
    pairs = 0
    for index in range(stride, len(cells)):
        if cells[index] != 0 and cells[index] == cells[index - 1]:
            pairs += 1
        if cells[index] != 0 and cells[index] == cells[index - stride]:
            pairs += 1
    return pairs
