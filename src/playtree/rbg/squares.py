"""Squares as people name them, moves by their squares, and the board with those names around it.

Columns are letters from the left, rows are numbers from the bottom, as on a chessboard: e2. A cuboid adds its layer,
e2-1; the vertices of a graph have names of their own.
"""

from collections.abc import Sequence
from string import ascii_lowercase

from playtree.rbg.boards import Board, Cell
from playtree.rbg.checks import Description
from playtree.rbg.drawing import EMPTY_NAMES, cells_by_name, draw
from playtree.rbg.interpreter import Move


def square_names(board: Board) -> tuple[str, ...]:
    """A name for each vertex."""
    if not board.cells or max(cell[0] for cell in board.cells) >= len(ascii_lowercase):
        return board.names
    rows = 1 + max(row for _, row, _ in board.cells)
    layers = 1 + max(layer for _, _, layer in board.cells)

    def name(cell: Cell) -> str:
        column, row, layer = cell
        return f"{ascii_lowercase[column]}{rows - row}" + (f"-{layer + 1}" if layers > 1 else "")

    return tuple(map(name, board.cells))


def squares_of(move: Move) -> tuple[int, ...]:
    """The vertices of a move, from 1, each once where it is named several times in a row."""
    vertices = [vertex for _, vertex in move]
    return tuple(vertex for place, vertex in enumerate(vertices) if place == 0 or vertex != vertices[place - 1])


def squares_text(move: Move, names: Sequence[str]) -> str:
    return " ".join(names[vertex - 1] for vertex in squares_of(move))


def matching(moves: Sequence[Move], squares: Sequence[int]) -> list[Move]:
    """The moves that go through these squares in this order; those with no other squares, if there are any."""
    exact = [move for move in moves if squares_of(move) == tuple(squares)]
    return exact or [move for move in moves if is_within(squares, squares_of(move))]


def is_within(squares: Sequence[int], path: Sequence[int]) -> bool:
    rest = iter(path)
    return all(square in rest for square in squares)


def labelled(game: Description, pieces: Sequence[int]) -> str:
    """The board with the names of rows and columns at its edges, where it has rows and columns of one layer."""
    text = draw(game, pieces)
    cells = game.board.cells or cells_by_name(game.board.names)
    if not cells or any(layer for _, _, layer in cells):
        return text
    columns, rows = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
    if columns > len(ascii_lowercase):
        return text
    names = [game.pieces[piece] for piece in pieces]
    width = max(1 if name in EMPTY_NAMES else len(name) for name in names)
    lines = [f"{rows - row:>2}  {line}" for row, line in enumerate(text.splitlines())]
    if game.board.kind != "hexagon":
        lines += ["", "    " + " ".join(letter.ljust(width) for letter in ascii_lowercase[:columns])]
    return "\n".join(line.rstrip() for line in lines)
