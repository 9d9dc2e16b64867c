"""Monte-Carlo with roulette-wheel selection: the more blocks a colour has, the less likely it is played.

    P(c) = 1 / (C - 1) * (1 - g(c)^a / sum_k g(k)^a)        a = 1 + b / N * sum_k n_k

n_c: blocks left of colour c; N: cells of the board; C: colours; b: beta. In the original form g(c) = n_c - theta, not
below zero [takes2009], [klein2015] A.2; Tak leaves theta out [tak2010] formula 5. A colour that has no group is left
out of the draw. The group is drawn uniformly among those of the colour.
"""

from typing import Any

import numpy as np

from playtree.compiled.calls import END_BONUS, LINE_LENGTH, STATES_SEEN
from playtree.compiled.decorator import compiled
from playtree.compiled.random import advance, fraction
from playtree.games.samegame.ending import ending_of, points_of
from playtree.games.samegame.layout import CELLS, COLOURS, PRUNE
from playtree.games.samegame.primitives import (
    ANY,
    ONLY,
    action_of,
    count_of,
    draw,
    is_settled,
    loaded,
    settled,
    taken,
)

BETA, THETA = 0, 1  # places in the policy's numbers


@compiled
def roulette_playout(
    kind: Any, data: Any, state: Any, policy: Any, memory: Any, rng: Any, gained: float, line: Any, counters: Any
) -> float:
    """Play to the end; return the score from here. Writes the actions to `line`, uses up `state`, changes `rng`."""
    word = rng[0]
    board = loaded(kind, data, state)
    is_still = is_settled(board)
    prune = data[PRUNE] != 0 and is_still
    weights = np.empty(data[COLOURS] + 1, np.float64)
    score, moves = 0, 0
    while True:
        colour_weights(board, data, policy[BETA], policy[THETA], weights)
        word, found, group = draw_by_weight(board, data, weights, prune, word)
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
def colour_weights(board: Any, data: Any, beta: float, theta: float, weights: Any) -> None:
    """Write to `weights` what each colour is drawn with; 1 / (C - 1) cancels out and is left out."""
    colours = data[COLOURS]
    left, most = 0, 0
    for colour in range(1, colours + 1):
        left += count_of(board, colour)
        most = max(most, count_of(board, colour))
    power = 1.0 + beta * left / data[CELLS]
    largest = most - theta if most > theta else 1.0  # as a unit, so that a large power does not overflow
    total = 0.0
    for colour in range(1, colours + 1):
        weights[colour] = (max(count_of(board, colour) - theta, 0.0) / largest) ** power
        total += weights[colour]
    for colour in range(1, colours + 1):
        share = weights[colour] / total if total > 0.0 else 0.0
        weights[colour] = 1.0 - share if count_of(board, colour) > 0 else 0.0


@compiled(inline=True)
def draw_by_weight(board: Any, data: Any, weights: Any, prune: bool, word: Any) -> Any:
    """Draw a colour by weight and one of its groups: (generator's word, found or not, group). Changes `weights`."""
    while True:
        total = 0.0
        for colour in range(1, len(weights)):
            total += weights[colour]
        if total <= 0.0:  # a single colour has no weight against itself
            return draw(board, data, ANY, 0, prune, word)
        word = advance(word)
        mark, chosen = fraction(word) * total, 0
        for colour in range(1, len(weights)):
            if weights[colour] > 0.0 and mark >= 0.0:
                chosen = colour
                mark -= weights[colour]
        word, found, group = draw(board, data, ONLY, chosen, prune, word)
        if found:
            return word, found, group
        weights[chosen] = 0.0
