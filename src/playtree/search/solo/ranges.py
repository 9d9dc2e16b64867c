"""The numbers that components take, as data: the lowest and the highest value of each that makes sense.

A number that is not listed may be any finite one. A variant with a number outside is refused when it is built. Some
members have a number only because the compiler wants one; it has one value and no other.
"""

import math
from typing import Any

from playtree.errors import InputError

_HUGE = 1e18
_POSITIVE, _ANY_WEIGHT, _SHARE = (1e-18, _HUGE), (0.0, _HUGE), (0.0, 1.0)
_COUNT, _LEAST_ONE = (0, 1 << 62), (1, 1 << 62)

# number: its range, in whichever component of the axis it is
RANGES: dict[tuple[str, str], tuple[float, float]] = {
    ("selection", "c"): _ANY_WEIGHT,
    ("selection", "d"): _ANY_WEIGHT,
    ("normalisation", "constant"): _POSITIVE,
    ("normalisation", "least"): _POSITIVE,
    ("normalisation", "factor"): (1.0, _HUGE),
    ("expansion", "after"): _COUNT,
    ("expansion", "threshold"): _COUNT,
    ("expansion", "factor"): _ANY_WEIGHT,
    ("expansion", "power"): _SHARE,
    ("exploration", "weight"): _ANY_WEIGHT,
    ("exploration", "late"): _SHARE,
    ("exploration", "p"): _POSITIVE,
    ("exploration", "f"): (1e-18, 1.0),
    ("exploration", "lowest"): _POSITIVE,
    ("exploration", "rise"): _POSITIVE,
    ("exploration", "fall"): (1e-18, 1.0),
    ("exploration", "divisor"): _POSITIVE,
    ("exploration", "ideal"): _ANY_WEIGHT,
    ("exploration", "power"): _ANY_WEIGHT,
    ("exploration", "rate"): _ANY_WEIGHT,
    ("exploration", "floor"): _ANY_WEIGHT,
    ("backup", "share"): _SHARE,
    ("simulation", "epsilon"): _SHARE,
    ("simulation", "length"): (1, 16),
    ("simulation", "often"): _LEAST_ONE,
    **{("selection", name): (0, 8) for name in ("d1", "d2", "d3")},
    ("selection", "b"): _ANY_WEIGHT,
    ("pruning", "width"): _LEAST_ONE,
    ("pruning", "simulations"): _LEAST_ONE,
    ("allocation", "trust"): _SHARE,
    ("allocation", "searches"): _COUNT,
    ("allocation", "nodes"): _COUNT,
}

# numbers that mean nothing, by axis and member
FIXED: dict[tuple[str, str], str] = {
    ("normalisation", "raw"): "unit",
    ("expansion", "competing"): "parents",
    ("pruning", "none"): "margin",
    ("pruning", "look-ahead"): "steps",
    ("simulation", "policy"): "playouts",
    ("backup", "plain"): "share",
    ("allocation", "one-search"): "searches",
    **{("duplicates", kind): "states" for kind in ("separate", "naive", "dynamic", "consistent", "graph")},
}


def check_ranges(axis: str, kind: str, component: Any) -> None:
    """InputError if a number of the component is not finite or out of its range."""
    for name in getattr(component, "_fields", ()):
        value = getattr(component, name)
        if not isinstance(value, int | float):
            continue  # of the wrong type; said elsewhere
        if FIXED.get((axis, kind)) == name:
            only = type(component)._field_defaults[name]
            if value != only:
                raise InputError(f"{axis} {kind}: {name} is {value:g}; expected {only:g}, its only value")
            continue
        low, high = RANGES.get((axis, name), (-_HUGE, _HUGE))
        if not low <= value <= high:
            given = f"at least {low:g}" if high >= _HUGE and low > -_HUGE else f"{low:g} to {high:g}"
            given = f"at most {high:g}" if value > high >= _HUGE else given
            given = "a finite number" if not math.isfinite(value) else given
            raise InputError(f"{axis} {kind}: {name} is {value:g}; expected {given}")
