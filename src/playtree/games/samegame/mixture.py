"""ConnectionMaximization, and the weighted mix of four strategies [tak2010] 4.2.

ConnectionMaximization looks one move ahead and plays the group after whose removal most neighbours have the same
colour; among equals it draws uniformly. The mix draws Random, TabuColorRandom, TabuRandom or ConnectionMaximization
by weight: with probability `same` (ChanceSameStrategy) once for the whole simulation, else before every move. The
taboo colours are those of the start of the simulation.
"""

from typing import Any

import numpy as np

from playtree.compiled.calls import END_BONUS, LINE_LENGTH, STATES_SEEN
from playtree.compiled.decorator import compiled
from playtree.compiled.random import advance, fraction, scaled
from playtree.games.samegame.ending import ending_of, points_of
from playtree.games.samegame.layout import CELLS, PRUNE
from playtree.games.samegame.primitives import (
    ANY,
    ONLY,
    OTHER,
    action_of,
    connections,
    copied,
    draw,
    group_at,
    is_settled,
    listed,
    loaded,
    settled,
    taken,
)
from playtree.games.samegame.taboo import drawn_colour, ranked_colour

# places in the policy's numbers: the weights, then ChanceSameStrategy and ChanceChosenColor
RANDOM, TABU_COLOR, TABU, CONNECT, SAME, CHANCE = range(6)
STRATEGIES = 4


@compiled
def mixture_playout(
    kind: Any, data: Any, state: Any, policy: Any, memory: Any, rng: Any, gained: float, line: Any, counters: Any
) -> float:
    """Play to the end; return the score from here. Writes the actions to `line`, uses up `state`, changes `rng`."""
    board = loaded(kind, data, state)
    is_still = is_settled(board)
    prune = data[PRUNE] != 0 and is_still
    actions = np.empty(data[CELLS], np.int64)
    word = advance(rng[0])
    frequent, drawn = ranked_colour(board, data, 0), drawn_colour(board, data, 0, fraction(word))
    word = advance(word)
    is_constant = fraction(word) < policy[SAME]
    word, strategy = drawn_strategy(policy, word)
    score, moves = 0, 0
    while True:
        if moves > 0 and not is_constant:
            word, strategy = drawn_strategy(policy, word)
        if strategy == CONNECT:
            word, found, group = connecting_group(board, data, is_still, prune, actions, word)
        else:
            word, found, group = random_group(board, data, strategy, policy[CHANCE], frequent, drawn, prune, word)
        if not found:
            break
        if moves < len(line):
            line[moves] = action_of(board, group)
        board, blocks = taken(board, group)
        if not is_still:
            board, is_still, prune = settled(board), True, data[PRUNE] != 0
        score += points_of(data, blocks)
        moves += 1
    rng[0] = word
    ending, counters[END_BONUS] = ending_of(board, data)
    counters[LINE_LENGTH], counters[STATES_SEEN] = moves, moves + 1
    return np.float64(score + ending)


@compiled(inline=True)
def drawn_strategy(policy: Any, word: Any) -> Any:
    """Draw a strategy by its weight: (generator's word, strategy)."""
    total = 0.0
    for strategy in range(STRATEGIES):
        total += policy[strategy]
    word = advance(word)
    mark, chosen = fraction(word) * total, 0
    for strategy in range(STRATEGIES):
        if policy[strategy] > 0.0 and mark >= 0.0:
            chosen = strategy
            mark -= policy[strategy]
    return word, chosen


@compiled(inline=True)
def random_group(
    board: Any, data: Any, strategy: int, chance: float, frequent: int, drawn: int, prune: bool, word: Any
) -> Any:
    """Draw a group, of another than the taboo colour unless Random is played: (generator's word, found, group)."""
    want, colour = ANY, 0
    if strategy == TABU_COLOR:
        want, colour = OTHER, frequent
    elif strategy == TABU:
        want, colour = OTHER, drawn
    if want == OTHER and chance > 0.0:
        word = advance(word)
        if fraction(word) < chance:
            want = ONLY
    word, found, group = draw(board, data, want, colour, prune, word)
    if not found and want != ANY:
        word, found, group = draw(board, data, ANY, 0, prune, word)
    return word, found, group


@compiled(inline=True)
def connecting_group(board: Any, data: Any, is_still: bool, prune: bool, actions: Any, word: Any) -> Any:
    """The group whose removal leaves most connections: (generator's word, found or not, group)."""
    count = listed(board, data, prune, actions)
    best, most, equals = 0, -1, 0
    for index in range(count):
        rest = copied(board)
        rest, _ = taken(rest, group_at(rest, actions[index]))
        if not is_still:
            rest = settled(rest)
        found = connections(rest)
        if found > most:
            best, most, equals = actions[index], found, 1
        elif found == most:  # the k-th equal replaces the choice with probability 1 / k: uniform
            equals += 1
            word = advance(word)
            if scaled(word, np.uint64(equals)) == np.uint64(0):
                best = actions[index]
    if count == 0:
        return draw(board, data, ANY, 0, prune, word)  # finds nothing, and is of the same type
    return word, True, group_at(board, best)
