"""Improvement of a known game: large-neighbourhood search by nested rollout policy adaptation.

Again and again the moves up to a random one are kept, and the rest is searched anew by a small nest whose policy has
been adapted to the known rest beforehand. Since actions are named (`code`), moves of the known rest stay likely
wherever they are still legal: parts of it survive between the parts that change. A game of equal score replaces the
known one, so that the search wanders on plateaus.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from playtree.errors import InputError
from playtree.games.interface import Game
from playtree.search.budget import Budget
from playtree.search.result import Statistics
from playtree.search.solo.method import Method, Running, Task
from playtree.search.solo.nrpa.loop import Numbers
from playtree.search.solo.nrpa.method import Nrpa, guide_of, lesson_of
from playtree.search.solo.nrpa.search import NrpaSearch
from playtree.search.solo.nrpa.warm import walk
from playtree.search.solo.portfolio.incumbent import Incumbent


@dataclass(frozen=True)
class Improve(Method):
    """Large-neighbourhood search on a known game; without one it begins with one of NRPA. An iteration is a playout.

    level, iterations, playouts: of each nest. warm: how often the policy is adapted to the known rest. policy: the
    guide.
    """

    kind: ClassVar[str] = "improve"
    counts: ClassVar[tuple[str, ...]] = ("iterations", "ru")

    level: int = 2
    iterations: int = 40
    playouts: int = 2
    warm: int = 3
    policy: str | None = None

    def __post_init__(self) -> None:
        self.nest  # noqa: B018 - checks the numbers
        if self.warm < 0:
            raise InputError(f"search improve: warm is {self.warm}; expected at least 0")

    @property
    def nest(self) -> Nrpa:
        """The search that each try makes."""
        return Nrpa(self.level, self.iterations, playouts=self.playouts, policy=self.policy)

    def check(self, game: Game, budget: Budget) -> None:
        super().check(game, budget)
        guide_of(game, self.nest)

    def policy_text(self, game: Game) -> str:
        return self.nest.policy_text(game)

    def start(self, task: Task) -> Running:
        incumbent = Incumbent(is_shared=False)
        return ImproveSearch(task.game, self, task.budget, task.seed, task.known, incumbent)


class ImproveSearch:
    """One improvement, from a known game or from scratch."""

    is_solved = False

    def __init__(
        self, game: Game, method: Improve, budget: Budget, seed: np.random.SeedSequence, known: Sequence[int],
        incumbent: Incumbent,
    ) -> None:  # fmt: skip
        self._game, self._method, self._budget, self._seed = game, method, budget, seed
        self._incumbent, self._choices = incumbent, np.random.default_rng(seed.spawn(1)[0])
        self._follow(method.policy)
        self._numbers = Numbers(int(method.iterations), 1.0, 1.0, int(method.playouts))
        self._end = math.inf if budget.seconds is None else time.monotonic() + budget.seconds
        self._is_stopping = False
        self._nest: NrpaSearch | None = None
        self._done = Statistics()
        self.score, self.line = -math.inf, list[int]()
        if known:
            self.score, self.line = game.replay([*known]).score, [int(action) for action in known]
            incumbent.offer(self.score, self.line, method.policy)

    def _follow(self, policy: str | None) -> None:
        """Take the guide that this means."""
        self._policy, self._lesson = policy, lesson_of(self._game, replace(self._method.nest, policy=policy))

    def run(self) -> None:
        """Search until the budget is used or `stop` is called."""
        while True:
            left = self._budget.less(self._done, 0.0)
            if left is None or (self._is_stopping and self.line) or (self._done.iterations and self._is_stopping):
                return
            self._take_over()
            self._try(0 if not self.line else int(self._choices.integers(len(self.line))), left)
            if not self.line:  # a game without moves
                self.is_solved = True
                return

    def _take_over(self) -> None:
        """Go on from the game of another search if it is better."""
        if self._incumbent.is_shared:
            score, line, policy = self._incumbent.best()
            if score > self.score:
                self.score, self.line = score, list(line)
                self._follow(policy or self._method.policy)

    def _try(self, cut: int, left: Budget) -> None:
        """Keep the first `cut` moves and search the rest anew."""
        line, (game, guide, table) = np.array(self.line, np.int64), self._lesson
        states, gained = np.tile(game.start, (len(line) + 1, 1)), np.zeros(len(line) + 1)
        walk(table, game.start, line, states, gained)
        limits = Budget(iterations=left.iterations or 1 << 60, ru=left.ru)
        nest = NrpaSearch(
            game, table, guide.numbers, self._numbers, self._method.level, states[cut], limits,
            self._seed.spawn(1)[0], prefix=cut, gained=float(gained[cut]), is_single=True,
        )  # fmt: skip
        nest.warm_up(self.line[cut:], self._method.warm)
        self._nest = nest
        if self._is_stopping:
            nest.stop()
        nest.run()
        self._done += nest.statistics
        self._nest = None
        if nest.score >= self.score:
            self.score, self.line = nest.score, [*self.line[:cut], *nest.line]
            self._incumbent.offer(self.score, self.line, self._policy)

    def tick(self, now: float) -> None:
        """Tell the search what time it is; it ends when its time is up."""
        if now >= self._end:
            self.stop()

    def stop(self) -> None:
        """Make `run` return after the playout of now."""
        self._is_stopping = True
        nest = self._nest
        if nest is not None:
            nest.stop()

    @property
    def statistics(self) -> Statistics:
        """What was done so far."""
        return self._done
