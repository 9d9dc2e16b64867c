"""Single keys from a terminal, without waiting for Enter."""

import os
import select
import sys
import termios
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

UP, DOWN, LEFT, RIGHT, HOME, END = "up", "down", "left", "right", "home", "end"
ENTER, ESCAPE, BACKSPACE, END_OF_INPUT = "enter", "escape", "backspace", "end of input"

_SEQUENCES = {b"A": UP, b"B": DOWN, b"C": RIGHT, b"D": LEFT, b"H": HOME, b"F": END, b"1~": HOME, b"4~": END}
_SIGNS = {b"\r": ENTER, b"\n": ENTER, b"\x7f": BACKSPACE, b"\x08": BACKSPACE, b"\x04": END_OF_INPUT, b"": END_OF_INPUT}
_REST_SECONDS = 0.05  # the rest of an escape sequence follows at once; the key Escape stands alone
_LOOK_SECONDS = 0.2  # a Ctrl-C in the instant before a wait does not end it, so no wait is long


@contextmanager
def keyboard() -> Iterator[Callable[[], str]]:
    """Give a function that waits for a key and returns its name or its letter. The terminal is restored afterwards."""
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        yield partial(read_key, terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def read_key(terminal: int) -> str:
    """Wait for a key; keys without a name here are an empty text."""
    while not _is_waiting(terminal, _LOOK_SECONDS):
        pass
    sign = os.read(terminal, 1)
    if sign in _SIGNS:
        return _SIGNS[sign]
    if sign != b"\x1b":
        return sign.decode("ascii", "ignore")
    rest = b""
    while _is_waiting(terminal, _REST_SECONDS) and not rest[1:2].isalpha() and not rest.endswith(b"~"):
        rest += os.read(terminal, 1)
    return _SEQUENCES.get(rest[1:], "") if rest else ESCAPE


def _is_waiting(terminal: int, seconds: float) -> bool:
    return bool(select.select([terminal], [], [], seconds)[0])
