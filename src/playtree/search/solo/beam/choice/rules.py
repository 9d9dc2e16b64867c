"""Three choices: the best, a random sample in favour of the best, and one that favours different parents.

    Best       v
    Gumbel     v + T * g,  g = -ln(-ln u)        a sample without replacement by exp(v / T) [kool2019]
    Diverse    v - d * r                         r: how many siblings are better [li2016]

u is drawn from the state's key and the seed, so that a state has the same luck whichever parent it comes from.
"""

import math
from typing import Any, NamedTuple

from playtree.compiled.hashing import mixed
from playtree.compiled.random import advance, fraction
from playtree.search.solo.beam.choice.interface import adjust


class Best(NamedTuple):
    """The highest values."""


class Gumbel(NamedTuple):
    """temperature: T, in points; 0 is Best."""

    temperature: float = 20.0


class Diverse(NamedTuple):
    """penalty: d, points for each sibling that is better."""

    penalty: float = 10.0


@adjust.when(Best)
def best_adjusted(choice: Best, values: Any, keys: Any, ranks: Any, count: int, seed: Any) -> None:
    return


@adjust.when(Gumbel)
def gumbel_adjusted(choice: Gumbel, values: Any, keys: Any, ranks: Any, count: int, seed: Any) -> None:
    for index in range(count):
        luck = fraction(advance(mixed(seed, keys[index])))
        values[index] -= choice.temperature * math.log(-math.log(max(luck, 1e-300)))


@adjust.when(Diverse)
def diverse_adjusted(choice: Diverse, values: Any, keys: Any, ranks: Any, count: int, seed: Any) -> None:
    for index in range(count):
        ranks[index] = 0.0
        for other in range(count):
            if values[other] > values[index] or (values[other] == values[index] and keys[other] < keys[index]):
                ranks[index] += 1.0
    for index in range(count):
        values[index] -= choice.penalty * ranks[index]
