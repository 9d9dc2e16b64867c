"""A* and IDA*: the optimum on small boards, honest about what they did not see, within memory and budget."""

import dataclasses
import importlib

import numpy as np
import pytest

import playtree
from playtree.compiled.decorator import INTERPRETED
from playtree.errors import InputError
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.games.samegame.rules import named_rules
from playtree.search.budget import Budget
from playtree.search.solo.beam.evaluation.simulated import BestOfSimulations
from playtree.search.solo.beam.method import Beam
from playtree.search.solo.classic.a_star import AStarSearch
from playtree.search.solo.classic.method import AStar, IdaStar
from playtree.search.solo.classic.nodes import new_nodes
from playtree.search.solo.method import Task, policy_of
from playtree.search.solo.methods import method_from_dict, method_to_dict
from playtree.search.solo.normalisation.relative import Span
from playtree.search.solo.recipes.catalogue import recipe_named
from playtree.search.solo.selection.uct import Uct
from playtree.search.solo.variant import Variant
from tests.oracles.exhaustive import best_score

pytestmark = pytest.mark.kernels

RULES = named_rules("samegame")
EXACT = [AStar(), AStar(relaxation=0.5), IdaStar(), IdaStar(shrink=1.0, table_bits=0), IdaStar(relaxation=0.7)]
TREE = Variant(Uct(0.3), Span(), policy="random")
OTHERS = [
    Beam(BestOfSimulations(1), width=3),
    Beam(BestOfSimulations(1)),
    TREE,
    *(
        recipe_named(name).variant
        for name in (
            "ida-star",
            "weighted-a-star",
            "nrpa",
            "nmcs",
            "nmcts",
            "flat",
            "dbs",
            "improve",
            "swarm",
            "portfolio",
        )
    ),
]
GAME = SameGame(random_board(2, 5, 5, 3) if INTERPRETED else random_board(2))


def small_board(number):
    """Boards up to 5 x 5 cells and three colours, or 6 x 6 and two."""
    if number % 2:
        return random_board(number, 6, 6, 2)
    return random_board(number, 2 + number // 2 % 4, 2 + number // 8 % 4, 3)


def without_times(solution):
    return dataclasses.replace(solution, seconds=0.0, history=())


@pytest.mark.parametrize("method", EXACT, ids=str)
def test_exact_searches_find_what_playing_every_game_finds(method):
    for seed in range(1 if INTERPRETED else 12):
        board = random_board(seed, 3 if INTERPRETED else 4, 4, 3)
        for rules in (RULES, named_rules("clickomania")):
            found = method.run(SameGame(board, rules), Budget(iterations=10**6))
            assert (found.score, found.proven) == (best_score(board, rules), True)


def agree_on(numbers):
    for number in numbers:
        game = SameGame(small_board(number))
        exact = AStar().run(game, Budget(iterations=10**7))
        tree = TREE.run(game, Budget(iterations=10**7))
        assert exact.proven
        assert tree.proven
        assert exact.score == tree.score
        for method in OTHERS:
            assert method.run(game, Budget(iterations=30), seed=number).score <= exact.score


def test_a_star_and_the_exhausted_tree_agree_and_nothing_exceeds_them():
    agree_on([0, 10] if INTERPRETED else [*range(0, 20, 2), 1])


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.skipif(INTERPRETED, reason="takes hours interpreted")
def test_a_star_and_the_exhausted_tree_agree_on_a_thousand_boards():
    agree_on(range(1000))


@pytest.mark.parametrize("method", [AStar(), IdaStar()], ids=str)
def test_the_knapsack_is_packed_best(method):
    weights, values = [12, 7, 11, 8, 9, 6, 7, 3], [24, 13, 23, 15, 16, 11, 13, 6]
    found = method.run(
        importlib.import_module("examples.knapsack").knapsack(weights, values, room=26), Budget(iterations=10**6)
    )
    best = max(
        sum(value for item, value in enumerate(values) if chosen >> item & 1)
        for chosen in range(1 << len(values))
        if sum(weight for item, weight in enumerate(weights) if chosen >> item & 1) <= 26
    )
    assert (found.score, found.proven) == (best, True)


@pytest.mark.parametrize("method", [AStar(), AStar(relaxation=0.5), IdaStar()], ids=str)
@pytest.mark.parametrize("limit", ["iterations", "nodes", "ru"])
def test_budgets_hold_and_equal_seeds_give_equal_results(method, limit):
    amount = 300 if INTERPRETED else 5000
    one, two = (method.run(GAME, Budget(**{limit: amount}), seed=5) for _ in range(2))
    assert without_times(one) == without_times(two)
    assert one.score == GAME.replay(one.moves).score
    used, longest = getattr(one.statistics, limit), 2 * GAME.board.blocks
    assert used <= amount + (longest if limit == "ru" else 0)


def test_a_star_stays_within_its_memory_and_says_when_it_proves_nothing():
    board = random_board(8, 4 if INTERPRETED else 6, 5, 3)
    free = AStar().run(SameGame(board), Budget(iterations=400 if INTERPRETED else 10**6))
    search = AStar(memory_mb=1)
    tight = search.run(SameGame(random_board(3)), Budget(iterations=100 if INTERPRETED else 20_000))
    assert not tight.proven
    assert free.proven or INTERPRETED


@pytest.mark.skipif(INTERPRETED, reason="too slow interpreted")
def test_what_a_full_memory_drops_is_never_better_than_it_claims():
    nodes = 0
    for seed in range(4):
        board = random_board(seed, 5, 5, 3)
        game = SameGame(board)
        method = AStar(memory_mb=1)
        task = Task(game, Budget(iterations=10**7), np.random.SeedSequence(0))
        search = AStarSearch(method, task, policy_of(game, method))
        search._most = 64
        search._nodes = new_nodes(64, len(game.start))
        search.run()
        best = best_score(board, RULES)
        assert search.score <= best
        assert not search.is_solved or search.score == best
        nodes = max(nodes, search.statistics.nodes)
    assert nodes > 64


@pytest.mark.parametrize("limits", [{"nodes": 2}, {"ru": 0.5}, {"iterations": 1}, {"seconds": 1e-6}], ids=str)
@pytest.mark.parametrize("method", [AStar(), IdaStar()], ids=str)
def test_the_smallest_budget_still_gives_a_game(method, limits):
    found = method.run(GAME, Budget(**limits))
    assert GAME.replay(found.moves).score == found.score
    assert found.statistics.nodes <= 2 or "nodes" not in limits


def test_a_game_without_a_bound_is_refused():
    def legal(state, actions):
        actions[0] = 1
        return 1 if state[0] > 0 else 0

    def apply(state, action):
        state[0] -= action
        return 1

    game = playtree.puzzle("steps", [5], legal, apply)
    for method in (AStar(), IdaStar()):
        with pytest.raises(InputError, match=rf"search {method.kind} needs the game's bound; game steps has none"):
            method.run(game, Budget(iterations=10))


def test_exact_searches_are_data_and_refuse_senseless_numbers():
    for method in EXACT:
        assert method_from_dict(method_to_dict(method)) == method
    with pytest.raises(InputError, match="relaxation is 2; expected 0 to 1"):
        AStar(relaxation=2.0)
    with pytest.raises(InputError, match="shrink is 0; expected a number above 0"):
        IdaStar(shrink=0.0)
    with pytest.raises(InputError, match="every is 0; expected at least 1"):
        AStar(every=0)
