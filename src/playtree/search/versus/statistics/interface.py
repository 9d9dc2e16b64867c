"""The questions to statistics of actions: which candidate is tried next, what is a child worth, what is learned?"""

from typing import Any

from playtree.compiled.generic import generic
from playtree.games.turns import TurnTable
from playtree.search.versus.tree import Tree
from playtree.search.versus.workspace import Workspace


@generic(borrows=True)
def untried_candidate(statistics: Any, tree: Tree, work: Workspace, node: int) -> int:
    """The place in the labels of the candidate of a node that is tried next; there is at least one."""


@generic(borrows=True)
def child_estimate(statistics: Any, tree: Tree, work: Workspace, node: int, place: int, mean: float) -> float:
    """What the child of a node with its label at this place is expected to score, `mean` being its average."""


@generic(borrows=True)
def averages_only(statistics: Any) -> bool:
    """Whether that is always the average."""


@generic(borrows=True)
def before_simulation(statistics: Any, tree: Tree, work: Workspace, depth: int) -> None:
    """Record the actions of the path, before a simulation from its end adds its own to `work.line`."""


@generic(borrows=True)
def after_simulation(statistics: Any, table: TurnTable, tree: Tree, work: Workspace, depth: int) -> None:
    """Learn from the simulation: its path, its recorded line and its result."""
