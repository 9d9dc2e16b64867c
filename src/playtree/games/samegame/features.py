"""A board in a dozen numbers, for a value that is learned: what the most frequent colour is worth, what is in its way.

The taboo colour t is the most frequent one. Once nothing else is left its blocks form one group, so the points of all
of them count, and everything of other colours has to go first.
"""

from typing import Any

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.games.samegame.ending import points_of
from playtree.games.samegame.layout import CELLS, COLOURS
from playtree.games.samegame.primitives import (
    colour_of,
    connections,
    count_of,
    group_at,
    listed,
    loaded,
    size_of,
)
from playtree.games.samegame.taboo import ranked_colour

NAMES = (
    "how much of the board is gone",
    "one",
    "points of all blocks of the taboo colour as one group, in thousands",
    "groups of the taboo colour",
    "single blocks of the taboo colour",
    "points of the groups of other colours, in thousands",
    "groups of other colours",
    "single blocks of other colours",
    "blocks of other colours",
    "other colours with one block",
    "points of the largest group of another colour, in thousands",
    "pairs of equal neighbours",
)
FEATURES = len(NAMES)
THOUSANDTH = 0.001
MOST_GROUPS = 1250  # of a board of 50 x 50 cells


@compiled
def described(kind: Any, data: Any, state: Any, out: Any) -> int:
    """Write the numbers of NAMES; return how many."""
    board = loaded(kind, data, state)
    actions = np.empty(min(MOST_GROUPS, data[CELLS]), np.int64)
    taboo = ranked_colour(board, data, 0)
    for index in range(FEATURES):
        out[index] = 0.0
    left, in_groups, taboo_in_groups = 0, 0, 0
    for index in range(listed(board, data, False, actions)):
        group = group_at(board, actions[index])
        blocks = size_of(board, group)
        points = THOUSANDTH * points_of(data, blocks)
        if colour_of(board, actions[index]) == taboo:
            taboo_in_groups += blocks
            out[3] += 1.0
        else:
            in_groups += blocks
            out[5] += points
            out[6] += 1.0
            out[10] = max(out[10], points)
    for colour in range(1, data[COLOURS] + 1):
        count = count_of(board, colour)
        left += count
        if colour == taboo:
            out[2] = THOUSANDTH * points_of(data, count)
            out[4] = count - taboo_in_groups
        else:
            out[8] += count
            out[9] += 1.0 if count == 1 else 0.0
    out[0], out[1] = 1.0 - left / data[CELLS], 1.0
    out[7] = out[8] - in_groups
    out[11] = connections(board)
    return FEATURES
