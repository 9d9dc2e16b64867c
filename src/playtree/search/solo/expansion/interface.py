"""Expansion: where the descent ends, and which nodes an iteration adds.

The loop asks three times: whether the descent ends at a node, whatever its children are worth or if they are worth
less; before the simulation, for a step down to a new child;
and after the simulation, which nodes on its line enter the tree.
"""

from typing import Any

from playtree.compiled.generic import generic


@generic(borrows=True)
def ends_at(rule: Any, tree: Any, node: int) -> bool:
    """Whether the descent ends at this node, which is not solved."""


@generic(borrows=True)
def competes(rule: Any, tree: Any, node: int) -> bool:
    """Whether the descent also ends at this listed node if it is worth more than its children."""


@competes.otherwise
def _does_not(rule: Any, tree: Any, node: int) -> bool:
    return False


@generic(borrows=True)
def lists(rule: Any, tree: Any, node: int) -> bool:
    """Whether the actions of the node at which the descent ended are to be listed now."""


@generic(borrows=True)
def steps_down(rule: Any, tree: Any, node: int) -> bool:
    """Whether an untried child of this node is tried before the simulation."""


@generic(borrows=True)
def adopts(rule: Any, tree: Any, node: int) -> bool:
    """Whether the next node on the line of the simulation enters the tree below this node."""


@generic(borrows=True)
def take_line(rule: Any, rules: Any, game: Any, tree: Any, work: Any, start: int, score: float, length: int) -> Any:
    """After a simulation from path[start]: let its line enter the tree by `adopts`; return the depth that was reached,
    score and length of the game, and GOES_ON or why not (growth.py).
    """


@generic(borrows=True)
def adds_all(rule: Any, tree: Any, node: int) -> bool:
    """Whether the untried actions of this node count as nodes in memory from now on."""


@generic(borrows=True)
def has_added_all(rule: Any, tree: Any, node: int) -> bool:
    """Whether the untried actions of this node count as nodes in memory already."""
