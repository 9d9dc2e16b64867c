"""SameGame on three bit planes: for each cell one bit in each plane spells its colour.

A plane is a vector of sixteen columns of sixteen cells. "Same colour as the cell below" and "as the cell to the left"
are a few shifts and exclusive ors. A cell with such a neighbour above or to the right but none below or to the left may
be the first of its group: draw one, flood its group by masked shifts, accept it if the drawn cell is the smallest of
the group, else drop it and draw again. That is uniform over groups, at 1.15 floods a move, without listing the moves.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.bits import folded_product, popcount, select_bit, trailing_zeros
from playtree.compiled.decorator import compiled
from playtree.compiled.hashing import joined
from playtree.compiled.numbers import int64
from playtree.compiled.random import advance, scaled
from playtree.compiled.vectors import (
    before,
    both,
    cell,
    differ,
    down,
    either,
    is_empty,
    left,
    load,
    right,
    spread,
    store,
    up,
    without,
    word,
)
from playtree.games.samegame import primitives
from playtree.games.samegame.board import Board
from playtree.games.samegame.layout import MINIMUM
from playtree.games.samegame.origins import forget, part_name, whole_name
from playtree.games.samegame.primitives import ACTION_STRIDE, ONLY, OTHER

MOST_ROWS, MOST_COLUMNS, MOST_COLOURS = 15, 16, 7
STATE_WORDS = 12

_0, _1, _2, _4, _15 = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(15)
_LANE, _COLUMN_START = np.uint64(0xFFFF), np.uint64(0x30)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_FLOOR = np.uint64(0x0001000100010001)
_SALT_0, _SALT_1 = np.uint64(0xF238F89B35DAA571), np.uint64(0xA2AC77FD36C68C2B)
_SALT_2, _SALT_3 = np.uint64(0xDB5BE285678F1F9D), np.uint64(0x565B8FB4EE302EE3)


class Planes(NamedTuple):
    """The three planes, each a vector; a cell's colour is low + 2 middle + 4 high, 0 for empty."""

    low: Any
    middle: Any
    high: Any


class OnPlanes(NamedTuple):
    """Says that a state holds planes."""

    version: int = 1


class Links(NamedTuple):
    """The cells with the same colour as their neighbour below, and to the left."""

    below: Any
    beside: Any


def planes_state(board: Board) -> Any:
    """The state words of `board`."""
    words = [0] * STATE_WORDS
    for column, cells in enumerate(board.cells.tolist()):
        for row, colour in enumerate(cells):
            for plane in range(3):
                words[4 * plane + column // 4] |= (colour >> plane & 1) << (16 * (column % 4) + row)
    return np.array(words, np.uint64)


def planes_cells(state: Any, columns: int, rows: int) -> Any:
    """The cells in `state`, indexed by column and row."""
    cells = np.zeros((columns, rows), np.uint8)
    for column in range(columns):
        for row in range(rows):
            bits = [(int(state[4 * plane + column // 4]) >> (16 * (column % 4) + row)) & 1 for plane in range(3)]
            cells[column, row] = bits[0] + 2 * bits[1] + 4 * bits[2]
    return cells


@primitives.loaded.when(OnPlanes)
def _loaded(kind: OnPlanes, data: Any, state: Any) -> Planes:
    return Planes(load(state, 0), load(state, 4), load(state, 8))


@primitives.copied.when(Planes)
def _copied(board: Planes) -> Planes:
    return board


@primitives.stored.when(Planes)
def _stored(board: Planes, state: Any) -> None:
    store(state, 0, board.low)
    store(state, 4, board.middle)
    store(state, 8, board.high)


@compiled(inline=True)
def occupied(board: Planes) -> Any:
    return either(either(board.low, board.middle), board.high)


@compiled(inline=True)
def links(board: Planes) -> Links:
    low, middle, high = board.low, board.middle, board.high
    taken = occupied(board)
    other_below = either(either(differ(low, up(low)), differ(middle, up(middle))), differ(high, up(high)))
    other_beside = either(either(differ(low, right(low)), differ(middle, right(middle))), differ(high, right(high)))
    return Links(without(taken, other_below), without(taken, other_beside))


@compiled(inline=True)
def cells_of(board: Planes, colour: int) -> Any:
    """The cells of this colour."""
    bits = np.uint64(colour)
    low = differ(board.low, spread(_0 - (bits & _1)))
    middle = differ(board.middle, spread(_0 - ((bits >> _1) & _1)))
    high = differ(board.high, spread(_0 - ((bits >> _2) & _1)))
    return without(spread(_ALL), either(either(low, middle), high))


@compiled(inline=True)
def size(cells: Any) -> int:
    return int64(
        popcount(word(cells, 0)) + popcount(word(cells, 1)) + popcount(word(cells, 2)) + popcount(word(cells, 3))
    )


@compiled(inline=True)
def grown(link: Links, group: Any) -> Any:
    """The group with the neighbours of its cells: first along the columns, then along the rows."""
    column = either(either(group, both(up(group), link.below)), down(both(group, link.below)))
    return either(either(column, both(right(column), link.beside)), left(both(column, link.beside)))


@compiled(inline=True)
def flooded(link: Links, group: Any) -> Any:
    """The whole group of the given cells."""
    group = grown(link, group)
    while True:
        larger = grown(link, group)
        is_whole = is_empty(differ(larger, group))
        group = larger
        if is_whole:
            return group


@compiled(inline=True)
def firsts(board: Planes, link: Links, minimum: int) -> Any:
    """The cells that may be the smallest of their group."""
    late = either(link.below, link.beside)
    if minimum == 1:
        return without(occupied(board), late)
    return without(either(down(link.below), left(link.beside)), late)


@compiled(inline=True)
def is_segment(board: Planes, link: Links, group: Any, first: int) -> bool:
    """Whether the group is vertical, with no block above and a block below (the board has settled) [klein2015]."""
    if first & 15 == 0:
        return False
    if not is_empty(both(group, either(link.beside, left(link.beside)))):
        return False
    return is_empty(both(without(up(group), group), occupied(board)))


@compiled(inline=True)
def selected(cells: Any, index: np.uint64) -> int:
    """The cell with `index` cells before it."""
    bits, place, passed = word(cells, 0), 0, _0
    one = popcount(bits)
    two = one + popcount(word(cells, 1))
    three = two + popcount(word(cells, 2))
    if index >= one:
        bits, place, passed = word(cells, 1), 64, one
    if index >= two:
        bits, place, passed = word(cells, 2), 128, two
    if index >= three:
        bits, place, passed = word(cells, 3), 192, three
    return place + int64(select_bit(bits, index - passed))


@compiled(inline=True)
def first_cell(cells: Any) -> int:
    """The smallest of the cells; there is one."""
    bits, place = word(cells, 3), 192
    if word(cells, 2) != _0:
        bits, place = word(cells, 2), 128
    if word(cells, 1) != _0:
        bits, place = word(cells, 1), 64
    if word(cells, 0) != _0:
        bits, place = word(cells, 0), 0
    return place + int64(trailing_zeros(bits))


@compiled(inline=True)
def wanted_of(board: Planes, cells: Any, want: int, colour: int) -> Any:
    """Those of the cells whose groups are wanted."""
    if want == OTHER:
        return without(cells, cells_of(board, colour))
    return both(cells, cells_of(board, colour)) if want == ONLY else cells


@compiled(inline=True)
def is_playable(board: Planes, data: Any, link: Links, group: Any, first: int, prune: bool) -> bool:
    """Whether a group is large enough, and no vertical segment that is left out."""
    is_legal = data[MINIMUM] <= 2 or size(group) >= data[MINIMUM]
    return is_legal and not (prune and is_segment(board, link, group, first))


@primitives.draw.when(Planes)
def _draw(board: Planes, data: Any, want: int, colour: int, prune: bool, generator: Any) -> Any:
    link = links(board)
    cells = wanted_of(board, firsts(board, link, data[MINIMUM]), want, colour)
    while True:
        count = size(cells)
        if count == 0:
            return generator, False, cells
        generator = advance(generator)
        first = selected(cells, scaled(generator, np.uint64(count)))
        group = flooded(link, cell(first))
        if is_empty(both(group, before(first))) and is_playable(board, data, link, group, first, prune):
            return generator, True, group
        cells = without(cells, cell(first))


@primitives.draw_block.when(Planes)
def _draw_block(board: Planes, data: Any, want: int, colour: int, prune: bool, generator: Any) -> Any:
    link = links(board)
    linked = either(either(link.below, down(link.below)), either(link.beside, left(link.beside)))
    cells = wanted_of(board, occupied(board) if data[MINIMUM] == 1 else linked, want, colour)
    while True:
        count = size(cells)
        if count == 0:
            return generator, False, cells
        generator = advance(generator)
        group = flooded(link, cell(selected(cells, scaled(generator, np.uint64(count)))))
        if is_playable(board, data, link, group, first_cell(group), prune):
            return generator, True, group
        cells = without(cells, group)


@primitives.group_at.when(Planes)
def _group_at(board: Planes, action: int) -> Any:
    return flooded(links(board), cell(_index(action)))


@primitives.size_of.when(Planes)
def _size_of(board: Planes, group: Any) -> int:
    return size(group)


@primitives.action_of.when(Planes)
def _action_of(board: Planes, group: Any) -> int:
    return _action(first_cell(group))


@compiled(inline=True)
def _index(action: int) -> int:
    return (action // ACTION_STRIDE) * 16 + action % ACTION_STRIDE


@compiled(inline=True)
def _action(index: int) -> int:
    return (index >> 4) * ACTION_STRIDE + (index & 15)


@primitives.colour_of.when(Planes)
def _colour_of(board: Planes, action: int) -> int:
    here = cell(_index(action))
    colour = 0
    if not is_empty(both(board.low, here)):
        colour += 1
    if not is_empty(both(board.middle, here)):
        colour += 2
    if not is_empty(both(board.high, here)):
        colour += 4
    return colour


@primitives.blocks_in.when(Planes)
def _blocks_in(board: Planes, group: Any) -> int:
    return size(group)


@primitives.group_hash.when(Planes)
def _group_hash(board: Planes, group: Any) -> Any:
    first = folded_product(word(group, 0) ^ _SALT_0, word(group, 1) ^ _SALT_1)
    return joined(first, folded_product(word(group, 2) ^ _SALT_2, word(group, 3) ^ _SALT_3))


@compiled(inline=True)
def _word(cells: Any, index: int) -> Any:
    """The columns 4 index to 4 index + 3."""
    if index == 0:
        return word(cells, 0)
    if index == 1:
        return word(cells, 1)
    return word(cells, 2) if index == 2 else word(cells, 3)


@primitives.group_name.when(Planes)
def _group_name(board: Planes, group: Any, origins: Any) -> Any:
    parts = _0
    for index in range(4):
        bits = _word(group, index)
        while bits != _0:
            shift = trailing_zeros(bits) & _COLUMN_START
            parts += part_name(origins[4 * index + int64(shift >> _4)], (bits >> shift) & _LANE)
            bits &= ~(_LANE << shift)
    return whole_name(parts)


@primitives.follow.when(Planes)
def _follow(board: Planes, group: Any, origins: Any) -> None:
    left_over = without(occupied(board), group)
    for index in range(3, -1, -1):  # from the right, so that the places of columns to come hold
        bits, rest = _word(group, index), _word(left_over, index)
        for lane in range(3, -1, -1):
            shift = np.uint64(16 * lane)
            gone = (bits >> shift) & _LANE
            if gone != _0:
                forget(origins, 4 * index + lane, gone, (rest >> shift) & _LANE == _0)


@primitives.listed.when(Planes)
def _listed(board: Planes, data: Any, prune: bool, actions: Any) -> int:
    link = links(board)
    cells = firsts(board, link, data[MINIMUM])
    count = 0
    while not is_empty(cells):
        first = first_cell(cells)
        group = flooded(link, cell(first))
        cells = without(cells, group)
        if is_playable(board, data, link, group, first, prune):
            if count < len(actions):
                actions[count] = _action(first)
            count += 1
    return count


@primitives.segments.when(Planes)
def _segments(board: Planes, data: Any, actions: Any) -> int:
    link = links(board)
    cells = firsts(board, link, data[MINIMUM])
    count = 0
    while not is_empty(cells):
        first = first_cell(cells)
        group = flooded(link, cell(first))
        cells = without(cells, group)
        if size(group) >= data[MINIMUM] and is_segment(board, link, group, first):
            if count < len(actions):
                actions[count] = _action(first)
            count += 1
    return count


@primitives.count_of.when(Planes)
def _count_of(board: Planes, colour: int) -> int:
    return size(cells_of(board, colour))


@primitives.connections.when(Planes)
def _connections(board: Planes) -> int:
    link = links(board)
    return size(link.below) + size(link.beside)
