"""Depth-budgeted search as a method: depth first, every subtree with a budget, values as in a beam."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from playtree.errors import InputError
from playtree.games.interface import Game
from playtree.search.budget import Budget
from playtree.search.solo.beam.evaluation.simulated import BestOfSimulations
from playtree.search.solo.beam.method import FAMILIES, check_evaluation, check_weights
from playtree.search.solo.beam.weights import read_weights
from playtree.search.solo.components import typed
from playtree.search.solo.method import Method, Running, Task, policy_of


@dataclass(frozen=True)
class DepthBudgeted(Method):
    """In the spirit of DBS [schadd2012] 2.3, which was never published. An iteration is a state that is expanded.

    evaluation: as in a beam. share: of the budget that is left for the best child, then for the next. weights: of a
    learned evaluation, by name or file. prunes_moves, policy: as in a Variant. A budget of iterations is one pass,
    and further ones for what it left; otherwise each pass has twice the states of the one before.
    """

    kind: ClassVar[str] = "depth-budgeted"
    families: ClassVar[Mapping[str, Mapping[str, type]]] = {"evaluation": FAMILIES["evaluation"]}
    counts: ClassVar[tuple[str, ...]] = ("iterations", "ru")

    evaluation: Any = field(default_factory=BestOfSimulations)
    share: float = 0.9
    weights: str | None = None
    prunes_moves: bool = False
    policy: str | None = None

    def __post_init__(self) -> None:
        check_weights(self.kind, self.evaluation, self.weights)
        if not 0.0 < self.share <= 1.0:
            raise InputError(f"search {self.kind}: share is {self.share:g}; expected a number above 0, at most 1")

    def check(self, game: Game, budget: Budget) -> None:
        super().check(game, budget)
        check_evaluation(self.evaluation, game)

    def start(self, task: Task) -> Running:
        from playtree.search.solo.budgeted.search import BudgetedSearch

        weights = np.zeros((1, 1)) if self.weights is None else read_weights(self.weights)
        return BudgetedSearch(typed(self, "evaluation"), self.share, task, policy_of(task.game, self), weights)
