"""The board games that come with Playtree, compiled, against known counts."""

from typing import Any

import numpy as np
import pytest

from playtree import Rbg
from playtree.compiled import turn_calls
from playtree.compiled.decorator import compiled
from playtree.compiled.random import below, seeded
from playtree.games.boardgames import game_names
from playtree.games.turns import TurnTable
from tests.golden.rbg.test_rbg_counts import GOLDEN

QUICK_LEAVES = 300_000
COUNTS = [(name, depth, leaves) for name, data in GOLDEN.items() for depth, leaves in enumerate(data["leaves"], 1)]
PLAYS = {"breakthru": 24, "go": 24, "amazons": 48}  # of so slow a game; the others 600
BATCHES = 12


@pytest.mark.parametrize("name", game_names())
def test_counts(name):
    game = Rbg(name).compiled
    known = [(depth, leaves) for each, depth, leaves in COUNTS if each == name and leaves <= QUICK_LEAVES]
    start = game.start()
    assert [(depth, game.perft(start, depth)) for depth, _ in known] == known


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name, depth, leaves", [each for each in COUNTS if each[2] > QUICK_LEAVES])
def test_deep_counts(name, depth, leaves):
    game = Rbg(name).compiled
    assert game.perft(game.start(), depth) == leaves


@compiled
def play_on(game: TurnTable, start: Any, state: Any, rng: Any, out: Any, plays: int) -> tuple[int, int]:
    """Play whole games at random; moves made, and moves that there were to choose from. Changes all but the first."""
    made, choices = 0, 0
    for _ in range(plays):
        state[:] = start
        while True:
            count = turn_calls.count_moves(game.count_moves, game.data, state)
            if count == 0:
                break
            made += 1
            choices += count
            length = turn_calls.move(game.move, game.data, state, below(rng, count), out)
            turn_calls.play(game.play, game.data, state, out[:length])
    return made, choices


@pytest.mark.parametrize("name", game_names())
def test_length_and_branching_of_random_plays(name):
    """Within five standard errors of the known figures, and a hundredth for what is rare."""
    game = Rbg(name)
    table, rng, out = game.turns(), seeded(11), np.zeros(2002, np.int32)
    lengths, branchings = [], []
    plays = PLAYS.get(name, 600) // BATCHES
    for _ in range(BATCHES):
        made, choices = play_on(table, game.start, game.start.copy(), rng, out, plays)
        lengths.append(made / plays)
        branchings.append(choices / made)
    for found, known in ((lengths, "length"), (branchings, "branching")):
        expected = GOLDEN[name]["plays"][known]
        error = np.std(found, ddof=1) / np.sqrt(BATCHES)
        assert abs(np.mean(found) - expected) < 5 * error + 0.01 * expected + 0.05, (known, np.mean(found), error)
