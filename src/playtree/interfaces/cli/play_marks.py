"""The last move marked on a board drawn with the names of its rows and columns: its squares stand in brackets."""

from collections.abc import Iterable, Sequence
from string import ascii_lowercase

from playtree.rbg.checks import Description
from playtree.rbg.drawing import EMPTY_NAMES, cells_by_name

MARGIN = 4  # the number of a row and two blanks


def marked(game: Description, picture: str, pieces: Sequence[int], vertices: Iterable[int]) -> str:
    """A picture by `labelled` with these vertices, from 1, in brackets. Other pictures stay as they are."""
    cells = game.board.cells or cells_by_name(game.board.names)
    if not cells or any(layer for _, _, layer in cells):
        return picture
    columns, rows = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
    if columns > len(ascii_lowercase):
        return picture
    names = [game.pieces[piece] for piece in pieces]
    width = max(1 if name in EMPTY_NAMES else len(name) for name in names)
    lengths = [max((x + 1 for x, y, _ in cells if y == row), default=0) for row in range(rows)]
    lines = picture.splitlines()
    for vertex in vertices:
        x, y, _ = cells[vertex - 1]
        indent = (columns - lengths[y]) * (width + 1) // 2 if game.board.kind == "hexagon" else 0
        start = MARGIN + indent + x * (width + 1)
        line = lines[y].ljust(start + width + 1)
        lines[y] = f"{line[: start - 1]}({line[start : start + width]}){line[start + width + 1 :]}".rstrip()
    return "\n".join(lines)
