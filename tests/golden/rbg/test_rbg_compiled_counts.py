"""The board games that come with Playtree, compiled, against known counts, and against the interpreter."""

import random
from typing import Any

import numpy as np
import pytest

from playtree import Rbg
from playtree.compiled import turn_calls
from playtree.compiled.decorator import compiled
from playtree.compiled.random import below, seeded
from playtree.games.boardgames import game_names
from playtree.games.turns import TurnTable
from playtree.rbg import Interpreter
from playtree.rbg.layout import position_of
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


@pytest.mark.parametrize("name", sorted(set(game_names()) - {"breakthru", "go", "amazons"}))
def test_compiled_and_interpreted_play_alike(name):
    """A random play, side by side: moves, their parts, states, scores."""
    game, choice = Rbg(name).compiled, random.Random(name)
    player = Interpreter(game.automaton)
    state, position = game.start(), player.start()
    for _ in range(8):
        assert position_of(state, game.layout, game.automaton) == position
        moves = sorted(player.moves(position))
        assert game.moves(state) == moves
        assert {move[0] for move in moves} <= set(game.actions(state))
        if not moves:
            break
        for move in choice.choices(moves, k=12):  # further into the play, by the compiled game alone
            if move in game.moves(state):
                position = player.apply(position, move)
                game.play(state, move)
    assert game.scores(state) == player.scores(position)


GUARD = np.uint64(0xDEAD_BEEF_DEAD_BEEF)


@pytest.mark.parametrize("name", game_names())
def test_nothing_is_written_outside_a_state(name):
    """Random walks with guard words around the state, by every function."""
    game = Rbg(name).compiled
    start, rng, margin = game.start(), seeded(2), 64
    room = np.full(len(start) + 2 * margin, GUARD, np.uint64)
    line = np.full(64, 7, np.int32)
    for function in ("wander", "wander_split"):
        state = room[margin:-margin]
        state[:] = start
        game.call(function, state, rng, line[16:], 32, np.zeros(2, np.int64))
        assert (room[:margin] == GUARD).all()
        assert (room[-margin:] == GUARD).all()
        assert (line[:16] == 7).all()
        assert (line[48:] == 7).all()
        assert sum(len(list(game.layout.members(state, piece))) for piece in range(game.layout.pieces)) == len(
            game.automaton.description.board
        )
        bounds = game.facts.bounds
        assert all(0 <= value <= bound for value, bound in zip(game.layout.values_of(state), bounds, strict=True))
