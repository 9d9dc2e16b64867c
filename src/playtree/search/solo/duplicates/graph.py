"""Graph: a state has one node, and every way to it is an edge with results of its own [klein2015] 3.5.3, A.1.

Each place of a child in the tree is an edge. The first edge to a state is also its node; a further one leads to that
node (`target`). An iteration updates the nodes and the edges that it went through, no others. A node is one
level above the node from which it was made, and an edge always leads to a higher level, so that there are no cycles; a
way that would not gets a node of its own. A node is solved for all who lead to it at once.
"""

from typing import Any, NamedTuple

from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.games.interface import GameTable
from playtree.search.solo.duplicates.interface import (
    add_to_edges,
    carries_statistics,
    looks_up,
    node_at,
    shares_nodes,
    shut,
    takes_over,
)
from playtree.search.solo.duplicates.meeting import CUT_AWAY, RECORDED, reach_solved, record_solved
from playtree.search.solo.steps import TreeRules, close
from playtree.search.solo.workspace import BETTER_PATHS, DUPLICATES, Workspace
from playtree.search.tree import CUT, OPEN, ROOT, SOLVED_NODE, Tree, refresh

LINKED, APART = 3, 4  # further outcomes of a meeting: the child is an edge to the other node, or a node of its own


class Graph(NamedTuple):
    """states: nodes per state."""

    states: int = 1


@compiled(borrows=True)
def link(rules: TreeRules, game: GameTable, tree: Tree, work: Workspace, depth: int, child: int, other: int) -> int:
    """Make `child` of path[depth] an edge to the node `other`, which has its state. Changes `tree` and `work`."""
    graph, new = tree.graph, work.gained[depth] + tree.reward[child]
    work.counters[DUPLICATES] += 1
    work.duplicates_at[depth + 1] += 1
    if new > graph.gain[other]:
        work.counters[BETTER_PATHS] += 1
        graph.gain[other] = new
    if graph.level[other] <= graph.level[work.path[depth]]:
        return APART
    graph.target[child] = other
    graph.next[child] = graph.incoming[other]
    graph.incoming[other] = child
    if tree.closed[other] == OPEN:
        return LINKED
    reach_solved(rules, tree, work, depth)
    was_recorded = new + tree.top[other] > work.best[0] and record_solved(game, tree, work, depth, child, new)
    close(rules, tree, child, CUT)
    return RECORDED if was_recorded else CUT_AWAY


@shut.when(Graph)
def close_shared(rule: Any, tree: Tree, node: int, how: int) -> None:
    """Close a node of a graph for all that lead to it, or an edge to a closed one, and what is solved by that.

    The best result of a node that is solved is that of its children, whichever way they were reached. Changes `tree`.
    """
    graph, size = tree.graph, 1
    graph.stack[0] = node
    while size > 0:
        size -= 1
        node = graph.stack[size]
        for edge in range(tree.first[node], tree.first[node] + tree.tried[node]):
            tree.top[node] = max(tree.top[node], tree.reward[edge] + tree.top[graph.target[edge]])
        tree.closed[node] = how
        is_edge = graph.target[node] != node
        edge = node if is_edge else int64(graph.incoming[node])
        while edge >= 0:
            tree.closed[edge] = how
            refresh(tree, edge)
            if edge == ROOT:
                return
            origin = graph.origin[edge]
            tree.open[origin] -= 1
            if tree.open[origin] == 0 and tree.closed[origin] == OPEN:
                graph.stack[size] = origin
                size += 1
            edge = int64(-1) if is_edge else int64(graph.next[edge])
        how = SOLVED_NODE


@add_to_edges.when(Graph)
def _add_to_edges(rule: Graph, tree: Any, work: Any, depth: int, result: float) -> None:
    graph = tree.graph
    for level in range(1, depth + 1):
        edge = work.edges[level]
        graph.visits[edge] += 1
        graph.total[edge] += result - work.gained[level]
    last = work.edges[depth]
    graph.own_visits[last] += 1
    graph.own_total[last] += result - work.gained[depth]


@node_at.when(Graph)
def _node_at(rule: Graph, tree: Any, edge: int) -> int:
    return tree.graph.target[edge]


def _yes(rule: Graph) -> bool:
    return True


def _no(rule: Graph) -> bool:
    return False


@takes_over.when(Graph)
def _never(rule: Graph, old: float, new: float) -> bool:
    return False


looks_up.when(Graph)(_yes)
shares_nodes.when(Graph)(_yes)
carries_statistics.when(Graph)(_no)
