"""A search variant: one value for every axis, as data that is built, printed and compared.

    Variant(selection=SinglePlayerUct(c=0.1, d=32.0), expansion=Sampled(10), policy="tabu-color-random,epsilon=0.003")

Tuning changes numbers, never types, so it never recompiles: `variant_from_dict` converts each number to the type that
its component declares, since `Uct(c=1)` and `Uct(c=1.0)` are two types to the compiler.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, get_type_hints

from playtree.errors import InputError
from playtree.search.solo.allocation.restarts import OneSearch, Restarts
from playtree.search.solo.expansion.one_child import OneChild
from playtree.search.solo.expansion.sampled import Sampled, SampledThenAll
from playtree.search.solo.loop import TreeRules
from playtree.search.solo.normalisation.fixed import Raw, Static
from playtree.search.solo.normalisation.span import Span
from playtree.search.solo.selection.schadd_program import SchaddProgram
from playtree.search.solo.selection.single_player_uct import SinglePlayerUct
from playtree.search.solo.selection.uct import Uct

FAMILIES: dict[str, dict[str, type]] = {
    "selection": {"uct": Uct, "single-player-uct": SinglePlayerUct, "schadd-program": SchaddProgram},
    "normalisation": {"raw": Raw, "static": Static, "span": Span},
    "expansion": {"one-child": OneChild, "sampled": Sampled, "sampled-then-all": SampledThenAll},
    "allocation": {"one-search": OneSearch, "restarts": Restarts},
}


@dataclass(frozen=True)
class Variant:
    """policy: the simulation policy of the game, by name; None is the game's first. The others: see their folders."""

    selection: Any = field(default_factory=Uct)
    normalisation: Any = field(default_factory=Raw)
    expansion: Any = field(default_factory=OneChild)
    allocation: Any = field(default_factory=OneSearch)
    policy: str | None = None

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
