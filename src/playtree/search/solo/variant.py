"""A search variant: one value for every axis, as data that is built, printed and compared.

    Variant(selection=SinglePlayerUct(c=0.1, d=32.0), expansion=Sampled(10), policy="tabu-color-random,epsilon=0.003")

Tuning changes numbers, never types, so it never recompiles: `variant_from_dict` converts each number to the type that
its component declares, since `Uct(c=1)` and `Uct(c=1.0)` are two types to the compiler.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from playtree.compiled.calls import ABSENT
from playtree.compiled.generic import QUESTIONS
from playtree.compiled.twins import is_own, twin_of
from playtree.errors import InputError
from playtree.games.interface import Game
from playtree.search.budget import Budget
from playtree.search.solo.allocation.per_move import PerMove, PerMoveAnew, WholeGame
from playtree.search.solo.allocation.plan import planned_searches
from playtree.search.solo.allocation.restarts import OneSearch, Restarts, RestartsKeeping, check_restarts
from playtree.search.solo.backup.plain import Bonus, BonusOnlyInMean, Plain
from playtree.search.solo.compatibility import BY_THE_LINE, INEXACT, NEEDS, ON_ONE_WAY, ON_TREE, REFUSED, USES
from playtree.search.solo.components import from_dict, to_dict, typed
from playtree.search.solo.duplicates.graph import Graph
from playtree.search.solo.duplicates.rules import Consistent, Dynamic, Naive, Separate
from playtree.search.solo.expansion.competing import Competing
from playtree.search.solo.expansion.one_child import OneChild
from playtree.search.solo.expansion.sampled import Sampled, SampledThenAll
from playtree.search.solo.expansion.widening import Widening
from playtree.search.solo.exploration.global_weight import (
    Annealing,
    AnnealingFast,
    Constant,
    DepthBlock,
    LeafBlock,
    LeafBlockUnlessEnds,
    LeafBlockUrgent,
)
from playtree.search.solo.exploration.node_weight import CNode, CNodeAnnealing, CNodeAnnealingFast, CNodeLU
from playtree.search.solo.kept import PLACES, Kept, new_kept
from playtree.search.solo.method import Method, Running, Task, policy_of
from playtree.search.solo.normalisation.fixed import Raw, Static
from playtree.search.solo.normalisation.relative import Bound, Global, GlobalFalling, Local, LocalAhead, Span
from playtree.search.solo.own import check_own, name_of, needs_of, refusals_of
from playtree.search.solo.pruning.beam import Beam
from playtree.search.solo.pruning.bound import ByBound, NoPruning
from playtree.search.solo.pruning.look_ahead import LookAhead
from playtree.search.solo.ranges import check_ranges
from playtree.search.solo.selection.amaf import Amaf, Rave
from playtree.search.solo.selection.matsumoto import Matsumoto
from playtree.search.solo.selection.on_graph import Ucd, Uct1, Uct2, Uct3
from playtree.search.solo.selection.schadd_program import SchaddProgram
from playtree.search.solo.selection.single_player_uct import SinglePlayerUct
from playtree.search.solo.selection.third_term import (
    ThirdAverage,
    ThirdAveragePlus,
    ThirdTop,
    TopScore,
    TopThirdAverage,
)
from playtree.search.solo.selection.ucb1_tuned import Ucb1Tuned
from playtree.search.solo.selection.uct import Uct
from playtree.search.solo.simulation.averages import Mast, Ngrams
from playtree.search.solo.simulation.by_policy import ByPolicy
from playtree.search.solo.steps import TreeRules

FAMILIES: dict[str, dict[str, type]] = {
    "selection": {
        "uct": Uct,
        "ucb1-tuned": Ucb1Tuned,
        "single-player-uct": SinglePlayerUct,
        "schadd-program": SchaddProgram,
        "matsumoto": Matsumoto,
        "uct1": Uct1,
        "uct2": Uct2,
        "uct3": Uct3,
        "ucd": Ucd,
        "amaf": Amaf,
        "rave": Rave,
        "top-score": TopScore,
        "third-average": ThirdAverage,
        "third-average-plus": ThirdAveragePlus,
        "third-top": ThirdTop,
        "top-third-average": TopThirdAverage,
    },
    "normalisation": {
        "raw": Raw,
        "static": Static,
        "global": Global,
        "global-falling": GlobalFalling,
        "local": Local,
        "local-ahead": LocalAhead,
        "bound": Bound,
        "span": Span,
    },
    "expansion": {
        "one-child": OneChild,
        "sampled": Sampled,
        "sampled-then-all": SampledThenAll,
        "competing": Competing,
        "widening": Widening,
    },
    "exploration": {
        "constant": Constant,
        "annealing": Annealing,
        "annealing-fast": AnnealingFast,
        "depth-block": DepthBlock,
        "leaf-block": LeafBlock,
        "leaf-block-urgent": LeafBlockUrgent,
        "leaf-block-unless-ends": LeafBlockUnlessEnds,
        "cnode": CNode,
        "cnode-lu": CNodeLU,
        "cnode-annealing": CNodeAnnealing,
        "cnode-annealing-fast": CNodeAnnealingFast,
    },
    "duplicates": {"separate": Separate, "naive": Naive, "dynamic": Dynamic, "consistent": Consistent, "graph": Graph},
    "backup": {"plain": Plain, "bonus": Bonus, "bonus-only-in-mean": BonusOnlyInMean},
    "pruning": {"none": NoPruning, "bound": ByBound, "look-ahead": LookAhead, "beam": Beam},
    "simulation": {"policy": ByPolicy, "mast": Mast, "ngrams": Ngrams},
    "moves": {"whole-game": WholeGame, "per-move": PerMove, "per-move-anew": PerMoveAnew},
    "allocation": {"one-search": OneSearch, "restarts": Restarts, "restarts-keeping": RestartsKeeping},
}


@dataclass(frozen=True)
class Variant(Method):
    """policy: the simulation policy of the game, by name; None is the game's first. prunes_moves: leave out moves that
    the game knows can wait (VS-pruning). The others: see their folders.
    """

    kind: ClassVar[str] = "tree"
    families: ClassVar[Mapping[str, Mapping[str, type]]] = FAMILIES
    has_tree: ClassVar[bool] = True
    takes_cut_games: ClassVar[bool] = True

    selection: Any = field(default_factory=Uct)
    normalisation: Any = field(default_factory=Raw)
    expansion: Any = field(default_factory=OneChild)
    exploration: Any = field(default_factory=Constant)
    duplicates: Any = field(default_factory=Separate)
    backup: Any = field(default_factory=Plain)
    pruning: Any = field(default_factory=NoPruning)
    simulation: Any = field(default_factory=ByPolicy)
    moves: Any = field(default_factory=WholeGame)
    allocation: Any = field(default_factory=OneSearch)
    prunes_moves: bool = False
    policy: str | None = None

    def __post_init__(self) -> None:
        members = self.members()
        for axis, kind in members:
            check_ranges(axis, kind, getattr(self, axis))
        if isinstance(self.allocation, Restarts | RestartsKeeping):
            check_restarts(dict(members)["allocation"], self.allocation)
        for (one, other), reason in REFUSED.items():
            if one in members and other in members:
                raise InputError(f"{one[0]} {one[1]} does not go with {other[0]} {other[1]}: {reason}")
        if self.policy is not None and not isinstance(self.simulation, ByPolicy):
            kind = next((kind for axis, kind in members if axis == "simulation"), type(self.simulation).__name__)
            raise InputError(f"simulation {kind} does not go with policy {self.policy}: it chooses the moves itself")
        if isinstance(self.duplicates, Graph) and is_own(type(self.selection)):
            raise InputError(f"selection {name_of(type(self.selection))} does not go with duplicates graph: {ON_TREE}")
        for axis in FAMILIES:
            self._check_own(axis, getattr(self, axis), members)

    def _check_own(self, axis: str, component: Any, members: list[tuple[str, str]]) -> None:
        """Check a member of a user's own; one of ours that is of another axis is refused too."""
        kind = type(component)
        if axis in TreeRules._fields and is_own(kind):
            import playtree.search.solo.loop  # noqa: F401  # registers the answers that a member need not give

            check_own(
                axis,
                component,
                [
                    question
                    for question in QUESTIONS
                    if question.__module__.endswith(f".{axis}.interface") and not question.default
                ],
            )
            check_ranges(axis, name_of(kind), component)
        elif not is_own(kind) and kind not in FAMILIES[axis].values():
            raise InputError(f"{axis} is {component!r}; expected one of: {', '.join(FAMILIES[axis])}")
        for member, reason in refusals_of(component).items():
            if member in members:
                raise InputError(f"{axis} {name_of(kind)} does not go with {member[0]} {member[1]}: {reason}")

    def members(self) -> list[tuple[str, str]]:
        """The axes with the kind of their member, as far as it is one of ours."""
        return [
            (axis, name)
            for axis, family in FAMILIES.items()
            for name, kind in family.items()
            if kind is type(getattr(self, axis))
        ]

    @property
    def rules(self) -> TreeRules:
        """The components that the compiled loop asks."""
        return TreeRules(*(twin_of(typed(self, axis)) for axis in TreeRules._fields))

    @property
    def functions(self) -> list[str]:
        """What the members need of a game, or use where there is such a function."""
        return [table[member] for member in self.members() for table in (NEEDS, USES) if member in table]

    @property
    def keeps_scores(self) -> bool:
        """Whether the best result of a node is a whole score, so that it says what a better way to it would bring."""
        return isinstance(self.backup, Plain)

    def is_proof(self, *, is_pruned: bool, is_met: bool) -> bool:
        """Whether a search that has seen all that is left to it has proven its result. is_pruned: positions were left
        out; is_met: states were met on better ways.
        """
        members = self.members()
        if is_met and not self.keeps_scores:
            return False
        if is_pruned and is_met and any(member in ON_ONE_WAY for member in members):
            return False
        return not is_pruned or not any(member in INEXACT for member in members)

    def exact(self) -> "Variant":
        if self.is_proof(is_pruned=True, is_met=not isinstance(self.duplicates, Separate)):
            return self
        return replace(self, pruning=NoPruning(), backup=Plain())

    def memory(self) -> Kept | None:
        return new_kept(PLACES, self.allocation.trust) if isinstance(self.allocation, RestartsKeeping) else None

    def plan(self, budget: Budget, threads: int, seed: int) -> Iterator[tuple[Budget, np.random.SeedSequence]]:
        return planned_searches(self.allocation, budget, threads, seed)

    def check(self, game: Game, budget: Budget) -> None:
        super().check(game, budget)
        expansion = dict(self.members()).get("expansion", "")
        if expansion in BY_THE_LINE and policy_of(game, self).cuts_short:
            wrong = f"expansion {expansion} does not go with policy {self.policy}"
            raise InputError(f"{wrong}: the line of a game cut short would enter the tree; use one-child")
        needs = [(*member, NEEDS[member]) for member in self.members() if member in NEEDS]
        for axis in FAMILIES:
            component = getattr(self, axis)
            needs += [(axis, name_of(type(component)), need) for need in needs_of(component)]
        table = game.table(*(need for _, _, need in needs))
        for axis, kind, need in needs:
            if getattr(table, need) == ABSENT:
                raise InputError(f"{axis} {kind} needs the game's {need}; game {game.name} has none")

    def start(self, task: Task) -> Running:
        from playtree.search.solo.search import Search

        table = task.game.table("scores", "sample", "key", "bound", *self.functions)
        policy = policy_of(task.game, self)
        return Search(
            task.game, table, policy, self, task.budget, task.seed, is_recorded=task.is_recorded, kept=task.memory
        )


def variant_to_dict(variant: Variant) -> dict[str, Any]:
    """The variant as plain data."""
    return to_dict(variant)


def variant_from_dict(data: Mapping[str, Any]) -> Variant:
    """The variant that `data` describes; an unknown axis, kind or number is an InputError that lists the valid ones."""
    return from_dict(Variant, "variant", data)
