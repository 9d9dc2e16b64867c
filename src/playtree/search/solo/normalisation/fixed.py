"""Scores as they are, or divided by a constant [klein2015] 6.1 (Static)."""

from typing import NamedTuple

from playtree.search.solo.normalisation.interface import scale


class Raw(NamedTuple):
    """Scores as they are; unit: always 1."""

    unit: float = 1.0


class Static(NamedTuple):
    """constant: the score that counts as one."""

    constant: float = 5000.0


@scale.when(Raw)
def _raw_scale(rule: Raw, worst: float, best: float) -> float:
    return 1.0


@scale.when(Static)
def _static_scale(rule: Static, worst: float, best: float) -> float:
    return 1.0 / rule.constant
