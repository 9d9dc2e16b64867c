"""Duplicates, iteration by iteration, against statistics that are put together from scratch."""

import dataclasses
import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playtree.compiled.calls import LINE_LENGTH
from playtree.compiled.decorator import INTERPRETED
from playtree.games.custom import puzzle
from playtree.games.interface import Game
from playtree.games.samegame.game import SameGame
from playtree.search.solo.allocation.per_move import PerMove
from playtree.search.solo.duplicates.rules import Consistent, Dynamic, Naive, Separate
from playtree.search.solo.exploration.node_weight import CNode
from playtree.search.solo.search import Search
from playtree.search.tree import CUT, OPEN, ROOT, SOLVED_NODE
from tests.oracles.trees import children_of
from tests.oracles.variants import search_of, searched
from tests.property.strategies import drawn_boards
from tests.property.test_laboratory import with_duplicates
from tests.property.test_search import step

pytestmark = [pytest.mark.kernels, pytest.mark.variants]

RULES = st.sampled_from([Separate(), Naive(), Dynamic(), Consistent()])
SEEDS = st.integers(0, 2**32 - 1)
QUICK = 10 if INTERPRETED else 50


def legal(data, state, actions):
    count = 0
    for item in range(len(data)):
        if not state[0] >> item & 1:
            actions[count] = item
            count += 1
    return count


def apply(data, state, action):
    state[0] |= 1 << action
    state[1] += 1
    return data[action] * state[1] % 7


def items(values: list[int]) -> Game:
    """Take the items in any order; a reward depends on when it is taken, so that the paths to a state differ."""
    return puzzle("items", [0, 0], legal, apply, data=np.array(values))


BOARDS = drawn_boards(5, 5, 3).map(SameGame)
ITEMS = st.lists(st.integers(1, 20), min_size=2, max_size=5).map(items)
GAMES = BOARDS | ITEMS


def own_nodes(tree, node: int = ROOT, path: tuple[int, ...] = ()):
    """Every node with the actions that lead to it; what is below a cut node is another's."""
    yield path, node
    if tree.closed[node] != CUT:
        for child in children_of(tree, node):
            yield from own_nodes(tree, child, (*path, int(tree.action[child])))


@settings(max_examples=QUICK)
@given(GAMES, st.integers(1, 80), SEEDS)
def test_retraction_leaves_the_ancestors_as_if_the_subtree_had_never_been_theirs(game, iterations, seed):
    """The results of an open node are its own first one and those of its open children of now, wherever they grew.

    The first result of each state is noted when its node is made. From these alone the statistics are put together.
    """
    search = search_of(game, with_duplicates(Consistent()), seed, iterations=1)
    first: dict[int, float] = {}
    while search.statistics.iterations < iterations and not search.is_solved:
        step(search)
        for _, node in own_nodes(search.tree):
            if search.tree.closed[node] != CUT:
                first.setdefault(int(search.tree.key[node]), float(search.tree.total[node]))
        check_results(search, first)


def check_results(search: Search, first: dict[int, float]) -> None:
    tree = search.tree

    def results(node: int) -> list[float]:
        """The results that belong to an open node, each counted from the node on."""
        found = [first[int(tree.key[node])]]
        for child in children_of(tree, node):
            if tree.closed[child] == OPEN:
                found += [float(tree.reward[child]) + result for result in results(child)]
        return found

    for _, node in own_nodes(tree):
        if tree.closed[node] == OPEN:
            own = results(node)
            assert tree.visits[node] == len(own)
            assert tree.total[node] == pytest.approx(sum(own), abs=1e-6)
            assert tree.squares[node] == pytest.approx(sum(result**2 for result in own), abs=1e-4)


@settings(max_examples=QUICK)
@given(GAMES, st.sampled_from([Naive(), Dynamic(), Consistent()]), st.integers(1, 80), SEEDS)
def test_weights_rise_at_ends_and_where_the_last_child_tried_is_solved_already(game, rule, iterations, seed):
    """Each rise doubles the weight of the root, so that it counts them [klein2015] 6.9.2."""
    variant = dataclasses.replace(with_duplicates(rule), exploration=CNode(p=2.0, f=1.0, lowest=1.0))
    search = search_of(game, variant, seed, iterations=1)
    tree, rises = search.tree, 0
    while search.statistics.iterations < iterations and not search.is_solved:
        solved = {int(tree.key[node]) for _, node in own_nodes(tree) if tree.closed[node] == SOLVED_NODE}
        full = fully_tried(tree)
        ends = search.statistics.terminals
        step(search)
        tree = search.tree
        last = [int(tree.first[node]) + int(tree.tried[node]) - 1 for node in fully_tried(tree) - full]
        rises += search.statistics.terminals - ends
        rises += sum(tree.closed[child] == CUT and int(tree.key[child]) in solved for child in last)
        assert tree.weight[ROOT] == 2.0**rises


def fully_tried(tree) -> set[int]:
    """The nodes all of whose actions were tried."""
    return {node for _, node in own_nodes(tree) if 0 < tree.tried[node] == tree.count[node]}


@settings(max_examples=QUICK)
@given(GAMES, RULES, st.integers(1, 80), SEEDS)
def test_what_is_closed_is_not_simulated_again(game, rule, iterations, seed):
    """The sequence that an iteration plays neither is one whose end is in the tree nor enters a closed subtree."""
    search = search_of(game, with_duplicates(rule), seed, iterations=1)
    closed: set[tuple[int, ...]] = set()
    while search.statistics.iterations < iterations and not search.is_solved:
        before = search.statistics
        step(search)
        done = search.statistics
        if done.playouts > before.playouts:
            played = sequence(search, done.levels - before.levels)
            assert not any(played[:length] in closed for length in range(len(played) + 1))
        closed = {path for path, node in own_nodes(search.tree) if search.tree.closed[node] != OPEN}


def sequence(search: Search, depth: int) -> tuple[int, ...]:
    """The actions that the last iteration played, whose simulation started at this depth."""
    work = search._work
    nodes = work.path[1 : depth + 1]
    line = work.line[: work.playout[LINE_LENGTH]]
    return tuple(int(action) for action in [*search.tree.action[nodes], *line])


@settings(max_examples=QUICK)
@given(drawn_boards(6, 6, 4), RULES, st.booleans(), st.sampled_from(["iterations", "nodes", "ru"]), SEEDS)
def test_budgets_hold_with_duplicates_and_per_move(board, rule, per_move, limit, seed):
    variant = with_duplicates(rule)
    if per_move:
        variant = dataclasses.replace(variant, moves=PerMove("exponential", "top-plus", moves=8.0, least=3.0))
    game = SameGame(board)
    for amount in (2, 37, 150):
        search = searched(game, variant, seed, **{limit: amount})
        found = search.statistics
        if limit == "ru":
            most = 2.0 * (board.blocks + 1) ** 2  # more than one iteration can take
            assert found.ru < amount + most
        else:
            assert getattr(found, limit) <= amount
        if limit == "iterations" and not search.is_solved:
            assert found.iterations == amount


@settings(max_examples=QUICK)
@given(
    st.lists(st.integers(1, 20), min_size=2, max_size=5), st.sampled_from([Separate(), Dynamic(), Consistent()]), SEEDS
)
def test_a_better_path_is_found_in_the_end(values, rule, seed):
    """Solved, a search that gives states to better paths has the best order of all."""
    search = searched(items(values), with_duplicates(rule), seed, iterations=3000)
    orders = itertools.permutations(values)
    best = max(sum(value * place % 7 for place, value in enumerate(order, 1)) for order in orders)
    assert search.is_solved
    assert search.score == best


def test_better_paths_are_met_often_enough_for_these_tests():
    found = [
        searched(items([3, 5, 11, 14, 17]), with_duplicates(Consistent()), seed, iterations=60) for seed in range(5)
    ]
    assert sum(search.statistics.better_paths for search in found) > 50
