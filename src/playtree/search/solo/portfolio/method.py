"""The portfolio: several searches one after the other, the best game handed on, as the game and the budget ask for.

    SameGame      most of the budget for NRPA, threads with different guides; the rest improves the best game
    any other     a tenth each for a tree search and NRPA, then more for the one that did better; the rest improves

Threads share the best game while time is the budget. With a counted budget each thread keeps its own, so that equal
seeds give equal results.
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from playtree.games.interface import Game
from playtree.search.budget import Budget
from playtree.search.result import Solution, Statistics
from playtree.search.solo.method import NOTHING, Keeping, Method, Progress, Running, Task
from playtree.search.solo.nrpa.method import Nrpa
from playtree.search.solo.portfolio.improve import Improve, ImproveSearch
from playtree.search.solo.portfolio.incumbent import Incumbent
from playtree.search.solo.recipes.general import uct
from playtree.search.solo.run import run_searches

TRIAL = Budget(iterations=1)  # with it a run compiles what it needs, so every member makes a step


@dataclass(frozen=True)
class Stage:
    """A member of the portfolio and its share of the budget; without a member the best of those before goes again."""

    share: float
    member: Method | None
    name: str


@dataclass(frozen=True)
class Portfolio(Method):
    """policy: the guide of the members that learn a policy; None lets threads differ."""

    kind: ClassVar[str] = "portfolio"
    counts: ClassVar[tuple[str, ...]] = ("iterations", "ru")

    policy: str | None = None

    def policy_text(self, game: Game) -> str:
        return self.policy or next(iter(game.guides))

    def check(self, game: Game, budget: Budget) -> None:
        super().check(game, budget)
        Nrpa(policy=self.policy).check(game, budget)

    def stages(self, game: Game, thread: int) -> list[Stage]:
        """What one thread does."""
        if "tabu" in game.guides:
            guide = self.policy or ("tabu", "tabu,small=2")[thread % 2]
            return [
                Stage(0.03, uct(), "uct"),  # a small board is soon seen whole
                Stage(0.82, Nrpa(level=3, playouts=4, policy=guide), f"nrpa ({guide})"),
                Stage(0.15, Improve(policy=guide), f"improve ({guide})"),
            ]
        return [
            Stage(0.15, uct(), "uct"),
            Stage(0.15, Nrpa(level=3, policy=self.policy), "nrpa"),
            Stage(0.35, None, "the better of both again"),
            Stage(0.35, Improve(policy=self.policy), "improve"),
        ]

    def start(self, task: Task) -> Running:
        return PortfolioSearch(self, task, Incumbent(is_shared=False))

    def run(
        self,
        game: Game,
        budget: Budget,
        *,
        seed: int = 0,
        threads: int = 1,
        on_progress: Callable[[Progress], None] | None = None,
        keeping: Keeping = NOTHING,
        known: Sequence[int] = (),
    ) -> Solution:
        """Search with a best game that the threads share, unless the budget is counted."""
        shared = _Shared(self.policy, Incumbent(is_shared=not budget.is_counted))
        return run_searches(
            game, shared, budget, seed=seed, threads=threads, on_progress=on_progress, keeping=keeping, known=known
        )


@dataclass(frozen=True)
class _Shared(Portfolio):
    """A portfolio for one run."""

    incumbent: Incumbent | None = None

    def start(self, task: Task) -> Running:
        if self.incumbent is None or task.budget == TRIAL:  # its game must not reach the others
            return super().start(task)
        return PortfolioSearch(self, task, self.incumbent)


class PortfolioSearch:
    """One thread's stages, one after the other. story: what was done, in words."""

    def __init__(self, method: Portfolio, task: Task, incumbent: Incumbent) -> None:
        self._method, self._task, self._incumbent = method, task, incumbent
        thread = task.seed.spawn_key[-1] if task.seed.spawn_key else 0
        self._stages = method.stages(task.game, int(thread))
        self._begin, self._is_stopping = time.monotonic(), False
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
            budget = TRIAL if self._task.budget == TRIAL else self._budget_until(min(end, 1.0))
            if budget is None or (self._is_stopping and self._best[1]):
                continue
            self._make(number, stage, budget)
            if self.is_solved:
                return

    def _budget_until(self, share: float) -> Budget | None:
        """What is left of so much of the budget."""
        whole = self._task.budget
        seconds = None if whole.seconds is None else share * whole.seconds - (time.monotonic() - self._begin)
        part = Budget(
            None if whole.seconds is None else whole.seconds,
            None if whole.iterations is None else max(1, round(share * whole.iterations)),
            None,
            None if whole.ru is None else share * whole.ru,
        ).less(self._done, 0.0)
        if part is None or (seconds is not None and seconds <= 0):
            return None
        return replace(part, seconds=seconds)

    def _make(self, number: int, stage: Stage, budget: Budget) -> None:
        member, seed = stage.member, self._task.seed.spawn(1)[0]
        if member is None:
            best = max(self._scores, key=lambda index: self._scores[index])
            member = self._stages[best].member
        assert member is not None
        before = self._best[0]
        search = self._started(member, budget, seed)
        self._current = search
        if self._is_stopping:
            search.stop()
        search.run()
        self._done += search.statistics
        self._current = None
        self._scores[number] = search.score
        self.is_solved = search.is_solved
        self._keep(search.score, search.line)
        self.story.append(f"{stage.name}: {before:g} -> {self._best[0]:g}")

    def _started(self, member: Method, budget: Budget, seed: np.random.SeedSequence) -> Running:
        if isinstance(member, Improve):
            known = self._best[1]
            return ImproveSearch(self._task.game, member, budget, seed, known, self._incumbent)
        return member.start(Task(self._task.game, budget, seed))

    def _keep(self, score: float, line: list[int]) -> None:
        if score > self._best[0]:
            self._best = (score, line)
        self._incumbent.offer(score, line)

    def tick(self, now: float) -> None:
        """Tell the search what time it is."""
        seconds = self._task.budget.seconds
        if seconds is not None and now >= self._begin + seconds:
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
