"""The memory of nested rollout policy adaptation: for each level a policy and its best game.

Level 0 is the playout of now. A level's policy starts as a copy of the level's above, and is forgotten when the level
has made its iterations; the best game is handed to the level above. A game is kept with the names of all actions that
could be chosen at each of its steps, so that adapting the policy to it needs no state of the game.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.games.learned import NO_KEY, place_of

_ONE, _TWO = np.uint64(1), np.uint64(2)


class Levels(NamedTuple):
    """Arrays by level, the first index. S: places of a table, C: names in a game, M: moves of a game.

    keys: uint64[L, 2 S] and values: float64[L, 2 S], the same memory (games/learned.py). used: int64[L, S], places in
    use; sizes: int64[L], how many. codes, priors: [L, C], of the best game's choices; ends, chosen, line: int64[L, M],
    its steps; lengths: int64[L]; scores: float64[L]. ids: int32[L, C], number of each name among the different ones
    of the game; places: int64[L, C], where these stand in the table; different: int64[L], how many, 0 if not known.
    done: int64[L], iterations made; repeats, fruitless: int64[L], how often the best game came back and how many games
    in a row were no better. weights, changes: float64[C], of a playout or an adaptation. stamps, numbers: int64[S], for
    finding the different names.
    """

    keys: Any
    values: Any
    used: Any
    sizes: Any
    codes: Any
    priors: Any
    ends: Any
    chosen: Any
    line: Any
    lengths: Any
    scores: Any
    ids: Any
    places: Any
    different: Any
    done: Any
    repeats: Any
    fruitless: Any
    weights: Any
    changes: Any
    stamps: Any
    numbers: Any


def new_levels(top: int, places: int, names: int, moves: int) -> Levels:
    """Empty levels 0 to `top`; `places` is a power of two."""
    many = top + 1
    keys = np.zeros((many, 2 * places), np.uint64)
    values = keys.view(np.float64)
    values[:, 1::2] = 1.0
    return Levels(
        keys=keys,
        values=values,
        used=np.zeros((many, places), np.int64),
        sizes=np.zeros(many, np.int64),
        codes=np.zeros((many, names), np.uint64),
        priors=np.ones((many, names)),
        ends=np.zeros((many, moves), np.int64),
        chosen=np.zeros((many, moves), np.int64),
        line=np.zeros((many, moves), np.int64),
        lengths=np.zeros(many, np.int64),
        scores=np.full(many, -np.inf),
        ids=np.zeros((many, names), np.int32),
        places=np.zeros((many, names), np.int64),
        different=np.zeros(many, np.int64),
        done=np.zeros(many, np.int64),
        repeats=np.zeros(many, np.int64),
        fruitless=np.zeros(many, np.int64),
        weights=np.zeros(names),
        changes=np.zeros(names),
        stamps=np.zeros(places, np.int64),
        numbers=np.zeros(places, np.int64),
    )


def enlarged_levels(levels: Levels, places: int, names: int, moves: int) -> Levels:
    """The same levels with tables of `places` and games of `names` and `moves`, each at least what it was."""
    top = len(levels.scores) - 1
    larger = new_levels(top, places, names, moves)
    for name in ("codes", "priors", "ends", "chosen", "line"):
        old = getattr(levels, name)
        getattr(larger, name)[:, : old.shape[1]] = old
    for name in ("lengths", "scores", "done", "repeats", "fruitless"):
        getattr(larger, name)[:] = getattr(levels, name)
    for level in range(1, top + 1):
        for place in levels.used[level, : levels.sizes[level]]:
            key = levels.keys[level, 2 * place]
            to = int(learn_key(larger, level, key))
            larger.values[level, 2 * to + 1] = levels.values[level, 2 * place + 1]
    return larger


@compiled(inline=True, borrows=True)
def learn_key(levels: Levels, level: int, key: Any) -> int:
    """The place of `key` in the policy of a level, where it is put if it is new."""
    keys = levels.keys[level]
    place = place_of(keys, key)
    if keys[_TWO * place] == NO_KEY:
        keys[_TWO * place] = key
        levels.used[level, levels.sizes[level]] = int64(place)
        levels.sizes[level] += 1
    return int64(place)


@compiled(inline=True, borrows=True)
def forget(levels: Levels, level: int) -> None:
    """Empty the policy and the best game of a level."""
    keys, values, used = levels.keys[level], levels.values[level], levels.used[level]
    for index in range(levels.sizes[level]):
        keys[2 * used[index]] = NO_KEY
        values[2 * used[index] + 1] = 1.0
    levels.sizes[level] = 0
    levels.scores[level] = -np.inf
    levels.lengths[level] = levels.different[level] = 0
    levels.done[level] = levels.repeats[level] = levels.fruitless[level] = 0


@compiled(inline=True, borrows=True)
def inherit(levels: Levels, level: int) -> None:
    """Begin a level anew with the policy of the level above."""
    forget(levels, level)
    above = level + 1
    keys, values, used = levels.keys[level], levels.values[level], levels.used[level]
    from_keys, from_values, from_used = levels.keys[above], levels.values[above], levels.used[above]
    for index in range(levels.sizes[above]):
        place = from_used[index]
        keys[2 * place], values[2 * place + 1] = from_keys[2 * place], from_values[2 * place + 1]
        used[index] = place
    levels.sizes[level] = levels.sizes[above]


@compiled(inline=True, borrows=True)
def is_same_game(levels: Levels, one: int, other: int) -> bool:
    """Whether two levels have the same best game."""
    if levels.lengths[one] != levels.lengths[other] or levels.scores[one] != levels.scores[other]:
        return False
    for index in range(levels.lengths[one]):  # noqa: SIM110 - compiled code has no generators
        if levels.line[one, index] != levels.line[other, index]:
            return False
    return True


@compiled(inline=True, borrows=True)
def take_over(levels: Levels, level: int) -> bool:
    """Give a level the best game of the level below if it is at least as good as its own; return whether it is other.

    Equal scores replace each other: a policy that has converged still moves among games of the same worth.
    """
    below = level - 1
    if levels.scores[below] < levels.scores[level]:
        return True
    if is_same_game(levels, below, level):
        return False
    length = levels.lengths[below]
    levels.scores[level], levels.lengths[level], levels.different[level] = levels.scores[below], length, 0
    codes, priors, from_codes, from_priors = (
        levels.codes[level],
        levels.priors[level],
        levels.codes[below],
        levels.priors[below],
    )
    for index in range(levels.ends[below, length - 1] if length > 0 else 0):
        codes[index], priors[index] = from_codes[index], from_priors[index]
    for index in range(length):
        levels.ends[level, index] = levels.ends[below, index]
        levels.chosen[level, index] = levels.chosen[below, index]
        levels.line[level, index] = levels.line[below, index]
    return True
