"""A board as text for terminals: top row first, a letter for each colour, so that it can be read without colours.

2  . B .
1  A[b]C      a highlighted group is in lower case, the cursor in brackets
0  A b C
   0 1 2
"""

from collections.abc import Collection

from rich.style import Style
from rich.text import Text

from playtree.games.samegame.board import EMPTY, Board
from playtree.games.samegame.formats import LETTERS
from playtree.games.samegame.rule_book import Cell

_COLOURS = ("red", "green", "blue", "yellow", "magenta", "cyan", "white", "bright_red", "bright_green")
_STYLES = tuple(Style(color=colour, bold=True) for colour in _COLOURS)
_FAINT = Style(dim=True)
_MARKED = Style(reverse=True)


def draw_board(
    board: Board, *, highlighted: Collection[Cell] = (), cursor: Cell | None = None, axes: bool = True
) -> Text:
    """Return the board as coloured text; rich leaves the colours out where the terminal or NO_COLOR asks for it."""
    margin = len(str(board.rows - 1)) + 1
    text = Text(no_wrap=True)
    for row in reversed(range(board.rows)):
        if axes:
            text.append(f"{row:>{margin - 1}} ", _FAINT)
        _append_row(text, board, row, highlighted, cursor)
    if axes:
        for line in _column_numbers(board.columns):
            text.append(" " * margin + line.rstrip() + "\n", _FAINT)
    text.right_crop(1)
    return text


def plain_board(
    board: Board, *, highlighted: Collection[Cell] = (), cursor: Cell | None = None, axes: bool = True
) -> str:
    """Return the same drawing as a plain string."""
    return draw_board(board, highlighted=highlighted, cursor=cursor, axes=axes).plain


def _append_row(text: Text, board: Board, row: int, highlighted: Collection[Cell], cursor: Cell | None) -> None:
    for column in range(board.columns):
        text.append(_gap(column, row, cursor))
        letter, style = _cell(board, (column, row))
        if (column, row) in highlighted:
            letter, style = letter.lower(), style + _MARKED
        text.append(letter, style)
    text.append(_gap(board.columns, row, cursor).rstrip() + "\n")


def _gap(column: int, row: int, cursor: Cell | None) -> str:
    """Return what stands to the left of a cell: the brackets of the cursor, or a space."""
    if cursor == (column, row):
        return "["
    return "]" if cursor == (column - 1, row) else " "


def _cell(board: Board, cell: Cell) -> tuple[str, Style]:
    colour = int(board.cells[cell])
    return (".", _FAINT) if colour == EMPTY else (LETTERS[colour - 1], _STYLES[colour - 1])


def _column_numbers(columns: int) -> list[str]:
    """Return the numbers under the columns: tens above units where there are more than ten."""
    tens = "".join(f" {column // 10 if column and column % 10 == 0 else ' '}" for column in range(columns))
    units = "".join(f" {column % 10}" for column in range(columns))
    return [tens, units] if columns > 10 else [units]
