"""A board in plain text.

    rectangle   rows of pieces            cuboid   layers below each other
    hexagon     rows, indented            graph    by the names of its vertices if they are like a1, else one line each

A piece named `e` or `empty` is drawn as a point, a hole as blanks.
"""

import re
from collections.abc import Sequence

from playtree.rbg.boards import Cell
from playtree.rbg.checks import Description

EMPTY_NAMES = ("e", "empty")


def draw(game: Description, pieces: Sequence[int] | None = None) -> str:
    """The board with these pieces, or as the game begins. pieces: the number of the piece on each vertex."""
    names = game.board.pieces if pieces is None else tuple(game.pieces[piece] for piece in pieces)
    symbols = ["." if name in EMPTY_NAMES else name for name in names]
    cells = game.board.cells or cells_by_name(game.board.names)
    if not cells:
        return "\n".join(f"{name} {symbol}" for name, symbol in zip(game.board.names, symbols, strict=True))
    return draw_cells(game.board.kind, cells, symbols)


def cells_by_name(names: Sequence[str]) -> tuple[Cell, ...]:
    """Cells of vertices named like the squares of a chessboard, row 1 at the bottom; none if the names are others."""
    found = [re.fullmatch("([a-z])([0-9]{1,2})", name) for name in names]
    squares = [(ord(match[1]) - ord("a"), int(match[2])) for match in found if match]
    top = max((row for _, row in squares), default=0)
    cells = tuple((column, top - row, 0) for column, row in squares)
    return cells if len(set(cells)) == len(names) else ()


def draw_cells(kind: str, cells: Sequence[Cell], symbols: Sequence[str]) -> str:
    width = max(map(len, symbols))
    shown = dict(zip(cells, symbols, strict=True))
    columns, rows, layers = (1 + max(cell[axis] for cell in cells) for axis in range(3))
    lengths = [max((x + 1 for x, y, _ in cells if y == row), default=0) for row in range(rows)]
    lines = []
    for z in range(layers):
        if z > 0:
            lines.append("")
        for y in range(rows):
            row = " ".join(shown.get((x, y, z), "").ljust(width) for x in range(lengths[y]))
            indent = (columns - lengths[y]) * (width + 1) // 2 if kind == "hexagon" else 0
            lines.append((" " * indent + row).rstrip())
    return "\n".join(lines)
