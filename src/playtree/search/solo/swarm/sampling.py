"""How a swarm's simulations choose their moves [edelkamp2010], [klein2015] A.6.

    ByPolicy   a policy of the game
    ByReward   any action, with probability proportional to reward + floor

Every l-th iteration looks one step ahead instead: each move is the one with the highest reward, together with the
highest reward that it leaves on offer.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled import calls
from playtree.compiled.calls import ABSENT, LINE_LENGTH, STATES_SEEN, TOO_MANY_ACTIONS
from playtree.compiled.decorator import compiled
from playtree.compiled.generic import generic
from playtree.compiled.numbers import int64
from playtree.compiled.random import below, uniform
from playtree.games.interface import GameTable
from playtree.games.uniform import final_score, uniform_playout
from playtree.search.solo.steps import copy_words
from playtree.search.solo.swarm.hand import Hand


class ByPolicy(NamedTuple):
    """The simulation policy that the method names."""


class ByReward(NamedTuple):
    """floor: what is added to each reward, so that every action has a chance; rewards below 0 count as 0."""

    floor: float = 1.0


@generic(borrows=True)
def play(sampling: Any, game: GameTable, gained: float, hand: Hand) -> float:
    """Play hand.state to the end; return the score from there. Writes the moves to hand.line and what it counted to
    hand.playout; uses up the state.
    """


@play.when(ByPolicy)
def play_by_policy(sampling: ByPolicy, game: GameTable, gained: float, hand: Hand) -> float:
    hand.playout[TOO_MANY_ACTIONS] = 0
    if game.playout != ABSENT:
        return calls.playout(
            game.playout, game.data, hand.state, hand.policy, hand.memory, hand.rng, gained, hand.line, hand.playout
        )
    return uniform_playout(game, hand.state, hand.actions, hand.rng, hand.line, hand.playout, hand.final)


@play.when(ByReward)
def play_by_reward(sampling: ByReward, game: GameTable, gained: float, hand: Hand) -> float:
    score, moves = 0.0, 0
    hand.playout[TOO_MANY_ACTIONS] = 0
    while True:
        count = calls.legal(game.legal, game.data, hand.state, hand.actions)
        if count > len(hand.actions):
            hand.playout[TOO_MANY_ACTIONS] = count
            break
        if count == 0:
            score += final_score(game, hand.state, hand.final)
            break
        chosen = drawn_by_reward(game, hand, count, sampling.floor)
        if moves < len(hand.line):
            hand.line[moves] = hand.actions[chosen]
        score += calls.apply(game.apply, game.data, hand.state, hand.actions[chosen])
        moves += 1
    hand.playout[LINE_LENGTH], hand.playout[STATES_SEEN] = moves, moves + 1
    return score


@compiled(inline=True, borrows=True)
def drawn_by_reward(game: GameTable, hand: Hand, count: int, floor: float) -> int:
    """Draw one of the actions by its reward."""
    total = 0.0
    for index in range(count):
        copy_words(hand.state, hand.ahead)
        reward = calls.apply(game.apply, game.data, hand.ahead, hand.actions[index])
        hand.weights[index] = max(reward, 0.0) + floor
        total += hand.weights[index]
    if total <= 0.0:
        return below(hand.rng, count)
    mark = uniform(hand.rng) * total
    for index in range(count):
        mark -= hand.weights[index]
        if mark < 0.0:
            return index
    return count - 1


@compiled(borrows=True)
def play_looking_ahead(game: GameTable, hand: Hand) -> float:
    """Play hand.state to the end as `play` does, each move the one that looks best one step ahead."""
    score, moves, states = 0.0, 0, 0
    hand.playout[TOO_MANY_ACTIONS] = 0
    while True:
        count = calls.legal(game.legal, game.data, hand.state, hand.actions)
        states += 1
        if count > len(hand.actions):
            hand.playout[TOO_MANY_ACTIONS] = count
            break
        if count == 0:
            score += final_score(game, hand.state, hand.final)
            break
        best, chosen = -np.inf, 0
        for index in range(count):
            copy_words(hand.state, hand.ahead)
            value = calls.apply(game.apply, game.data, hand.ahead, hand.actions[index])
            more = calls.legal(game.legal, game.data, hand.ahead, hand.next_actions)
            states += 1
            if more > len(hand.next_actions):
                hand.playout[TOO_MANY_ACTIONS] = more
                return score
            highest = -np.inf
            for following in range(more):
                copy_words(hand.ahead, hand.before)
                reward = calls.apply(game.apply, game.data, hand.before, hand.next_actions[following])
                highest = max(highest, reward)
            value += highest if more > 0 else final_score(game, hand.ahead, hand.final)
            if value > best:
                best, chosen = value, index
        if moves < len(hand.line):
            hand.line[moves] = hand.actions[chosen]
        score += calls.apply(game.apply, game.data, hand.state, hand.actions[chosen])
        moves += 1
    hand.playout[LINE_LENGTH], hand.playout[STATES_SEEN] = moves, int64(states)
    return score
