"""Beam search: level by level, of all children the best few form the next level [klein2015] 1.5.

    level(n + 1) = the `width` best of the different children of level(n), by the evaluation

Duplicates are found by the game's key; of several ways to a state the one with most points counts. A first narrow pass
tells what the levels cost; then wider ones use the budget, each level as wide as what is left allows (pace.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from playtree.compiled.calls import ABSENT
from playtree.errors import InputError
from playtree.games.interface import Game
from playtree.search.budget import Budget
from playtree.search.solo.beam.choice.rules import Best, Diverse, Gumbel
from playtree.search.solo.beam.evaluation.interface import needed_function
from playtree.search.solo.beam.evaluation.linear import Linear
from playtree.search.solo.beam.evaluation.plain import Score, ScoreAndRewards
from playtree.search.solo.beam.evaluation.simulated import BestOfSimulations, MeanOfSimulations
from playtree.search.solo.beam.level import BeamRules
from playtree.search.solo.beam.weights import read_weights
from playtree.search.solo.components import typed
from playtree.search.solo.method import Method, Running, Task, policy_of

FAMILIES: dict[str, dict[str, type]] = {
    "evaluation": {
        "score": Score,
        "score-and-rewards": ScoreAndRewards,
        "best-of-simulations": BestOfSimulations,
        "mean-of-simulations": MeanOfSimulations,
        "linear": Linear,
    },
    "choice": {"best": Best, "gumbel": Gumbel, "diverse": Diverse},
}


@dataclass(frozen=True)
class Beam(Method):
    """width: states a level keeps; 0 lets the budget decide. first_width: of the first pass, if the budget decides.
    memory_mb: megabytes that the levels may take, which bounds the width. weights: of a learned evaluation, by name or
    file. prunes_moves, policy: as in a Variant.
    """

    kind: ClassVar[str] = "beam"
    families: ClassVar[Mapping[str, Mapping[str, type]]] = FAMILIES
    shares_threads: ClassVar[bool] = True

    evaluation: Any = field(default_factory=BestOfSimulations)
    choice: Any = field(default_factory=Best)
    width: int = 0
    first_width: int = 64
    memory_mb: int = 1000
    weights: str | None = None
    prunes_moves: bool = False
    policy: str | None = None

    def __post_init__(self) -> None:
        check_weights(self.kind, self.evaluation, self.weights)
        for name, least in (("width", 0), ("first_width", 1), ("memory_mb", 1)):
            if getattr(self, name) < least:
                raise InputError(f"search beam: {name} is {getattr(self, name)}; expected at least {least}")

    def check(self, game: Game, budget: Budget) -> None:
        super().check(game, budget)
        check_evaluation(self.evaluation, game)

    def start(self, task: Task) -> Running:
        from playtree.search.solo.beam.search import BeamSearch

        rules = BeamRules(typed(self, "evaluation"), typed(self, "choice"))
        weights = None if self.weights is None else read_weights(self.weights)
        return BeamSearch(self, rules, task, policy_of(task.game, self), weights)


def check_weights(kind: str, evaluation: Any, weights: str | None) -> None:
    """Refuse weights that nothing reads, and a linear evaluation without them."""
    if isinstance(evaluation, Linear) != (weights is not None):
        found = "given" if weights else "missing"
        raise InputError(f"search {kind}: weights is {found}; expected with evaluation linear, and only there")


def check_evaluation(evaluation: Any, game: Game) -> None:
    """Refuse a game that lacks what the evaluation asks of it."""
    need = needed_function(evaluation)
    if need and getattr(game.table(need), need) == ABSENT:
        kind = next(name for name, member in FAMILIES["evaluation"].items() if member is type(evaluation))
        raise InputError(f"evaluation {kind} needs the game's {need}; game {game.name} has none")
