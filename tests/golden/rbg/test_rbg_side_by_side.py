"""Random plays of the board games that come with Playtree, compiled and interpreted side by side.

A play is made by the compiled game; at some of its positions the interpreter lists the moves and makes one of them,
too. So whole plays are covered, also of games whose positions have thousands of moves.
"""

import random
from collections.abc import Sequence

import numpy as np
import pytest

from playtree import Rbg
from playtree.games.boardgames import game_names
from playtree.rbg import Interpreter, emit_walk
from playtree.rbg.compiled_game import CompiledGame, compile_game
from playtree.rbg.layout import PLACE, Words, position_of
from playtree.rbg.splitting import STRATEGIES

MOST_MOVES = 3000  # of a position that is compared in the quick run, where listing takes long
MOST_MOVES_SLOWLY = 40_000


def random_play(game: CompiledGame, choice: random.Random) -> list[Words]:
    """The states of a random play, the last one at its end."""
    states = [game.start()]
    while count := game.count(states[-1]):
        after = states[-1].copy()
        game.call("apply", after, choice.randrange(count))
        states.append(after)
    return states


def compare(game: CompiledGame, player: Interpreter, state: Words, choice: random.Random) -> None:
    """Both have the same moves, in order, and stand at the same place behind one of them."""
    position = position_of(state, game.layout, game.automaton)
    moves = sorted(player.moves(position))
    assert game.moves(state) == moves
    assert game.count(state) == len(moves)
    assert game.is_over(state) == player.is_over(position) == (not moves)
    assert game.scores(state) == player.scores(position)
    assert {move[0] for move in moves} <= set(game.actions(state))
    if not moves:
        return
    move = choice.choice(moves)
    after, again = state.copy(), state.copy()
    game.play(after, move)
    game.call("apply", again, moves.index(move))
    assert np.array_equal(after, again)
    reached = player.apply(position, move)
    assert position_of(after, game.layout, game.automaton) == reached
    expected = game.layout.encode(reached)
    expected[PLACE] = after[PLACE]
    assert np.array_equal(after, expected)


def sampled(states: Sequence[Words], count: int, choice: random.Random) -> list[Words]:
    """Some states of a play, always its first and its last two."""
    inner = states[1:-2]
    return [states[0], *choice.sample(inner, min(count, len(inner))), *states[-2:]]


@pytest.mark.parametrize("name", game_names())
def test_compiled_and_interpreted_games_have_the_same_moves(name):
    game, choice = Rbg(name).compiled, random.Random(name)
    player = Interpreter(game.automaton, lowest=True)
    assert position_of(game.start(), game.layout, game.automaton) == player.start()
    states = [each for each in random_play(game, choice) if game.count(each) <= MOST_MOVES]
    for state in sampled(states, 6, choice):
        compare(game, player, state, choice)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", game_names())
def test_compiled_and_interpreted_games_have_the_same_moves_in_whole_plays(name):
    game, choice = Rbg(name).compiled, random.Random(f"{name} slowly")
    player = Interpreter(game.automaton, lowest=True)
    for _ in range(2 if name in ("breakthru", "go", "chess") else 8):
        for state in random_play(game, choice):
            if game.count(state) <= MOST_MOVES_SLOWLY:
                compare(game, player, state, choice)


@pytest.mark.parametrize("split", STRATEGIES[1:])
@pytest.mark.parametrize("name", ["breakthrough", "foxAndHounds", "ticTacToe", "yavalath3"])
def test_parts_of_moves_are_those_of_the_slow_twin(name, split):
    game, choice = Rbg(name, split=split), random.Random(name)
    twin, native = game.twin, game.compiled
    for state in sampled(random_play(native, choice), 1, choice):
        for _ in range(8):  # down into a move, part by part
            actions = twin.actions_of(state)
            assert native.actions(state) == actions
            assert native.semimoves(state) == twin.parts_of(state)
            if not actions:
                break
            action = choice.choice(actions)
            other = state.copy()
            twin.act(other, action)
            log = native.do(state, action)
            assert np.array_equal(state, other)
            if twin.is_switch(action[0]):
                native.undo(state, log)
                break


@pytest.mark.parametrize("name", ["englishDraughts", "knightthrough"])
def test_moves_are_the_same_where_lists_of_actions_find_no_room(name, monkeypatch):
    """Lists that are too long for the stack, and one piece of memory for each of them."""
    monkeypatch.setattr(emit_walk, "MOST_ON_STACK", 0)
    monkeypatch.setattr(emit_walk, "POOLED", 1)
    usual, choice = Rbg(name).compiled, random.Random(name)
    cramped = compile_game(usual.text, f"{name} without room")
    for state in random_play(usual, choice):
        moves = usual.moves(state)
        assert cramped.moves(state) == moves
        if moves:
            number, after, again = choice.randrange(len(moves)), state.copy(), state.copy()
            usual.play(after, moves[number])
            cramped.call("apply", again, number)
            assert np.array_equal(after, again)
