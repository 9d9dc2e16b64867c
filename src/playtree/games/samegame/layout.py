"""Where the numbers of a SameGame stand in its `data`: the rules as tables, so that kernels only look up.

header                     see below
points[n]                  for removing a group of n blocks
colour_loss[n]             deducted when n blocks of a colour are left
total_loss[n]              deducted when n blocks are left in all
clear[n], keep[n]          upper bounds for n blocks of one colour: if all go, if some may stay
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from playtree.games.samegame.board import Board
from playtree.games.samegame.rules import Rules

# 0 and 1 hold the lengths of data and state (compiled/calls.py)
COLUMNS, ROWS, COLOURS, MINIMUM, PRUNE, BONUS, CELLS = 2, 3, 4, 5, 6, 7, 8
ORIGINS = 9  # where the words of origins.py begin in a state; 0: it has none
HEADER = 16
TABLES = 5
POINTS, COLOUR_LOSS, TOTAL_LOSS, CLEAR, KEEP = range(TABLES)


def game_data(board: Board, rules: Rules, state_words: int, prune: bool, origins: int) -> NDArray[np.int64]:
    """The constants of a game on boards of this size.

    prune: leave out vertical segments (VS-pruning) [klein2015]. origins: where these begin in a state, 0 for none.
    """
    cells = board.columns * board.rows
    data = np.zeros(HEADER + TABLES * (cells + 1), np.int64)
    data[0], data[1] = len(data), state_words
    data[COLUMNS], data[ROWS], data[COLOURS], data[CELLS] = board.columns, board.rows, board.colours, cells
    data[MINIMUM], data[PRUNE], data[BONUS], data[ORIGINS] = rules.minimum, prune, rules.bonus, origins
    data[HEADER:] = _tables(rules, cells).ravel()
    return data


@lru_cache(maxsize=64)
def _tables(rules: Rules, cells: int) -> NDArray[np.int64]:
    tables = np.empty((TABLES, cells + 1), np.int64)
    tables[POINTS], tables[COLOUR_LOSS] = rules.points_table(cells), rules.colour_loss_table(cells)
    tables[TOTAL_LOSS] = rules.total_loss_table(cells)
    tables[CLEAR], tables[KEEP] = rules.clear_table(cells), rules.keep_table(cells)
    return tables
