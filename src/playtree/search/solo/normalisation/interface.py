"""Normalisation: the units in which selection sees scores, (score - origin) / unit."""

from typing import Any, NamedTuple

from playtree.compiled.generic import generic


class Seen(NamedTuple):
    """What a search knows when it selects.

    worst, best: lowest and highest result so far. parent_top: best result from the parent on. bound: what no game can
    exceed, or 0 where the game has no bound. left: fraction of the budget that is left.
    """

    worst: float
    best: float
    parent_top: float
    bound: float
    left: float


@generic(borrows=True)
def scale(rule: Any, seen: Seen) -> float:
    """What scores are multiplied with."""


@generic(borrows=True)
def origin(rule: Any, gained: float, reward: float) -> float:
    """The score that counts as zero for a child that adds `reward` to the `gained` points of its parent."""
