"""Random games, compiled, against the slow interpreter: the same moves in the same order, the same states."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from playtree.compiled.random import seeded
from playtree.rbg import Interpreter, Limits, RbgError
from playtree.rbg.compiled_game import CompiledGame, compile_game, decoded
from playtree.rbg.interpreter import Move, Position
from playtree.rbg.layout import PLAYER, Words, position_of
from playtree.rbg.splitting import STRATEGIES
from tests.property.rbg_strategies import games

SMALL = Limits(search_steps=20_000, moves=500, keeper_moves=30, move_length=60, play_moves=50)
MOVES_PER_PLAY = 5
SETTINGS: dict[str, Any] = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large],
}


def check_state(game: CompiledGame, state: Words, position: Position) -> None:
    """The compiled state is the position of the interpreter."""
    assert position_of(state, game.layout, game.automaton) == position
    whole = game.layout.encode(position)
    whole[0] = state[0]
    assert np.array_equal(state, whole)


def split_moves(game: CompiledGame, state: Words, passed: frozenset[Any] = frozenset()) -> list[Move]:
    """All moves by single actions, dots left out; one that can be reached in two ways comes twice.

    passed: dots since the last modifier; none is passed twice at one vertex.
    """
    dots = len(game.automaton.modifiers)
    found: list[Move] = []
    mover = state[PLAYER]
    for action in game.actions(state):
        if action in passed:
            continue
        log = game.do(state, action)
        made = (action,) if action[0] <= dots else ()
        if made and state[0] in switches(game):
            found.append(made)
        else:
            assert state[PLAYER] == mover
            since = frozenset() if made else passed | {action}
            found += [(*made, *rest) for rest in split_moves(game, state, since)]
        game.undo(state, log)
    return found


def check_completion(game: CompiledGame, state: Words, moves: list[Move]) -> None:
    """A way to the end drawn action by action is a move, if there are any."""
    after, out, rng = state.copy(), np.zeros(100, np.int32), seeded(len(moves))
    try:
        length = game.call("complete", after, rng, out, 100)
    except RbgError:
        return
    modifiers = len(game.automaton.modifiers)
    made = tuple(each for each in decoded(out[:length]) if each[0] <= modifiers)
    assert made in moves if moves else length == 0


def switches(game: CompiledGame) -> set[int]:
    return {place for place, edge in enumerate(game.automaton.modifiers, 1) if hasattr(edge.action, "player")}


def play(text: str, choice: random.Random, split: str) -> None:
    """Play compiled and interpreted side by side; InputErrors of limits must come from both or be excused by depth."""
    game = compile_game(text, "rules", SMALL, split)
    player = Interpreter(game.automaton, SMALL, lowest=True)
    try:
        position = player.start()
        expected = [sorted(player.moves(position))]
    except RbgError:
        return
    state = game.start()
    for _ in range(MOVES_PER_PLAY):
        check_state(game, state, position)
        before = state.copy()
        moves = game.moves(state)
        assert moves == expected[-1]
        assert game.count(state) == len(moves)
        assert game.is_over(state) == (not moves)
        if game.facts.dots < 12:
            assert set(split_moves(game, state)) == set(moves)
        check_completion(game, state, moves)
        if split == "Mod" and "." not in text.partition("#rules")[2]:
            assert len(split_moves(game, state)) == len(moves)
        assert np.array_equal(state, before)
        if not moves:
            break
        move = choice.choice(moves)
        try:
            position = player.apply(position, move)
            expected.append(sorted(player.moves(position)))
        except RbgError:
            break
        again = state.copy()
        game.play(state, move)
        game.call("apply", again, moves.index(move))
        assert np.array_equal(state, again)


@given(games(), st.randoms(use_true_random=False), st.sampled_from(STRATEGIES))
@settings(max_examples=12, **SETTINGS)
def test_compiled_and_interpreted_games_are_the_same(text: str, choice: random.Random, split: str):
    play(text, choice, split)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@given(games(), st.randoms(use_true_random=False), st.sampled_from(STRATEGIES))
@settings(max_examples=400, **SETTINGS)
def test_hundreds_of_compiled_games(text: str, choice: random.Random, split: str):
    play(text, choice, split)
