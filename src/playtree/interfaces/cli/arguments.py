"""Options that several commands share, and how their texts become numbers."""

import argparse
import math
import os
import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playtree.games.interface import Game

LARGEST = 10**15

BOARD_FORMS = """\
BOARD is one of:
  FILE                 a board file, or a solution file, which stands for its board
  FILE:NUMBER          one of several boards in a file
  -                    a board from standard input
  SET:NUMBER           a board of a named set, such as mini20:3 (playtree boards)
  random:SEED          a board by seed; also equal:SEED and dominated:SEED
  RULES                rules by name, such as jawbreaker: random:1 under them
  NAME or FILE.rbg     a board game given by rules, such as pegSolitaire
  package.module:name  a puzzle of your own: a Game, or a function that returns one"""


def describe(parser: argparse.ArgumentParser, description: str, *examples: str, takes_board: bool = False) -> None:
    """Set the help's first sentence and its end: examples, and the forms of BOARD."""
    parser.description = textwrap.fill(description, 79)
    parts = ["\n".join(["examples:", *(f"  playtree {example}" for example in examples)])]
    parser.epilog = "\n\n".join([*parts, BOARD_FORMS] if takes_board else parts)


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON and nothing else")


def add_board(parser: argparse.ArgumentParser, *, default: str | None = None) -> None:
    """Add BOARD and the options that go with it."""
    if default is None:
        parser.add_argument("board", metavar="BOARD", help="what to load, see below")
    else:
        parser.add_argument("board", metavar="BOARD", nargs="?", default=default, help="what to load, see below")
    board = parser.add_argument_group("options of SameGame boards")
    board.add_argument("--rules", metavar="RULES", help="such as jawbreaker, or samegame,bonus=500,minimum=3")
    board.add_argument("--size", metavar="CxR", help="columns x rows of a board by seed, 15x15 unless given")
    board.add_argument("--colours", type=whole_number, metavar="N", help="colours of a board by seed, 5 unless given")
    board.add_argument("--format", metavar="NAME", help="of a board file: digits, letters, codingame or json")
    board.add_argument("--settle", action="store_true", help="let everything fall before the first move")
    add_limit(parser.add_argument_group("options of board games given by rules"))


def add_limit(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--limit", action="append", default=[], metavar="NAME=NUMBER", help="raise a limit of rules")


def load_game(arguments: argparse.Namespace, *, prune: bool = False) -> "Game":
    """The game that BOARD and its options mean."""
    from playtree.games.catalogue import load

    return load(
        arguments.board,
        rules=arguments.rules,
        size=arguments.size,
        colours=arguments.colours,
        format=arguments.format,
        settle=arguments.settle,
        prune=prune,
        limits=",".join(arguments.limit) or None,
    )


def usable_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0))


def number(text: str) -> float:
    """A finite number."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"found '{text}'; expected a number")
    if abs(value) > LARGEST:
        raise argparse.ArgumentTypeError(f"found '{text}'; expected a number up to {LARGEST:.0e}")
    return value


def whole_number(text: str) -> int:
    """A whole number; 1e6 and 1_000_000 are fine."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not value.is_integer():
        raise argparse.ArgumentTypeError(f"found '{text}'; expected a whole number")
    return int(number(text))


def seed(text: str) -> int:
    """A whole number from 0 on, of any length."""
    if not text.isascii() or not text.isdecimal() or len(text) > 30:
        raise argparse.ArgumentTypeError(f"found '{text}'; expected a whole number, 0 or more")
    return int(text)
