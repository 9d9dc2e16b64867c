"""The parent competes with its children: a descent ends at a node that is worth more than they [matsumoto2010] 3.1.

A node's value is the one by which it was selected; where iterations start it is compared as a child of itself. A node
of which every action is a node does not compete. The simulation starts at the node where the descent ended, and the
first position of its line that is no node becomes one.
"""

from typing import Any, NamedTuple

from playtree.search.solo.expansion.interface import (
    adds_all,
    adopts,
    competes,
    ends_at,
    has_added_all,
    lists,
    steps_down,
)
from playtree.search.tree import NOT_LISTED


class Competing(NamedTuple):
    """parents: how many of the nodes above compete; always 1."""

    parents: int = 1


@competes.when(Competing)
def _competes(rule: Competing, tree: Any, node: int) -> bool:
    return tree.tried[node] < tree.count[node]


@ends_at.when(Competing)
def _ends_at(rule: Competing, tree: Any, node: int) -> bool:
    return tree.count[node] == NOT_LISTED or tree.tried[node] == 0


@lists.when(Competing)
def _lists(rule: Competing, tree: Any, node: int) -> bool:
    return tree.count[node] == NOT_LISTED


@adopts.when(Competing)
def _adopts(rule: Competing, tree: Any, node: int) -> bool:
    return True


def _never(rule: Competing, tree: Any, node: int) -> bool:
    return False


for _question in (steps_down, adds_all, has_added_all):
    _question.when(Competing)(_never)
