"""A race of NRPA with several guides: they take turns, and again and again the worse half drops out.

Which colour is spared decides a game of SameGame more than what is learned afterwards, and where two colours are about
as frequent nobody knows beforehand which it should be. A search that is still in the race goes on where it was.

    n guides         ceil(log2 n) rounds, which share `trials` of the budget equally, as do the guides in each
    after a round    the better half goes on, rounded up
    the winner       goes on with the rest of the budget
"""

import math
from dataclasses import dataclass
from typing import ClassVar

from playtree.search.result import Statistics
from playtree.search.solo.method import Method, Running, Task
from playtree.search.solo.nrpa.method import Nrpa
from playtree.search.solo.nrpa.search import NrpaSearch
from playtree.search.solo.portfolio.shares import Shares


@dataclass(frozen=True)
class Race(Method):
    """racers: each with its guide. trials: share of the budget until one is left."""

    kind: ClassVar[str] = "race"
    counts: ClassVar[tuple[str, ...]] = ("iterations", "ru")

    racers: tuple[Nrpa, ...]
    trials: float = 0.35

    def start(self, task: Task) -> Running:
        return RaceSearch(self, task)


class RaceSearch:
    """One race."""

    is_solved = False

    def __init__(self, race: Race, task: Task) -> None:
        self._race = race
        seeds = task.seed.spawn(len(race.racers))
        self._searches: list[NrpaSearch] = [
            racer.started(Task(task.game, task.budget, seed)) for racer, seed in zip(race.racers, seeds, strict=True)
        ]
        self._shares, self._is_stopping = Shares(task.budget), False
        self._current: NrpaSearch | None = None

    def run(self) -> None:
        """Search until the budget is used or `stop` is called."""
        racing = list(self._searches)
        rounds = math.ceil(math.log2(len(racing)))
        part = self._race.trials / max(1, rounds)
        for number in range(rounds):
            for place, search in enumerate(racing):
                self._go_on(search, part * (number + (place + 1) / len(racing)))
            racing.sort(key=lambda search: -search.score)  # of equals the earlier
            racing = racing[: math.ceil(len(racing) / 2)]
        self._go_on(racing[0], 1.0)

    def _go_on(self, search: NrpaSearch, share: float) -> None:
        """Let a racer go on until so much of the budget is used."""
        budget = self._shares.until(share, self.statistics)
        if budget is None or (self._is_stopping and self.score > -math.inf):
            return
        search.allow(budget)
        self._current = search
        if self._is_stopping:
            search.stop()
        search.run()

    def tick(self, now: float) -> None:
        """Tell the race what time it is."""
        if self._current is not None:
            self._current.tick(now)

    def stop(self) -> None:
        """Make `run` return after the playout of now."""
        self._is_stopping = True
        if self._current is not None:
            self._current.stop()

    @property
    def _leader(self) -> int:
        return max(range(len(self._searches)), key=lambda number: (self._searches[number].score, -number))

    @property
    def guide(self) -> str | None:
        """The guide of the best game."""
        return self._race.racers[self._leader].policy

    @property
    def score(self) -> float:
        """Score of the best game so far; -inf before the first."""
        return self._searches[self._leader].score

    @property
    def line(self) -> list[int]:
        """Actions of the best game."""
        return self._searches[self._leader].line

    @property
    def statistics(self) -> Statistics:
        """What was done so far."""
        return sum((search.statistics for search in self._searches), Statistics())
