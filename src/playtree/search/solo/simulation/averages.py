"""Simulations that play moves which have done well in other games of the search, whatever the game [pawlik2021] 2.2.4.

    Mast     the average score of the games with the move
    Ngrams   the mean of such averages over the last 1, 2, ... n moves together, as far as these were seen often enough

With probability 1 - epsilon the move with the highest value is played, one that was never seen before all others, and
one of equal ones at random; otherwise any. What the same move is the game says (`code`). Each move of a game counts, in
the tree and in the simulation.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.compiled.hashing import mixed
from playtree.search.solo.simulation.interface import greed, learn, learns, promise
from playtree.search.solo.simulation.learned import NOWHERE, add, found


class Mast(NamedTuple):
    """epsilon: probability of any move [pawlik2021] 5.1.1."""

    epsilon: float = 0.4


class Ngrams(NamedTuple):
    """epsilon: probability of any move. length: n. often: games that a sequence of several moves must have been seen in
    [pawlik2021] 2.2.4, 5.1.1.
    """

    epsilon: float = 0.4
    length: int = 3
    often: int = 7


@compiled(inline=True, borrows=True)
def sequence_name(codes: Any, place: int, length: int, code: np.uint64) -> np.uint64:
    """The name of the last `length` moves, of which the last has this code and the others stand before `place`."""
    name = np.uint64(length)
    for index in range(place - length + 1, place):
        name = mixed(name, codes[index])
    return mixed(name, code)


@promise.when(Mast)
def _mast(rule: Mast, learned: Any, codes: Any, place: int, code: Any) -> float:
    at = found(learned, sequence_name(codes, place, 1, code))
    return np.inf if at == NOWHERE else learned.total[at] / learned.games[at]


@learn.when(Mast)
def _learn_mast(rule: Mast, learned: Any, codes: Any, length: int, score: float) -> None:
    for place in range(length):
        add(learned, sequence_name(codes, place, 1, codes[place]), score)


@promise.when(Ngrams)
def _ngrams(rule: Ngrams, learned: Any, codes: Any, place: int, code: Any) -> float:
    value, count = 0.0, 0
    for length in range(1, min(rule.length, place + 1) + 1):
        at = found(learned, sequence_name(codes, place, length, code))
        if at == NOWHERE and length == 1:
            return np.inf
        if at != NOWHERE and (length == 1 or learned.games[at] >= rule.often):
            value += learned.total[at] / learned.games[at]
            count += 1
    return value / count


@learn.when(Ngrams)
def _learn_ngrams(rule: Ngrams, learned: Any, codes: Any, moves: int, score: float) -> None:
    for place in range(moves):
        for length in range(1, min(rule.length, place + 1) + 1):
            add(learned, sequence_name(codes, place, length, codes[place]), score)


def _yes(rule: Any) -> bool:
    return True


def _greed(rule: Any) -> float:
    return 1.0 - rule.epsilon


for _kind in (Mast, Ngrams):
    learns.when(_kind)(_yes)
    greed.when(_kind)(_greed)
