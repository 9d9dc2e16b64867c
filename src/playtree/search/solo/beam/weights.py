"""Weights of a learned evaluation, as a file in TOML: one that comes along, by name, or any other by its path.

made = "how they were made"
features = ["what the first number means", ...]
weights = [[...], ...]                            one row a phase of the game
"""

import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from playtree.errors import InputError, reason_of

ENDING = ".toml"


def known_weights() -> list[str]:
    """The names of the files that come along."""
    folder = resources.files("playtree.search.solo.beam") / "learned"
    return sorted(file.name.removesuffix(ENDING) for file in folder.iterdir() if file.name.endswith(ENDING))


def read_weights(name: str) -> Any:
    """The weights of this name: float64[phases, features]."""
    if name.endswith(ENDING):
        try:
            text = Path(name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{name}: cannot be read ({reason_of(error)}); expected weights in TOML") from None
    elif name in known_weights():
        text = (resources.files("playtree.search.solo.beam") / "learned" / f"{name}{ENDING}").read_text("utf-8")
    else:
        known = ", ".join(known_weights())
        raise InputError(f"unknown weights '{name}'; expected a file that ends with {ENDING}, or one of: {known}")
    try:
        data = tomllib.loads(text)
        weights = np.array(data["weights"], np.float64)
    except (tomllib.TOMLDecodeError, KeyError, ValueError) as error:
        raise InputError(f"{name}: {error}; expected a table of weights") from None
    if weights.ndim != 2 or weights.size == 0 or not np.isfinite(weights).all():
        raise InputError(f"{name}: weights is {data['weights']!r:.60}; expected rows of numbers, all of one length")
    return np.ascontiguousarray(weights)
