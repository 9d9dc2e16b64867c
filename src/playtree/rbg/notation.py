"""Moves as text.

    54 2 45 3        vertex and number of each modifier, as sent between programs
    (2,54) (3,45)    number and vertex, for people

>>> move_from_text("(2,54) (3,45)") == move_from_text("54 2 45 3") == ((2, 54), (3, 45))
True
"""

import re

from playtree.errors import InputError
from playtree.rbg.interpreter import Move

LONG_FORM = re.compile(r"\s*(\(\s*[0-9]{1,9}\s*,\s*[0-9]{1,9}\s*\)\s*)+", re.ASCII)
SHORT_FORM = re.compile(r"\s*([0-9]{1,9}\s+[0-9]{1,9})(\s+[0-9]{1,9}\s+[0-9]{1,9})*\s*", re.ASCII)


def move_text(move: Move) -> str:
    """A move as sent between programs: 54 2 45 3."""
    return " ".join(f"{vertex} {index}" for index, vertex in move)


def long_move_text(move: Move) -> str:
    """A move as people read it: (2,54) (3,45)."""
    return " ".join(f"({index},{vertex})" for index, vertex in move)


def move_from_text(text: str) -> Move:
    """The move in either form."""
    numbers = [int(number) for number in re.findall(r"[0-9]+", text)] if len(text) < 1_000_000 else []
    if LONG_FORM.fullmatch(text):
        return tuple(zip(numbers[::2], numbers[1::2], strict=True))
    if SHORT_FORM.fullmatch(text):
        return tuple(zip(numbers[1::2], numbers[::2], strict=True))
    raise InputError(f"'{text[:40]}' is no move; expected pairs of vertex and modifier such as: 54 2 45 3")
