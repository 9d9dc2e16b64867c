"""One flat or nested search: from its seed to its best line."""

from typing import Any

import numpy as np

from playtree.compiled.random import seeded
from playtree.games.interface import GameTable, Policy, State
from playtree.search.budget import Budget
from playtree.search.result import Statistics
from playtree.search.solo.nested.workspace import (
    ACTIONS_FULL,
    BEST_LENGTH,
    LINE_FULL,
    NO_MOVES,
    PLAYOUTS,
    SEARCHES,
    STATES,
    enlarged_for,
    new_work,
)
from playtree.search.solo.timed import Holding


class SamplingSearch(Holding):
    """Plays when `run` is called, in any thread. loop: the compiled loop; number: its first argument; levels: how many
    positions it holds.
    """

    _length_place = BEST_LENGTH

    def __init__(
        self, loop: Any, number: int, levels: int, table: GameTable, policy: Policy, start: State, budget: Budget,
        seed: np.random.SeedSequence,
    ) -> None:  # fmt: skip
        super().__init__(budget.seconds)
        self._loop, self._number, self._table = loop, number, table._replace(playout=policy.playout)
        self._work = new_work(start, policy, levels, budget, seeded(seed), self._stop)

    def run(self) -> None:
        """Search until the budget is used or `stop` is called."""
        with np.errstate(all="ignore"):  # numbers wrap around on purpose; only interpreted code would complain
            while True:
                reason = int(self._loop(self._number, self._table, self._work))
                if reason not in (ACTIONS_FULL, LINE_FULL):
                    self.is_solved = reason == NO_MOVES
                    return
                self._work = enlarged_for(self._work, reason)

    @property
    def statistics(self) -> Statistics:
        """What was done so far."""
        counters = self._work.counters
        played = int(counters[PLAYOUTS])
        return Statistics(
            iterations=played, playouts=played, states=int(counters[STATES]), searches=int(counters[SEARCHES]) + 1
        )
