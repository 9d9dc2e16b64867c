"""How a search spends its budget over the moves of a game: all at the start, or spread over the moves.

Spread, it makes a move for good from time to time and searches on from there, in the same tree or in a new one:

    uniform        R / moves for each of the first moves                         [schadd2012] 6.4, [tak2010] 6.6
    linear         from R / 12.2 falling to R / 64, evened so that they add up   [klein2015] 6.8
    exponential    max(least, R (6/7)^i / 7); what is left at the end            [klein2015] 6.8

The move is the child with the best result of whole games (top), from the child on (top-plus), the highest average
(mean) or the most visits (visits) [schadd2012] 4.6, [klein2015] 6.8.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from playtree.errors import InputError

MOST_MOVES = 100_000
USUAL_RU = 640_000.0  # R of the thesis
FINALS = ("top", "top-plus", "mean", "visits")


@dataclass(frozen=True)
class WholeGame:
    """All of the budget at the start of the game."""

    @property
    def starts_anew(self) -> bool:
        """Whether a move has a tree of its own."""
        return False

    @property
    def final(self) -> None:
        """No move is made before the end."""
        return None

    def ends(self, ru: float | None = None) -> list[float]:
        """The fractions of the budget at which moves are made: none before the end."""
        return [1.0]


@dataclass(frozen=True)
class PerMove:
    """spread: how the budget is spread. final: which move is made. moves: over how many, at most. least: what a move
    gets at least of the exponential spread, in resource units; of another budget, that share of 640,000.
    """

    spread: str = "exponential"
    final: str = "top"
    moves: float = 30.0
    least: float = 2048.0

    def __post_init__(self) -> None:
        for name, value, known in (("spread", self.spread, SPREADS), ("final", self.final, FINALS)):
            if value not in known:
                raise InputError(f"per-move: unknown {name} '{value}'; expected one of: {', '.join(known)}")
        for name, number in (("moves", self.moves), ("least", self.least)):
            if not isinstance(number, int | float):
                raise InputError(f"per-move: {name} is {number!r}; expected a number")
        if not 1 <= self.moves <= MOST_MOVES:
            raise InputError(f"per-move: moves is {self.moves:g}; expected at least 1 and at most {MOST_MOVES:,}")
        if not 0 <= self.least < math.inf:
            raise InputError(f"per-move: least is {self.least:g}; expected resource units, 0 or more")

    @property
    def starts_anew(self) -> bool:
        """Whether a move has a tree of its own."""
        return False

    def ends(self, ru: float | None = None) -> list[float]:
        """The fractions of the budget at which the moves are made, rising to 1. ru: its resource units, if counted."""
        ends, total = [], 0.0
        for share in SPREADS[self.spread](self, USUAL_RU if ru is None else ru):
            total = min(1.0, total + share)
            ends.append(total)
        return [*ends[:-1], 1.0]


@dataclass(frozen=True)
class PerMoveAnew(PerMove):
    """The same with a new tree for each move: its root and copies of the children that the old one had there.

    [tak2010] 4.2: the move is the next one of the best game so far, whichever tree found it (final top).
    """

    @property
    def starts_anew(self) -> bool:
        return True


def _uniform(rule: PerMove, ru: float) -> list[float]:
    return [1 / rule.moves] * int(-(-rule.moves // 1))


def _linear(rule: PerMove, ru: float) -> list[float]:
    count = int(rule.moves)
    high, low = 1 / 12.2, 1 / 64
    even = 1 / count - (high + low) / 2
    return [high + even - index * (high - low) / max(count - 1, 1) for index in range(count)]


def _exponential(rule: PerMove, ru: float) -> list[float]:
    shares = [max(rule.least / ru, (6 / 7) ** index / 7) for index in range(int(rule.moves))]
    return [*shares, max(0.0, 1.0 - sum(shares))]


SPREADS: dict[str, Callable[[PerMove, float], list[float]]] = {
    "uniform": _uniform,
    "linear": _linear,
    "exponential": _exponential,
}
