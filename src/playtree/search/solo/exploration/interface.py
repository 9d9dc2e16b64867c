"""Exploration: how the weight of exploration changes, over a search, with the depth of the tree, or for each node.

The weight multiplies the C of selection. A rule may change the weight of the whole search (`Course.weight`), the
weights of nodes (`tree.weight`), or compute it from the course of the search.
"""

from typing import Any, NamedTuple

from playtree.compiled.generic import generic

# places in the numbers of a search's course
WEIGHT, LEFT, DEPTH, LENGTH, ENDS = range(5)
COURSE_NUMBERS = 5
GAMES_SAMPLED = 256


class Course(NamedTuple):
    """numbers: float64[5], the weight of the whole search, the fraction of the budget that is left, the mean depth of
    the nodes, the mean length of the first GAMES_SAMPLED games, before the search has made them shorter, and how many
    ends of games are nodes of the tree.
    """

    numbers: Any


@generic(borrows=True)
def first_weight(rule: Any) -> float:
    """The own weight of a new node."""


@generic(borrows=True)
def weight_at(rule: Any, course: Course, own: float) -> float:
    """What the C of selection is multiplied with at a node with this own weight."""


@generic(borrows=True)
def visit(rule: Any, course: Course, tree: Any, node: int) -> None:
    """A descent goes through this node; the rule may change its weight."""


@generic(borrows=True)
def reach_end(rule: Any, course: Course, tree: Any, path: Any, depth: int) -> None:
    """A game ends at path[depth], or below it but for a duplicate; the rule may change weights."""


@generic(borrows=True)
def end_iteration(rule: Any, course: Course) -> None:
    """An iteration is over; the rule may change the weight of the search."""
