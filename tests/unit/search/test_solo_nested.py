"""Flat and nested Monte-Carlo search against plain versions, and tree searches inside tree searches."""

import dataclasses
import threading
import time
from typing import Any

import numpy as np
import pytest

import playtree
from playtree.compiled.decorator import INTERPRETED
from playtree.errors import InputError
from playtree.games.interface import Game
from playtree.games.samegame.board import Board
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.search.budget import Budget
from playtree.search.solo.allocation.per_move import PerMove
from playtree.search.solo.method import Method, Running, Task
from playtree.search.solo.nested.methods import Flat, Nmcs
from playtree.search.solo.nested.tree import Nmcts
from playtree.search.solo.recipes.nested import nested_tree
from playtree.search.solo.variant import Variant
from tests.oracles.exhaustive import best_score
from tests.oracles.nmcs import PlainNested
from tests.oracles.nrpa import generator_of

pytestmark = pytest.mark.kernels

SMALL = SameGame(random_board(3, 4, 4, 3), on_planes=False)  # on plain arrays moves are drawn from a list in order
GAME = SameGame(random_board(2, 5, 5, 4) if INTERPRETED else random_board(2, 10, 10, 4))
METHODS = [Flat(3), Nmcs(2), Nmcts(2, 5, nested_tree()), Nmcts(3, 4, nested_tree("tabu-color-learned"))]


def searched(game: Game, method: Method, seed: int = 7, **limits: Any) -> Running:
    search = method.start(Task(game, Budget(**limits), np.random.SeedSequence(seed)))
    search.run()
    return search


def check_same_simulations(method: Method, plain: PlainNested, counts: range) -> None:
    """Stopped after any number of simulations, the best game is that of the plain version."""
    for many in counts:
        search = searched(SMALL, method, iterations=many)
        score, line = max(plain.history[:many], key=lambda played: played[0])
        assert (search.score, search.line) == (score, line)
        assert search.statistics.playouts == many


@pytest.mark.parametrize("level", [1, 2, 3])
def test_nested_search_plays_the_games_of_the_plain_version(level):
    plain = PlainNested(SMALL, generator_of(7))
    for _ in range(3):  # one search after the other
        plain.nested(SMALL.start, [], 0.0, level)
    count = len(plain.history)
    assert count > 10**level / 4
    stride = max(1, count // (5 if INTERPRETED else 60))
    check_same_simulations(Nmcs(level, "random"), plain, range(1, count + 1, stride))


def test_flat_search_plays_the_games_of_the_plain_version():
    plain = PlainNested(SMALL, generator_of(7))
    for _ in range(3):
        plain.flat(4)
    check_same_simulations(Flat(4, "random"), plain, range(1, len(plain.history) + 1, 17 if INTERPRETED else 1))


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.kind)
def test_the_optimum_of_small_boards_is_never_exceeded(method):
    for seed in range(2 if INTERPRETED else 10):
        for prune in (False, True):
            game = SameGame(random_board(seed, 4, 4, 3), prune=prune)
            assert searched(game, method, seed, iterations=60).score <= best_score(game.board, game.rules, prune)


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.kind)
@pytest.mark.parametrize("limit", ["iterations", "ru"])
def test_equal_seeds_give_equal_solutions_and_budgets_are_kept(method, limit):
    budget: dict[str, Any] = {limit: 120 if INTERPRETED else 500}
    for threads in (1, 2):
        found = [playtree.solve(GAME, method, seed=3, threads=threads, **budget) for _ in range(2)]
        one, two = (dataclasses.replace(solution, seconds=0.0, history=()) for solution in found)
        assert one == two
        assert GAME.replay(one.moves).score == one.score
        done = one.statistics
        if limit == "iterations":
            assert done.iterations == budget[limit]
        else:
            assert budget[limit] <= done.ru <= budget[limit] + threads * 2 * GAME.board.cells.size


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.kind)
def test_a_search_stops_at_once_when_it_is_told(method):
    search = method.start(Task(GAME, Budget(iterations=1 << 40), np.random.SeedSequence(1)))
    worker = threading.Thread(target=search.run)
    worker.start()
    while search.score == -float("inf"):
        time.sleep(0.001)
    search.stop()
    worker.join(10)
    assert not worker.is_alive()
    assert GAME.replay(search.line).score == search.score


def test_a_tree_of_trees_of_level_one_iteration_is_the_tree_search_on_top():
    """Level 2 whose inner searches make one iteration simulates once at each leaf: as deep and as good as level 1."""
    search = searched(GAME, Nmcts(2, 1, nested_tree("random")), iterations=300)
    done = search.statistics
    assert done.playouts == done.iterations == 300
    assert done.nodes >= 300


def test_what_is_learned_at_the_base_is_handed_on():
    method = Nmcts(2, 7, nested_tree("tabu-color-learned"))
    search = method.start(Task(GAME, Budget(iterations=70), np.random.SeedSequence(1)))
    search.run()
    assert sum(search.base_memory[5::3][:7]) == 70  # type: ignore[attr-defined]


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.kind)
def test_a_board_without_moves_is_over_at_once(method):
    game = SameGame(Board(np.array([[1, 2], [2, 1]], np.uint8)))
    solution = playtree.solve(game, method, iterations=5)
    assert solution.moves == ()
    assert solution.proven


def test_a_long_game_with_many_moves_gets_larger_buffers():
    def legal(state, actions):
        many = 300 if state[0] < 400 else 0
        for index in range(many):
            actions[index] = index
        return many

    def apply(state, action):
        state[0] += 1
        return 1 if action == state[0] % 7 else 0

    game = playtree.puzzle("long", [0], legal, apply)
    for method in (Flat(1), Nmcs(2)):
        if not INTERPRETED:
            search = searched(game, method, iterations=700)
            assert len(search.line) == 400


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: Flat(0), "search flat: simulations is 0; expected at least 1"),
        (lambda: Nmcs(0), "search nmcs: level is 0; expected 1 to 12"),
        (lambda: Nmcts(1), "search nmcts: level is 1; expected 2 to 5"),
        (lambda: Nmcts(2, 0), "search nmcts: inner is 0"),
        (lambda: Nmcts(tree=Variant(moves=PerMove())), "its trees take no budgets per move"),
    ],
)
def test_wrong_numbers_are_refused(make, message):
    with pytest.raises(InputError, match=message):
        make()


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.kind)
def test_what_it_does_not_count_or_know_is_refused(method):
    with pytest.raises(InputError, match="does not count nodes; expected a budget of: seconds, iterations, ru"):
        playtree.solve(GAME, method, nodes=100)
    with pytest.raises(InputError, match="has no policy 'cunning'"):
        playtree.solve(GAME, method.with_policy("cunning"), iterations=1)
