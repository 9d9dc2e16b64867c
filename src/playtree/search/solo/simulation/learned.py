"""The memory of simulations that learn: averages by name, in a table that never grows.

A name has four places where it may stand. Where all are taken, the one that was seen least makes room.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64

WAYS = 4
PLACES = 1 << 16
NOWHERE = -1


class Learned(NamedTuple):
    """names: uint64[M]. games: int64[M], in how many it was seen, 0 where a place is empty. total: float64[M], sum of
    their scores. M is a power of two, or 1 where nothing is learned.
    """

    names: Any
    games: Any
    total: Any


def new_learned(places: int) -> Learned:
    """An empty memory."""
    return Learned(np.zeros(places, np.uint64), np.zeros(places, np.int64), np.zeros(places))


@compiled(inline=True, borrows=True)
def found(learned: Learned, name: np.uint64) -> int:
    """Where a name stands, or NOWHERE."""
    mask = len(learned.names) - 1
    for way in range(WAYS):
        place = (int64(name & np.uint64(mask)) + way) & mask
        if learned.games[place] > 0 and learned.names[place] == name:
            return place
    return NOWHERE


@compiled(inline=True, borrows=True)
def add(learned: Learned, name: np.uint64, score: float) -> None:
    """Count a game with this name. Changes `learned`."""
    place = found(learned, name)
    if place == NOWHERE:
        mask = len(learned.names) - 1
        place = int64(name & np.uint64(mask))
        for way in range(1, WAYS):
            other = (int64(name & np.uint64(mask)) + way) & mask
            if learned.games[other] < learned.games[place]:
                place = other
        learned.names[place], learned.games[place], learned.total[place] = name, 0, 0.0
    learned.games[place] += 1
    learned.total[place] += score
