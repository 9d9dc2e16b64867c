"""Adapting a policy to a game: a step up the gradient of the game's probability [rosin2011], [klein2015] A.4.

With the weight w of each name, the policy plays action a of a position with probability

    p(a) = exp(w(a) / T + b(a)) / z,   z = sum over the position's actions

T: temperature, b: bias [cazenave2020]. A step adds to the weights, for each position of the game,

    alpha / T * (1 - p(a))  for the action played,   - alpha / T * p(a)  for the others

all p by the policy before the step. (Klein's text adds the second term; the gradient subtracts it.) The table holds
exp(w / T), so that playouts need no exponential. A name often stands in many positions of a game: their changes are
summed first, and there is one exponential for each different name instead of one for each action.
"""

import math
from typing import Any

from playtree.compiled.decorator import compiled
from playtree.search.solo.nrpa.levels import Levels, learn_key


@compiled(inline=True, borrows=True)
def has_room_for_game(levels: Levels, level: int, source: int) -> bool:
    """Whether all names of the best game of level `source` find a place in the table of `level`, which stays at most
    half full.
    """
    if source == level and levels.different[level] > 0:
        return True
    length = levels.lengths[source]
    names = levels.ends[source, length - 1] if length > 0 else 0
    return 2 * (levels.sizes[level] + names) <= levels.used.shape[1]


@compiled(inline=True, borrows=True)
def number_names(levels: Levels, level: int, stamp: int) -> None:
    """Find the places of the names of a level's best game, each different one once. stamp: not used before."""
    length = levels.lengths[level]
    names = levels.ends[level, length - 1] if length > 0 else 0
    codes, ids, places = levels.codes[level], levels.ids[level], levels.places[level]
    count = 0
    for index in range(names):
        place = learn_key(levels, level, codes[index])
        if levels.stamps[place] != stamp:
            levels.stamps[place], levels.numbers[place] = stamp, count
            places[count] = place
            count += 1
        ids[index] = levels.numbers[place]
    levels.different[level] = count


@compiled(borrows=True)
def adapt(levels: Levels, level: int, alpha: float, temperature: float, stamp: int) -> None:
    """Adapt the policy of a level to its best game. Changes the level. stamp: a number not used before."""
    if levels.different[level] == 0:
        number_names(levels, level, stamp)
    values, ids, places, priors = levels.values[level], levels.ids[level], levels.places[level], levels.priors[level]
    ends, chosen, weights, changes = levels.ends[level], levels.chosen[level], levels.weights, levels.changes
    step = alpha / temperature
    for number in range(levels.different[level]):
        weights[number], changes[number] = values[2 * places[number] + 1], 0.0
    begin = 0
    for move in range(levels.lengths[level]):
        end = ends[move]
        total = 0.0
        for index in range(begin, end):
            total += weights[ids[index]] * priors[index]
        rate = step / total
        for index in range(begin, end):
            changes[ids[index]] -= weights[ids[index]] * priors[index] * rate
        changes[ids[begin + chosen[move]]] += step
        begin = end
    for number in range(levels.different[level]):
        values[2 * places[number] + 1] = weights[number] * math.exp(changes[number] / temperature)


def weight_of(levels: Levels, level: int, key: Any, temperature: float = 1.0) -> float:
    """The weight w of a name in the policy of a level; 0 if it was not learned."""
    for place in levels.used[level, : levels.sizes[level]]:
        if levels.keys[level, 2 * place] == key:
            return temperature * math.log(levels.values[level, 2 * place + 1])
    return 0.0
