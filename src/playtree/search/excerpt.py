"""The part of a tree that was visited most, as plain data that outlives the search."""

import heapq
from dataclasses import dataclass
from typing import Any

from playtree.search.tree import CUT, NOT_LISTED, OPEN, ROOT, SOLVED_NODE, Tree

WORDS = {OPEN: "open", SOLVED_NODE: "solved", CUT: "cut"}


@dataclass(frozen=True)
class ExcerptNode:
    """A node. parent: its place in the excerpt; None at the root. action: leads here from the parent. mean, top:
    average and best of the games through it, rewards before included; None without a visit that counts. reward: of the
    action. weight: the node's own weight of exploration. closed: open, solved (all below was seen) or cut (pruned, or
    its state belongs to another node). actions: how many it has, None if they were never asked for; children: how many
    of them are nodes.
    """

    parent: int | None
    action: int | None
    depth: int
    visits: int
    mean: float | None
    top: float | None
    reward: float
    weight: float
    closed: str
    actions: int | None
    children: int


@dataclass(frozen=True)
class Excerpt:
    """The `nodes` of a tree that were visited most, a parent before its children. total: how many the tree has."""

    nodes: tuple[ExcerptNode, ...]
    total: int

    def path(self, place: int) -> list[int]:
        """The actions that lead from the root to the node at this place."""
        actions: list[int] = []
        while (parent := self.nodes[place].parent) is not None:
            actions.append(self.nodes[place].action or 0)
            place = parent
        return actions[::-1]


def excerpt_of(tree: Tree, most: int, total: int) -> Excerpt:
    """The part of a tree of `total` nodes with at most so many that hangs together at the root and was visited most.

    Of nodes with equal visits the one nearer to the root comes first, then the one that was tried first.
    """
    found: list[ExcerptNode] = []
    waiting: list[tuple[int, int, int, int, int | None, float]] = [(-int(tree.visits[ROOT]), 0, 0, ROOT, None, 0.0)]
    order = 0
    while waiting and len(found) < most:
        _, depth, _, node, parent, gained = heapq.heappop(waiting)
        place = len(found)
        found.append(_node(tree, node, parent, depth, gained))
        for child in _children_of(tree, node):
            order += 1
            reached = gained + float(tree.reward[child])
            heapq.heappush(waiting, (-int(tree.visits[child]), depth + 1, order, child, place, reached))
    return Excerpt(tuple(found), total)


def _children_of(tree: Tree, node: int) -> range:
    """The nodes below a node, in the order in which they were tried; what is below a cut one is another's."""
    first = int(tree.first[node])
    return range(first, first + (0 if tree.closed[node] == CUT else int(tree.tried[node])))


def _node(tree: Tree, node: int, parent: int | None, depth: int, gained: float) -> ExcerptNode:
    visits, count = int(tree.visits[node]), int(tree.count[node])
    values: dict[str, Any] = {"mean": None, "top": None}
    if visits > 0:
        values = {"mean": gained + float(tree.total[node]) / visits, "top": gained + float(tree.top[node])}
    return ExcerptNode(
        parent=parent,
        action=None if parent is None else int(tree.action[node]),
        depth=depth,
        visits=visits,
        **values,
        reward=float(tree.reward[node]),
        weight=float(tree.weight[node]),
        closed=WORDS[int(tree.closed[node])],
        actions=None if count == NOT_LISTED else count,
        children=len(_children_of(tree, node)),
    )
