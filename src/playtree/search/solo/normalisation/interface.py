"""Normalisation: the units in which selection sees scores."""

from typing import Any

from playtree.compiled.generic import generic


@generic(borrows=True)
def scale(rule: Any, worst: float, best: float) -> float:
    """What scores are multiplied with; `worst` and `best` are the lowest and highest result of the search so far."""
