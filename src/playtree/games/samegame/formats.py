"""Boards as text. Every format has the top row first and the leftmost cell first.

    digits      422521   1..9 are colours; 0 . - are empty cells
    letters     RGGBRV   a letter is a colour, in either case; 0 . - are empty cells
    codingame   3 1 -1   0..8 are colours (five of them, 0..4, on CodinGame); -1 is an empty cell; always separated
    json        {"format": "playtree-board", "rules": {...}, "cells": ["422", "11."]}, or a list of such objects;
                the rules may be left out, the cells are digits

The cells of a grid stand together or are separated by spaces, tabs, commas or semicolons. A file may hold several
boards, separated by blank lines or by lines that begin with `#`.

The format is detected from the whole file, by the first of these that holds:

1. It begins with `{` or `[`: json.
2. A cell is a letter: letters.
3. The cells are separated, and one of them is -1: codingame.
4. The cells are separated, one of them is 0, and none is anything else than 0..4: codingame. So a separated grid of
   this kind in which 0 is an empty cell must be read with the format `digits` given by name.
5. Otherwise: digits.

Letters: if all letters of the file are among A..I, A is colour 1, B colour 2 and so on, which is how we write them. If
all are among RGBYV, R is 1, G 2, B 3, Y 4 and V 5, as on js-games.de. Otherwise they are numbered alphabetically.
"""

import json
import re
import string
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from playtree.errors import InputError
from playtree.files import parse_json, read_text
from playtree.games.samegame.board import EMPTY, LARGEST_COLOUR, LARGEST_SIDE, Board
from playtree.games.samegame.rules import Rules, rules_from_dict

FORMATS = ("digits", "letters", "codingame", "json")
MOVE_FORMATS = ("pairs", "codingame")
LETTERS = "ABCDEFGHI"
JS_GAMES_LETTERS = "RGBYV"
BOARD_FORMAT = "playtree-board"

_EMPTY_SIGNS = dict.fromkeys("0.-", EMPTY)
_DIGITS = {str(colour): colour for colour in range(1, LARGEST_COLOUR + 1)} | _EMPTY_SIGNS
_CODINGAME = {str(colour - 1): colour for colour in range(EMPTY, LARGEST_COLOUR + 1)}
_SEPARATOR = re.compile(r"\s*[,;]\s*|\s+")


@dataclass(frozen=True)
class _Row:
    """One row of a board as written. place: `file:line`, for messages."""

    place: str
    cells: Sequence[str]


def read_board_file(path: str | Path, format_name: str | None = None) -> list[Board]:
    """Read the boards of a file; the format is detected unless given by name."""
    return read_boards(read_text(path), str(path), format_name)


def read_boards(text: str, source_name: str, format_name: str | None = None) -> list[Board]:
    """Read the boards in a text, at least one. source_name: stands for the file in messages."""
    if format_name not in (None, *FORMATS):
        raise InputError(f"unknown board format {format_name!r}; expected one of {', '.join(FORMATS)}")
    if format_name == "json" or (format_name is None and text.lstrip().startswith(("{", "["))):
        return [_board_from_object(item, source_name) for item in _objects(text, source_name)]
    grids = _grids(text, source_name, separated=format_name == "codingame" or _is_separated(text))
    rows = [row for grid in grids for row in grid]
    if not rows:
        raise InputError(f"{source_name}: found no board; expected rows of digits or letters, or JSON")
    alphabet = _alphabet(format_name or _detect(rows), rows)
    return [_board_from_rows(grid, alphabet) for grid in grids]


def read_rules(text: str, source_name: str, index: int = 0) -> Rules | None:
    """Return the rules that a board in our JSON brings along, or None. index: which board, from 0."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    return rules_from_object(_objects(text, source_name)[index].get("rules"), source_name)


def rules_from_object(data: object, source_name: str) -> Rules | None:
    """Return the rules in a piece of JSON; None for null."""
    if data is None:
        return None
    if not isinstance(data, dict):
        raise InputError(f"{source_name}: found rules {_short(data)}; expected an object")
    try:
        return rules_from_dict(data)
    except InputError as error:
        raise InputError(f"{source_name}: {error}") from None


def board_from_cells(cells: object, source_name: str) -> Board:
    """Return the board of the field `cells` in our JSON: a list of rows of digits, top row first."""
    if not isinstance(cells, list) or not cells or not all(isinstance(row, str) for row in cells):
        raise InputError(f"{source_name}: found cells {_short(cells)}; expected a list of rows of digits")
    rows = [_Row(f"{source_name}: row {number} of cells", row) for number, row in enumerate(cells, start=1)]
    return _board_from_rows(rows, _DIGITS)


def write_board(board: Board, format_name: str = "digits", rules: Rules | None = None) -> str:
    """Return the board as text that ends with a line break. rules: written along in the format json."""
    if format_name == "json":
        data: dict[str, object] = {"format": BOARD_FORMAT}
        if rules is not None:
            data["rules"] = rules.to_dict()
        return json.dumps(data | {"cells": digit_rows(board)}, indent=2) + "\n"
    if format_name == "digits":
        lines = digit_rows(board)
    elif format_name == "letters":
        lines = ["".join(("." + LETTERS)[cell] for cell in row) for row in _rows_from_top(board)]
    elif format_name == "codingame":
        lines = [" ".join(str(cell - 1) for cell in row) for row in _rows_from_top(board)]
    else:
        raise InputError(f"unknown board format {format_name!r}; expected one of {', '.join(FORMATS)}")
    return "\n".join(lines) + "\n"


def digit_rows(board: Board) -> list[str]:
    """Return the rows as strings of digits, top row first, with `.` for an empty cell."""
    return ["".join(str(cell or ".") for cell in row) for row in _rows_from_top(board)]


def write_moves(moves: Iterable[tuple[int, int]], format_name: str = "pairs") -> str:
    """Return moves as text: `pairs` is one line `9,0 0,4`, `codingame` a line `column row` for each move."""
    if format_name == "pairs":
        return " ".join(f"{column},{row}" for column, row in moves) + "\n"
    if format_name == "codingame":
        return "".join(f"{column} {row}\n" for column, row in moves)
    raise InputError(f"unknown move format {format_name!r}; expected one of {', '.join(MOVE_FORMATS)}")


def read_moves(text: str, place: str) -> list[tuple[int, int]]:
    """Read moves in the format `pairs`. place: stands for the file and line in messages."""
    moves = []
    for pair in text.split():
        match = re.fullmatch(r"(\d{1,2}),(\d{1,2})", pair, re.ASCII)
        if not match:
            raise InputError(f"{place}: found move {pair!r}; expected column,row such as 9,0")
        moves.append((int(match[1]), int(match[2])))
    return moves


def _grids(text: str, source_name: str, separated: bool) -> list[list[_Row]]:
    grids: list[list[_Row]] = [[]]
    for number, line in enumerate(text.split("\n"), start=1):
        content = line.strip()
        if not content or content.startswith("#"):
            grids.append([])
        else:
            cells = _SEPARATOR.split(content.rstrip(",; \t")) if separated else content
            grids[-1].append(_Row(f"{source_name}:{number}", cells))
    return [grid for grid in grids if grid]


def _is_separated(text: str) -> bool:
    lines = (line.strip() for line in text.split("\n"))
    return any(_SEPARATOR.search(line) for line in lines if not line.startswith("#"))


def _detect(rows: list[_Row]) -> str:
    cells = {cell for row in rows for cell in row.cells}
    separated = any(not isinstance(row.cells, str) for row in rows)
    if any(character in string.ascii_letters for cell in cells for character in cell):
        return "letters"
    if separated and ("-1" in cells or ("0" in cells and cells <= set("01234"))):
        return "codingame"
    return "digits"


def _alphabet(format_name: str, rows: list[_Row]) -> dict[str, int]:
    if format_name == "digits":
        return _DIGITS
    if format_name == "codingame":
        return _CODINGAME
    seen: set[str] = set()
    for row in rows:
        for cell in row.cells:
            if len(cell) == 1 and cell in string.ascii_letters:
                seen.add(cell.upper())
                if len(seen) > LARGEST_COLOUR:
                    raise InputError(f"{row.place}: {cell!r} is a colour too many; expected {LARGEST_COLOUR} at most")
    order = next((known for known in (LETTERS, JS_GAMES_LETTERS) if seen <= set(known)), "".join(sorted(seen)))
    upper = {letter: colour for colour, letter in enumerate(order, start=1)}
    return upper | {letter.lower(): colour for letter, colour in upper.items()} | _EMPTY_SIGNS


def _board_from_rows(rows: Sequence[_Row], alphabet: dict[str, int]) -> Board:
    width = len(rows[0].cells)
    if not 1 <= width <= LARGEST_SIDE:
        raise InputError(f"{rows[0].place}: row has {width} cells; expected 1..{LARGEST_SIDE}")
    if len(rows) > LARGEST_SIDE:
        raise InputError(f"{rows[LARGEST_SIDE].place}: found row {LARGEST_SIDE + 1}; expected {LARGEST_SIDE} at most")
    for row in rows:
        for cell in row.cells:
            if cell not in alphabet:
                raise InputError(f"{row.place}: {_unknown(cell, alphabet)}")
        if len(row.cells) != width:
            raise InputError(f"{row.place}: row has {len(row.cells)} cells; expected {width}")
    from_top = np.array([[alphabet[cell] for cell in row.cells] for row in rows], dtype=np.uint8)
    return Board(from_top[::-1].T)


def _unknown(cell: str, alphabet: dict[str, int]) -> str:
    signs = " ".join(sign for sign, _ in sorted(alphabet.items(), key=lambda item: (item[1] == EMPTY, item[1])))
    if re.fullmatch(r"\d+", cell, re.ASCII):
        return f"found colour {_short(cell)}, a colour too many; expected one of {signs}"
    return f"found unknown cell {_short(cell)}; expected one of {signs}"


def _objects(text: str, source_name: str) -> list[dict[str, object]]:
    data = parse_json(text, source_name)
    items = data if isinstance(data, list) else [data]
    if not items:
        raise InputError(f"{source_name}: found an empty list; expected at least one board")
    return [_checked_object(item, source_name) for item in items]


def _checked_object(item: object, source_name: str) -> dict[str, object]:
    if not isinstance(item, dict) or item.get("format") != BOARD_FORMAT:
        found = item.get("format") if isinstance(item, dict) else item
        raise InputError(f'{source_name}: found format {_short(found)}; expected "format": "{BOARD_FORMAT}"')
    return item


def _board_from_object(data: dict[str, object], source_name: str) -> Board:
    for key in data:
        if key not in ("format", "rules", "cells"):
            raise InputError(f"{source_name}: unknown field {_short(key)}; expected format, rules, cells")
    rules_from_object(data.get("rules"), source_name)
    return board_from_cells(data.get("cells"), source_name)


def _rows_from_top(board: Board) -> list[list[int]]:
    rows: list[list[int]] = board.cells.T[::-1].tolist()
    return rows


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
