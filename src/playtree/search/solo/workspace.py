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
from playtree.search.solo.duplicates.table import Table, enlarged_table, new_table
from playtree.search.solo.exploration.interface import COURSE_NUMBERS, LEFT, WEIGHT, Course
from playtree.search.solo.kept import Kept, NothingKept
from playtree.search.solo.moves import Played, new_played
from playtree.search.solo.simulation.learned import PLACES, Learned, new_learned

# reasons for which the loop returns
BUDGET_USED, SOLVED, STOPPED, TREE_FULL, ACTIONS_FULL, LINE_FULL, TABLE_FULL = range(7)

# places in `counters`
(
    ITERATIONS,
    PLAYOUTS,
    NODES,
    STATES,
    LEVELS,
    DEPTHS,
    DEEPEST,
    ENDS_FOUND,
    LENGTHS,
    DUPLICATES,
    BETTER_PATHS,
    PRUNED,
    WITHOUT_ROOM,
    BEST_LENGTH,
    NEEDED,
    START_DEPTH,
    PENDING,
    PENDING_EDGE,
    LINE_START,
) = range(19)

# places in `limits` and, but for the last, in `totals`
MOST_ITERATIONS, MOST_NODES, MOST_EIGHTHS, ROOM = range(4)

FIRST_ACTIONS, FIRST_LINE, FIRST_TABLE = 256, 256, 1 << 16


class Workspace(NamedTuple):
    """state: uint64[], the position of now; start: where iterations start; before: where a step or simulation
    started; ahead: a step further. actions: int64[A]; values: float64[A], what children are worth. line, best_line:
    int64[L], moves of a simulation and of the best game. path: int64[L], nodes from the root; edges: int64[L], the
    places of children that lead to them, which are the nodes but in a graph; notes: float64[L, 4], for walks in a
    graph; gained: float64[L], rewards on the way to each; passes: int64[L], pruning's numbers for each depth. policy:
    float64[16], memory: float64[64] and playout: int64[4] are a simulation's (compiled/calls.py). final: float64[1].
    counters: int64[19]. limits: int64[4], where the loop returns, and how many nodes there is room for; totals:
    int64[3], the budget of the whole search. nodes_at, duplicates_at: int64[L], how many by depth. time_left:
    float64[1], fraction of the time that is left, set from outside. stop: int64[1], set from outside. best, worst:
    float64[1], scores of the best and the worst game. bound: float64[1], what no game exceeds. course: numbers that
    exploration goes by. table: states that have nodes. played: codes of a game's moves. learned: what simulations go
    by. kept: what earlier searches know of states. rng: uint64[1].
    """

    state: Any
    start: Any
    before: Any
    ahead: Any
    pending: Any
    actions: Any
    values: Any
    line: Any
    best_line: Any
    path: Any
    edges: Any
    notes: Any
    gained: Any
    passes: Any
    policy: Any
    memory: Any
    playout: Any
    final: Any
    counters: Any
    limits: Any
    totals: Any
    nodes_at: Any
    duplicates_at: Any
    time_left: Any
    stop: Any
    best: Any
    worst: Any
    bound: Any
    course: Course
    table: Table
    played: Played
    learned: Learned
    kept: Kept | NothingKept
    rng: Any


def new_workspace(
    game: Game, policy: Policy, budget: Budget, rng: Any, stop: Any, *, looks_up: bool, learns: bool, kept: Kept | None
) -> Workspace:
    """A workspace for one search of `game`."""
    room = budget.nodes or UNLIMITED
    limits = [budget.iterations or UNLIMITED, UNLIMITED if budget.bounds_memory else room, budget.eighths]
    counters, nodes_at = np.zeros(LINE_START + 1, np.int64), np.zeros(FIRST_LINE, np.int64)
    counters[NODES] = nodes_at[0] = 1
    course = np.zeros(COURSE_NUMBERS)
    course[WEIGHT] = course[LEFT] = 1.0
    return Workspace(
        state=game.start.copy(),
        start=game.start.copy(),
        before=game.start.copy(),
        ahead=game.start.copy(),
        pending=game.start.copy(),
        actions=np.empty(FIRST_ACTIONS, np.int64),
        values=np.empty(FIRST_ACTIONS),
        line=np.empty(FIRST_LINE, np.int64),
        best_line=np.empty(FIRST_LINE, np.int64),
        path=np.zeros(FIRST_LINE, np.int64),
        edges=np.zeros(FIRST_LINE, np.int64),
        notes=np.zeros((FIRST_LINE, 4)),
        gained=np.zeros(FIRST_LINE),
        passes=np.zeros(FIRST_LINE, np.int64),
        policy=policy.numbers,
        memory=np.zeros(MEMORY_NUMBERS),
        playout=np.zeros(COUNTERS, np.int64),
        final=np.zeros(1),
        counters=counters,
        limits=np.array([*limits, room], np.int64),
        totals=np.array(limits, np.int64),
        nodes_at=nodes_at,
        duplicates_at=np.zeros(FIRST_LINE, np.int64),
        time_left=np.ones(1),
        stop=stop,
        best=np.full(1, -np.inf),
        worst=np.full(1, np.inf),
        bound=np.zeros(1),
        course=Course(course),
        table=new_table(FIRST_TABLE if looks_up else 2),
        played=new_played(FIRST_LINE),
        learned=new_learned(PLACES if learns else 1),
        kept=NothingKept() if kept is None else kept,
        rng=rng,
    )


def enlarged_for(work: Workspace, reason: int) -> Workspace:
    """The workspace with the buffer enlarged that the loop found too small."""
    if reason == TABLE_FULL:
        return work._replace(table=enlarged_table(work.table))
    size = 2 * int(work.counters[NEEDED])
    if reason == ACTIONS_FULL:
        return work._replace(actions=np.empty(size, np.int64), values=np.empty(size))
    return work._replace(
        line=np.empty(size, np.int64),
        played=new_played(size),
        path=_copied(work.path, size),
        edges=_copied(work.edges, size),
        notes=np.zeros((size, 4)),
        gained=_copied(work.gained, size),
        passes=_copied(work.passes, size),
        best_line=_copied(work.best_line, size),
        nodes_at=_copied(work.nodes_at, size),
        duplicates_at=_copied(work.duplicates_at, size),
    )


def _copied(array: Any, size: int) -> Any:
    larger = np.zeros(size, array.dtype)
    larger[: len(array)] = array
    return larger


def statistics_of(work: Workspace) -> Statistics:
    """The counters of a search in words."""
    counters = work.counters
    return Statistics(
        iterations=int(counters[ITERATIONS]),
        playouts=int(counters[PLAYOUTS]),
        nodes=int(counters[NODES]),
        states=int(counters[STATES]),
        levels=int(counters[LEVELS]),
        depths=int(counters[DEPTHS]),
        deepest=int(counters[DEEPEST]),
        terminals=int(counters[ENDS_FOUND]),
        duplicates=int(counters[DUPLICATES]),
        better_paths=int(counters[BETTER_PATHS]),
        pruned=int(counters[PRUNED]),
        without_room=int(counters[WITHOUT_ROOM]),
        searches=1,
        nodes_at=_shortened(work.nodes_at),
        duplicates_at=_shortened(work.duplicates_at),
    )


def _shortened(counts: Any) -> tuple[int, ...]:
    return tuple(np.trim_zeros(counts, "b").tolist())
