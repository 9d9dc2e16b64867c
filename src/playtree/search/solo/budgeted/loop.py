"""Depth-budgeted search in the spirit of DBS as [schadd2012] 2.3 describes it: depth first, a budget for each subtree.

A state with a budget of b states is expanded, which costs one. Its children stand in the order of their value; the
first gets the share s of what is left, the second the share s of what is left then, and so on; what a subtree does not
use comes back. Where the budget is spent nothing is expanded any more: the value of a child, a simulation say, has
finished the game from there. A state that was met with as many points before is passed by.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from playtree.compiled import calls
from playtree.compiled.decorator import compiled
from playtree.compiled.hashing import mixed
from playtree.compiled.numbers import int64
from playtree.games.interface import GameTable
from playtree.games.uniform import final_score
from playtree.search.solo.beam.evaluation.interface import ACTIONS_NEEDED, LINE_NEEDED, STATES_PASSED, Bench, evaluate
from playtree.search.solo.steps import copy_words, key_of

ALL_DONE, STOPPED, ACTIONS_FULL, LINE_FULL, DEPTH_FULL = range(5)  # why `dive` returns

# places in `counters`
DIVE_COUNTERS = 7
DEPTH, EXPANDED, ENDS, REPEATED, CUT, BEST_LENGTH, DEEPEST = range(DIVE_COUNTERS)
UNSEEN = -1  # in `counts`: the children are not listed yet
_0, _1 = np.uint64(0), np.uint64(1)


class Path(NamedTuple):
    """The states from the start to the one of now, by depth. D: depths, A: actions, M: a power of two.

    states: uint64[D, words]. gained: float64[D]. budgets: int64[D], states that may still be expanded below. counts,
    nexts: int64[D], children, and those that had their turn. actions, order: int64[D, A], values, gains: float64[D, A]
    and keys: uint64[D, A], of the children. line: int64[D]. best: float64[1] and best_line: int64[L], the best game.
    met_keys: uint64[M] and met_gains: float64[M], the states of this pass, by open addressing; 0 is an empty place.
    counters: int64[7]. limits: float64[2], most states whose moves are computed, and expansions. share: float64[1].
    stop: int64[1], set from outside. seed: uint64[1].
    """

    states: Any
    gained: Any
    budgets: Any
    counts: Any
    nexts: Any
    actions: Any
    order: Any
    values: Any
    gains: Any
    keys: Any
    line: Any
    best: Any
    best_line: Any
    met_keys: Any
    met_gains: Any
    counters: Any
    limits: Any
    share: Any
    stop: Any
    seed: Any


@compiled(borrows=True)
def dive(evaluation: Any, game: GameTable, path: Path, bench: Bench) -> int:
    """Search depth first until the budget of the start is used; return why it ends. Changes `path` and `bench`."""
    counters = path.counters
    while counters[DEPTH] >= 0:
        depth = counters[DEPTH]
        if path.counts[depth] == UNSEEN:
            if path.stop[0] != 0 or counters[EXPANDED] >= path.limits[1]:
                return STOPPED
            if bench.counters[STATES_PASSED] >= path.limits[0]:
                return STOPPED
            if depth + 1 == len(path.line):
                return DEPTH_FULL
            reason = list_children(evaluation, game, path, bench, depth)
            if reason != ALL_DONE:
                return reason
        elif path.nexts[depth] == path.counts[depth] or path.budgets[depth] < 1:
            if path.nexts[depth] < path.counts[depth]:
                counters[CUT] = 1
            if depth > 0:
                path.budgets[depth - 1] += path.budgets[depth]
            counters[DEPTH] -= 1
        else:
            enter_child(game, path, depth)
    return ALL_DONE


@compiled(inline=True, borrows=True)
def list_children(evaluation: Any, game: GameTable, path: Path, bench: Bench, depth: int) -> int:
    """Expand the state of now: its children with their values, in the order of these; ALL_DONE or what is too small."""
    counters, state, gained = path.counters, path.states[depth], path.gained[depth]
    actions, child = path.actions[depth], path.states[depth + 1]
    count = calls.legal(game.legal, game.data, state, actions)
    if count > len(actions):
        bench.counters[ACTIONS_NEEDED] = count
        return ACTIONS_FULL
    if count == 0:
        copy_words(state, child)
        score = gained + final_score(game, child, bench.final)
        counters[ENDS] += 1
        if score > path.best[0]:
            path.best[0] = score
            keep_line(path, depth, bench.found_line, 0)
    for index in range(count):
        copy_words(state, child)
        gains = gained + calls.apply(game.apply, game.data, child, actions[index])
        key = key_of(game, child)
        bench.found[0] = path.best[0]
        bench.rng[0] = max(mixed(path.seed[0], key), _1)
        path.values[depth, index] = evaluate(evaluation, game, child, gains, bench)
        path.gains[depth, index], path.keys[depth, index] = gains, key
        if bench.counters[ACTIONS_NEEDED] > 0:
            return ACTIONS_FULL
        if bench.counters[LINE_NEEDED] > 0:
            return LINE_FULL
        if bench.found[0] > path.best[0]:
            if depth + 1 + bench.found_length[0] > len(path.best_line):
                bench.counters[LINE_NEEDED] = depth + 1 + bench.found_length[0]
                return LINE_FULL
            path.best[0], path.line[depth] = bench.found[0], actions[index]
            keep_line(path, depth + 1, bench.found_line, bench.found_length[0])
    sort_children(path.values[depth], path.order[depth], count)
    path.counts[depth], path.nexts[depth] = count, 0
    path.budgets[depth] -= 1
    counters[EXPANDED] += 1
    counters[DEEPEST] = max(counters[DEEPEST], depth)
    bench.counters[STATES_PASSED] += 1
    return ALL_DONE


@compiled(inline=True, borrows=True)
def keep_line(path: Path, depth: int, rest: Any, length: int) -> None:
    """The best game is the line of now up to `depth` and then `rest`."""
    for index in range(depth):
        path.best_line[index] = path.line[index]
    for index in range(length):
        path.best_line[depth + index] = rest[index]
    path.counters[BEST_LENGTH] = depth + length


@compiled(inline=True, borrows=True)
def sort_children(values: Any, order: Any, count: int) -> None:
    """Put the places of the children into the order of their values, the highest first; equals stay as they are."""
    for index in range(count):
        place = index
        while place > 0 and values[order[place - 1]] < values[index]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = index


@compiled(inline=True, borrows=True)
def enter_child(game: GameTable, path: Path, depth: int) -> None:
    """Go to the next child with its share of the budget, unless it was met before."""
    index = path.order[depth, path.nexts[depth]]
    path.nexts[depth] += 1
    if was_met(path, path.keys[depth, index], path.gains[depth, index]):
        path.counters[REPEATED] += 1
        return
    given = int64(math.ceil(path.share[0] * path.budgets[depth]))
    path.budgets[depth] -= given
    path.line[depth] = path.actions[depth, index]
    copy_words(path.states[depth], path.states[depth + 1])
    calls.apply(game.apply, game.data, path.states[depth + 1], path.actions[depth, index])
    path.gained[depth + 1], path.budgets[depth + 1] = path.gains[depth, index], given
    path.counts[depth + 1] = UNSEEN
    path.counters[DEPTH] = depth + 1


@compiled(inline=True, borrows=True)
def was_met(path: Path, key: Any, gained: float) -> bool:
    """Whether the state was met with as many points before; notes it if not."""
    mask = np.uint64(len(path.met_keys) - 1)
    key = max(key, _1)
    place = key & mask
    while path.met_keys[place] != _0 and path.met_keys[place] != key:
        place = (place + _1) & mask
    if path.met_keys[place] == key and path.met_gains[place] >= gained:
        return True
    path.met_keys[place], path.met_gains[place] = key, gained
    return False
