"""What the end of a game is worth: the bonus or the deduction, after the quick finish of VS-pruning.

With VS-pruning a position whose groups are all vertical segments counts as over, and removing them is part of its score
[klein2015] 5.1.
"""

from typing import Any

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.games.samegame.layout import BONUS, CELLS, COLOUR_LOSS, COLOURS, HEADER, POINTS, PRUNE, TOTAL_LOSS
from playtree.games.samegame.primitives import (
    colour_of,
    copied,
    count_of,
    group_at,
    listed,
    segments,
    size_of,
    taken,
)


@compiled(inline=True)
def points_of(data: Any, blocks: int) -> int:
    return data[HEADER + POINTS * (data[CELLS] + 1) + blocks]


@compiled
def final_of(board: Any, data: Any) -> Any:
    """Bonus for a cleared board, else minus the deduction for what is left: (points, bonus among them)."""
    losses, totals = HEADER + COLOUR_LOSS * (data[CELLS] + 1), HEADER + TOTAL_LOSS * (data[CELLS] + 1)
    left, loss = 0, 0
    for colour in range(1, data[COLOURS] + 1):
        count = count_of(board, colour)
        left += count
        loss += data[losses + count]
    if left == 0:
        return data[BONUS], data[BONUS]
    return -(loss + data[totals + left]), int64(0)


@compiled
def ending_of(board: Any, data: Any) -> Any:
    """What a position without moves adds to the score: (points, bonus among them)."""
    if data[PRUNE] == 0:
        return final_of(board, data)
    points = 0
    rest = copied(board)
    segment = np.empty(1, np.int64)
    while segments(rest, data, segment) > 0:
        rest, blocks = taken(rest, group_at(rest, segment[0]))
        points += points_of(data, blocks)
    final, bonus = final_of(rest, data)
    return points + final, bonus


@compiled
def ending_as_it_lies(board: Any, data: Any) -> Any:
    """What a position with moves adds to a game cut short: (points, bonus among them).

    Nothing falls: each group brings its points, and the other blocks are deducted. There is no bonus.
    """
    losses, totals = HEADER + COLOUR_LOSS * (data[CELLS] + 1), HEADER + TOTAL_LOSS * (data[CELLS] + 1)
    actions = np.empty(data[CELLS], np.int64)
    single = np.zeros(data[COLOURS] + 1, np.int64)
    for colour in range(1, data[COLOURS] + 1):
        single[colour] = count_of(board, colour)
    points = 0
    for index in range(listed(board, data, False, actions)):
        blocks = size_of(board, group_at(board, actions[index]))
        single[colour_of(board, actions[index])] -= blocks
        points += points_of(data, blocks)
    for colour in range(1, data[COLOURS] + 1):
        points -= data[losses + single[colour]]
    return points - data[totals + single.sum()], int64(0)
