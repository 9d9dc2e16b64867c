"""Duplicates: what happens when a second path leads to a state that has a node already.

The loop looks the state of a new child up in a table of the states that have nodes. What follows is for the rule to
say.
"""

from typing import Any

from playtree.compiled.generic import generic


@generic(borrows=True)
def looks_up(rule: Any) -> bool:
    """Whether states are looked up at all; nodes then never move."""


@generic(borrows=True)
def settle(rule: Any, rules: Any, game: Any, tree: Any, work: Any, depth: int, child: int) -> int:
    """Make a new child of path[depth], whose state is that of now, a node or what the rule makes of it (growth.py)."""


@generic(borrows=True)
def shut(rule: Any, tree: Any, node: int, how: int) -> None:
    """Close a node, and what is solved by that. Changes `tree`."""


@generic(borrows=True)
def takes_over(rule: Any, old: float, new: float) -> bool:
    """Whether the state goes to its second parent; `old` and `new` are the gains with which it is reached by each."""


@generic(borrows=True)
def shares_nodes(rule: Any) -> bool:
    """Whether several parents lead to one node, each by an edge with results of its own."""


@shares_nodes.otherwise
def _no(rule: Any) -> bool:
    return False


@generic(borrows=True)
def node_at(rule: Any, tree: Any, edge: int) -> int:
    """The node to which the place of a child leads."""


@node_at.otherwise
def _itself(rule: Any, tree: Any, edge: int) -> int:
    return edge


@generic(borrows=True)
def add_to_edges(rule: Any, tree: Any, work: Any, depth: int, result: float) -> None:
    """An iteration ended at path[depth] with this result: count it on the edges it went along. Changes `tree`."""


@add_to_edges.otherwise
def _nothing(rule: Any, tree: Any, work: Any, depth: int, result: float) -> None:
    return None


@generic(borrows=True)
def carries_statistics(rule: Any) -> bool:
    """Whether its results move with it, from ancestors to ancestors, and those of solved nodes are taken back."""
