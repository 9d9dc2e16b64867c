"""The messages between a game manager and its players, as all programs for Regular Boardgames speak them.

    manager -> player   preparation time, rules, number of the player          once
    player -> manager   ready                                                  once
    manager -> player   time limit         for the player to move
    player -> manager   54 2 45 3          its move: vertex and modifier, pair by pair
    manager -> others   54 2 45 3          the same
    manager -> player   reset              the game is over, the next one begins

A message ends with a NUL byte and has neither length nor type: what it means follows from its place in the dialogue.
The end of all games is the end of the connection.

>>> inbox = Inbox(most=100)
>>> inbox.feed(b"0.500000\\x0054 2 4")
>>> inbox.take(), inbox.take()
(b'0.500000', None)
>>> inbox.feed(b"5 3\\x00")
>>> move_from_bytes(inbox.take())
((2, 54), (3, 45))
"""

import re
import sys

from playtree.errors import ProtocolError
from playtree.games.turns import Move
from playtree.rbg.notation import move_text

END = b"\0"
READY = b"ready"
RESET = b"reset"
LONGEST_TIME = sys.float_info.max  # how "unlimited" is sent: a number of 309 digits
MOST_BYTES = 1 << 16  # of a message, but for the rules: more than the longest move takes
SHOWN_BYTES = 40

_NUMBER = re.compile(rb"[0-9]{1,9}")
_TIME = re.compile(rb"[0-9]{1,310}(\.[0-9]{0,20})?")


class Inbox:
    """Cuts what arrives into messages. most: bytes of a message; a longer one is an error, as memory is bounded."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._bytes = bytearray()

    @property
    def has_message(self) -> bool:
        return END in self._bytes

    def feed(self, data: bytes) -> None:
        """Take bytes as they arrive, in pieces of any size."""
        self._bytes += data
        if len(self._bytes) > self.most and not 0 <= self._bytes.find(END) <= self.most:
            raise ProtocolError(f"found more than {self.most} bytes without an end; expected a message with NUL")

    def take(self) -> bytes | None:
        """The next message, without its NUL; None if it has not arrived."""
        message, end, rest = self._bytes.partition(END)
        if not end:
            return None
        self._bytes = rest
        return bytes(message)


def time_to_bytes(seconds: float) -> bytes:
    """A time as it is sent: six decimals, and the largest number there is when it is unlimited."""
    return b"%.6f" % min(seconds, LONGEST_TIME)


def time_from_bytes(message: bytes) -> float:
    """The seconds of a message; infinite when unlimited."""
    if not _TIME.fullmatch(message):
        raise ProtocolError(f"found {shown(message)}; expected a time in seconds such as 0.500000")
    seconds = float(message)
    return seconds if seconds < LONGEST_TIME else float("inf")


def move_to_bytes(move: Move) -> bytes:
    """A move as it is sent."""
    return move_text(move).encode()


def move_from_bytes(message: bytes) -> Move:
    """The move of a message, legal or not."""
    words = message.split()
    if not words or len(words) % 2 or not all(_NUMBER.fullmatch(word) for word in words):
        raise ProtocolError(f"found {shown(message)}; expected a move: pairs of vertex and modifier such as 54 2 45 3")
    numbers = [int(word) for word in words]
    return tuple(zip(numbers[1::2], numbers[::2], strict=True))


def shown(message: bytes) -> str:
    """A message from a stranger, short and without control characters."""
    text = "".join(chr(byte) if 32 <= byte < 127 else "?" for byte in message[:SHOWN_BYTES])
    return f"'{text}{'...' if len(message) > SHOWN_BYTES else ''}'"
