"""The best of the children that stand side by side, four or eight at a time: mean + weight * inverse, ties at random.

Compared one after the other, each child waits for the one before; side by side they do not, and up to sixteen children
need no loop whose end the processor would have to guess: 4 to 9 % less time a simulation of Connect Four, 3 to 7 % of
Knightthrough (both semisplit nodal; `docs/results.md`). Two children are quicker compared as they are: 4 % in Fox and
Hounds.
"""

from typing import Any

import numpy as np

from playtree.compiled.bits import popcount, select_bit, trailing_zeros
from playtree.compiled.decorator import compiled
from playtree.compiled.lanes import FOUR, LANES, equal, four_sums, larger, largest, sums
from playtree.compiled.numbers import int64
from playtree.compiled.random import Words, below

_LANES = np.uint64(LANES)


@compiled(inline=True, borrows=True)
def best_of(mean: Any, inverse: Any, first: int, count: int, weight: float, rng: Words) -> int:
    """Which of `count` children from `first` on has the highest value; of several, one at random. Changes `rng`."""
    if count == 2:
        one, other = mean[first] + weight * inverse[first], mean[first + 1] + weight * inverse[first + 1]
        return int64(below(rng, 2)) if one == other else int64(other > one)
    if count <= FOUR:
        few = four_sums(mean, inverse, first, weight, count)
        return any_bit(equal(few, largest(few)), rng)
    values = sums(mean, inverse, first, weight, count)
    if count <= LANES:
        return any_bit(equal(values, largest(values)), rng)
    more = sums(mean, inverse, first + LANES, weight, count - LANES)
    best = largest(larger(values, more))
    if count <= 2 * LANES:
        return any_bit(equal(values, best) | (equal(more, best) << _LANES), rng)
    for begin in range(2 * LANES, count, LANES):
        best = max(best, largest(sums(mean, inverse, first + begin, weight, count - begin)))
    equals, begin = 0, 0
    for place in range(0, count, LANES):
        equals += int64(popcount(equal(sums(mean, inverse, first + place, weight, count - place), best)))
    number = below(rng, equals) if equals > 1 else 0
    while True:
        bits = equal(sums(mean, inverse, first + begin, weight, count - begin), best)
        here = int64(popcount(bits))
        if number < here:
            return begin + int64(select_bit(bits, np.uint64(number)))
        number -= here
        begin += LANES


@compiled(inline=True, borrows=True)
def any_bit(bits: np.uint64, rng: Words) -> int:
    """One of the bits that are set; where there is but one, no random number is used."""
    equals = int64(popcount(bits))
    if equals > 1:
        return int64(select_bit(bits, np.uint64(below(rng, equals))))
    return int64(trailing_zeros(bits))
