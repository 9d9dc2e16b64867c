"""Which groups can wait, by looking one move ahead: the full form of move pruning [klein2015] 2.4.2.

A group can wait if its removal leaves no group that was not there before, and if no other removal splits it. Vertical
segments (VS-pruning) are the part of them that is seen without looking ahead. Blocks keep their names while they fall:
a name is the cell where the block stands now.
"""

from typing import Any

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.games.samegame.layout import COLUMNS, MINIMUM, ROWS
from playtree.games.samegame.primitives import ACTION_STRIDE, colour_of, loaded

NOTHING = -1


@compiled
def narrow(kind: Any, data: Any, state: Any, actions: Any) -> int:
    """Put the groups that cannot wait in front and return how many they are; all, if every group can wait."""
    columns, rows, minimum = data[COLUMNS], data[ROWS], data[MINIMUM]
    cells, count = columns * rows, len(actions)
    board = loaded(kind, data, state)
    colours, here = np.zeros(cells, np.int64), np.full(cells, NOTHING, np.int64)
    for cell in range(cells):
        colours[cell] = colour_of(board, (cell // rows) * ACTION_STRIDE + cell % rows)
        if colours[cell] != 0:
            here[cell] = cell
    stack, sizes, after_sizes = np.empty(cells, np.int64), np.zeros(cells, np.int64), np.zeros(cells, np.int64)
    part, after_part, there = np.empty(cells, np.int64), np.empty(cells, np.int64), np.empty(cells, np.int64)
    label(colours, here, rows, part, sizes, stack)
    is_split, makes_new = np.zeros(cells, np.uint8), np.zeros(count, np.uint8)
    for index in range(count):
        removed = part[(actions[index] // ACTION_STRIDE) * rows + actions[index] % ACTION_STRIDE]
        fall(here, part, removed, rows, there)
        label(colours, there, rows, after_part, after_sizes, stack)
        for block in range(cells):
            if here[block] == NOTHING or part[block] == removed:
                continue
            old, new = part[block], after_part[block]
            if after_part[old] != new:  # the block with the group's name stands elsewhere
                is_split[old] = 1
            is_whole = after_part[old] == new and after_sizes[new] == sizes[old]
            if after_sizes[new] >= minimum and not is_whole:
                makes_new[index] = 1
    kept = 0
    for index in range(count):
        own = part[(actions[index] // ACTION_STRIDE) * rows + actions[index] % ACTION_STRIDE]
        if makes_new[index] != 0 or is_split[own] != 0:
            actions[index], actions[kept] = actions[kept], actions[index]
            kept += 1
    return kept if kept > 0 else count


@compiled
def fall(here: Any, part: Any, removed: int, rows: int, there: Any) -> None:
    """Where the blocks stand after a group was removed: `there` names the block of each cell. Changes `there`."""
    there[:] = NOTHING
    column = 0
    for start in range(0, len(here), rows):
        height = 0
        for cell in range(start, start + rows):
            if here[cell] != NOTHING and part[cell] != removed:
                there[column * rows + height] = here[cell]
                height += 1
        if height > 0:
            column += 1


@compiled
def label(colours: Any, where: Any, rows: int, part: Any, sizes: Any, stack: Any) -> None:
    """Name each block's connected part of one colour after its smallest block. Changes `part`, `sizes` and `stack`."""
    part[:] = NOTHING
    sizes[:] = 0
    cells = len(where)
    for first in range(cells):
        if where[first] == NOTHING or part[where[first]] != NOTHING:
            continue
        stack[0], count = first, 1
        name, smallest = where[first], where[first]
        part[where[first]] = name
        done = 0
        while done < count:
            cell = stack[done]
            done += 1
            for side in range(4):
                near = neighbour(cell, side, rows, cells)
                if near == NOTHING or where[near] == NOTHING or part[where[near]] != NOTHING:
                    continue
                if colours[where[near]] == colours[name]:
                    part[where[near]] = name
                    smallest = min(smallest, where[near])
                    stack[count] = near
                    count += 1
        for index in range(count):
            part[where[stack[index]]] = smallest
        sizes[smallest] = count


@compiled(inline=True)
def neighbour(cell: int, side: int, rows: int, cells: int) -> int:
    """The cell below, above, to the left or to the right, or NOTHING."""
    if side == 0:
        return cell - 1 if cell % rows > 0 else NOTHING
    if side == 1:
        return cell + 1 if cell % rows < rows - 1 else NOTHING
    near = cell - rows if side == 2 else cell + rows
    return near if 0 <= near < cells else NOTHING
