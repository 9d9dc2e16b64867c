"""Simulations for any game: uniform moves from `sample` or `legal`, or moves that a function chooses."""

from typing import Any

from playtree.compiled import calls
from playtree.compiled.calls import ABSENT, END_BONUS, LINE_LENGTH, NONE, STATES_SEEN, TOO_MANY_ACTIONS
from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.compiled.random import below
from playtree.games.interface import GameTable

MOST_MOVES = 1 << 20  # where a simulation ends in any case, so that a game without end can be told of


@compiled(inline=True, borrows=True)
def final_score(game: GameTable, state: Any, out: Any) -> float:
    """What the final state adds to the score. Changes `out`."""
    if game.scores == ABSENT:
        return 0.0
    calls.scores(game.scores, game.data, state, out)
    return out[0]


@compiled(borrows=True)
def uniform_playout(game: GameTable, state: Any, actions: Any, rng: Any, line: Any, counters: Any, out: Any) -> float:
    """Play uniformly to the end; return the score from here. Changes everything but `game`."""
    score, moves = 0.0, 0
    counters[TOO_MANY_ACTIONS] = 0  # or how many actions there were, if more than the buffer holds
    counters[END_BONUS] = 0
    while moves < MOST_MOVES:
        action = int64(NONE)
        if game.sample != ABSENT:
            action = calls.sample(game.sample, game.data, state, rng)
            if action == NONE:
                break
        else:
            count = calls.legal(game.legal, game.data, state, actions)
            if count > len(actions):
                counters[TOO_MANY_ACTIONS] = count
                break
            if count == 0:
                break
            action = actions[below(rng, count)]
        if moves < len(line):
            line[moves] = action
        score += calls.apply(game.apply, game.data, state, action)
        moves += 1
    counters[LINE_LENGTH], counters[STATES_SEEN] = moves, moves + 1
    return score if counters[TOO_MANY_ACTIONS] > 0 else score + final_score(game, state, out)


@compiled(borrows=True)
def chosen_playout(game: GameTable, state: Any, actions: Any, rng: Any, line: Any, counters: Any, out: Any) -> float:
    """Play to the end as the game's `choose` says; return the score from here. Changes everything but `game`."""
    score, moves = 0.0, 0
    counters[TOO_MANY_ACTIONS] = 0
    counters[END_BONUS] = 0
    while moves < MOST_MOVES:
        count = calls.legal(game.legal, game.data, state, actions)
        if count > len(actions):
            counters[TOO_MANY_ACTIONS] = count
            break
        if count == 0:
            break
        action = calls.choose(game.choose, game.data, state, actions[:count], rng)
        if moves < len(line):
            line[moves] = action
        score += calls.apply(game.apply, game.data, state, action)
        moves += 1
    counters[LINE_LENGTH], counters[STATES_SEEN] = moves, moves + 1
    return score if counters[TOO_MANY_ACTIONS] > 0 else score + final_score(game, state, out)
