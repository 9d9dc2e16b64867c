"""Properties of the single-player tree search, for all its components.

Compiled, the quick tests take nine combinations in which any two members of different families meet; all twenty-seven
are tried interpreted, and compiled by the slow test.
"""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playtree.compiled.decorator import INTERPRETED
from playtree.games.samegame.board import Board
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.games.samegame.rules import named_rules
from playtree.search.solo.backup.plain import BonusOnlyInMean
from playtree.search.solo.expansion.competing import Competing
from playtree.search.solo.expansion.one_child import OneChild
from playtree.search.solo.expansion.widening import Widening
from playtree.search.solo.exploration.interface import LENGTH
from playtree.search.solo.pruning.beam import Beam
from playtree.search.solo.search import Search
from playtree.search.solo.workspace import MOST_ITERATIONS
from playtree.search.tree import NOT_LISTED, OPEN, ROOT, SOLVED_NODE
from tests.oracles.exhaustive import best_score
from tests.oracles.search import OracleSearch
from tests.oracles.trees import actions_of, check_same_search, children_of, nodes_of, tree_picture
from tests.oracles.variants import ALL, OTHERS, PAIRS, search_of, searched, with_policy
from tests.property.strategies import drawn_boards

pytestmark = [pytest.mark.kernels, pytest.mark.variants]

VARIANTS = st.sampled_from([*ALL, *OTHERS] if INTERPRETED else PAIRS)
LASTING = VARIANTS.filter(lambda variant: not isinstance(variant.pruning, Beam))  # what was a node stays one
POLICIES = st.sampled_from(["random", "tabu-color-random,epsilon=0.1", "tabu-color-learned"])
SEEDS = st.integers(0, 2**32 - 1)
RULES = st.sampled_from(["samegame", "jawbreaker", "clickomania"]).map(named_rules)
SMALL, MIDDLE = drawn_boards(4, 4, 3), drawn_boards(6, 6, 4)
QUICK = 15 if INTERPRETED else 100


@settings(max_examples=QUICK)
@given(SMALL | MIDDLE, st.booleans(), st.booleans(), VARIANTS, POLICIES, st.integers(1, 120), SEEDS)
def test_the_search_grows_the_tree_of_the_plain_one(board, prune, on_planes, variant, policy, iterations, seed):
    game = SameGame(board, prune=prune, on_planes=on_planes)
    check_same_search(game, with_policy(variant, policy), iterations, seed)


@pytest.mark.slow
@settings(max_examples=1000)
@given(SMALL | MIDDLE, st.booleans(), st.sampled_from([*ALL, *OTHERS]), POLICIES, st.integers(1, 300), SEEDS)
def test_every_combination_grows_the_tree_of_the_plain_one(board, prune, variant, policy, iterations, seed):
    check_same_search(SameGame(board, prune=prune), with_policy(variant, policy), iterations, seed)


def test_the_ideal_depth_comes_from_the_first_games():
    """Of more than 256: later games, which a search has made shorter, do not count."""
    game, variant = SameGame(random_board(4, 7, 7, 4)), PAIRS[0]
    search = searched(game, variant, 3, iterations=400)
    oracle = OracleSearch(game, variant, np.random.SeedSequence(3), 400)
    while oracle.root.visits < 400:
        oracle.iterate()
    first = search._work.course.numbers[LENGTH]
    assert first == pytest.approx(np.mean(oracle.lengths[:256]))
    assert abs(first - np.mean(oracle.lengths)) > 1e-6


@settings(max_examples=QUICK)
@given(SMALL, st.integers(0, 3), VARIANTS, st.integers(1, 60), SEEDS)
def test_thresholds_other_than_the_usual_ones(board, number, variant, iterations, seed):
    expansion = variant.expansion if isinstance(variant.expansion, Competing) else type(variant.expansion)(number)
    check_same_search(SameGame(board), dataclasses.replace(variant, expansion=expansion), iterations, seed)


@settings(max_examples=QUICK)
@given(MIDDLE, LASTING, POLICIES, st.integers(1, 400), SEEDS)
def test_the_numbers_of_every_node_fit_together(board, variant, policy, iterations, seed):
    variant = with_policy(variant, policy)
    tree = searched(SameGame(board), variant, seed, iterations=iterations).tree
    for _, node in nodes_of(tree):
        children = children_of(tree, node)
        check_visits(tree, node, variant)
        assert tree.squares[node] * tree.visits[node] >= tree.total[node] ** 2 * (1 - 1e-12)
        if not isinstance(variant.backup, BonusOnlyInMean):  # its average has the bonus, its best has not
            assert tree.top[node] * tree.visits[node] >= tree.total[node]
        below = [tree.reward[child] + tree.top[child] for child in children]
        assert tree.top[node] == max(below or [tree.top[node]]) or check_own(tree, node)
        assert tree.inverse[node] == 1 / math.sqrt(tree.visits[node])
        average = tree.total[node] / tree.visits[node]
        assert tree.spread[node] == max(tree.squares[node] - tree.total[node] ** 2 / tree.visits[node], 0.0)
        mean = tree.reward[node] + average
        assert tree.mean[node] == (-math.inf if tree.closed[node] else mean)
        if tree.count[node] != NOT_LISTED:
            assert tree.open[node] == tree.count[node] - sum(tree.closed[child] != OPEN for child in children)
            assert [tree.action[child] for child in children] == actions_of(tree, node)[: len(children)]
            assert bool(tree.closed[node]) == (tree.open[node] == 0)


def check_own(tree, node) -> bool:
    """Whether the best result of a node is its own: none of its children has it."""
    return bool(tree.visits[node] > sum(tree.visits[child] for child in children_of(tree, node)))


def check_visits(tree, node, variant) -> None:
    """The visits of a node are those of its children and its own: iterations that ended there.

    OneChild(after=k): the first k iterations end at the node, since it has no children before. Widening: the first
    does. The others: the iteration that made the node ends there, every later one in a child of it; the root was made
    by none. An iteration also ends at the end of a game.
    """
    own = int(tree.visits[node]) - sum(int(tree.visits[child]) for child in children_of(tree, node))
    if tree.closed[node] and tree.count[node] <= 0:
        assert own == 1  # the end of a game is visited once
    elif isinstance(variant.expansion, OneChild):
        assert own == min(tree.visits[node], max(variant.expansion.after, 1))
    elif isinstance(variant.expansion, Widening):
        assert own == 1
    else:
        assert own == (0 if node == ROOT else 1)


@settings(max_examples=QUICK)
@given(SMALL, RULES, st.booleans(), VARIANTS, SEEDS)
def test_a_small_board_is_solved_to_its_best_score(board, rules, prune, variant, seed):
    game = SameGame(board, rules, prune=prune)
    search = searched(game, variant, seed, iterations=2000)
    best = best_score(board, rules, prune)
    assert search.score <= best
    if search.is_solved:
        assert search.score == best
        assert search.tree.closed[ROOT] == SOLVED_NODE
    elif board.blocks <= 9 and not search.is_exhausted:
        pytest.fail("nine blocks have fewer than two thousand games")


@settings(max_examples=QUICK // 2)
@given(drawn_boards(3, 4, 3), LASTING, SEEDS)
def test_a_solved_node_is_never_entered_again(board, variant, seed):
    search = search_of(SameGame(board), variant, seed, iterations=1)
    solved: dict[tuple[int, ...], int] = {}
    while not search.is_exhausted:
        step(search)
        for path, visits in solved_visits(search.tree).items():
            assert solved.setdefault(path, visits) == visits
    assert () in solved


def step(search: Search) -> None:
    """Make one more iteration."""
    search._work.totals[MOST_ITERATIONS] = search.statistics.iterations + 1
    search.run()


def solved_visits(tree, node: int = ROOT, path: tuple[int, ...] = ()) -> dict[tuple[int, ...], int]:
    """The visits of every solved node, by the actions that lead there."""
    found = {path: int(tree.visits[node])} if tree.closed[node] else {}
    for child in children_of(tree, node):
        found |= solved_visits(tree, child, (*path, int(tree.action[child])))
    return found


@settings(max_examples=QUICK)
@given(MIDDLE, VARIANTS, st.integers(1, 300), SEEDS)
def test_a_search_in_pieces_is_the_same_search(board, variant, iterations, seed):
    whole = searched(SameGame(board), variant, seed, iterations=iterations)
    pieces = search_of(SameGame(board), variant, seed, iterations=max(iterations // 3, 1))
    pieces.run()
    pieces._work.totals[MOST_ITERATIONS] = iterations
    pieces.run()
    assert tree_picture(pieces.tree) == tree_picture(whole.tree)
    assert pieces.statistics == whole.statistics


@settings(max_examples=QUICK)
@given(MIDDLE, VARIANTS, st.sampled_from(["iterations", "nodes", "ru"]), st.integers(2, 500), SEEDS)
def test_a_counted_budget_holds(board, variant, limit, amount, seed):
    game = SameGame(board)
    search = searched(game, variant, seed, **{limit: amount})
    found = search.statistics
    if search.is_exhausted:
        assert getattr(found, limit) <= amount + (most_of_one_iteration(board) if limit == "ru" else 0)
    elif limit == "ru":  # spent by the last iteration, not before
        assert found.ru >= amount
        if found.iterations > 1:
            assert searched(game, variant, seed, iterations=found.iterations - 1).statistics.ru < amount
    else:
        assert getattr(found, limit) == amount


def most_of_one_iteration(board: Board) -> float:
    """More resource units than one iteration can take on this board, even if it simulates anew at every level."""
    return 2.0 * (board.blocks + 1) ** 2
