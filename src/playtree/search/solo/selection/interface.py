"""Selection: what a child is worth to the descent. The child with the highest value is taken."""

from typing import Any, NamedTuple

from playtree.compiled.generic import generic


class Child(NamedTuple):
    """Statistics of a child in the units of the normalisation.

    mean, top: average and best result of whole games through the child. local, local_top: the same from the child on,
    without what was gained before. reward: of the move to the child. inverse: 1 / sqrt(visits). spread: sum of squared
    results minus visits times the squared mean, not below zero. visits: iterations through it. amaf, amaf_visits: the
    average of whole games through the parent in which the child's move was played there or later, and how many they
    are, where the rule keeps moves. A closed child has mean -inf.
    """

    mean: float
    top: float
    local: float
    local_top: float
    reward: float
    inverse: float
    spread: float
    visits: float
    amaf: float = 0.0
    amaf_visits: float = 0.0


@generic(borrows=True)
def parent_term(rule: Any, parent_visits: float) -> float:
    """The part of the value that depends on the parent alone, computed once for all its children."""


@generic(borrows=True)
def keeps_moves(rule: Any) -> bool:
    """Whether the rule reads what was learned from moves that were played later (AMAF)."""


@keeps_moves.otherwise
def _no(rule: Any) -> bool:
    return False


@generic(borrows=True)
def takes_roots(rule: Any) -> bool:
    """Whether the rule takes a root or a quotient of each child: then all values are computed before they are compared.

    Apart from the comparison the processor does several at once, 1.4 times as fast; sums alone are faster in one sweep.
    """


@takes_roots.otherwise
def _none(rule: Any) -> bool:
    return False


@generic(borrows=True)
def learn_for(rule: Any, rules: Any, game: Any, tree: Any, work: Any, depth: int, length: int, score: float) -> None:
    """An iteration ended at path[depth] with a game of this length and score: learn what the rule reads (loop.py)."""


@learn_for.otherwise
def _nothing(rule: Any, rules: Any, game: Any, tree: Any, work: Any, depth: int, length: int, score: float) -> None:
    return None


@generic(borrows=True)
def selected(rule: Any, rules: Any, tree: Any, work: Any, node: int, depth: int) -> Any:
    """The open child of a node at this depth with the highest value, and that value; without an open child it is -inf.

    A rule that says what a child is worth need not answer; one that looks further than at the children does.
    """


@generic(borrows=True)
def edge_average(rule: Any, tree: Any, work: Any, edge: int) -> float:
    """On a graph: the average result of an edge, counted from the state to which it leads."""


@generic(borrows=True)
def edge_visits(rule: Any, tree: Any, work: Any, edge: int) -> float:
    """On a graph: how often an edge was taken."""


@generic(borrows=True)
def visits_of_parent(rule: Any, tree: Any, work: Any, node: int) -> float:
    """On a graph: how often one of the edges of a node was to be selected."""


@generic(borrows=True)
def child_value(rule: Any, child: Child, parent: float, weight: float) -> float:
    """What the child is worth; `parent` is the parent's term, `weight` what exploration is multiplied with now."""
