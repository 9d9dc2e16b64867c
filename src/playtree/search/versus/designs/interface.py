"""The questions to the design of a tree: what are the candidates of a node, and what comes of trying one?"""

from typing import Any

from playtree.compiled.generic import generic
from playtree.games.turns import TurnTable
from playtree.search.versus.tree import Tree
from playtree.search.versus.workspace import Workspace

LISTED, NO_ROOM = 0, 1  # answers of `list_candidates`
DEAD, ADDED, FULL = range(3)  # answers of `try_candidate`


@generic(borrows=True)
def list_candidates(design: Any, table: TurnTable, tree: Tree, work: Workspace, node: int) -> int:
    """List the candidates of a node that was not listed yet, whose state is `work.state`: LISTED or NO_ROOM."""


@generic(borrows=True)
def make_candidate(design: Any, table: TurnTable, tree: Tree, work: Workspace, label: int) -> None:
    """Make what a label stands for in `work.state`."""


@generic(borrows=True)
def try_candidate(design: Any, simulation: Any, table: TurnTable, tree: Tree, work: Workspace, depth: int) -> int:
    """Add the candidate behind those tried of path[depth], whose state is `work.state`, to the tree.

    simulation: goes on to the end of a move, to see whether there is one. If the candidate is ADDED, `work.path` goes
    on with the new nodes, counts[DEPTH] tells how far, and `work.state` is that of the last one, or later. If it is
    DEAD or the tree is FULL nothing is added.
    """


@generic(borrows=True)
def tidy(design: Any, tree: Tree, work: Workspace, depth: int) -> None:
    """Reshape the tree along the path after a simulation."""
