"""One thread of a portfolio at work: its stages one after the other, the best game handed on."""

import math
from dataclasses import replace

import numpy as np

from playtree.search.budget import Budget
from playtree.search.result import Statistics
from playtree.search.solo.method import Method, Running, Task
from playtree.search.solo.portfolio.improve import Improve, ImproveSearch
from playtree.search.solo.portfolio.incumbent import Incumbent
from playtree.search.solo.portfolio.plan import Stage
from playtree.search.solo.portfolio.race import RaceSearch
from playtree.search.solo.portfolio.shares import Shares
from playtree.search.solo.variant import Variant

TREE_NODES = 200_000  # of a tree search in a thread
TRIAL = Budget(iterations=1)  # with it a run compiles what it needs, so every member makes a step


def _number(score: float) -> str:
    return f"{score:.0f}" if score.is_integer() else f"{score:.6g}"


class PortfolioSearch:
    """One thread's stages. story: what was done, in words; it names no times, which differ from run to run."""

    def __init__(self, stages: list[Stage], task: Task, incumbent: Incumbent) -> None:
        self._stages, self._task, self._incumbent = stages, task, incumbent
        self._shares, self._is_stopping = Shares(task.budget), False
        self._guide: str | None = None
        self._current: Running | None = None
        self._done = Statistics()
        self._scores: dict[int, float] = {}
        self._best: tuple[float, list[int]] = (-math.inf, [])
        self.is_solved = False
        self.story: list[str] = []
        if task.known:
            self._keep(task.game.replay(list(task.known)).score, list(task.known))

    def run(self) -> None:
        """Make the stages until the budget is used or `stop` is called."""
        end = 0.0
        for number, stage in enumerate(self._stages):
            end += stage.share
            budget = TRIAL if self._task.budget == TRIAL else self._shares.until(end, self._done, stage.least)
            if budget is None and not self._scores and not self._best[1]:
                budget = TRIAL  # the time was over before it began, and there must be a game
            if budget is None or (self._is_stopping and self._best[1]):
                continue
            self._make(number, stage, budget)
            if self.is_solved:
                return

    def _make(self, number: int, stage: Stage, budget: Budget) -> None:
        member, name, seed = stage.member, stage.name, self._task.seed.spawn(1)[0]
        if member is None:
            best = max(self._scores, key=lambda index: (self._scores[index], index))  # of equals the later
            member, name = self._stages[best].member, f"{self._stages[best].name} {stage.name}"
        assert member is not None
        search = self._started(member, budget, seed)
        self._current = search
        if self._is_stopping:
            search.stop()
        search.run()
        self._done += search.statistics
        self._current = None
        self._scores[number] = float(search.score)
        self.is_solved = search.is_solved
        if isinstance(search, RaceSearch):
            name = f"{name}, {search.guide}"
            if self._guide is None or search.score > self._best[0]:
                self._guide = search.guide
        self._keep(search.score, search.line)
        proof = ", and no better game exists" if search.is_solved else ""
        self.story.append(
            f"{name}: {_number(float(search.score))} after {search.statistics.iterations:,} iterations{proof}"
        )

    def _started(self, member: Method, budget: Budget, seed: np.random.SeedSequence) -> Running:
        if isinstance(member, Improve):
            led = replace(member, policy=self._guide or member.policy)
            return ImproveSearch(self._task.game, led, budget, seed, self._best[1], self._incumbent)
        if isinstance(member, Variant):
            budget = replace(budget, nodes=TREE_NODES)
        return member.start(Task(self._task.game, budget, seed))

    def _keep(self, score: float, line: list[int]) -> None:
        if score > self._best[0]:
            self._best = (score, line)
        self._incumbent.offer(score, line, self._guide)

    def tick(self, now: float) -> None:
        """Tell the search what time it is."""
        seconds = self._task.budget.seconds
        if seconds is not None and now >= self._shares.begin + seconds:
            self.stop()
        current = self._current
        if current is not None:
            current.tick(now)

    def stop(self) -> None:
        """Make `run` return soon."""
        self._is_stopping = True
        current = self._current
        if current is not None:
            current.stop()

    @property
    def score(self) -> float:
        """Score of the best game so far; -inf before the first."""
        current = self._current
        return max(self._best[0], current.score if current is not None else -math.inf)

    @property
    def line(self) -> list[int]:
        """Actions of the best game."""
        return self._best[1]

    @property
    def statistics(self) -> Statistics:
        """What was done so far."""
        current = self._current
        return self._done + current.statistics if current is not None else self._done
