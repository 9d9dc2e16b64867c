"""One search: a tree, from its seed to its best line."""

import math
import time
from typing import Any

import numpy as np

from playtree.compiled.random import seeded
from playtree.games.interface import Game, GameTable, Policy
from playtree.search.budget import Budget
from playtree.search.result import Statistics
from playtree.search.solo.loop import TreeRules, grow
from playtree.search.solo.workspace import (
    BEST_LENGTH,
    BUDGET_USED,
    SOLVED,
    STOPPED,
    TREE_FULL,
    enlarged_for,
    new_workspace,
    statistics_of,
)
from playtree.search.tree import enlarged, new_tree

FIRST_NODES, FIRST_ACTIONS = 1 << 16, 1 << 19


class Search:
    """A tree that grows when `run` is called, in any thread; the other members may be read meanwhile."""

    def __init__(
        self,
        game: Game,
        table: GameTable,
        policy: Policy,
        rules: TreeRules,
        budget: Budget,
        seed: np.random.SeedSequence,
    ) -> None:
        self._game, self._table, self._rules = game, table._replace(playout=policy.playout), rules
        self._stop = np.zeros(1, np.int64)
        self._work = new_workspace(game, policy, budget, seeded(seed), self._stop)
        self.tree = new_tree(FIRST_NODES, FIRST_ACTIONS)
        self.deadline = math.inf if budget.seconds is None else time.monotonic() + budget.seconds
        self.is_solved = False

    def run(self) -> None:
        """Search until the budget is used or `stop` is called."""
        # Numbers wrap around and a solved child may be worth inf - inf, on purpose; interpreted code would complain.
        with np.errstate(over="ignore", invalid="ignore"):
            while True:
                reason = int(grow(self._rules, self._table, self._game.start, self.tree, self._work))
                if reason in (BUDGET_USED, SOLVED, STOPPED):
                    self.is_solved = reason == SOLVED
                    return
                if reason == TREE_FULL:
                    self.tree = enlarged(self.tree)
                else:
                    self._work = enlarged_for(self._work, reason)

    def stop(self) -> None:
        """Make `run` return after the iteration of now."""
        self._stop[0] = 1

    @property
    def score(self) -> float:
        """Score of the best game so far; -inf before the first."""
        return float(self._work.best[0])

    @property
    def line(self) -> list[int]:
        """Actions of the best game."""
        return [int(action) for action in self._work.best_line[: self._work.counters[BEST_LENGTH]]]

    @property
    def statistics(self) -> Statistics:
        """What was done so far."""
        return statistics_of(self._work.counters)

    @property
    def memory(self) -> Any:
        """What the simulation policy has learned."""
        return self._work.memory
