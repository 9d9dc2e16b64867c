"""What one search works with besides its tree: buffers, counters, limits and the stop word, all plain arrays.

Interpreted code makes them before the loop starts, watches the counters while it runs, and enlarges a buffer when the
loop returns for that reason.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.calls import COUNTERS, MEMORY_NUMBERS
from playtree.games.interface import Game, Policy
from playtree.search.budget import UNLIMITED, Budget
from playtree.search.result import Statistics

# reasons for which the loop returns
BUDGET_USED, SOLVED, STOPPED, TREE_FULL, ACTIONS_FULL, LINE_FULL = range(6)

# places in `counters`
ITERATIONS, NODES, STATES, LEVELS, DEPTHS, DEEPEST, TERMINALS, BEST_LENGTH, PLAYOUTS, NEEDED = range(10)

# places in `limits`
MOST_ITERATIONS, MOST_NODES, MOST_EIGHTHS = range(3)

FIRST_ACTIONS, FIRST_LINE = 256, 256


class Workspace(NamedTuple):
    """state, before: uint64[], the position of now and of the start of a simulation. actions: int64[A]. line,
    best_line: int64[L], moves of a simulation and of the best game. path: int64[L], nodes from the root. policy:
    float64[16], memory: float64[64] and playout: int64[4] are a simulation's (compiled/calls.py). final: float64[1].
    counters: int64[10]. limits: int64[3]. stop: int64[1], set from outside. best, worst: float64[1], scores of the
    best and the worst game. rng: uint64[1].
    """

    state: Any
    before: Any
    actions: Any
    line: Any
    best_line: Any
    path: Any
    policy: Any
    memory: Any
    playout: Any
    final: Any
    counters: Any
    limits: Any
    stop: Any
    best: Any
    worst: Any
    rng: Any


def new_workspace(game: Game, policy: Policy, budget: Budget, rng: Any, stop: Any) -> Workspace:
    """A workspace for one search of `game`."""
    limits = [budget.iterations or UNLIMITED, budget.nodes or UNLIMITED, budget.eighths]
    counters = np.zeros(NEEDED + 1, np.int64)
    counters[NODES] = 1
    return Workspace(
        state=game.start.copy(),
        before=game.start.copy(),
        actions=np.empty(FIRST_ACTIONS, np.int64),
        line=np.empty(FIRST_LINE, np.int64),
        best_line=np.empty(FIRST_LINE, np.int64),
        path=np.empty(FIRST_LINE, np.int64),
        policy=policy.numbers,
        memory=np.zeros(MEMORY_NUMBERS),
        playout=np.zeros(COUNTERS, np.int64),
        final=np.zeros(1),
        counters=counters,
        limits=np.array(limits, np.int64),
        stop=stop,
        best=np.full(1, -np.inf),
        worst=np.full(1, np.inf),
        rng=rng,
    )


def enlarged_for(work: Workspace, reason: int) -> Workspace:
    """The workspace with the buffer enlarged that the loop found too small."""
    needed = int(work.counters[NEEDED])
    if reason == ACTIONS_FULL:
        return work._replace(actions=np.empty(2 * needed, np.int64))
    best_line = np.empty(2 * needed, np.int64)
    best_line[: len(work.best_line)] = work.best_line
    return work._replace(line=np.empty(2 * needed, np.int64), path=np.empty(2 * needed, np.int64), best_line=best_line)


def statistics_of(counters: Any) -> Statistics:
    """The counters of a search in words."""
    return Statistics(
        iterations=int(counters[ITERATIONS]),
        playouts=int(counters[PLAYOUTS]),
        nodes=int(counters[NODES]),
        states=int(counters[STATES]),
        levels=int(counters[LEVELS]),
        depths=int(counters[DEPTHS]),
        deepest=int(counters[DEEPEST]),
        terminals=int(counters[TERMINALS]),
        searches=1,
    )
