"""Which groups of a SameGame board can wait, by sets of blocks that are followed while they fall."""

from playtree.games.samegame.board import EMPTY, Board
from playtree.games.samegame.rule_book import Cell, Group, group_at, groups, remove

Blocks = frozenset[Cell]  # blocks named by the cell where they stand before the move


def groups_after(board: Board, group: Group, minimum: int) -> list[Blocks]:
    """All connected parts of the board after a move, in names of before."""
    names: list[list[Cell]] = []
    for column in range(board.columns):
        cells = [(column, row) for row in range(board.rows)]
        left = [cell for cell in cells if board.cells[cell] != EMPTY and cell not in group]
        if left:
            names.append(left)
    after, _ = remove(board, min(group))
    return [
        frozenset(names[column][row] for column, row in group_at(after, (column, row)))
        for column, column_names in enumerate(names)
        for row in range(len(column_names))
    ]


def cannot_wait(board: Board, minimum: int) -> list[Group]:
    """The groups that cannot wait, in the order of the rule book; all, if every one can."""
    before = groups(board, minimum)
    parts = {group: groups_after(board, group, minimum) for group in before}
    kept = []
    for group in before:
        brings_new = any(len(part) >= minimum and part not in before for part in parts[group])
        is_split = any(not any(group <= part for part in parts[other]) for other in before if other != group)
        if brings_new or is_split:
            kept.append(group)
    return kept or before
