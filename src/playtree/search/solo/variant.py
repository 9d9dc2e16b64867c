"""A search variant: one value for every axis, as data that is built, printed and compared.

    Variant(selection=SinglePlayerUct(c=0.1, d=32.0), expansion=Sampled(10), policy="tabu-color-random,epsilon=0.003")

Tuning changes numbers, never types, so it never recompiles: `variant_from_dict` converts each number to the type that
its component declares, since `Uct(c=1)` and `Uct(c=1.0)` are two types to the compiler.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, get_type_hints

from playtree.errors import InputError
from playtree.search.solo.allocation.per_move import PerMove, WholeGame
from playtree.search.solo.allocation.restarts import OneSearch, Restarts
from playtree.search.solo.backup.plain import Bonus, BonusOnlyInMean, Plain
from playtree.search.solo.compatibility import REFUSED
from playtree.search.solo.duplicates.rules import Consistent, Dynamic, Naive, Separate
from playtree.search.solo.expansion.one_child import OneChild
from playtree.search.solo.expansion.sampled import Sampled, SampledThenAll
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
from playtree.search.solo.normalisation.fixed import Raw, Static
from playtree.search.solo.normalisation.relative import Bound, Global, GlobalFalling, Local, Span
from playtree.search.solo.pruning.bound import ByBound, NoPruning
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
from playtree.search.solo.steps import TreeRules

FAMILIES: dict[str, dict[str, type]] = {
    "selection": {
        "uct": Uct,
        "ucb1-tuned": Ucb1Tuned,
        "single-player-uct": SinglePlayerUct,
        "schadd-program": SchaddProgram,
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
        "bound": Bound,
        "span": Span,
    },
    "expansion": {"one-child": OneChild, "sampled": Sampled, "sampled-then-all": SampledThenAll},
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
    "duplicates": {"separate": Separate, "naive": Naive, "dynamic": Dynamic, "consistent": Consistent},
    "backup": {"plain": Plain, "bonus": Bonus, "bonus-only-in-mean": BonusOnlyInMean},
    "pruning": {"none": NoPruning, "bound": ByBound},
    "moves": {"whole-game": WholeGame, "per-move": PerMove},
    "allocation": {"one-search": OneSearch, "restarts": Restarts},
}


@dataclass(frozen=True)
class Variant:
    """policy: the simulation policy of the game, by name; None is the game's first. prunes_moves: leave out moves that
    the game knows can wait (VS-pruning). The others: see their folders.
    """

    selection: Any = field(default_factory=Uct)
    normalisation: Any = field(default_factory=Raw)
    expansion: Any = field(default_factory=OneChild)
    exploration: Any = field(default_factory=Constant)
    duplicates: Any = field(default_factory=Separate)
    backup: Any = field(default_factory=Plain)
    pruning: Any = field(default_factory=NoPruning)
    moves: Any = field(default_factory=WholeGame)
    allocation: Any = field(default_factory=OneSearch)
    prunes_moves: bool = False
    policy: str | None = None

    def __post_init__(self) -> None:
        members = self.members()
        for (one, other), reason in REFUSED.items():
            if one in members and other in members:
                raise InputError(f"{one[0]} {one[1]} does not go with {other[0]} {other[1]}: {reason}")

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
        return TreeRules(*(_typed(getattr(self, axis)) for axis in TreeRules._fields))


def variant_to_dict(variant: Variant) -> dict[str, Any]:
    """The variant as plain data."""
    data: dict[str, Any] = {}
    for axis in fields(Variant):
        value = getattr(variant, axis.name)
        if axis.name in FAMILIES:
            kind = next(name for name, member in FAMILIES[axis.name].items() if member is type(value))
            data[axis.name] = {"kind": kind, **_numbers(value)}
        elif value is not None:
            data[axis.name] = value
    return data


def variant_from_dict(data: Mapping[str, Any]) -> Variant:
    """The variant that `data` describes; an unknown axis, kind or number is an InputError that lists the valid ones."""
    axes = [axis.name for axis in fields(Variant)]
    _check_known("variant", data, axes)
    if not isinstance(data.get("policy"), str | None):
        raise InputError(f"policy is {data['policy']!r}; expected a text such as tabu-random,epsilon=0.003")
    values = {name: _component(name, value) if name in FAMILIES else value for name, value in data.items()}
    return Variant(**values)


def _component(axis: str, data: Any) -> Any:
    if not isinstance(data, Mapping) or "kind" not in data:
        raise InputError(f"{axis} is {data!r}; expected a table with a kind, one of: {', '.join(FAMILIES[axis])}")
    _check_known(axis, [data["kind"]], FAMILIES[axis])
    kind = FAMILIES[axis][data["kind"]]
    numbers = {name: value for name, value in data.items() if name != "kind"}
    _check_known(f"{axis} {data['kind']}", numbers, get_type_hints(kind))
    return _typed(kind(**numbers))


def _check_known(place: str, found: Any, known: Any) -> None:
    for name in found:
        if name not in list(known):
            raise InputError(f"{place}: unknown '{name}'; expected one of: {', '.join(known)}")


def _numbers(component: Any) -> dict[str, Any]:
    return {name: getattr(component, name) for name in get_type_hints(type(component))}


def _typed(component: Any) -> Any:
    """The component with every number in its declared type."""
    kinds = get_type_hints(type(component))
    values = {}
    for name, value in _numbers(component).items():
        try:
            values[name] = kinds[name](value)
        except (TypeError, ValueError, OverflowError):
            raise InputError(f"{type(component).__name__}: {name} is {value!r}; expected a number") from None
        if kinds[name] is int and values[name] != value:
            raise InputError(f"{type(component).__name__}: {name} is {value!r}; expected a whole number")
    return type(component)(**values)
