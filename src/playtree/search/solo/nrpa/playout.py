"""A playout by a learned policy, for any game: actions are listed at each step and one is drawn by its weight."""

import math
from typing import Any

import numpy as np

from playtree.compiled import calls
from playtree.compiled.calls import ABSENT, END_BONUS, LINE_LENGTH, STATES_SEEN, TOO_MANY_ACTIONS
from playtree.compiled.decorator import compiled
from playtree.compiled.hashing import mixed
from playtree.compiled.random import uniform
from playtree.games.interface import GameTable
from playtree.games.learned import learned_weight
from playtree.games.uniform import final_score

_0 = np.uint64(0)


@compiled(borrows=True)
def listing_playout(
    game: GameTable, state: Any, guide: Any, moves_before: int, keys: Any, values: Any, rng: Any, actions: Any,
    codes: Any, weights: Any, priors: Any, ends: Any, chosen: Any, line: Any, counters: Any, out: Any,
) -> float:  # fmt: skip
    """Play to the end; return the score from here. Changes everything but `game`, `guide`, `keys` and `values`."""
    score, moves, begin = 0.0, 0, 0
    counters[TOO_MANY_ACTIONS] = counters[END_BONUS] = 0
    while True:
        count = offered_actions(game, state, guide, moves_before + moves, actions, codes, priors, begin)
        if count > len(actions) or begin + count > len(codes) or moves >= len(line):
            counters[TOO_MANY_ACTIONS] = max(count, moves + 1)
            break
        if count == 0:
            break
        total = 0.0
        for index in range(begin, begin + count):
            weights[index] = priors[index] * learned_weight(keys, values, codes[index])
            total += weights[index]
        mark, pick = uniform(rng) * total, 0
        for index in range(count - 1):
            mark -= weights[begin + index]
            if mark < 0.0:
                break
            pick += 1
        line[moves], chosen[moves], ends[moves] = actions[pick], pick, begin + count
        score += calls.apply(game.apply, game.data, state, actions[pick])
        begin += count
        moves += 1
    counters[LINE_LENGTH], counters[STATES_SEEN] = moves, moves + 1
    return score if counters[TOO_MANY_ACTIONS] > 0 else score + final_score(game, state, out)


@compiled(inline=True, borrows=True)
def offered_actions(
    game: GameTable, state: Any, guide: Any, moves: int, actions: Any, codes: Any, priors: Any, begin: int
) -> int:
    """List the actions that a playout may choose from, their keys and their weights before anything is learned."""
    count = calls.legal(game.legal, game.data, state, actions)
    if count > len(actions) or begin + count > len(codes):
        return count
    if game.offered != ABSENT:
        count = calls.offered(game.offered, game.data, state, guide, moves, actions, codes[begin:], priors[begin:])
    else:
        for index in range(count):
            action = actions[index]
            codes[begin + index] = np.uint64(action)
            if game.code != ABSENT:
                codes[begin + index] = calls.code(game.code, game.data, state, action)
            priors[begin + index] = 1.0
            if game.prior != ABSENT:
                priors[begin + index] = math.exp(calls.prior(game.prior, game.data, state, action))
    if game.guided != ABSENT:  # its names are hashes already
        return count
    for index in range(begin, begin + count):
        codes[index] = max(mixed(_0, codes[index]), np.uint64(1))  # 0 marks an empty place of the table
    return count
