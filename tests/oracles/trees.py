"""A search's tree as nested tuples, to be compared with the oracle's."""

from typing import Any, NamedTuple

import numpy as np
from hypothesis import reject

from playtree.games.samegame.game import SameGame
from playtree.search.solo.pruning.beam import Beam
from playtree.search.solo.variant import Variant
from playtree.search.tree import CUT, NOT_LISTED, OPEN, ROOT, SOLVED_NODE, Tree
from tests.oracles.search import Node, OracleSearch
from tests.oracles.variants import searched


class Picture(NamedTuple):
    """All that is known of a node; results are counted from the node on."""

    action: int
    visits: int
    total: float
    squares: float
    top: float
    reward: float
    closed: int
    hit: bool
    waiting: tuple[int, ...] | None
    children: "tuple[Picture, ...]"


def tree_picture(tree: Tree, node: int = ROOT) -> Picture:
    """The tree below a node of a search."""
    return Picture(
        0 if node == ROOT else int(tree.action[node]),
        int(tree.visits[node]),
        float(tree.total[node]),
        float(tree.squares[node]),
        float(tree.top[node]),
        float(tree.reward[node]),
        int(tree.closed[node]),
        bool(tree.hit[node]),
        None if tree.count[node] == NOT_LISTED else tuple(actions_of(tree, node)[tree.tried[node] :]),
        tuple(tree_picture(tree, child) for child in children_of(tree, node)),
    )


def oracle_picture(node: Node) -> Picture:
    """The tree below a node of the oracle."""
    return Picture(
        node.action,
        node.visits,
        sum(node.results) - node.visits * node.gained,
        sum((result - node.gained) ** 2 for result in node.results),
        max(node.tops) - node.gained,
        node.reward,
        CUT if node.is_cut else SOLVED_NODE if node.is_solved else OPEN,
        node.has_end,
        None if node.actions is None else tuple(node.actions[len(node.children) :]),
        tuple(oracle_picture(child) for child in node.children),
    )


def actions_of(tree: Tree, node: int) -> list[int]:
    start = int(tree.offset[node])
    return [int(action) for action in tree.store[start : start + max(int(tree.count[node]), 0)]]


def children_of(tree: Tree, node: int) -> list[int]:
    return [int(tree.first[node]) + index for index in range(int(tree.tried[node]))]


def nodes_of(tree: Tree, node: int = ROOT, depth: int = 0) -> Any:
    """Every node with its depth."""
    yield depth, node
    for child in children_of(tree, node):
        yield from nodes_of(tree, child, depth + 1)


def check_same_search(game: SameGame, variant: Variant, iterations: int, seed: int) -> None:
    """Run the search and the oracle's, and compare all that they know in the end."""
    search = searched(game, variant, seed, iterations=iterations)
    oracle = OracleSearch(game, variant, np.random.SeedSequence(seed), iterations)
    while oracle.root.visits < iterations and not oracle.root.is_solved:
        oracle.iterate()
    if oracle.has_tied and tree_picture(search.tree) != oracle_picture(oracle.root):
        reject()  # the kernel rounds sums of other order, and so may settle a tie otherwise
    assert tree_picture(search.tree) == oracle_picture(oracle.root)
    assert search.is_exhausted == oracle.root.is_solved
    assert search.statistics.pruned == oracle.pruned
    assert (search.score, search.line) == (oracle.best, oracle.best_line)
    depths = [depth for depth, _ in oracle.root.nodes()]
    found = search.statistics
    assert found.iterations == oracle.root.visits
    assert (found.states, found.levels, found.playouts) == (oracle.states, oracle.levels, oracle.playouts)
    if isinstance(variant.pruning, Beam):
        return  # nodes that were cut away and forgotten stay counted
    assert found.nodes == oracle.nodes_in_memory
    assert found.ru == oracle.states + oracle.levels / 8
    if found.nodes == len(depths):
        assert (found.depths, found.deepest) == (sum(depths), max(depths))
    assert found.terminals == sum(node.is_terminal for _, node in oracle.root.nodes())
