"""One run of nested rollout policy adaptation: from its seed to its best line."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from playtree.compiled.calls import COUNTERS as PLAYOUT_COUNTERS
from playtree.compiled.calls import SCRATCH_WORDS
from playtree.compiled.random import seeded
from playtree.games.interface import Game, GameTable
from playtree.search.budget import UNLIMITED, Budget
from playtree.search.result import Statistics
from playtree.search.solo.nrpa.levels import enlarged_levels, new_levels
from playtree.search.solo.nrpa.loop import (
    ADAPTATIONS,
    BEST_LENGTH,
    COUNTERS,
    ENDED,
    GAME_FULL,
    NEEDED,
    PLAYOUTS,
    SEARCHES,
    STATES,
    TABLE_FULL,
    Numbers,
    Work,
    learn,
)
from playtree.search.solo.nrpa.warm import READY, record_line, warm_up
from playtree.search.solo.timed import Holding

FIRST_PLACES, FIRST_NAMES, FIRST_MOVES, FIRST_ACTIONS = 1 << 12, 1 << 14, 256, 256


class NrpaSearch(Holding):
    """Levels that learn when `run` is called, in any thread; one nest after the other until the budget is used.

    game: whose games are played, from `start` on. prefix, gained: moves before `start` and their reward. is_single: end
    after one nest.
    """

    _length_place = BEST_LENGTH

    def __init__(
        self, game: Game, table: GameTable, guide: Any, numbers: Numbers, top: int, start: Any, budget: Budget,
        seed: np.random.SeedSequence, *, prefix: int = 0, gained: float = 0.0, is_single: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(budget.seconds)
        self._game, self._table, self._numbers, self._is_single = game, table, numbers, is_single
        self.levels = new_levels(top, FIRST_PLACES, FIRST_NAMES, FIRST_MOVES)
        self._work = Work(
            start=start.copy(),
            state=start.copy(),
            prefix=np.zeros(prefix, np.int64),
            gained=np.full(1, gained),
            actions=np.empty(FIRST_ACTIONS, np.int64),
            guide=guide,
            scratch=np.zeros(SCRATCH_WORDS, np.uint64),
            playout=np.zeros(PLAYOUT_COUNTERS, np.int64),
            out=np.zeros(1),
            best=np.full(1, -np.inf),
            best_line=np.zeros(FIRST_MOVES, np.int64),
            counters=np.zeros(COUNTERS, np.int64),
            limits=np.zeros(2, np.int64),
            stop=self._stop,
            rng=seeded(seed),
        )
        self.allow(budget)

    def allow(self, budget: Budget) -> None:
        """Let `run` go on where it was with so much more."""
        self.give_time(budget.seconds)
        playouts = UNLIMITED if budget.iterations is None else self._work.counters[PLAYOUTS] + budget.iterations
        states = UNLIMITED if budget.ru is None else self._work.counters[STATES] + math.ceil(budget.ru)
        self._work.limits[:] = playouts, states

    def run(self) -> None:
        """Search until the budget is used or `stop` is called."""
        with np.errstate(all="ignore"):  # numbers wrap around on purpose; only interpreted code would complain
            while True:
                reason = int(learn(self._numbers, self._table, self.levels, self._work))
                if reason == GAME_FULL:
                    self._enlarge_games(2 * int(self._work.counters[NEEDED]))
                elif reason == TABLE_FULL:
                    places = self.levels.used.shape[1]
                    self.levels = enlarged_levels(self.levels, 2 * places, *self._sizes())
                elif reason != ENDED or self._is_single:
                    return

    def warm_up(self, line: Sequence[int], times: int) -> None:
        """Adapt the policy of the first nest to a known game from the start of the playouts on, so often."""
        actions, top = np.array(line, np.int64), len(self.levels.scores) - 1
        with np.errstate(all="ignore"):
            while record_line(self._table, self.levels, self._work, actions) != READY:
                self._enlarge_games(2 * int(self._work.counters[NEEDED]))
            while warm_up(self._numbers, self.levels, self._work, times) != READY:
                self.levels = enlarged_levels(self.levels, 2 * self.levels.used.shape[1], *self._sizes())
        self.levels.lengths[top] = self.levels.different[top] = 0  # the game itself stays outside

    def _sizes(self) -> tuple[int, int]:
        return self.levels.codes.shape[1], self.levels.line.shape[1]

    def _enlarge_games(self, needed: int) -> None:
        if needed // 2 > self._game.most_moves:
            raise self._game.endless()
        names, moves = (max(2 * size, needed) for size in self._sizes())
        places = self.levels.used.shape[1]
        self.levels = enlarged_levels(self.levels, places, names, moves)
        line = np.zeros(moves, np.int64)
        line[: len(self._work.best_line)] = self._work.best_line
        actions = np.empty(max(2 * len(self._work.actions), needed), np.int64)
        self._work = self._work._replace(best_line=line, actions=actions)

    @property
    def statistics(self) -> Statistics:
        """What was done so far."""
        counters = self._work.counters
        return Statistics(
            iterations=int(counters[PLAYOUTS]),
            playouts=int(counters[PLAYOUTS]),
            states=int(counters[STATES]),
            searches=int(counters[SEARCHES]) + 1,
        )

    @property
    def adaptations(self) -> int:
        """How often a policy was adapted."""
        return int(self._work.counters[ADAPTATIONS])
