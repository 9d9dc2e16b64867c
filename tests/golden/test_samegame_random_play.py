"""Random play has the length and branching that the papers state, within four standard errors and their rounding."""

import tomllib
from pathlib import Path

import pytest

from playtree.compiled.random import seeded
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from tests.oracles.natives import Natives, Player

BOARDS, PLAYOUTS, ROUNDING = 400, 3, 0.05
FIGURES = tomllib.loads((Path(__file__).parent / "samegame_random_play.toml").read_text(encoding="utf-8"))["figure"]


def played(game: SameGame, policy: str, rng) -> tuple[int, int]:
    """Moves of a playout, and groups in all positions on its way."""
    natives, state, found = Natives(game), game.start.copy(), 0
    _, line, _ = Player(game, game.policy(policy)).play(game.start, rng)
    for action in line:
        found += len(natives.legal(state, capacity=225))
        natives.apply(state, action)
    return len(line), found


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure["source"])
def test_random_play_is_as_long_and_as_wide_as_published(figure):
    rng, lengths, branchings = seeded(7), [], []
    for seed in range(BOARDS):
        game = SameGame(random_board(seed), prune=figure["prune"])
        games = [played(game, figure["policy"], rng) for _ in range(PLAYOUTS)]
        moves, groups = sum(length for length, _ in games), sum(found for _, found in games)
        lengths.append(moves / PLAYOUTS)
        branchings.append(groups / moves)
    check(lengths, figure["length"])
    check(branchings, figure["branching"])


def check(means: list[float], published: float) -> None:
    """One mean for each board: boards are independent, playouts on one board are not."""
    average = sum(means) / len(means)
    deviation = (sum((mean - average) ** 2 for mean in means) / (len(means) - 1)) ** 0.5
    assert abs(average - published) <= 4 * deviation / len(means) ** 0.5 + ROUNDING
