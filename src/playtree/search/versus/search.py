"""A tree that grows from a position, and moves on with the game."""

import time
from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import Any

import numpy as np

import playtree.search.versus.simulation.guided  # registers its answers
import playtree.search.versus.statistics.lessons  # noqa: F401  # the same
from playtree.compiled.random import seeded
from playtree.errors import InputError
from playtree.games.slowed import slowed
from playtree.games.turns import Move, TurnGame
from playtree.rbg.layout import FAULT, PLAYER, Words
from playtree.search.budget import UNLIMITED
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.design import POLICIES, Design, Mast, Rave
from playtree.search.versus.designs.semimoves import RolledUp, Semimoves
from playtree.search.versus.designs.whole_moves import ListedMoves, WholeMoves
from playtree.search.versus.loop import Rules, grow
from playtree.search.versus.rerooting import (
    child_by_number,
    copy_subtree,
    least_visits,
    node_behind,
    number_of_move,
)
from playtree.search.versus.sharing import grow_together, new_shared
from playtree.search.versus.simulation.wandering import Wandering
from playtree.search.versus.statistics.guide import CONTEXT, JOIN, MIX, OFF, SPLIT, Guide
from playtree.search.versus.statistics.memory import Memory, decay, new_memory
from playtree.search.versus.statistics.none import NoStatistics
from playtree.search.versus.tree import (
    IS_FULL,
    NODES,
    NONE,
    ROOT,
    Tree,
    bytes_left,
    new_tree,
    plant,
    stand,
)
from playtree.search.versus.workspace import (
    FAULTY,
    RUNS,
    SIMULATIONS,
    STATES_SEEN,
    STATUS,
    Workspace,
    new_workspace,
)

CHUNK_SECONDS = 0.02  # so long the interpreter waits for a chunk of simulations
FIRST_LOOK = 90  # percent of a budget; from there on a search may end that is settled
LISTED_NUMBERS, LEARNED_NUMBERS = 1 << 14, 1 << 20  # room for a list of moves
SAME = {"split": SPLIT, "context": CONTEXT, "join": JOIN, "mix": MIX}


class Search:
    """The tree of one agent. game: compiled with the split strategy of the design. threads: that grow it together.
    overhead: how often it asks the rules what it wants to know, once for an answer."""

    def __init__(
        self, game: TurnGame, design: Design, seed: int, memory_bytes: int, threads: int = 1, overhead: int = 1
    ) -> None:
        self.game, self.design = game, design
        self.table = slowed(game.turns(), overhead) if overhead > 1 else game.turns()
        self.words, self.players = len(game.start), len(game.players)
        learns = design.mast is not None or design.rave is not None
        self.memory = new_memory() if learns else None
        self.rules = rules_of(game, design, self.table, self.memory)
        bounds = [bound if bound > 0 else 1.0 for bound in game.compiled.bounds]
        room = LEARNED_NUMBERS if learns else LISTED_NUMBERS
        seeds: list[int | np.random.SeedSequence] = [seed, *np.random.SeedSequence(seed).spawn(threads - 1)]
        self.works = [new_workspace(self.words, bounds, seeded(each), room, learns, self.table.log) for each in seeds]
        self._shared = new_shared()
        size = self.words, self.players, design.rave is not None
        self._new_tree = partial(new_tree, memory_bytes, *size)
        self.dots = game.compiled.dots
        self.state = game.start.copy()
        self.is_stopping = False  # set by another thread, ends a run within a chunk
        self.begin(game.start)

    def begin(self, state: Words) -> None:
        """Forget everything and stand in a position between two moves."""
        self.tree = self._new_tree()
        self.state = state.copy()
        plant(self.tree, self.state, int(state[PLAYER]))

    def advance(self, move: Move) -> None:
        """Go on to the position behind a move, keeping what is known of it."""
        try:
            actions = self.game.compiled.encoded(move)
            number = self.number_of(actions)
        except (TypeError, ValueError, OverflowError):  # no numbers, or some that no action has
            number = NONE
        if number == NONE:
            raise InputError(f"{self.game.name}: found the move {move}; expected a legal one")
        node = self._node_behind(actions, number)
        self.game.compiled.play(self.state, move)
        if self.memory is not None and self.design.mast is not None and self.design.mast.decay == "move":
            decay(self.memory, float(self.design.mast.factor))
        if node == NONE:
            self.begin(self.state)
            return
        stand(self.tree, node, self.state)
        if 2 * bytes_left(self.tree) <= self.tree.sizes.memory or self.tree.used[IS_FULL]:
            self.compact()

    def number_of(self, actions: Any) -> int:
        """The number of a move among all moves here, or NONE."""
        while True:
            state = self.state.copy()  # a limit that is hit is noted in it
            number = int(number_of_move(self.table, state, self.work.listed, actions))
            if state[FAULT]:
                raise self.game.compiled.fault(state)
            if number < len(self.work.listed):
                return number
            self.works[0] = self.work._replace(listed=np.zeros(2 * number, np.int32))

    def _node_behind(self, actions: Any, number: int) -> int:
        if isinstance(self.rules.design, WholeMoves):
            return int(child_by_number(self.tree, number))
        stacks = [np.zeros(256, np.int64) for _ in range(3)]
        return int(node_behind(self.tree, actions, self.dots, *stacks))

    def compact(self) -> None:
        """Free the memory of what is out of reach and, where that is not half of it, of what was hardly looked at."""
        queue = np.empty(max(self.nodes, 1), np.uint32)
        self._copy(int(least_visits(self.tree, self.tree.sizes.memory // 2, np.zeros(64, np.int64), queue)))

    def _copy(self, visits: int) -> None:
        """Copy the tree, without what is below nodes with fewer visits."""
        fresh = self._new_tree()
        copy_subtree(self.tree, fresh, visits, self.players, self.words)
        self.tree = fresh

    def run(self, budget: MoveBudget, is_settled: Callable[[], bool] | None = None) -> None:
        """Grow the tree by the budget. is_settled: asked in its last tenth, whether the rest may be saved.

        It is asked once a percent and not after each chunk, whose size is up to the clock: equal seeds and counted
        budgets end equally.
        """
        begin = time.perf_counter()
        counters = self._start_counting()
        simulations = budget.simulations or UNLIMITED
        states = budget.states or UNLIMITED
        end = begin + budget.seconds if budget.seconds is not None else float("inf")
        look = 100 if is_settled is None else FIRST_LOOK
        chunk = len(self.works)  # not more before a look at the clock: where moves abound one takes a second
        while True:
            before, at = int(counters[SIMULATIONS]), time.perf_counter()
            self._grow(min(percent_of(simulations, look), before + chunk), percent_of(states, look))
            counters = self.counters
            if counters[STATUS] == FAULTY:
                raise self.game.compiled.fault(self._faulty_state())
            now = time.perf_counter()
            done = int(counters[SIMULATIONS])
            speed = (done - before) / max(now - at, 1e-9)
            if counters[STATUS] != RUNS and (done >= simulations or counters[STATES_SEEN] >= states):
                break
            if self.is_stopping or now >= end or done == before:  # done == before: the outcome is proven
                break
            used = spent_percent(budget, counters, now - begin)
            if is_settled is not None and used >= look:
                if is_settled():
                    break
                look = min(int(used) + 1, 100)
            # half of what is left at most, so that a chunk that takes twice as long as expected is still in time
            chunk = max(1, min(2 * chunk, int(speed * min(CHUNK_SECONDS, (end - now) / 2))))

    @property
    def work(self) -> Workspace:
        """What the first thread works with."""
        return self.works[0]

    @property
    def counters(self) -> Any:
        """What all threads counted since the run began, and how it ended."""
        if len(self.works) == 1:
            return self.work.counters
        counted = np.sum([work.counters for work in self.works], axis=0)
        counted[STATUS] = max(int(work.counters[STATUS]) for work in self.works)
        return counted

    def _start_counting(self) -> Any:
        for work in self.works:
            work.counters[:] = 0
        for each in self._shared:
            each[0] = 0
        return self.counters

    def _grow(self, simulations: int, states: int) -> None:
        """Simulate until so many simulations or states are counted in this run."""
        if len(self.works) == 1:
            with np.errstate(over="ignore"):  # interpreted, random numbers wrap around
                grow(self.rules, self.table, self.tree, self.work, simulations, states)
            return
        failures = list[BaseException]()
        begun = [Thread(target=self._help, args=(work, simulations, states, failures)) for work in self.works[1:]]
        for thread in begun:
            thread.start()
        self._help(self.work, simulations, states, failures)
        for thread in begun:
            thread.join()
        if failures:
            raise failures[0]

    def _help(self, work: Workspace, simulations: int, states: int, failures: list[BaseException]) -> None:
        """What one of several threads does."""
        try:
            with np.errstate(over="ignore"):
                grow_together(self.rules, self.table, self.tree, work, self._shared, simulations, states)
        except BaseException as failure:  # raised again by the thread that asked
            self._shared.fault[0] = 1
            self._shared.lock[0] = 0
            failures.append(failure)

    def _faulty_state(self) -> Words:
        found: Words = next(work.state for work in self.works if work.counters[STATUS] == FAULTY)
        return found

    @property
    def root(self) -> int:
        return int(self.tree.used[ROOT])

    @property
    def nodes(self) -> int:
        return int(self.tree.used[NODES])


def percent_of(limit: int, percent: int) -> int:
    """So many percent of a limit, rounded up."""
    return -(-limit * percent // 100)


def spent_percent(budget: MoveBudget, counters: Any, seconds: float) -> float:
    """The largest share of a limit that is used up."""
    shares = [0.0]
    if budget.seconds is not None:
        shares.append(100 * seconds / budget.seconds)
    if budget.simulations is not None:
        shares.append(100 * int(counters[SIMULATIONS]) / budget.simulations)
    if budget.states is not None:
        shares.append(100 * int(counters[STATES_SEEN]) / budget.states)
    return max(shares)


def rules_of(game: TurnGame, design: Design, table: Any, memory: Memory | None) -> Rules:
    """The compiled search's view of a design. memory: for statistics of actions, if there are any."""
    dots = game.compiled.dots
    tree: Any = WholeMoves() if memory is None else ListedMoves()
    if design.tree == "semisplit":
        tree = Semimoves(bool(design.is_nodal))
    elif design.tree == "rollup":
        tree = RolledUp(bool(design.is_nodal), float(design.rollup_factor), float(design.rollup_difference), dots)
    wander = table.wander if design.simulation == "orthodox" else table.wander_split
    simulation: Any = Wandering(wander)
    statistics: Any = NoStatistics()
    if memory is not None:
        simulation = statistics = guide_of(game, design, memory, dots)
    return Rules(tree, simulation, statistics, float(design.exploration), bool(design.proves), FAULT)


def guide_of(game: TurnGame, design: Design, memory: Memory, dots: int) -> Guide:
    """The statistics of actions of a design."""
    mast, rave = design.mast or Mast(decay="none"), design.rave or Rave()
    batch = {"batch": mast.batch, "simulation": 1}.get(mast.decay, 0) if design.mast else 0
    return Guide(
        memory=memory,
        mast=SAME[mast.variant] if design.mast else OFF,
        rave=SAME[rave.variant] if design.rave else OFF,
        policy=POLICIES.index(mast.policy),
        parameter=float(mast.parameter),
        is_tree_only=bool(mast.tree_only),
        guides_expansion=not (mast.variant == "join" and design.tree != "orthodox"),
        threshold=float(mast.threshold),
        equivalence=float(rave.equivalence),
        rave_threshold=float(rave.threshold),
        reference=float(rave.reference),
        by_parts=design.simulation == "semisplit",
        batch=int(batch),
        factor=float(mast.factor),
        dots=dots,
        most_moves=game.compiled.most_moves,
        fault=FAULT,
        grams=int(mast.grams),
    )


__all__ = ["Search", "Tree", "rules_of"]
