"""Members of a user's own: a named tuple in the user's module, and answers that are registered for it.

In files and on the command line such a member is called by where it stands, `module:Name`, the folder of now being
importable. `declare` says what such a member needs of a game and with which members it does not go.
"""

import inspect
from collections.abc import Iterable, Mapping
from typing import Any, get_type_hints

from playtree.compiled.complaints import complaint
from playtree.compiled.twins import answers_of, is_own
from playtree.errors import InputError
from playtree.games.own import imported
from playtree.search.solo.compatibility import Member

KINDS = {bool: "bool", int: "int", float: "float"}

_needs: dict[type, tuple[str, ...]] = {}
_refusals: dict[type, dict[Member, str]] = {}


def name_of(kind: type) -> str:
    """What a class is called in files."""
    return f"{kind.__module__}:{kind.__qualname__}"


def own_kind(axis: str, text: str) -> type:
    """The class that `module:Name` names; InputError if there is none."""
    module_name, _, name = text.rpartition(":")
    module = imported(module_name, "a module with a component") if module_name else None
    if module is None:
        raise InputError(f"{axis}: '{text}', no module '{module_name}' is found; expected module:Name")
    found = getattr(module, name, None)
    if not isinstance(found, type):
        there = [
            key for key, value in vars(module).items() if isinstance(value, type) and value.__module__ == module_name
        ]
        known = ", ".join(there) or "none"
        raise InputError(f"{axis}: '{text}' is no class of module {module_name}; classes there: {known}")
    return found


def check_own(axis: str, component: Any, questions: list[Any]) -> None:
    """InputError unless a user's component is a named tuple of numbers and answers all the questions of its axis."""
    kind = type(component)
    place = f"{axis} {name_of(kind)}"
    if not issubclass(kind, tuple) or not getattr(kind, "_fields", ()):
        raise InputError(f"{place}: found a {kind.__name__}; expected a NamedTuple with at least one number")
    hints = get_type_hints(kind)
    for name in kind._fields:  # type: ignore[attr-defined]
        if hints.get(name) not in KINDS:
            found = getattr(hints.get(name), "__name__", "nothing")
            raise InputError(f"{place}: {name} is declared {found}; expected one of: {', '.join(KINDS.values())}")
    answers = answers_of(kind)
    for question in questions:
        if question.__name__ not in answers:
            raise InputError(
                f"{place}: {question.__name__} is not answered; expected a function registered with "
                f"{question.__name__}.when({kind.__name__})"
            )
        _check_parameters(place, question, answers[question.__name__][1])


def _check_parameters(place: str, question: Any, body: Any) -> None:
    wanted = list(inspect.signature(question).parameters)
    signature = inspect.signature(getattr(body, "py_func", body))
    try:
        signature.bind(*wanted)
    except TypeError:
        asked = f"({', '.join(wanted)})"
        raise InputError(f"{place}: {question.__name__} takes {signature}; expected {asked}") from None


def own_complaint(members: Mapping[str, Any], error: Exception) -> str | None:
    """What the compiler has against the answers of a user's own members, by axis; None if there are no such members."""
    for axis, component in members.items():
        answers = answers_of(type(component)) if is_own(type(component)) else {}
        for name, (_, body) in answers.items():
            if f"<function {name} at " in str(error):
                return f"{axis} {name_of(type(component))}: {name} is answered by {complaint(error, body)}"
    return None


def declare(kind: type, *, needs: Iterable[str] = (), refuses: Mapping[Member, str] | None = None) -> None:
    """Say what a member needs of a game, by the names of functions such as bound, and with which members, given as
    (axis, kind), it does not go, each with the reason.
    """
    _needs[kind], _refusals[kind] = tuple(needs), dict(refuses or {})


def needs_of(component: Any) -> tuple[str, ...]:
    """What a user's component needs of a game."""
    return _needs.get(type(component), ())


def refusals_of(component: Any) -> dict[Member, str]:
    """With what a user's component does not go, and why."""
    return _refusals.get(type(component), {})
