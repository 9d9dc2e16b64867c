"""A depth-budgeted search at work: passes, each with twice the budget of the one before."""

import math
import time
from typing import Any

import numpy as np

from playtree.games.interface import Policy
from playtree.search.budget import Budget
from playtree.search.result import Statistics
from playtree.search.solo.beam.evaluation.interface import ACTIONS_NEEDED, LINE_NEEDED, SIMULATIONS, STATES_PASSED
from playtree.search.solo.beam.hand import FIRST_ACTIONS, FIRST_LINE, new_bench
from playtree.search.solo.beam.search import first_game
from playtree.search.solo.budgeted.loop import (
    ACTIONS_FULL,
    ALL_DONE,
    BEST_LENGTH,
    CUT,
    DEEPEST,
    DEPTH_FULL,
    DIVE_COUNTERS,
    ENDS,
    EXPANDED,
    LINE_FULL,
    REPEATED,
    UNSEEN,
    Path,
    dive,
)
from playtree.search.solo.method import Task

SEEDS = 64
FIRST_PASS, LARGEST_PASS = 256, 1 << 21  # states that a pass may expand
FIRST_DEPTH = 64


class BudgetedSearch:
    """Passes until the budget is used; `run` in any thread, the rest may be read meanwhile."""

    def __init__(self, evaluation: Any, share: float, task: Task, policy: Policy, weights: Any) -> None:
        self._game, self._evaluation, self._share, self._budget = task.game, evaluation, share, task.budget
        self._table = task.game.table("scores", "sample", "key", "features")._replace(playout=policy.playout)
        self._bench = new_bench(task.game, policy, weights)._replace(
            actions=np.empty(FIRST_ACTIONS, np.int64),
            line=np.empty(FIRST_LINE, np.int64),
            found_line=np.empty(FIRST_LINE, np.int64),
        )
        self._seeds = task.seed.generate_state(SEEDS, np.uint64)
        self._stop = np.zeros(1, np.int64)
        self._begin = time.monotonic()
        self._actions, self._depths, self._line_length = FIRST_ACTIONS, FIRST_DEPTH, FIRST_LINE
        self.score, self.line = -math.inf, list[int]()
        self.is_solved = False
        self.statistics = Statistics(nodes=1, searches=1)

    def run(self) -> None:
        """Search until the budget is used, or every state was seen, or `stop` is called."""
        with np.errstate(all="ignore"):  # numbers wrap around on purpose; only interpreted code would complain
            self._play_once()
            size = self._budget.iterations or FIRST_PASS
            for seed in self._seeds:
                rest = self._budget.less(self.statistics, time.monotonic() - self._begin)
                if rest is None or self._stop[0] or self.is_solved:
                    return
                self._pass(min(size, LARGEST_PASS, rest.iterations or size), rest, seed)
                size *= 2

    def _play_once(self) -> None:
        """One simulation from the start, so that there is a line whatever happens."""
        bench = self._bench
        bench.rng[0] = max(self._seeds[-1], np.uint64(1))
        while self._bench.found[0] == -math.inf:
            first_game(self._table, self._game.start, self._bench)
            self._enlarge()
        length = self._bench.found_length[0]
        self.score, self.line = float(self._bench.found[0]), [int(one) for one in self._bench.found_line[:length]]
        self._count(Statistics())

    def _pass(self, size: int, rest: Budget, seed: np.uint64) -> None:
        """Search with a budget of `size` states from the start."""
        path = self._path(size, rest, seed)
        while True:
            reason = int(dive(self._evaluation, self._table, path, self._bench))
            if reason not in (ACTIONS_FULL, LINE_FULL, DEPTH_FULL):
                break
            self._depths *= 2 if reason == DEPTH_FULL else 1
            self._enlarge()
            path = self._larger(path)
        counters = path.counters
        if path.best[0] > self.score:
            self.score = float(path.best[0])
            self.line = [int(action) for action in path.best_line[: counters[BEST_LENGTH]]]
        self.is_solved = reason == ALL_DONE and counters[CUT] == 0
        self._count(
            Statistics(
                iterations=int(counters[EXPANDED]),
                nodes=int(counters[EXPANDED]),
                terminals=int(counters[ENDS]),
                duplicates=int(counters[REPEATED]),
                deepest=int(counters[DEEPEST]),
            )
        )

    def _count(self, done: Statistics) -> None:
        """Add what was done, and what the evaluations counted."""
        counters = self._bench.counters
        self.statistics += done + Statistics(playouts=int(counters[SIMULATIONS]), states=int(counters[STATES_PASSED]))
        counters[:] = 0

    def _path(self, size: int, rest: Budget, seed: np.uint64) -> Path:
        """The start of a pass."""
        many, words = self._depths, len(self._game.start)
        places = 1 << (4 * size).bit_length()  # each expansion meets one state, and none is met twice
        path = Path(
            states=np.zeros((many, words), np.uint64),
            gained=np.zeros(many),
            budgets=np.zeros(many, np.int64),
            counts=np.full(many, UNSEEN, np.int64),
            nexts=np.zeros(many, np.int64),
            actions=np.zeros((many, self._actions), np.int64),
            order=np.zeros((many, self._actions), np.int64),
            values=np.zeros((many, self._actions)),
            gains=np.zeros((many, self._actions)),
            keys=np.zeros((many, self._actions), np.uint64),
            line=np.zeros(many, np.int64),
            best=np.full(1, self.score),
            best_line=np.zeros(self._line_length + many, np.int64),
            met_keys=np.zeros(places, np.uint64),
            met_gains=np.zeros(places),
            counters=np.zeros(DIVE_COUNTERS, np.int64),
            limits=np.array([math.inf if rest.ru is None else rest.ru, size], float),
            share=np.full(1, float(self._share)),
            stop=self._stop,
            seed=np.full(1, seed, np.uint64),
        )
        path.states[0], path.budgets[0] = self._game.start, size
        return path

    def _enlarge(self) -> None:
        """Make room for what did not fit."""
        bench = self._bench
        if bench.counters[ACTIONS_NEEDED] > 0:
            self._actions = 2 * int(bench.counters[ACTIONS_NEEDED])
            self._bench = self._bench._replace(actions=np.empty(self._actions, np.int64))
        if bench.counters[LINE_NEEDED] > 0:
            self._line_length = 2 * int(bench.counters[LINE_NEEDED])
            lines = {name: np.empty(self._line_length, np.int64) for name in ("line", "found_line")}
            self._bench = self._bench._replace(**lines)
        bench.counters[ACTIONS_NEEDED] = bench.counters[LINE_NEEDED] = 0

    def _larger(self, path: Path) -> Path:
        """The same pass with more room."""
        wide, changes = {"actions", "order", "values", "gains", "keys"}, dict[str, Any]()
        for name in ("states", "gained", "budgets", "counts", "nexts", "line", *sorted(wide)):
            old = getattr(path, name)
            shape = (self._depths, max(self._actions, old.shape[1]) if name in wide else old.shape[-1])
            new = np.full(shape if old.ndim > 1 else self._depths, UNSEEN if name == "counts" else 0, old.dtype)
            new[tuple(slice(length) for length in old.shape)] = old
            changes[name] = new
        line = np.zeros(self._line_length + self._depths, np.int64)
        line[: len(path.best_line)] = path.best_line
        return path._replace(**changes, best_line=line)

    def tick(self, now: float) -> None:
        """End the search when its time is up."""
        if self._budget.seconds is not None and now - self._begin >= self._budget.seconds:
            self.stop()

    def stop(self) -> None:
        """Make `run` return after the state of now."""
        self._stop[0] = 1
