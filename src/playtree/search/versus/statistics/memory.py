"""What is known about actions, in one table for all players: name -> sum of results and their weight.

Names are 64-bit hashes. An action of a player has a name of its own, and one in its context, the actions made before
it in the same move: a chain of hashes, which is a trie of the beginnings of moves. The name of a whole move is that of
its last action in its context.

Decay multiplies all weights by a factor. Instead, the weight of what is learned next is divided by it.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.search.versus.reserve import reserved

PLACES = 1 << 19
MOST_PROBES = 64  # a name that finds no place in so many is forgotten
LARGEST_STEP = 1e100

_EMPTY = np.uint64(0)
_ADD = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)
_MASK = np.uint64(PLACES - 1)
_ONE = np.uint64(1)
START = np.uint64(0)  # the context at the start of a move


class Memory(NamedTuple):
    """step: float64[1], the weight of the next result.  learned: int64[1], from how many simulations.  seen, stamp:
    which names occur in the simulation at hand.
    """

    keys: Any
    totals: Any
    weights: Any
    step: Any
    learned: Any
    seen: Any
    stamps: Any
    stamp: Any


def new_memory() -> Memory:
    """A memory of nothing."""
    return Memory(
        keys=reserved(PLACES, np.uint64),
        totals=reserved(PLACES, np.float64),
        weights=reserved(PLACES, np.float64),
        step=np.ones(1),
        learned=np.zeros(1, np.int64),
        seen=reserved(PLACES, np.uint64),
        stamps=reserved(PLACES, np.int64),
        stamp=np.zeros(1, np.int64),
    )


@compiled(inline=True, borrows=True)
def mixed(word: np.uint64) -> np.uint64:
    """The finaliser of SplitMix64."""
    word += _ADD
    word = (word ^ (word >> _30)) * _FIRST
    word = (word ^ (word >> _27)) * _SECOND
    return (word ^ (word >> _31)) | _ONE


@compiled(inline=True, borrows=True)
def action_name(player: int, action: int) -> np.uint64:
    return mixed(mixed(np.uint64(action)) ^ np.uint64(player))


@compiled(inline=True, borrows=True)
def longer(context: np.uint64, action: int) -> np.uint64:
    """The context behind an action in a context."""
    return mixed(context ^ mixed(np.uint64(action) + _ADD))


@compiled(inline=True, borrows=True)
def context_name(player: int, context: np.uint64, action: int) -> np.uint64:
    return mixed(longer(context, action) + np.uint64(player))


@compiled(inline=True, borrows=True)
def gram_name(name: np.uint64, previous: np.uint64) -> np.uint64:
    """The name of a sequence that is one unit longer at its beginning."""
    return mixed(name ^ mixed(previous + _ADD))


@compiled(inline=True, borrows=True)
def place_in(keys: Any, name: np.uint64) -> int:
    """Where a name stands or could stand; -1 if there is no place."""
    place = int64(name & _MASK)
    for _ in range(MOST_PROBES):
        if keys[place] == name or keys[place] == _EMPTY:
            return place
        place = (place + 1) & (PLACES - 1)
    return -1


@compiled(inline=True, borrows=True)
def learn(memory: Memory, name: np.uint64, result: float) -> None:
    """Add a result to what is known of a name."""
    place = place_in(memory.keys, name)
    if place >= 0:
        memory.keys[place] = name
        memory.totals[place] += result * memory.step[0]
        memory.weights[place] += memory.step[0]


@compiled(inline=True, borrows=True)
def weight_of(memory: Memory, name: np.uint64) -> float:
    """How many results are known of a name."""
    place = place_in(memory.keys, name)
    return 0.0 if place < 0 or memory.keys[place] != name else memory.weights[place] / memory.step[0]


@compiled(inline=True, borrows=True)
def score_of(memory: Memory, name: np.uint64) -> float:
    """The average result of a name; below 0 if nothing is known."""
    place = place_in(memory.keys, name)
    if place < 0 or memory.keys[place] != name or memory.weights[place] <= 0.0:
        return -1.0
    return memory.totals[place] / memory.weights[place]


@compiled(borrows=True)
def decay(memory: Memory, factor: float) -> None:
    """Let everything known count so much less; with 0 it is forgotten."""
    if factor <= 0.0:
        memory.weights[:] = 0.0
        memory.totals[:] = 0.0
        return
    memory.step[0] /= factor
    if memory.step[0] > LARGEST_STEP:
        for place in range(PLACES):
            memory.weights[place] /= memory.step[0]
            memory.totals[place] /= memory.step[0]
        memory.step[0] = 1.0


@compiled(inline=True, borrows=True)
def note(memory: Memory, name: np.uint64) -> None:
    """A name occurs in the simulation at hand."""
    place = int64(name & _MASK)
    for _ in range(MOST_PROBES):
        if memory.stamps[place] != memory.stamp[0] or memory.seen[place] == name:
            memory.stamps[place] = memory.stamp[0]
            memory.seen[place] = name
            return
        place = (place + 1) & (PLACES - 1)


@compiled(inline=True, borrows=True)
def is_noted(memory: Memory, name: np.uint64) -> bool:
    place = int64(name & _MASK)
    for _ in range(MOST_PROBES):
        if memory.stamps[place] != memory.stamp[0]:
            return False
        if memory.seen[place] == name:
            return True
        place = (place + 1) & (PLACES - 1)
    return False
