"""The loop of IDA*: depth first, cut where g + w h falls below a threshold that falls from pass to pass [schadd2012] 3.

A pass goes through all states with f = g + w * h at the threshold or above, and g + h above the best game. What it cuts
gives the next threshold: the highest f that was cut, or less, so that there are fewer passes (`shrink`). When no state
that was cut could beat the best game, that game is the optimum. A table of the states of this pass, as far as it
reaches, keeps a state that was entered with as many points from being entered again.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled import calls
from playtree.compiled.calls import LINE_LENGTH
from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.games.interface import GameTable
from playtree.games.uniform import final_score
from playtree.search.solo.classic.counters import (
    DEEPEST,
    DUPLICATES,
    ENDS,
    EXPANDED,
    MADE,
    MOST_EXPANDED,
    MOST_MADE,
    MOST_STATES,
    NEEDED,
    PLAYOUTS,
    PRUNED,
    STATES,
)
from playtree.search.solo.classic.finish import Finish, finished, room_needed, states_seen
from playtree.search.solo.steps import copy_words, key_of

# reasons for which the loop returns
BUDGET_USED, PASS_DONE, STOPPED, ACTIONS_FULL, LINE_FULL = range(5)

DEPTH, PASS, CUTS = range(3)  # places in `course`
THRESHOLD, CUT_F, CUT_BOUND = range(3)  # places in `numbers`


class Stack(NamedTuple):
    """Level d of the path of now is row d. states: uint64[D, words]; actions: int64[D, A]; count, next: int64[D], how
    many actions and which is the next; taken: int64[D], the action that led there; gained: float64[D].
    """

    states: Any
    actions: Any
    count: Any
    next: Any
    taken: Any
    gained: Any


class Seen(NamedTuple):
    """States of this pass. keys: uint64[M]; gained: float64[M]; passes: int32[M], the pass that wrote them. M is a
    power of two; a newcomer takes the place of what was there.
    """

    keys: Any
    gained: Any
    passes: Any


class Ida(NamedTuple):
    """finish: for simulations. counters: int64[11]; limits: int64[3]. course: int64[3], depth of now, number of the
    pass, cuts so far. numbers: float64[3], the threshold, the highest f that was cut, the highest g + h that was cut.
    relaxation: w. every: so many cuts for each simulation. stop: int64[1], set from outside.
    """

    finish: Finish
    counters: Any
    limits: Any
    course: Any
    numbers: Any
    relaxation: float
    every: int
    stop: Any


def new_stack(depths: int, actions: int, words: int) -> Stack:
    """A stack for lines of this length and so many actions at each state."""
    return Stack(
        states=np.zeros((depths, words), np.uint64),
        actions=np.zeros((depths, actions), np.int64),
        count=np.zeros(depths, np.int64),
        next=np.zeros(depths, np.int64),
        taken=np.zeros(depths, np.int64),
        gained=np.zeros(depths),
    )


def new_seen(places: int) -> Seen:
    """An empty table; `places` is a power of two."""
    return Seen(np.zeros(places, np.uint64), np.zeros(places), np.zeros(places, np.int32))


@compiled(borrows=True)
def go_on(game: GameTable, stack: Stack, seen: Seen, work: Ida) -> int:
    """Go on with the pass until it is done or the budget or a buffer is used up; return why. Changes what it
    is given.

    A depth of -1 says that the pass begins.
    """
    course, counters, limits = work.course, work.counters, work.limits
    if course[DEPTH] < 0:
        course[DEPTH] = 0
        stack.gained[0] = 0.0
        reason = enter(game, stack, work, 0)
        if reason >= 0:
            course[DEPTH] = -1
            return reason
    while True:
        if work.stop[0] != 0:
            return STOPPED
        if counters[EXPANDED] >= limits[MOST_EXPANDED] or counters[STATES] >= limits[MOST_STATES]:
            return BUDGET_USED
        if counters[MADE] >= limits[MOST_MADE]:
            return BUDGET_USED
        depth = course[DEPTH]
        if depth + 2 >= len(stack.count):
            counters[NEEDED] = depth + 2
            return LINE_FULL
        if stack.next[depth] >= stack.count[depth]:  # Step 1. back where all actions were tried
            if depth == 0:
                course[DEPTH] = -1
                return PASS_DONE
            course[DEPTH] -= 1
            continue
        action = stack.actions[depth, stack.next[depth]]
        copy_words(stack.states[depth], stack.states[depth + 1])
        reward = calls.apply(game.apply, game.data, stack.states[depth + 1], action)
        stack.gained[depth + 1], stack.taken[depth + 1] = stack.gained[depth] + reward, action
        counters[MADE] += 1
        if is_worth_it(game, stack, seen, work, depth + 1):  # Step 2. cut, or go deeper
            reason = enter(game, stack, work, depth + 1)
            if reason >= 0:
                return reason
            note(game, stack, seen, work, depth + 1)
            stack.next[depth] += 1
            course[DEPTH] = depth + 1
            continue
        stack.next[depth] += 1
        course[CUTS] += 1
        if course[CUTS] % work.every == 0:  # Step 3. now and then a simulation
            reason = simulate(game, stack, work, depth + 1)
            if reason >= 0:
                return reason


@compiled(inline=True, borrows=True)
def is_worth_it(game: GameTable, stack: Stack, seen: Seen, work: Ida, depth: int) -> bool:
    """Whether the pass enters the state at this depth."""
    state, gained = stack.states[depth], stack.gained[depth]
    bound = calls.bound(game.bound, game.data, state)
    if gained + bound <= work.finish.best[0]:
        work.counters[PRUNED] += 1
        return False
    value = gained + work.relaxation * bound
    if value < work.numbers[THRESHOLD]:
        work.numbers[CUT_F] = max(work.numbers[CUT_F], value)
        work.numbers[CUT_BOUND] = max(work.numbers[CUT_BOUND], gained + bound)
        return False
    key = key_of(game, state)
    place = int64(key & np.uint64(len(seen.keys) - 1))
    if seen.keys[place] == key and seen.passes[place] == work.course[PASS] and seen.gained[place] >= gained:
        work.counters[DUPLICATES] += 1
        return False
    return True


@compiled(inline=True, borrows=True)
def note(game: GameTable, stack: Stack, seen: Seen, work: Ida, depth: int) -> None:
    """Write down that the pass has entered the state at this depth. Changes `seen`."""
    key = key_of(game, stack.states[depth])
    place = int64(key & np.uint64(len(seen.keys) - 1))
    seen.keys[place], seen.gained[place], seen.passes[place] = key, stack.gained[depth], work.course[PASS]


@compiled(inline=True, borrows=True)
def enter(game: GameTable, stack: Stack, work: Ida, depth: int) -> int:
    """List the actions of the state at this depth, or score the game if there is none; return -1, or why it cannot."""
    counters, finish, state = work.counters, work.finish, stack.states[depth]
    count = calls.legal(game.legal, game.data, state, stack.actions[depth])
    if count > stack.actions.shape[1]:
        counters[NEEDED] = count
        return ACTIONS_FULL
    counters[EXPANDED] += 1
    counters[STATES] += 1
    counters[DEEPEST] = max(counters[DEEPEST], depth)
    stack.count[depth], stack.next[depth] = count, 0
    if count == 0:
        counters[ENDS] += 1
        copy_words(state, finish.state)
        score = stack.gained[depth] + final_score(game, finish.state, finish.final)
        if score > finish.best[0]:
            remember(stack, finish, depth, 0, score)
    return -1


@compiled(inline=True, borrows=True)
def simulate(game: GameTable, stack: Stack, work: Ida, depth: int) -> int:
    """Finish the game from the state at this depth, and keep it if it is the best; return -1, or why it cannot."""
    counters, finish = work.counters, work.finish
    score = finished(game, stack.states[depth], stack.gained[depth], finish)
    actions, length = room_needed(finish, depth)
    if actions > 0 or length > 0:
        counters[NEEDED] = max(actions, length)
        return ACTIONS_FULL if actions > 0 else LINE_FULL
    counters[PLAYOUTS] += 1
    counters[STATES] += states_seen(finish)
    if score > finish.best[0]:
        remember(stack, finish, depth, finish.playout[LINE_LENGTH], score)
    return -1


@compiled(inline=True, borrows=True)
def remember(stack: Stack, finish: Finish, depth: int, more: int, score: float) -> None:
    """Keep the game to this depth and on along `more` actions of the simulation. Changes `finish`."""
    for place in range(depth):
        finish.best_line[place] = stack.taken[place + 1]
    for place in range(more):
        finish.best_line[depth + place] = finish.line[place]
    finish.best[0], finish.best_length[0] = score, depth + more


@compiled(borrows=True)
def first_game(game: GameTable, stack: Stack, work: Ida) -> int:
    """One simulation from the start, so that there is a line whatever happens; return -1, or why it cannot."""
    return simulate(game, stack, work, 0)
