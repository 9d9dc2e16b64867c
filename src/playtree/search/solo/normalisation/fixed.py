"""Scores as they are, or divided by a constant [schadd2012] 4.2, [klein2015] 6.1 (Static)."""

from typing import Any, NamedTuple

from playtree.search.solo.normalisation.interface import Seen, origin, scale


class Raw(NamedTuple):
    """Scores as they are; unit: always 1."""

    unit: float = 1.0


class Static(NamedTuple):
    """constant: the score that counts as one."""

    constant: float = 5000.0


@scale.when(Raw)
def _raw_scale(rule: Raw, seen: Seen) -> float:
    return 1.0


@scale.when(Static)
def _static_scale(rule: Static, seen: Seen) -> float:
    return 1.0 / rule.constant


def _zero(rule: Any, gained: float, reward: float) -> float:
    return 0.0


origin.when(Raw)(_zero)
origin.when(Static)(_zero)
