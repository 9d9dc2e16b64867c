"""Groups are drawn uniformly: chi-square tests with fixed seeds."""

import pytest

from playtree.compiled.decorator import INTERPRETED
from playtree.compiled.random import seeded
from playtree.games.samegame.board import Board
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import dominated_board, random_board
from playtree.games.samegame.rule_book import groups, pruned_groups
from playtree.games.samegame.rules import Rules
from tests.oracles.natives import Natives, Player
from tests.oracles.statistics import fits

pytestmark = pytest.mark.kernels

DRAWS = 300 if INTERPRETED else 8_000
KINDS = pytest.mark.parametrize("on_planes", [True, False], ids=["planes", "grid"])

HOLES = random_board(4, 8, 8, 3).cells.copy()
HOLES[2:4, 1:5] = 0
BOARDS = {
    "large": random_board(1),
    "all sixteen columns": random_board(2, 16, 15, 7),
    "winding groups": random_board(3, 12, 12, 2),
    "with holes": Board(HOLES),
    "a row": random_board(5, 16, 1, 2),
    "a column": random_board(6, 1, 15, 2),
}


def uniform(actions: list[int]) -> dict[int, float]:
    return {action: 1 / len(actions) for action in actions}


def firsts(found: list[frozenset[tuple[int, int]]]) -> list[int]:
    return [64 * min(group)[0] + min(group)[1] for group in found]


@KINDS
@pytest.mark.parametrize("board", BOARDS.values(), ids=list(BOARDS))
@pytest.mark.parametrize("minimum, prune", [(2, False), (2, True), (3, False), (1, False), (3, True)])
def test_sample_draws_every_group_with_the_same_chance(board, minimum, prune, on_planes):
    natives = Natives(SameGame(board, Rules("any", minimum=minimum), prune=prune, on_planes=on_planes))
    rng, state = seeded(minimum), natives.game.start
    found = [natives.sample(state, rng) for _ in range(DRAWS)]
    expected = firsts((pruned_groups if prune else groups)(board, minimum))
    assert fits(found, uniform(expected) if expected else {-1: 1.0})


@KINDS
@pytest.mark.parametrize("prune", [False, True])
def test_the_first_move_of_random_is_uniform(prune, on_planes):
    board = random_board(7, 6, 6, 3)
    game = SameGame(board, prune=prune, on_planes=on_planes)
    player, rng = Player(game, game.policy("random")), seeded(3)
    found = [player.play(game.start, rng)[1][0] for _ in range(DRAWS)]
    assert fits(found, uniform(firsts((pruned_groups if prune else groups)(board))))


@KINDS
@pytest.mark.parametrize("minimum, prune", [(2, False), (2, True), (3, False)])
@pytest.mark.parametrize("colour", [1, 2, 3, 4])
def test_with_a_taboo_colour_the_other_groups_are_drawn_uniformly(colour, minimum, prune, on_planes):
    board = dominated_board(8, 7, 7, 4)
    game = SameGame(board, Rules("any", minimum=minimum), prune=prune, on_planes=on_planes)
    player, rng = Player(game, game.policy("tabu-color", colour=colour)), seeded(colour)
    found = [player.play(game.start, rng)[1][0] for _ in range(DRAWS // 2)]
    legal = (pruned_groups if prune else groups)(board, minimum)
    assert fits(found, uniform(firsts([group for group in legal if board.cells[min(group)] != colour])))
