"""A beam search at work: passes over the levels, each as wide as the budget allows."""

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.games.interface import GameTable, Policy
from playtree.search.budget import LEAST_NODES, Budget
from playtree.search.result import Statistics
from playtree.search.solo.beam.candidates import COUNT, CUT, REPEATED, cut_back, emptied, new_candidates, offer_all
from playtree.search.solo.beam.evaluation.interface import (
    ACTIONS_NEEDED,
    LINE_NEEDED,
    SIMULATIONS,
    STATES_PASSED,
    Bench,
)
from playtree.search.solo.beam.evaluation.simulated import simulated
from playtree.search.solo.beam.hand import bytes_per_state, new_bench, new_hand, with_actions, with_line
from playtree.search.solo.beam.level import (
    ACTIONS_FULL,
    ALL_DONE,
    BEST_ACTION,
    BEST_LENGTH,
    BEST_PARENT,
    ENDED,
    ENDS,
    EXPANDED,
    NEXT_PARENT,
    STOPPED,
    BeamRules,
    Hand,
    Level,
    expand,
    make_states,
)
from playtree.search.solo.beam.method import Beam
from playtree.search.solo.beam.pace import Pace, Profile, Spent
from playtree.search.solo.method import Task

SEEDS = 256
TRIAL_SHARE = 0.05  # of the budget, for a pass that measures
MAIN_SHARE = 0.97  # of what is left, what a later pass plans to use
LEAST_WIDTH = 4  # a further pass must be expected to be as wide


@compiled(borrows=True)
def first_game(game: GameTable, start: Any, bench: Bench) -> float:
    """One simulation from the start, so that there is a line whatever happens. Changes `bench`."""
    return simulated(game, start, 0.0, bench)


class BeamSearch:
    """Passes of a beam until the budget is used; `run` in any thread, the rest may be read meanwhile."""

    def __init__(self, method: Beam, rules: BeamRules, task: Task, policy: Policy, weights: Any = None) -> None:
        self._game, self._method, self._rules, self._budget = task.game, method, rules, task.budget
        self._table = task.game.table("scores", "sample", "key", "features")._replace(playout=policy.playout)
        self._policy, self._threads = policy, task.threads
        self._weights = np.zeros((1, 1)) if weights is None else weights
        self._most = max(1, method.memory_mb * 2**20 // bytes_per_state(len(task.game.start), task.threads))
        self._seeds = task.seed.generate_state(SEEDS, np.uint64)
        self._seed = self._seeds[:1].copy()
        self._stop = np.zeros(1, np.int64)
        self._begin = time.monotonic()
        self._hands: list[Hand] = []
        self._room = 0  # the width that the hands have room for
        self._archive: list[tuple[Any, Any]] = []  # for each level after the first: parents and actions
        self.score, self.line = -math.inf, list[int]()
        self.is_solved = False
        self.statistics = Statistics(nodes=1, searches=1, nodes_at=(1,))
        self.widths: list[int] = []  # the widest level of each pass

    def run(self) -> None:
        """Search until the budget is used, or every state was seen, or `stop` is called."""
        # numbers wrap around on purpose; only interpreted code would complain
        with np.errstate(all="ignore"), ThreadPoolExecutor(self._threads) as pool:
            self._play_once()
            self._compile_rest()
            if self._method.width > 0:
                self._pass(pool, Pace(self._budget, Profile()), lambda level: self._method.width)
                return
            profile = self._pass(pool, Pace(self._budget, Profile()), lambda level: self._method.first_width)
            share, least = TRIAL_SHARE, self._method.first_width
            while not self._stop[0] and not self.is_solved and len(self.widths) < SEEDS:
                rest = self._rest(share)
                if rest is None:
                    return
                pace = Pace(rest, profile)
                if pace.width(1) >= least:
                    profile = self._pass(pool, pace, pace.width)
                elif share == MAIN_SHARE:
                    return
                share, least = MAIN_SHARE, LEAST_WIDTH

    def _play_once(self) -> None:
        bench = new_bench(self._game, self._policy, self._weights)
        bench.rng[0] = max(self._seeds[-1], np.uint64(1))
        hand = new_hand(self._game, bench, 1, self._stop, self._seed)
        while bench.found[0] == -math.inf:
            first_game(self._table, self._game.start, hand.bench)
            if hand.bench.counters[ACTIONS_NEEDED] > 0:
                hand = with_actions(hand)
            if hand.bench.counters[LINE_NEEDED] > 0:
                hand = with_line(hand)
        self.line = [int(action) for action in hand.bench.found_line[: hand.bench.found_length[0]]]
        self.score = float(hand.bench.found[0])
        self.statistics += Statistics(playouts=1, states=int(hand.bench.counters[STATES_PASSED]))

    def _compile_rest(self) -> None:
        """Call what a budget of one state would not reach, so that no clock runs while it is compiled."""
        store, other = new_candidates(1), new_candidates(1)
        offer_all(store, 1, other)
        cut_back(store, 1)
        nothing = Level(np.empty((0, len(self._game.start)), np.uint64), np.empty(0))
        make_states(self._table, nothing, store.parent[:0], store.action[:0], store.gained[:0], 0, 1, nothing)

    def _rest(self, share: float) -> Budget | None:
        """What the next pass may use of what is left; None if nothing is."""
        rest = self._budget.less(self.statistics, time.monotonic() - self._begin)
        if rest is None:
            return None
        return Budget(
            None if rest.seconds is None else share * rest.seconds,
            None if rest.iterations is None else max(1, int(share * rest.iterations)),
            None if rest.nodes is None else max(LEAST_NODES, int(share * rest.nodes)),
            None if rest.ru is None else share * rest.ru,
        )

    def _left(self, unit: str) -> float:
        limit = getattr(self._budget, unit)
        return math.inf if limit is None else limit - getattr(self.statistics, unit)

    def _pass(self, pool: Any, pace: Pace, width_at: Callable[[int], int]) -> Profile:
        """One beam from the start to the last level; return what its levels cost."""
        self._seed[0] = self._seeds[len(self.widths)]
        level = Level(self._game.start[None, :].copy(), np.zeros(1))
        self._archive = []
        self.widths.append(0)
        depth, is_whole = 0, True
        while len(level.gained) > 0:
            begin, before, count = time.monotonic(), self.statistics, len(level.gained)
            self.widths[-1] = max(self.widths[-1], count)
            width = int(min(width_at(depth + 1), self._most, self._left("nodes"), self._left("iterations") - count))
            if self._stop[0] or self._left("iterations") < count or self._left("ru") <= 0:
                return pace.profile
            self._prepare(max(width, 1))
            reasons = self._expand_all(pool, level, max(width, 1))
            self._collect(depth)
            if STOPPED in reasons or width < 1:
                return pace.profile
            chosen, repeated, was_cut = self._chosen(width)
            is_whole = is_whole and not was_cut
            level = self._next_level(pool, level, chosen)
            self._archive.append(chosen[:2])
            depth, kept = depth + 1, len(chosen[0])
            self.statistics += Statistics(
                nodes=kept,
                depths=depth * kept,
                deepest=depth if kept else 0,
                duplicates=repeated,
                nodes_at=(0,) * depth + (kept,) * (kept > 0),
                duplicates_at=(0,) * depth + (repeated,) * (repeated > 0),
            )
            used = self.statistics
            pace.level_done(
                depth - 1,
                count,
                Spent(
                    time.monotonic() - begin,
                    used.iterations - before.iterations,
                    used.nodes - before.nodes,
                    used.ru - before.ru,
                ),
            )
        self.is_solved = self.is_solved or is_whole
        return pace.profile

    def _prepare(self, width: int) -> None:
        """Make or empty the threads' memory."""
        if width > self._room:
            self._room = width
            self._hands = [
                new_hand(
                    self._game,
                    new_bench(self._game, self._policy, self._weights),
                    width,
                    self._stop,
                    self._seed,
                )
                for _ in range(self._threads)
            ]
        for index, hand in enumerate(self._hands):
            emptied(hand.store)
            hand.counters[:] = 0
            hand.bench.counters[:] = 0
            hand.counters[NEXT_PARENT] = index
            hand.limit[0] = self._left("ru") / self._threads
            hand.best[0] = self.score

    def _expand_all(self, pool: Any, level: Level, width: int) -> list[int]:
        """Let every thread expand its share of a level; return why each ended."""
        count = len(level.gained)
        return list(pool.map(lambda index: self._expand(level, count, width, index), range(self._threads)))

    def _expand(self, level: Level, count: int, width: int, index: int) -> int:
        """What one thread does with a level."""
        while True:
            hand = self._hands[index]
            with np.errstate(all="ignore"):
                reason = int(expand(self._rules, self._table, level, count, width, self._threads, hand))
            if reason in (ALL_DONE, STOPPED):
                return reason
            self._hands[index] = with_actions(hand) if reason == ACTIONS_FULL else with_line(hand)

    def _collect(self, depth: int) -> None:
        """Take over what the threads counted, and the best game they saw."""
        for hand in self._hands:
            counters, bench = hand.counters, hand.bench.counters
            self.statistics += Statistics(
                iterations=int(counters[EXPANDED]),
                playouts=int(bench[SIMULATIONS]),
                states=int(bench[STATES_PASSED]),
                terminals=int(counters[ENDS]),
            )
        best = max(self._hands, key=lambda hand: (hand.best[0], -hand.counters[BEST_PARENT]))
        if best.best[0] > self.score:
            line = self._way(depth, int(best.counters[BEST_PARENT]))
            if best.counters[BEST_LENGTH] != ENDED:
                line.append(int(best.counters[BEST_ACTION]))
                line += [int(action) for action in best.best_line[: best.counters[BEST_LENGTH]]]
            self.line, self.score = line, float(best.best[0])

    def _way(self, depth: int, place: int) -> list[int]:
        """The actions that lead to a state of the level at this depth."""
        line = []
        for parents, actions in reversed(self._archive[:depth]):
            line.append(int(actions[place]))
            place = int(parents[place])
        return line[::-1]

    def _chosen(self, width: int) -> tuple[tuple[Any, Any, Any], int, bool]:
        """Parents, actions and points of the children that form the next level; how many were found twice; whether
        others were cut.
        """
        store = self._hands[0].store
        for hand in self._hands[1:]:
            offer_all(store, width, hand.store)
        cut_back(store, width)
        count = int(store.counters[COUNT])
        order = np.lexsort((store.key[:count], -store.value[:count]))
        parents, actions, gained = (array[:count][order] for array in (store.parent, store.action, store.gained))
        return (parents, actions, gained), int(store.counters[REPEATED]), bool(store.counters[CUT] > 0)

    def _next_level(self, pool: Any, level: Level, chosen: tuple[Any, Any, Any]) -> Level:
        parents, actions, gained = chosen
        after = Level(np.empty((len(parents), len(self._game.start)), np.uint64), np.empty(len(parents)))

        def make(index: int) -> None:
            with np.errstate(all="ignore"):
                make_states(self._table, level, parents, actions, gained, index, self._threads, after)

        list(pool.map(make, range(self._threads)))
        return after

    def tick(self, now: float) -> None:
        """End the search when its time is up."""
        if self._budget.seconds is not None and now - self._begin >= self._budget.seconds:
            self.stop()

    def stop(self) -> None:
        """Make `run` return after the parents of now."""
        self._stop[0] = 1
