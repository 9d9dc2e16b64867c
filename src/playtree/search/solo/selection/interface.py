"""Selection: what a child is worth to the descent. The child with the highest value is taken."""

from typing import Any, NamedTuple

from playtree.compiled.generic import generic


class Child(NamedTuple):
    """Statistics of a child in the units of the normalisation.

    mean, top: average and best result of whole games through the child. local, local_top: the same from the child on,
    without what was gained before. reward: of the move to the child. inverse: 1 / sqrt(visits). spread: sum of squared
    results minus visits times the squared mean, not below zero. visits: iterations through it. A closed child has mean
    -inf.
    """

    mean: float
    top: float
    local: float
    local_top: float
    reward: float
    inverse: float
    spread: float
    visits: float


@generic(borrows=True)
def parent_term(rule: Any, parent_visits: float) -> float:
    """The part of the value that depends on the parent alone, computed once for all its children."""


@generic(borrows=True)
def child_value(rule: Any, child: Child, parent: float, weight: float) -> float:
    """What the child is worth; `parent` is the parent's term, `weight` what exploration is multiplied with now."""
