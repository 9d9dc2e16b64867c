"""Properties of the search on a graph of states."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from playtree.compiled.decorator import INTERPRETED
from playtree.games.samegame.board import Board
from playtree.games.samegame.game import SameGame
from playtree.search.solo.allocation.per_move import PerMove
from playtree.search.solo.duplicates.graph import Graph
from playtree.search.solo.exploration.node_weight import CNodeLU
from playtree.search.solo.normalisation.fixed import Static
from playtree.search.solo.selection.on_graph import Ucd, Uct1, Uct2, Uct3
from playtree.search.solo.variant import Variant
from playtree.search.tree import OPEN, ROOT
from tests.oracles.exhaustive import best_score
from tests.oracles.graph import OracleGraph, check_same_graph
from tests.oracles.variants import search_of, searched
from tests.property.strategies import drawn_boards

pytestmark = [pytest.mark.kernels, pytest.mark.variants]

QUICK = 15 if INTERPRETED else 60
SEEDS = st.integers(0, 2**32 - 1)
ALL = [Uct1(0.3), Uct2(0.3), Uct3(0.3), Ucd(0.3, 0, 0, 0), Ucd(0.3, 1, 0, 0), Ucd(0.3, 2, 1, 2), Ucd(0.3, 1, 2, 1)]
SELECTIONS = st.sampled_from(ALL if INTERPRETED else [rule for rule in ALL if isinstance(rule, Uct3 | Ucd)])
SMALL, MIDDLE = drawn_boards(4, 4, 3), drawn_boards(6, 6, 4)


# After 94 iterations an edge is chosen beside one that was cut before anybody went along it, which counts as 0 visits.
BESIDE_CUT = Board(
    np.array([[2, 2, 2, 1, 2, 1], [1, 1, 2, 1, 2, 1], [1, 2, 1, 2, 1, 1], [2, 2, 2, 2, 1, 1]], dtype=np.uint8)
)


def on_graph(selection, **more) -> Variant:
    return Variant(selection, Static(20.0), duplicates=Graph(), policy="random", **more)


@settings(max_examples=2 * QUICK)
@given(SMALL | MIDDLE, SELECTIONS, st.integers(1, 150), SEEDS)
@example(BESIDE_CUT, Ucd(0.3, 0, 0, 0), 95, 0)
@example(BESIDE_CUT, Ucd(0.3, 1, 2, 1), 95, 0)
def test_the_search_grows_the_graph_of_the_plain_one(board, selection, iterations, seed):
    game = SameGame(board)
    search = searched(game, on_graph(selection), seed, iterations=iterations)
    oracle = OracleGraph(game, on_graph(selection), np.random.SeedSequence(seed))
    while oracle.iterations < iterations and not oracle.root.is_solved:
        oracle.iterate()
    check_same_graph(search, oracle)
    assert search.is_solved == oracle.root.is_solved
    assert search.statistics.iterations == oracle.iterations
    assert search.score == (max(oracle.best, oracle.value(oracle.root)) if search.is_solved else oracle.best)
    assert game.replay(search.line).score == search.score


@settings(max_examples=QUICK)
@given(MIDDLE, SELECTIONS, st.integers(1, 300), SEEDS)
def test_visits_of_nodes_and_edges_add_up(board, selection, iterations, seed):
    tree = searched(SameGame(board), on_graph(selection), seed, iterations=iterations).tree
    graph, nodes = tree.graph, [ROOT]
    into = {ROOT: int(tree.visits[ROOT])}
    for node in nodes:
        edges = range(int(tree.first[node]), int(tree.first[node]) + int(tree.tried[node]))
        for edge in edges:
            target = int(graph.target[edge])
            assert graph.level[target] > graph.level[node]
            nodes += [target] if target not in into else []
            into[target] = into.get(target, 0) + int(graph.visits[edge])
    for node in nodes:
        edges = range(int(tree.first[node]), int(tree.first[node]) + int(tree.tried[node]))
        assert tree.visits[node] == into[node]
        assert tree.visits[node] == 1 + sum(int(graph.visits[edge]) for edge in edges)  # one ended at the node itself
        assert tree.open[node] == sum(tree.closed[edge] == OPEN for edge in edges) + max(
            int(tree.count[node]) - len(edges), 0
        )


@settings(max_examples=QUICK)
@given(SMALL, SELECTIONS, SEEDS)
def test_a_small_board_is_solved_to_its_best_score(board, selection, seed):
    game = SameGame(board)
    search = searched(game, on_graph(selection), seed, iterations=3000)
    best = best_score(board, game.rules)
    assert game.replay(search.line).score == search.score <= best
    if search.is_solved:
        assert search.score == best


@settings(max_examples=QUICK)
@given(MIDDLE, SEEDS, st.sampled_from(["top", "top-plus", "mean", "visits"]))
def test_moves_are_made_on_a_graph(board, seed, final):
    game = SameGame(board)
    moves = PerMove("uniform", final, moves=4.0)
    variant = on_graph(Uct2(0.3), moves=moves, exploration=CNodeLU(1.5, 0.9, 1.1, 0.8, 0.5))
    search = search_of(game, variant, seed, iterations=120)
    search.run()
    assert game.replay(search.line).score == search.score
    assert search.statistics.iterations <= 120
