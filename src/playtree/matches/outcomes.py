"""What a number of plays says about two sides, as in [pawlik2021] 5.1.2.

    w = (wins + draws / 2) / n                                             the win ratio
    s^2 = (wins (1-w)^2 + draws (1/2-w)^2 + losses w^2) / (n-1)            the variance of one play
    w +- t s / sqrt(n)                                                     its 95 % interval; t: Student's, at n-1

Better, worse: 1/2 lies below, above the interval; similar: inside. Where all plays ended alike s is 0 and says nothing;
the bounds are then those of n equal outcomes at 2.5 % on either side, w 0.025^(1/n) and 1 - (1-w) 0.025^(1/n).

>>> Tally(236, 0, 4).words()          # table 5.3, Amazons
'98.3 ±1.6'
>>> Tally(236, 0, 4).verdict
'better'
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from playtree.matches.student import student_quantile

TAIL = 0.025


@dataclass(frozen=True)
class Tally:
    """Plays by their outcome for the first side."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def plays(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def win_ratio(self) -> float:
        """1 for a win, 1/2 for a draw, on average; 1/2 without plays."""
        return (self.wins + self.draws / 2) / self.plays if self.plays else 0.5

    @property
    def half_width(self) -> float:
        """Half of the interval by the normal distribution."""
        ratio, plays = self.win_ratio, self.plays
        if plays < 2:
            return 0.0
        squares = self.wins * (1 - ratio) ** 2 + self.draws * (0.5 - ratio) ** 2 + self.losses * ratio**2
        return student_quantile(plays - 1) * math.sqrt(squares / (plays - 1) / plays)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the win ratio, within 0 and 1."""
        ratio = self.win_ratio
        if not self.plays:
            return 0.0, 1.0
        if self.plays in (self.wins, self.draws, self.losses):
            left = TAIL ** (1 / self.plays)
            return ratio * left, 1 - (1 - ratio) * left
        return max(ratio - self.half_width, 0.0), min(ratio + self.half_width, 1.0)

    @property
    def verdict(self) -> str:
        """better, similar or worse."""
        low, high = self.interval
        return "better" if low > 0.5 else "worse" if high < 0.5 else "similar"

    def words(self) -> str:
        """The ratio in percent, as in the tables of the thesis."""
        if not self.plays:
            return "-"
        shown = min(self.half_width, max(self.win_ratio, 1 - self.win_ratio))
        half = f" ±{100 * shown:.1f}" if shown else ""
        return f"{100 * self.win_ratio:.1f}{half}"


def tally(points: Iterable[float]) -> Tally:
    """The tally of plays that gave the first side 1, 1/2 or 0."""
    values = list(points)
    return Tally(values.count(1.0), values.count(0.5), values.count(0.0))
