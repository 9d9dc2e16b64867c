"""Properties of what is kept from search to search."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playtree.compiled.decorator import INTERPRETED
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.search.budget import Budget
from playtree.search.solo.allocation.restarts import RestartsKeeping
from playtree.search.solo.kept import NOWHERE, Kept, new_kept, place_in
from playtree.search.solo.method import Task
from playtree.search.solo.normalisation.fixed import Static
from playtree.search.solo.search import Search
from playtree.search.solo.selection.uct import Uct
from playtree.search.solo.variant import Variant
from playtree.search.tree import CUT, OPEN, ROOT, SOLVED_NODE
from tests.oracles.exhaustive import best_score
from tests.oracles.trees import children_of, nodes_of
from tests.property.strategies import drawn_boards

pytestmark = [pytest.mark.kernels, pytest.mark.variants]

QUICK = 10 if INTERPRETED else 50
SEEDS = st.integers(0, 2**32 - 1)
PLAIN = Variant(Uct(0.3), Static(20.0), policy="random")
KEEPING = Variant(Uct(0.3), Static(20.0), policy="random", allocation=RestartsKeeping(searches=4))
find = getattr(place_in, "py_func", place_in)


def search_with(game: SameGame, kept: Kept, seed: int, iterations: int) -> Search:
    search = PLAIN.start(Task(game, Budget(iterations=iterations), np.random.SeedSequence(seed), memory=kept))
    search.run()
    assert isinstance(search, Search)
    return search


def kept_visits(kept: Kept, key) -> int:
    place = find(kept, key)
    return 0 if place == NOWHERE else int(kept.visits[place])


@settings(max_examples=QUICK)
@given(drawn_boards(5, 5, 3), st.sampled_from([0.0, 0.5, 1.0]), st.integers(1, 150), SEEDS)
def test_a_node_starts_with_what_is_known_of_its_state(board, trust, iterations, seed):
    game, kept = SameGame(board), new_kept(1 << 12, trust)
    first = search_with(game, kept, seed, iterations)
    known = Kept(*(array.copy() for array in kept))
    for _, node in nodes_of(first.tree):
        if node != ROOT:
            assert kept_visits(known, first.tree.key[node]) >= first.tree.visits[node]
    tree = search_with(game, kept, seed + 1, iterations).tree
    earlier = {
        node: 0 if node == ROOT else int(trust * kept_visits(known, tree.key[node])) for _, node in nodes_of(tree)
    }
    for _, node in nodes_of(tree):
        if tree.closed[node] == CUT:
            place = find(known, tree.key[node])
            assert known.solved[place]
            continue
        children = [child for child in children_of(tree, node) if tree.closed[child] != CUT]
        own = int(tree.visits[node]) - earlier[node]
        assert own - sum(int(tree.visits[child]) - earlier[child] for child in children) == 1


@settings(max_examples=QUICK)
@given(drawn_boards(3, 4, 3), SEEDS, st.integers(1, 2))
def test_restarts_that_keep_states_prove_small_boards(board, seed, threads):
    game = SameGame(board)
    found = KEEPING.run(game, Budget(iterations=4000), seed=seed, threads=threads)
    assert found.score <= best_score(board, game.rules)
    if found.proven:
        assert found.score == best_score(board, game.rules)


@pytest.mark.parametrize("threads", [1, 2])
def test_equal_seeds_give_equal_results(threads):
    game = SameGame(random_board(5, 8, 8, 4))
    one, two = (KEEPING.run(game, Budget(iterations=400), seed=3, threads=threads) for _ in range(2))
    assert (one.score, one.moves, one.statistics) == (two.score, two.moves, two.statistics)
    assert one.statistics.searches == 4
    assert one.statistics.iterations == 400


def test_a_solved_state_is_not_solved_twice():
    game, kept = SameGame(random_board(1, 3, 3, 2)), new_kept(1 << 12, 1.0)
    first = search_with(game, kept, 1, 5000)
    assert first.tree.closed[ROOT] == SOLVED_NODE
    second = search_with(game, kept, 2, 5000)
    assert second.is_solved
    assert second.statistics.iterations < first.statistics.iterations
    assert kept.best[0] == first.score >= second.score
    assert all(second.tree.closed[node] != OPEN for _, node in nodes_of(second.tree))
