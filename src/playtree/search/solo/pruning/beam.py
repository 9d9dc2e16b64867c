"""Beam Monte-Carlo tree search: after L simulations through a depth, its W most visited nodes stay [baier2012b].

The other nodes of that depth are cut, the tree gets no new nodes down to it, and what is below the nodes that stay is
forgotten but for their own results; deeper depths count anew [klein2015] A.5. Which W and L the authors took the thesis
does not say.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.search.solo.pruning.interface import cut_back, is_hopeless
from playtree.search.tree import CUT, NOT_LISTED, OPEN, ROOT, Tree, refresh

DONE = -1


class Beam(NamedTuple):
    """width: W, nodes that stay at each depth. simulations: L, after which they are chosen."""

    width: int = 100
    simulations: int = 1000


@is_hopeless.when(Beam)
def _never(rule: Beam, game: Any, state: Any, gained: float, best: float) -> bool:
    return False


@cut_back.when(Beam)
def _cut_back(rule: Beam, tree: Any, passes: Any, depth: int) -> int:
    for level in range(1, depth + 1):
        if passes[level] == DONE:
            continue
        passes[level] += 1
        if passes[level] >= rule.simulations:
            passes[level:] = 0
            kept, cut = keep_best(tree, level, rule.width)
            if kept > 0:
                passes[: level + 1] = DONE
            return cut
    return 0


@compiled
def keep_best(tree: Tree, depth: int, width: int) -> Any:
    """Keep the most visited open nodes at this depth with their ancestors; return how many, and how many were cut.

    Without an open node there nothing is cut. Changes `tree`.
    """
    nodes, above = np.empty(tree.used[0], np.int64), np.empty(tree.used[0], np.int64)
    nodes[0], begin, end = ROOT, 0, 1
    for _ in range(depth):
        level_end = end
        for place in range(begin, level_end):
            node = nodes[place]
            for child in range(tree.first[node], tree.first[node] + tree.tried[node]):
                if tree.closed[child] == OPEN:
                    nodes[end], above[end] = child, place
                    end += 1
        begin = level_end
    if begin == end:
        return 0, 0
    stays = np.zeros(end, np.uint8)
    order = np.argsort(-tree.visits[nodes[begin:end]], kind="mergesort")
    for index in range(min(width, end - begin)):
        place = begin + order[index]
        forget_below(tree, nodes[place])
        while stays[place] == 0:
            stays[place] = 1
            if place > 0:
                place = above[place]
    cut = 0
    for place in range(end - 1, -1, -1):
        node = nodes[place]
        if stays[place] == 0:
            tree.closed[node] = CUT
            refresh(tree, node)
            cut += 1
        elif place < begin:
            tree.count[node] = tree.tried[node]
            tree.open[node] = open_children(tree, node)
    return min(width, end - begin), cut


@compiled(inline=True)
def forget_below(tree: Tree, node: int) -> None:
    """Make a node one without children. Changes `tree`."""
    tree.count[node] = NOT_LISTED
    tree.tried[node] = 0
    tree.open[node] = 0
    tree.room[node] = 0


@compiled(inline=True)
def open_children(tree: Tree, node: int) -> int:
    """How many children of a node are open."""
    count = int64(0)
    for child in range(tree.first[node], tree.first[node] + tree.tried[node]):
        if tree.closed[child] == OPEN:
            count += 1
    return count
