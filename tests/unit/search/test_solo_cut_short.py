"""Simulations that end before the game does, as those of Klein's program: for trees only, and never the result."""

import dataclasses

import pytest

import playtree
from playtree.errors import InputError
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.search.solo.beam.method import Beam
from playtree.search.solo.classic.method import AStar
from playtree.search.solo.expansion.sampled import Sampled
from playtree.search.solo.method import Method
from playtree.search.solo.nested.methods import Flat, Nmcs
from playtree.search.solo.recipes.catalogue import recipe_named
from playtree.search.solo.variant import Variant

GAME = SameGame(random_board(34, 6, 7, 3))
POLICY = "tabu-color-random,lapse=1"


def replays(solution: playtree.Solution) -> bool:
    replay = GAME.replay(solution.moves)
    return replay.is_over and replay.score == solution.score


@pytest.mark.kernels
@pytest.mark.parametrize("prunes", [False, True], ids=["all", "pruned"])
@pytest.mark.parametrize("iterations", [1, 3])
def test_the_result_is_a_whole_game_also_where_all_were_cut_short(iterations, prunes):
    variant = Variant(policy=POLICY, prunes_moves=prunes)
    assert all(replays(playtree.solve(GAME, variant, iterations=iterations, seed=seed)) for seed in range(20))


@pytest.mark.parametrize("name", ["base3rdavgexp-plus-tabu", "baseexp-plus-tabu", "baseexp-plus-tabu48"])
def test_the_recipes_of_the_program_find_whole_games(name):
    recipe = recipe_named(f"klein-{name}-program").variant
    assert all(replays(playtree.solve(GAME, recipe, ru=3_000, seed=seed)) for seed in range(10))


@pytest.mark.parametrize("method", [Flat(), Nmcs(), Beam(), AStar()], ids=lambda method: method.kind)
def test_other_searches_refuse_them(method: Method):
    with pytest.raises(InputError, match=f"search {method.kind} does not go with policy {POLICY}, which cuts games"):
        playtree.solve(GAME, method.with_policy(POLICY), seconds=1)


def test_their_lines_do_not_enter_a_tree():
    variant = dataclasses.replace(Variant(policy=POLICY), expansion=Sampled())
    with pytest.raises(InputError, match=f"expansion sampled does not go with policy {POLICY}"):
        playtree.solve(GAME, variant, iterations=10)
