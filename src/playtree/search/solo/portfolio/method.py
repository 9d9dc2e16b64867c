"""The portfolio: several searches one after the other, the best game handed on, as the game and the budget ask for.

Which searches, and how long each, is in plan.py. Threads share the best game while time is the budget. With a counted
budget each thread keeps its own, so that equal seeds give equal results.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from playtree.games.interface import Game
from playtree.search.budget import Budget
from playtree.search.result import Solution
from playtree.search.solo.method import NOTHING, Keeping, Method, Progress, Running, Task
from playtree.search.solo.nrpa.method import Nrpa
from playtree.search.solo.portfolio.incumbent import Incumbent
from playtree.search.solo.portfolio.plan import stages_of
from playtree.search.solo.portfolio.search import TRIAL, PortfolioSearch
from playtree.search.solo.run import run_searches


@dataclass(frozen=True)
class Portfolio(Method):
    """policy: the guide of the members that learn a policy; None is the game's first."""

    kind: ClassVar[str] = "portfolio"
    counts: ClassVar[tuple[str, ...]] = ("iterations", "ru")

    policy: str | None = None

    def policy_text(self, game: Game) -> str:
        return self.policy or next(iter(game.guides))

    def check(self, game: Game, budget: Budget) -> None:
        super().check(game, budget)
        Nrpa(policy=self.policy).check(game, budget)

    def start(self, task: Task) -> Running:
        return self._started(task, Incumbent(is_shared=False))

    def _started(self, task: Task, incumbent: Incumbent) -> PortfolioSearch:
        stages = stages_of(task.game, self.policy, task.number, task.beside)
        return PortfolioSearch(stages, task, incumbent)

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
        incumbent = self.incumbent
        if incumbent is None or task.budget == TRIAL:  # its game must not reach the others
            incumbent = Incumbent(is_shared=False)
        return self._started(task, incumbent)
