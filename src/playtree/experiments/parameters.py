"""Numbers of a search by name, as plans and tuning write them.

    selection.c            a number of a component
    selection.kind         another member of the family, with its own numbers
    simulation.epsilon     a number of the simulation policy
    policy, level          a field of the search itself

Searches are data here (`searches.py`), so that a name works for every method.
"""

from collections.abc import Mapping
from typing import Any

from playtree.errors import InputError

SIMULATION = "simulation"


def with_parameters(search: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The search with these numbers in the place of its own; names that it cannot have are refused later, by kind."""
    changed = {name: dict(part) if isinstance(part, Mapping) else part for name, part in search.items()}
    for name, value in sorted(values.items(), key=lambda item: not item[0].endswith((".kind", "policy"))):
        _set(changed, name, value)
    return changed


def _set(search: dict[str, Any], name: str, value: Any) -> None:
    part, dot, field = name.rpartition(".")
    if not dot:
        search[field] = value
    elif part == SIMULATION:
        search["policy"] = policy_with(search.get("policy"), field, value)
    elif field == "kind":
        search[part] = {"kind": value}
    else:
        place: Any = search
        for step in part.split("."):
            place = place.get(step) if isinstance(place, dict) else None
        if not isinstance(place, dict):
            known = ", ".join([*(key for key in search if isinstance(search[key], dict)), SIMULATION])
            raise InputError(f"parameter {name}: the search has no part '{part}'; expected one of: {known}")
        place[field] = value


def policy_with(policy: str | None, name: str, value: Any) -> str:
    """The text of the policy with one number set: tabu-random,epsilon=0.003."""
    if policy is None:
        raise InputError(f"parameter {SIMULATION}.{name}: the search names no policy; expected one, policy = '...'")
    if not isinstance(value, int | float):
        raise InputError(f"parameter {SIMULATION}.{name} is {value!r}; expected a number")
    kind, *settings = [part.strip() for part in policy.split(",")]
    kept = [setting for setting in settings if setting.partition("=")[0].strip() != name]
    return ",".join([kind, *kept, f"{name}={value:.12g}"])
