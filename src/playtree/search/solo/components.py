"""Methods and their components as plain data, and every number in the type that its component declares.

    {"selection": {"kind": "uct", "c": 0.5}, "policy": "random"}

`Uct(c=1)` and `Uct(c=1.0)` are two types to the compiler, so numbers are converted: tuning then never recompiles.
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar, get_type_hints

import numpy as np

from playtree.errors import InputError
from playtree.search.solo.method import Method
from playtree.search.solo.own import name_of, own_kind

Kind = TypeVar("Kind", bound=Method)


_known_hints: dict[Any, dict[str, Any]] = {}


def _hints(kind: Any) -> dict[str, Any]:
    """The declared types of a class, which every run of a plan asks for."""
    if kind not in _known_hints:
        _known_hints[kind] = get_type_hints(kind)
    return _known_hints[kind]


def to_dict(method: Method) -> dict[str, Any]:
    """The fields of the method as plain data; those that are None are left out."""
    data: dict[str, Any] = {}
    for field in fields(method):  # type: ignore[arg-type]
        value = getattr(method, field.name)
        if field.name in method.families:
            data[field.name] = {"kind": _kind_of(method, field.name), **_numbers(value)}
        elif isinstance(value, Method):
            data[field.name] = to_dict(value)
        elif value is not None:
            data[field.name] = value
    return data


def from_dict(method: type[Kind], place: str, data: Mapping[str, Any]) -> Kind:
    """The method of this type that `data` describes; an unknown field, kind or number is an InputError that lists the
    valid ones. place: how messages call it.
    """
    names = [field.name for field in fields(method)]  # type: ignore[arg-type]
    kinds = {name: kind for name, kind in _hints(method).items() if name in names}
    check_known(place, data, names)
    return method(**{name: _field(method, name, kinds[name], value) for name, value in data.items()})


def with_component(method: Kind, text: str) -> Kind:
    """The method with another component, given as axis=kind or axis=kind,number=value,..."""
    axis, equals, rest = text.partition("=")
    if axis == "policy":
        raise InputError(f"'{text}': a policy is no component; expected --policy {rest or 'NAME'}")
    if not method.families:
        raise InputError(
            f"'{text}': search {method.kind} has no components to change; expected a tree search such as uct"
        )
    if not equals or axis not in method.families:
        known = ", ".join(method.families)
        raise InputError(f"'{text}'; expected AXIS=KIND or AXIS=KIND,NUMBER=VALUE,... with one of the axes: {known}")
    kind, *settings = rest.split(",")
    data: dict[str, Any] = {"kind": kind}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise InputError(f"{axis} {kind}: '{setting}'; expected a setting such as c=0.5")
        if name in data:
            raise InputError(f"{axis} {kind}: {name} is given twice, '{text}'; expected it once")
        data[name] = _parsed(value)
    return replace(method, **{axis: _component(axis, method.families[axis], data)})  # type: ignore[type-var]


def _parsed(text: str) -> Any:
    """A number, if the text is one."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return {"true": True, "false": False}.get(text, text)


def typed(method: Method, axis: str) -> Any:
    """The component of an axis with every number in its declared type."""
    return _typed(f"{axis} {_kind_of(method, axis)}", getattr(method, axis))


def _typed(place: str, component: Any) -> Any:
    kinds = _hints(type(component))
    values = {name: _number(f"{place}: {name}", kinds[name], value) for name, value in _numbers(component).items()}
    return type(component)(**values)


def _kind_of(method: Method, axis: str) -> str:
    """What the component of an axis is called in files."""
    found = type(getattr(method, axis))
    return next((name for name, kind in method.families[axis].items() if kind is found), name_of(found))


def _field(method: type[Method], name: str, kind: Any, value: Any) -> Any:
    if name in method.families:
        return _component(name, method.families[name], value)
    if isinstance(kind, type) and issubclass(kind, Method):
        if not isinstance(value, Mapping):
            raise InputError(f"{name} is {value!r}; expected a table")
        return from_dict(kind, name, value)
    if kind in (bool, int, float):
        if kind is bool and not isinstance(value, bool):
            raise InputError(f"{name} is {value!r}; expected true or false")
        return _number(name, kind, value)
    if not isinstance(value, str | None):
        example = "a text such as tabu-random,epsilon=0.003" if name == "policy" else "a text"
        raise InputError(f"{name} is {value!r}; expected {example}")
    return value


def _component(axis: str, family: Mapping[str, type], data: Any) -> Any:
    if not isinstance(data, Mapping) or "kind" not in data:
        raise InputError(f"{axis} is {data!r}; expected a table with a kind, one of: {', '.join(family)}")
    if isinstance(data["kind"], str) and ":" in data["kind"]:
        kind = own_kind(axis, data["kind"])
    else:
        check_known(axis, [data["kind"]], family)
        kind = family[data["kind"]]
    numbers = {name: value for name, value in data.items() if name != "kind"}
    check_known(f"{axis} {data['kind']}", numbers, _hints(kind))
    return _typed(f"{axis} {data['kind']}", kind(**numbers))


def check_known(place: str, found: Any, known: Any) -> None:
    """InputError if a name that was found is not known."""
    for name in found:
        if name not in list(known):
            raise InputError(f"{place}: unknown '{name}'; expected one of: {', '.join(known)}")


def _numbers(component: Any) -> dict[str, Any]:
    return {name: getattr(component, name) for name in _hints(type(component))}


def _number(place: str, kind: Any, value: Any) -> Any:
    """The value in its declared type. A text is no number, and true is none either."""
    if kind in (int, float) and isinstance(value, str | bool | np.bool_):
        raise InputError(f"{place} is {value!r}; expected a {'whole ' if kind is int else ''}number")
    if kind in (str, bool) and not isinstance(value, kind):
        raise InputError(f"{place} is {value!r}; expected {'a text' if kind is str else 'true or false'}")
    try:
        converted = kind(value)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{place} is {value!r}; expected a number") from None
    if kind is not float and converted != value:
        raise InputError(f"{place} is {value!r}; expected a whole number")
    return converted
