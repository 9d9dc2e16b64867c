"""The rules of SameGame, written as plainly as possible. Slow; the fast versions are tested against it.

A move names any cell of a group: connected blocks of one colour, at least `minimum` of them, in the board as it
stands. The group vanishes, the blocks above fall, and empty columns are closed to the left. On a board with holes
everything falls with the first move. The game is over when no group is left.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from playtree.errors import InputError
from playtree.games.samegame.board import EMPTY, Board
from playtree.games.samegame.rules import Rules

Cell = tuple[int, int]
Group = frozenset[Cell]
Columns = list[list[int]]  # the colours of a board by column and row


@dataclass(frozen=True)
class Replay:
    """A played line. points: of each move; last: the board after the last; left: blocks on it.

    score: all points, plus what the end of the game adds if the game is over.
    """

    score: float
    cleared: bool
    over: bool
    left: int
    points: tuple[int, ...]
    last: Board


def groups(board: Board, minimum: int = 2) -> list[Group]:
    """Return the groups that can be removed, ordered by their smallest cell (column first, then row)."""
    found: list[Group] = []
    seen: set[Cell] = set()
    for column in range(board.columns):
        for row in range(board.rows):
            cell = (column, row)
            if cell not in seen and board.cells[cell] != EMPTY:
                group = group_at(board, cell)
                seen |= group
                if len(group) >= minimum:
                    found.append(group)
    return found


def group_at(board: Board, cell: Cell) -> Group:
    """Return the blocks connected with a cell by blocks of its colour; nothing for an empty cell."""
    return _group_at(board.cells.tolist(), cell)


def _group_at(columns: Columns, cell: Cell) -> Group:
    colour = columns[cell[0]][cell[1]]
    if colour == EMPTY:
        return frozenset()
    group = {cell}
    border = [cell]
    while border:
        for column, row in _neighbours(columns, border.pop()):
            if columns[column][row] == colour and (column, row) not in group:
                group.add((column, row))
                border.append((column, row))
    return frozenset(group)


def _neighbours(columns: Columns, cell: Cell) -> list[Cell]:
    """The cells on the board beside, above and below a cell."""
    c, r = cell
    around = ((c - 1, r), (c + 1, r), (c, r - 1), (c, r + 1))
    return [(c, r) for c, r in around if 0 <= c < len(columns) and 0 <= r < len(columns[0])]


def remove(board: Board, cell: Cell) -> tuple[Board, int]:
    """Return the board after removing the group of a cell, whatever its size, and the size."""
    check_on_board(board, cell)
    columns, size = _removed(board.cells.tolist(), cell)
    return _board(columns), size


def _removed(columns: Columns, cell: Cell) -> tuple[Columns, int]:
    group = _group_at(columns, cell)
    if not group:
        raise InputError(f"cell {cell}: found an empty cell; expected a block")
    without = [column.copy() for column in columns]
    for column, row in group:
        without[column][row] = EMPTY
    standing = [blocks for column in without if (blocks := [colour for colour in column if colour != EMPTY])]
    standing += [[]] * (len(columns) - len(standing))
    rows = len(columns[0])
    return [blocks + [EMPTY] * (rows - len(blocks)) for blocks in standing], len(group)


def _board(columns: Columns) -> Board:
    return Board(np.array(columns, dtype=np.uint8))


def check_on_board(board: Board, cell: Cell) -> None:
    """Raise InputError unless the cell is on the board."""
    column, row = cell
    if not (0 <= column < board.columns and 0 <= row < board.rows):
        raise InputError(
            f"cell {cell}: found a cell outside the board; "
            f"expected column 0..{board.columns - 1} and row 0..{board.rows - 1}"
        )


def play(board: Board, rules: Rules, moves: Iterable[Cell], *, to_the_end: bool = True) -> Replay:
    """Play moves from a board. InputError says which move is illegal, or that the game is not over after the last."""
    columns = board.cells.tolist()
    points: list[int] = []
    for number, cell in enumerate(moves, start=1):
        try:
            check_on_board(board, cell)
            columns, size = _removed(columns, cell)
        except InputError as error:
            raise InputError(f"move {number}, {error}") from None
        if size < rules.minimum:
            raise InputError(
                f"move {number}, cell {cell}: found a group of {size}; expected a group of at least {rules.minimum}"
            )
        points.append(rules.points_of(size))
    last = _board(columns)
    moves_left = groups(last, rules.minimum)
    if to_the_end and moves_left:
        raise InputError(
            f"the line stops after move {len(points)}: found {len(moves_left)} groups that can still be removed; "
            "expected the end of the game"
        )
    final = 0 if moves_left else rules.final_of(last.counts())
    return Replay(
        score=sum(points) + final,
        cleared=last.blocks == 0,
        over=not moves_left,
        left=last.blocks,
        points=tuple(points),
        last=last,
    )


def is_vertical_segment(board: Board, group: Group) -> bool:
    """Whether VS-pruning drops the group [klein2015], 2.4.2.

    It lies in one column with no block directly above it and a block directly below it, so that its removal moves
    nothing and joins nothing. On a board where something would fall no group is a vertical segment.
    """
    if not board.is_settled or len({column for column, _ in group}) != 1:
        return False
    column, bottom = min(group)
    _, top = max(group)
    above = board.cells[column, top + 1] if top + 1 < board.rows else EMPTY
    return bool(above == EMPTY and bottom > 0 and board.cells[column, bottom - 1] != EMPTY)


def pruned_groups(board: Board, minimum: int = 2) -> list[Group]:
    """Return the groups without the vertical segments. If none is left, `closing_moves` ends the game."""
    return [group for group in groups(board, minimum) if not is_vertical_segment(board, group)]


def closing_moves(board: Board, minimum: int = 2) -> list[Cell]:
    """Return the smallest cell of each vertical segment, in the order of `groups`: the quick finish of VS-pruning.

    Where all groups are vertical segments these moves are legal one after another and end the game [klein2015], 5.1.
    """
    return [min(group) for group in groups(board, minimum) if is_vertical_segment(board, group)]


def connections(board: Board) -> int:
    """Return the number of pairs of neighbouring blocks of the same colour."""
    columns = board.cells.tolist()
    cells = [(column, row) for column in range(board.columns) for row in range(board.rows)]
    return sum(
        1
        for cell in cells
        for neighbour in _neighbours(columns, cell)
        if cell < neighbour and board.cells[cell] == board.cells[neighbour] != EMPTY
    )
