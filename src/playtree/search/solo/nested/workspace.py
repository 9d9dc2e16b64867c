"""What searches that walk down one game at a time work with: positions by level, the best game, counters and limits.

Level 0 is a simulation. A level above stands in a position of its own and tries the actions there one after the other.
All that a loop knows stands here, so that it may return at any simulation and go on later.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled import calls
from playtree.compiled.calls import ABSENT, LINE_LENGTH, MEMORY_NUMBERS, STATES_SEEN, TOO_MANY_ACTIONS
from playtree.compiled.calls import COUNTERS as PLAYOUT_COUNTERS
from playtree.compiled.decorator import compiled
from playtree.games.interface import GameTable, Policy, State
from playtree.games.uniform import final_score, uniform_playout
from playtree.search.budget import UNLIMITED, Budget
from playtree.search.solo.steps import copy_words

# reasons for which a loop returns
BUDGET_USED, STOPPED, ACTIONS_FULL, LINE_FULL, NO_MOVES = range(5)
GOES_ON = -1

# places in `counters`
PLAYOUTS, STATES, SEARCHES, BEST_LENGTH, NEEDED, LEVEL = range(6)
COUNTERS = 6
NOT_LISTED = -1

FIRST_ACTIONS, FIRST_MOVES = 256, 256


class Work(NamedTuple):
    """By level: states: uint64[L, W]; actions: int64[L, A]; counts: int64[L], how many, or NOT_LISTED; tried: int64[L];
    depths: int64[L], moves before the position; gained: float64[L], their reward; scores: float64[L] and lines:
    int64[L, M], the best game of the level, counted from the start of the game. totals: float64[A], sums of scores.
    path: int64[M], moves to the position of now. state: uint64[W], of a simulation; start: uint64[W]. line: int64[M].
    policy, memory, playout, out: a simulation's (compiled/calls.py). best: float64[1] and best_line: int64[M], the best
    game of all. limits: int64[2], most simulations and states. stop: int64[1], set from outside. rng: uint64[1].
    """

    states: Any
    actions: Any
    counts: Any
    tried: Any
    depths: Any
    gained: Any
    scores: Any
    lines: Any
    totals: Any
    path: Any
    state: Any
    start: Any
    line: Any
    policy: Any
    memory: Any
    playout: Any
    out: Any
    best: Any
    best_line: Any
    counters: Any
    limits: Any
    stop: Any
    rng: Any


def new_work(start: State, policy: Policy, levels: int, budget: Budget, rng: Any, stop: Any) -> Work:
    """A workspace with levels 0 to `levels`, the highest one at the start of the game."""
    many = levels + 1
    states = UNLIMITED if budget.ru is None else max(1, int(np.ceil(budget.ru)))
    work = Work(
        states=np.tile(start, (many, 1)),
        actions=np.zeros((many, FIRST_ACTIONS), np.int64),
        counts=np.full(many, NOT_LISTED, np.int64),
        tried=np.zeros(many, np.int64),
        depths=np.zeros(many, np.int64),
        gained=np.zeros(many),
        scores=np.full(many, -np.inf),
        lines=np.zeros((many, FIRST_MOVES), np.int64),
        totals=np.zeros(FIRST_ACTIONS),
        path=np.zeros(FIRST_MOVES, np.int64),
        state=start.copy(),
        start=start.copy(),
        line=np.zeros(FIRST_MOVES, np.int64),
        policy=policy.numbers,
        memory=np.zeros(MEMORY_NUMBERS),
        playout=np.zeros(PLAYOUT_COUNTERS, np.int64),
        out=np.zeros(1),
        best=np.full(1, -np.inf),
        best_line=np.zeros(FIRST_MOVES, np.int64),
        counters=np.zeros(COUNTERS, np.int64),
        limits=np.array([budget.iterations or UNLIMITED, states], np.int64),
        stop=stop,
        rng=rng,
    )
    work.counters[LEVEL] = levels
    return work


def enlarged_for(work: Work, reason: int) -> Work:
    """The workspace with the buffers enlarged that the loop found too small."""
    size = 2 * int(work.counters[NEEDED])
    if reason == ACTIONS_FULL:
        return work._replace(actions=_wider(work.actions, size), totals=_wider(work.totals, size))
    names = ("lines", "path", "line", "best_line")
    return work._replace(**{name: _wider(getattr(work, name), size) for name in names})


def _wider(array: Any, size: int) -> Any:
    wider = np.zeros((*array.shape[:-1], max(size, array.shape[-1])), array.dtype)
    wider[..., : array.shape[-1]] = array
    return wider


@compiled(inline=True, borrows=True)
def reason_to_return(work: Work) -> int:
    """GOES_ON, or why a loop must return before the next simulation."""
    counters = work.counters
    if work.stop[0] != 0 and work.best[0] > -np.inf:
        return STOPPED
    is_used = counters[PLAYOUTS] >= work.limits[0] or counters[STATES] >= work.limits[1]
    return BUDGET_USED if is_used else GOES_ON


@compiled(inline=True, borrows=True)
def list_actions(game: GameTable, work: Work, level: int) -> int:
    """List the actions of a level's position; return GOES_ON or why not."""
    count = calls.legal(game.legal, game.data, work.states[level], work.actions[level])
    if count > work.actions.shape[1]:
        work.counters[NEEDED] = count
        return ACTIONS_FULL
    if work.depths[level] + 2 >= len(work.path):
        work.counters[NEEDED] = len(work.path)
        return LINE_FULL
    work.counts[level], work.tried[level] = count, 0
    work.counters[STATES] += 1
    return GOES_ON


@compiled(inline=True, borrows=True)
def step(game: GameTable, work: Work, level: int, action: int) -> None:
    """Play an action in a level's position, for good."""
    work.gained[level] += calls.apply(game.apply, game.data, work.states[level], action)
    work.path[work.depths[level]] = action
    work.depths[level] += 1
    work.counts[level] = NOT_LISTED


@compiled(inline=True, borrows=True)
def simulate(game: GameTable, work: Work, level: int, action: int) -> Any:
    """Play `action` in a level's position and simulate to the end: score and length of the game, GOES_ON or why not."""
    generator, playout, depth = work.rng[0], work.playout, work.depths[level] + 1
    copy_words(work.states[level], work.state)
    gained = work.gained[level] + calls.apply(game.apply, game.data, work.state, action)
    work.path[depth - 1] = action
    playout[TOO_MANY_ACTIONS] = 0
    if game.playout != ABSENT:
        rest = calls.playout(
            game.playout, game.data, work.state, work.policy, work.memory, work.rng, gained, work.line, playout
        )
    else:
        rest = uniform_playout(game, work.state, work.actions[0], work.rng, work.line, playout, work.out)
    score, length = gained + rest, depth + playout[LINE_LENGTH]
    if playout[TOO_MANY_ACTIONS] > 0:
        work.rng[0], work.counters[NEEDED] = generator, playout[TOO_MANY_ACTIONS]
        return score, length, ACTIONS_FULL
    if length + 2 >= len(work.line):
        work.rng[0], work.counters[NEEDED] = generator, length + 2
        return score, length, LINE_FULL
    work.counters[PLAYOUTS] += 1
    work.counters[STATES] += playout[STATES_SEEN]
    if score > work.best[0]:
        keep_game(work, work.best_line, depth, length)
        work.best[0], work.counters[BEST_LENGTH] = score, length
    return score, length, GOES_ON


@compiled(inline=True, borrows=True)
def keep_game(work: Work, target: Any, depth: int, length: int) -> None:
    """Write the moves on the path and those of the simulation that began after `depth` of them."""
    for index in range(depth):
        target[index] = work.path[index]
    for index in range(depth, length):
        target[index] = work.line[index - depth]


@compiled(inline=True, borrows=True)
def end_game(game: GameTable, work: Work, level: int) -> None:
    """Keep the game that a level's position ends, if it is the best, which it is only if nothing was simulated."""
    score, length = work.gained[level] + final_score(game, work.states[level], work.out), work.depths[level]
    if score > work.best[0]:
        for index in range(length):
            work.best_line[index] = work.path[index]
        work.best[0], work.counters[BEST_LENGTH] = score, length


@compiled(inline=True, borrows=True)
def begin_again(work: Work, level: int) -> None:
    """Put a level to the start of the game."""
    copy_words(work.start, work.states[level])
    work.depths[level], work.gained[level], work.counts[level] = 0, 0.0, NOT_LISTED
    work.scores[level] = -np.inf
    work.counters[SEARCHES] += 1
