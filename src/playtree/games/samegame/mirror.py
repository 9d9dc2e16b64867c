"""The one symmetry of SameGame that a search meets: a board and its mirror image have the same games.

Empty columns are closed from either side with the same result, so only the columns between the first and the last that
holds a block count.
"""

from typing import Any

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.compiled.hashing import mixed
from playtree.games.samegame.layout import COLUMNS, ROWS
from playtree.games.samegame.primitives import ACTION_STRIDE, colour_of, loaded


@compiled(inline=True)
def column_hash(board: Any, column: int, rows: int) -> Any:
    """A hash of the blocks of a column; 0 if there is none."""
    value, is_empty = np.uint64(0), True
    for row in range(rows):
        colour = colour_of(board, column * ACTION_STRIDE + row)
        is_empty = is_empty and colour == 0
        value = mixed(value, np.uint64(colour))
    return np.uint64(0) if is_empty else value


@compiled
def canonical(kind: Any, data: Any, state: Any) -> Any:
    """The smaller of the hashes of the board, read from the left and from the right."""
    board = loaded(kind, data, state)
    columns = np.empty(data[COLUMNS], np.uint64)
    first, last = data[COLUMNS], -1
    for column in range(data[COLUMNS]):
        columns[column] = column_hash(board, column, data[ROWS])
        if columns[column] != np.uint64(0):
            first, last = min(first, column), column
    from_left, from_right = np.uint64(0), np.uint64(0)
    for step in range(last - first + 1):
        from_left = mixed(from_left, columns[first + step])
        from_right = mixed(from_right, columns[last - step])
    return min(from_left, from_right)
