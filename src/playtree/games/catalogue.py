"""Which game a text means: the BOARD of the command line, and of `load`.

    FILE                  a file with a board (samegame/formats.py), or a solution file, which stands for its board
    FILE:NUMBER           one of several boards in a file, from 1
    -                     a board from standard input; -:NUMBER is one of several
    random:SEED           a SameGame board by seed; equal:SEED and dominated:SEED are the other kinds
    SET:NUMBER            a board of a named set, from 1, such as mini20:3
    NAME or FILE.rbg      a board game given by rules: one of ours, or a rules file
    RULES                 rules by name, such as samegame: the board random:1 under them
    package.module:name   a puzzle of one's own: a Game, or a function without arguments that returns one

The first form that fits counts, in this order: a file that exists goes before a set of the same name. The folder of now
is importable. Nothing here loads the compiler before a game is made.
"""

import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from playtree.errors import InputError
from playtree.files import parse_json, read_text
from playtree.games.own import own_puzzle
from playtree.games.samegame.board import Board
from playtree.games.samegame.formats import (
    board_from_cells,
    read_boards,
    read_rules,
    rules_from_object,
)
from playtree.games.samegame.generators import dominated_board, equal_board, random_board
from playtree.games.samegame.rules import NAMED_RULES, Rules, rules_from_text
from playtree.games.samegame.sets import board_set, board_sets
from playtree.games.samegame.solutions import SOLUTION_FORMAT

if TYPE_CHECKING:
    from playtree.games.interface import Game

STANDARD_INPUT = "-"
DEFAULT_RULES = "samegame"
GENERATORS = {"random": random_board, "equal": equal_board, "dominated": dominated_board}


@dataclass(frozen=True)
class Options:
    """What may be said besides BOARD, as text: samegame,bonus=500 and 15x15 (columns x rows) and moves=5000000."""

    rules: str | None = None
    size: str | None = None
    colours: int | None = None
    format: str | None = None
    settle: bool = False
    prune: bool = False
    limits: str | None = None

    def given(self) -> list[str]:
        """The names of the options that are set."""
        return [field.name for field in fields(self) if getattr(self, field.name) != field.default]


@dataclass(frozen=True)
class Form:
    """One form of BOARD. options: those that go with it. resolve: the game, or None where the text has another form."""

    text: str
    summary: str
    example: str
    options: tuple[str, ...]
    resolve: Callable[[str, Options], "Game | None"]


def load(
    text: str,
    *,
    rules: str | None = None,
    size: str | None = None,
    colours: int | None = None,
    format: str | None = None,  # noqa: A002  # the same word as on the command line
    settle: bool = False,
    prune: bool = False,
    limits: str | None = None,
) -> "Game":
    """The game that a text means, in one of the forms above.

    rules: SameGame rules such as `jawbreaker` or `samegame,bonus=500`. size, colours: of boards by seed, `15x15` being
    columns x rows. format: of a board file, where it is not to be detected. settle: let everything fall on loading.
    prune: leave out vertical segments (VS-pruning) [klein2015]. limits: of what a rules file may cost, such as
    `moves=5000000,nesting=2000`.
    """
    return _first_fit(text, Options(rules, size, colours, format, settle, prune, limits), FORMS)


def size_from_text(text: str) -> tuple[int, int]:
    """Columns and rows out of a text such as 15x15."""
    match = re.fullmatch(r"(\d{1,4})[xX](\d{1,4})", text.strip(), re.ASCII)
    if not match:
        raise InputError(f"size: found '{text}'; expected COLUMNSxROWS such as 15x15")
    return int(match[1]), int(match[2])


def _first_fit(text: str, options: Options, forms: Sequence[Form]) -> "Game":
    for form in forms:
        game = form.resolve(text, options)
        if game is not None:
            _check_options(text, form, options)
            return game
    raise InputError(_nothing_fits(text))


def _check_options(text: str, form: Form, options: Options) -> None:
    for name in options.given():
        if name not in form.options:
            takers = "; ".join(form.text for form in FORMS if name in form.options)
            raise InputError(f"{text}: found the option {name}; expected it with a board of the form {takers}")


def _nothing_fits(text: str) -> str:
    name, colon, rest = text.rpartition(":")
    tried = [f"no file '{text}'"]
    if colon and rest.isdecimal():
        tried += [f"no file '{name}'", f"no board set '{name}'"]
    elif colon:
        tried += [f"no module '{name}'"]
    sets = ", ".join(known.name for known in board_sets())
    return (
        f"{text}: found {', '.join(tried)}; expected FILE, FILE:NUMBER, -, random:SEED, equal:SEED, dominated:SEED, "
        f"SET:NUMBER (sets: {sets}), the name of rules ({', '.join(NAMED_RULES)}), a board game or FILE.rbg, or "
        "package.module:name"
    )


def _board_game(text: str, options: Options) -> "Game | None":
    from playtree.games.boardgames.loader import SUFFIX, is_ours

    if not text.endswith(SUFFIX) and not is_ours(text):
        return None
    from playtree.games.rbg import Rbg
    from playtree.rbg.limits import limits_from_text

    return Rbg(text, limits=limits_from_text(options.limits or ""))


def _file(text: str, options: Options) -> "Game | None":
    if text.endswith(".rbg") or not os.path.exists(text):  # noqa: PTH110  # Path.exists raises where the name is too long
        return None
    if text.endswith(".py"):
        raise InputError(f"{text}: found Python code; expected a board, or a puzzle as module:name without the .py")
    return _game_in(read_text(text), text, None, options)


def _numbered_file(text: str, options: Options) -> "Game | None":
    name, number = _numbered(text)
    if number is None or not os.path.exists(name):  # noqa: PTH110
        return None
    return _game_in(read_text(name), name, number, options)


def _standard_input(text: str, options: Options) -> "Game | None":
    name, number = _numbered(text)
    if STANDARD_INPUT not in (text, name):
        return None
    try:
        content = sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("standard input: found bytes that are not UTF-8; expected UTF-8 text") from None
    return _game_in(content, "standard input", number, options)


def _generated(text: str, options: Options) -> "Game | None":
    kind, colon, seed = text.partition(":")
    if kind not in GENERATORS or not colon:
        return None
    if not re.fullmatch(r"\d{1,30}", seed, re.ASCII):
        raise InputError(f"{text}: found seed '{seed}'; expected a whole number, 0 or more")
    return _samegame(_by_seed(kind, int(seed), options), None, options)


def _of_set(text: str, options: Options) -> "Game | None":
    name, number = _numbered(text)
    if number is None or name not in {known.name for known in board_sets()}:
        return None
    return _samegame(board_set(name).load(number), None, options)


def _by_rules(text: str, options: Options) -> "Game | None":
    if text.split(",")[0] not in NAMED_RULES:
        return None
    return _samegame(_by_seed("random", 1, options), rules_from_text(text), options)


def _own(text: str, options: Options) -> "Game | None":
    return own_puzzle(text)


_BOARD_OPTIONS = ("rules", "settle", "prune")
_FILE_FORMS = (
    Form("FILE", "a board file, or a solution file's board", "board.txt", (*_BOARD_OPTIONS, "format"), _file),
    Form("FILE:NUMBER", "one of several boards", "boards.txt:2", (*_BOARD_OPTIONS, "format"), _numbered_file),
    Form("-", "a board from standard input", "-", (*_BOARD_OPTIONS, "format"), _standard_input),
)
_NAMED_FORMS = (
    Form(
        "random:SEED",
        "a board by seed; also equal:SEED, dominated:SEED",
        "random:7",
        (*_BOARD_OPTIONS, "size", "colours"),
        _generated,
    ),
    Form("SET:NUMBER", "a board of a named set (playtree boards)", "mini20:3", _BOARD_OPTIONS, _of_set),
    Form("NAME or FILE.rbg", "a board game given by rules", "pegSolitaire", ("limits",), _board_game),
    Form(
        "RULES", "the board random:1 under these rules", "jawbreaker", ("settle", "prune", "size", "colours"), _by_rules
    ),
    Form("package.module:name", "a puzzle of your own", "knapsack:game", (), _own),
)
FORMS = _FILE_FORMS + _NAMED_FORMS


def _numbered(text: str) -> tuple[str, int | None]:
    """What stands before the last colon, and the number after it; None if there is no number."""
    name, _, number = text.rpartition(":")
    return name, int(number) if re.fullmatch(r"\d{1,9}", number, re.ASCII) else None


def _by_seed(kind: str, seed: int, options: Options) -> Board:
    columns, rows = size_from_text(options.size or "15x15")
    return GENERATORS[kind](seed, columns, rows, 5 if options.colours is None else options.colours)


def _game_in(content: str, source: str, number: int | None, options: Options) -> "Game":
    """The game in a text: one of its boards, or the game of a solution file."""
    data = parse_json(content, source) if content.lstrip().startswith("{") else None
    if isinstance(data, dict) and data.get("format") == SOLUTION_FORMAT:
        if isinstance(data.get("game"), str):
            return _first_fit(data["game"], options, _NAMED_FORMS)
        board, rules = board_from_cells(data.get("cells"), source), rules_from_object(data.get("rules"), source)
        return _samegame(board, rules, options)
    boards = read_boards(content, source, options.format)
    if number is None and len(boards) > 1:
        raise InputError(f"{source}: found {len(boards)} boards; expected one, or its number as in FILE:1")
    if number is not None and not 1 <= number <= len(boards):
        raise InputError(f"{source}: found number {number}; expected 1..{len(boards)}, the boards of the file")
    index = (number or 1) - 1
    return _samegame(boards[index], read_rules(content, source, index), options)


def _samegame(board: Board, rules: Rules | None, options: Options) -> "Game":
    from playtree.games.samegame.game import SameGame

    if options.rules is not None:
        rules = rules_from_text(options.rules)
    return SameGame(
        board.settled() if options.settle else board, rules or rules_from_text(DEFAULT_RULES), prune=options.prune
    )
