"""Playouts of SameGame by a learned policy, on bit planes: the groups are listed once and mended after each move.

A move changes a group only if it took blocks of it, let them fall, or let others fall beside it, so the others keep
their cells, their name and their weight (a name by place changes when a column closes). What fell, what was left of the
groups that lost blocks to it, and all that hangs together with them now are one flood; the groups in it are listed
anew.

Which groups a playout may choose from, and their weights before anything is learned, are the guide's (guides.py).
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.calls import END_BONUS, LINE_LENGTH, STATES_SEEN, TOO_MANY_ACTIONS
from playtree.compiled.decorator import compiled
from playtree.compiled.hashing import joined
from playtree.compiled.numbers import int64
from playtree.compiled.random import advance, fraction
from playtree.compiled.vectors import (
    before,
    below_lowest,
    both,
    cell,
    either,
    empty_lanes,
    is_empty,
    left,
    load,
    spread,
    store,
    without,
)
from playtree.games.learned import learned_weight
from playtree.games.samegame.ending import ending_of, points_of
from playtree.games.samegame.falling import closed, dropped
from playtree.games.samegame.guides import ANY_SIZE, BIAS, LARGE, SELDOM, prior_of, spared_colour, spared_up_to
from playtree.games.samegame.layout import MINIMUM, ORIGINS
from playtree.games.samegame.planes import (
    Links,
    Planes,
    cells_of,
    first_cell,
    firsts,
    flooded,
    links,
    occupied,
    size,
)
from playtree.games.samegame.primitives import (
    action_of,
    follow,
    group_hash,
    group_name,
    is_settled,
    loaded,
    settled,
    taken,
)

MOST_GROUPS = 256  # on 15 x 16 cells there are at most 240
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


class Rule(NamedTuple):
    """What decides whether a group is listed, and what it weighs. colour: that is spared now. large, seldom: groups of
    it from this size on weigh that. keys, values: the learned policy.
    """

    minimum: int
    colour: int
    large: int
    seldom: float
    bias: float
    keys: Any
    values: Any


class Groups(NamedTuple):
    """The groups to choose from: names and priors step after step, weights and cells of the step of now."""

    codes: Any
    weights: Any
    priors: Any
    cells: Any


class Names(NamedTuple):
    """How groups are named. origins: of the board of now. is_by_place: by their cells instead."""

    origins: Any
    is_by_place: bool


@compiled
def guided_playout(
    kind: Any, data: Any, state: Any, guide: Any, moves_before: int, keys: Any, values: Any, rng: Any, codes: Any,
    weights: Any, priors: Any, ends: Any, chosen: Any, line: Any, scratch: Any, counters: Any,
) -> float:  # fmt: skip
    """Play to the end; return the score from here. Changes `rng` and everything after it, uses up `state`.

    At step m the groups codes[ends[m - 1]:ends[m]] could be chosen, and the one with index chosen[m] was.
    """
    generator = rng[0]
    board = loaded(kind, data, state)
    colour, large, seldom = spared_colour(board, data, guide), int64(guide[LARGE]), guide[SELDOM]
    rule = Rule(data[MINIMUM], colour, large, seldom, guide[BIAS], keys, values)
    any_colour = Rule(data[MINIMUM], 0, large, seldom, guide[BIAS], keys, values)
    groups, names = Groups(codes, weights, priors, scratch), Names(state[data[ORIGINS] :], data[ORIGINS] == 0)
    left_over = size(occupied(board))
    is_still, is_stale, spared = is_settled(board), True, -1
    score, moves, begin, count = 0, 0, 0, 0
    link = links(board)
    while True:
        if begin + 2 * MOST_GROUPS > len(codes) or moves >= len(line):
            counters[TOO_MANY_ACTIONS] = 2 * (len(codes) + 2 * MOST_GROUPS)
            break
        # Step 1. what can be chosen: mended after the last move, or listed anew
        limit = spared_up_to(guide, left_over, moves_before + moves)
        if is_stale or limit != spared or count == 0:
            link = links(board)
            cells = firsts(board, link, data[MINIMUM])
            count = append_groups(board, link, cells, rule, limit, groups, names, begin, 0)
            is_stale, spared = False, limit
            if count == 0:  # nothing but the colour that is spared
                count = append_groups(board, link, cells, any_colour, 0, groups, names, begin, 0)
                is_stale = True
        if count == 0:
            break
        # Step 2. draw one by its weight
        generator = advance(generator)
        pick = drawn_by_weight(weights, count, fraction(generator))
        gone = load(scratch, 4 * pick)
        line[moves], chosen[moves], ends[moves] = action_of(board, gone), pick, begin + count
        # Step 3. remove it
        blocks = size(gone)
        may_change = large < ANY_SIZE and not is_empty(both(gone, cells_of(board, colour)))
        score += points_of(data, blocks)
        left_over -= blocks
        if not names.is_by_place:
            follow(board, gone, names.origins)
        if is_still and not is_stale:
            board, link, count = mended(board, link, gone, rule, limit, groups, names, begin, count)
        else:
            board, _ = taken(board, gone)
            if not is_still:
                board, is_still, is_stale = settled(board), True, True
        if may_change:
            colour = spared_colour(board, data, guide)
            is_stale = is_stale or colour != rule.colour
            rule = Rule(data[MINIMUM], colour, large, seldom, guide[BIAS], keys, values)
        begin = ends[moves]
        moves += 1
    ending, counters[END_BONUS] = ending_of(board, data)
    rng[0] = generator
    counters[LINE_LENGTH], counters[STATES_SEEN] = moves, moves + 1
    return np.float64(score + ending)


@compiled(inline=True, borrows=True)
def drawn_by_weight(weights: Any, count: int, where: float) -> int:
    """The index of the one of the first `count` weights that `where` in [0, 1) falls on."""
    total = 0.0
    for index in range(count):
        total += weights[index]
    mark, pick = where * total, 0
    for index in range(count - 1):
        mark -= weights[index]
        if mark < 0.0:
            break
        pick += 1
    return pick


@compiled(inline=True)
def mended(
    board: Planes, link: Links, gone: Any, rule: Rule, limit: int, groups: Groups, names: Names, begin: int, count: int
) -> Any:
    """The board after the group `gone` was removed, its links, and how many groups there are then, listed behind those
    before.
    """
    after = dropped(board, gone)
    fallen = without(spread(_ALL), below_lowest(gone))
    moved = either(fallen, flooded(link, both(fallen, occupied(board))))  # with all of the groups that lost blocks
    newly_empty = without(empty_lanes(occupied(after)), empty_lanes(occupied(board)))
    is_closing = not is_empty(newly_empty)
    stay = newly_empty
    if is_closing:
        after = closed(after, newly_empty)
        stay = before(first_cell(newly_empty))
        moved = either(either(both(moved, stay), without(left(moved), stay)), newly_empty)
        if size(newly_empty) > 16:  # several columns at once: rare, so all that moves is listed anew
            fallen, moved = either(fallen, without(spread(_ALL), stay)), either(moved, without(spread(_ALL), stay))
    link = links(after)
    touched = flooded(link, both(moved, occupied(after)))
    if is_closing:
        kept = shifted_groups(after, fallen, stay, touched, rule, groups, names, begin, count)
    else:
        kept = kept_groups(either(fallen, touched), groups, begin, count)
    cells = both(firsts(after, link, rule.minimum), touched)
    return after, link, append_groups(after, link, cells, rule, limit, groups, names, begin + count, kept)


@compiled(inline=True)
def kept_groups(changed: Any, groups: Groups, begin: int, count: int) -> int:
    """List the groups again that have none of these cells; return how many."""
    end, kept = begin + count, 0
    for index in range(count):
        cells, place = load(groups.cells, 4 * index), begin + index
        code, weight, prior = groups.codes[place], groups.weights[index], groups.priors[place]
        store(groups.cells, 4 * kept, cells)  # overwritten by the next one unless it is kept
        groups.codes[end + kept], groups.weights[kept], groups.priors[end + kept] = code, weight, prior
        kept += is_empty(both(cells, changed))
    return kept


@compiled(inline=True)
def shifted_groups(
    board: Planes,
    fallen: Any,
    stay: Any,
    touched: Any,
    rule: Rule,
    groups: Groups,
    names: Names,
    begin: int,
    count: int,
) -> int:
    """The same where a column has closed, by which the cells that do not `stay` moved to the left. fallen: cells before
    that, touched: cells after it, of groups that have changed.
    """
    end, kept = begin + count, 0
    for index in range(count):
        cells, place = load(groups.cells, 4 * index), begin + index
        code, weight, prior = groups.codes[place], groups.weights[index], groups.priors[place]
        is_whole = is_empty(both(cells, fallen))
        if is_whole and is_empty(both(cells, stay)):
            cells = left(cells)
            if names.is_by_place:
                code = name_of(board, cells, names)
                weight = prior * learned_weight(rule.keys, rule.values, code)
        store(groups.cells, 4 * kept, cells)
        groups.codes[end + kept], groups.weights[kept], groups.priors[end + kept] = code, weight, prior
        kept += is_whole and is_empty(both(cells, touched))
    return kept


@compiled(inline=True)
def append_groups(
    board: Planes, link: Links, cells: Any, rule: Rule, limit: int, groups: Groups, names: Names, begin: int, count: int
) -> int:
    """List the groups that begin at `cells` behind the `count` groups at `begin`; return how many there are then."""
    spared = without(cells, cells)
    if rule.colour > 0:
        spared = both(cells, cells_of(board, rule.colour))
        if limit == 0 and rule.large == ANY_SIZE:
            cells = without(cells, spared)
    while not is_empty(cells):
        first = cell(first_cell(cells))
        group = flooded(link, first)
        cells = without(cells, group)
        blocks = size(group)
        is_spared = blocks > limit and not is_empty(both(spared, first))
        if blocks < rule.minimum or (is_spared and blocks < rule.large):
            continue
        place, code, prior = begin + count, name_of(board, group, names), prior_of(rule.bias, blocks)
        if is_spared:
            prior *= rule.seldom
        store(groups.cells, 4 * count, group)
        weight = prior * learned_weight(rule.keys, rule.values, code)
        groups.codes[place], groups.weights[count], groups.priors[place] = code, weight, prior
        count += 1
    return count


@compiled(inline=True)
def name_of(board: Planes, group: Any, names: Names) -> Any:
    """The name of a group: by its blocks, or by its cells and its colour."""
    if not names.is_by_place:
        return group_name(board, group, names.origins)
    colour = 0
    if not is_empty(both(board.low, group)):
        colour += 1
    if not is_empty(both(board.middle, group)):
        colour += 2
    if not is_empty(both(board.high, group)):
        colour += 4
    return joined(group_hash(board, group), np.uint64(colour))
