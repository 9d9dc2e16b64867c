"""Time for a whole game: a total, and an increment for each move made.

    t = left / 25 + 0.9 increment          for the next move, and never more than what is left without a margin

>>> clock = Clock(60.0, 1.0)
>>> round(clock.share(), 3)
3.3
>>> clock.spend(3.0)
>>> clock.left
58.0
"""

from dataclasses import dataclass
from typing import ClassVar

from playtree.errors import InputError

MOVES_AHEAD = 25
OF_INCREMENT = 0.9
MARGIN_SECONDS = 0.05


@dataclass
class Clock:
    """The clock of one player in one game. Times in seconds."""

    total: float
    increment: float = 0.0
    left: float = -1.0
    least: ClassVar[float] = 0.001

    def __post_init__(self) -> None:
        if not 0 < self.total < float("inf"):  # an infinite share would never be over
            raise InputError(f"the time of a game is {self.total:g}; expected a number above 0")
        if not 0 <= self.increment < float("inf"):
            raise InputError(f"the increment of a clock is {self.increment:g}; expected a number, 0 or more")
        self.left = self.total

    def times(self, odds: float) -> "Clock":
        """A new clock with so many times as much time."""
        return Clock(self.total * odds, self.increment * odds)

    @property
    def is_out(self) -> bool:
        """Whether more time was spent than there was."""
        return self.left < 0

    def share(self) -> float:
        """What to think about the next move."""
        wanted = self.left / MOVES_AHEAD + OF_INCREMENT * self.increment
        margin = min(MARGIN_SECONDS, self.left / 2)
        return max(min(wanted, self.left - margin), self.least)

    def spend(self, seconds: float) -> None:
        """A move was made in this time; the increment is added unless the time is out."""
        self.left -= seconds
        if self.left >= 0:
            self.left += self.increment


def clock_from_text(text: str) -> Clock:
    """A clock out of a text such as 60+1 or 60: seconds, and those added with each move."""
    total, plus, increment = text.partition("+")
    try:
        return Clock(float(total), float(increment) if plus else 0.0)
    except ValueError:
        raise InputError(f"clock: found '{text[:40]}'; expected SECONDS+INCREMENT such as 60+1") from None
