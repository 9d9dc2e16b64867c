"""When a sample is given up before all of its positions are played [tak2010] 6.5.

A sample's fitness is the sum of its scores on the positions of an iteration. After each score, what it may still reach
is the sum so far plus, for each unplayed position i, an estimate from the samples before it in the iteration:

    SimpleCut           the highest score on position i
    ConfidenceCut(t)    mean_i + t deviation_i                                              (formula 6)

never below a floor. Below the fitness of the worst of the E best samples so far, it is cut. The first E samples are
never cut.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from playtree.errors import InputError


class Cut(Protocol):
    """Estimates what a sample can reach on a position."""

    def estimate(self, scores: "np.ndarray[Any, Any]") -> float:
        """From the scores of others on it; inf if it cannot be said."""


@dataclass(frozen=True)
class NoCut:
    """Every sample plays all positions."""

    def estimate(self, scores: "np.ndarray[Any, Any]") -> float:
        """Whatever is needed."""
        return math.inf


@dataclass(frozen=True)
class SimpleCut:
    """As much as the best of the others."""

    def estimate(self, scores: "np.ndarray[Any, Any]") -> float:
        """The highest of the scores."""
        return float(scores.max()) if len(scores) else math.inf


@dataclass(frozen=True)
class ConfidenceCut:
    """t deviations more than the others on average; 0.5 and 1.0 in [tak2010]."""

    t: float = 0.5

    def estimate(self, scores: "np.ndarray[Any, Any]") -> float:
        """mean + t deviation of the scores."""
        return float(scores.mean() + self.t * scores.std()) if len(scores) else math.inf


def cut_from_text(text: str) -> Cut:
    """The cut that a text means: none, simple, or confidence with its t.

    >>> cut_from_text("confidence,t=0.5")
    ConfidenceCut(t=0.5)
    """
    name, _, setting = text.partition(",")
    key, _, value = setting.partition("=")
    if name in ("none", "simple") and not setting:
        return NoCut() if name == "none" else SimpleCut()
    try:
        if name == "confidence" and (not setting or key.strip() == "t"):
            return ConfidenceCut(float(value)) if setting else ConfidenceCut()
    except ValueError:
        pass
    raise InputError(f"cut '{text}'; expected none, simple or confidence,t=0.5")


class Judge:
    """Watches the samples of one iteration and says who is cut.

    positions: how many each sample plays. elites: E. floor: least estimate for an unplayed position.
    """

    def __init__(self, cut: Cut, positions: int, elites: int, floor: float = -math.inf) -> None:
        if positions < 1:
            raise InputError(f"positions is {positions}; expected at least 1")
        self._cut, self._positions, self._elites, self._floor = cut, positions, elites, floor
        self._scores: list[list[float]] = [[] for _ in range(positions)]
        self._estimates = [max(floor, cut.estimate(np.array([]))) for _ in range(positions)]
        self._complete: list[float] = []

    def is_lost(self, scores: Sequence[float]) -> bool:
        """Whether a sample with these scores on the first positions is to be cut; never before its first game."""
        if not 0 < len(scores) < self._positions or len(self._complete) < self._elites:
            return False
        return sum(scores) + sum(self._estimates[len(scores) :]) < self.worst_elite

    @property
    def worst_elite(self) -> float:
        """The fitness of the worst of the E best complete samples so far."""
        return sorted(self._complete, reverse=True)[self._elites - 1]

    def note(self, scores: Sequence[float]) -> None:
        """Take in the scores of a sample that is done: complete, or cut after them."""
        for place, score in enumerate(scores):
            self._scores[place].append(score)
            self._estimates[place] = max(self._floor, self._cut.estimate(np.array(self._scores[place])))
        if len(scores) == self._positions:
            self._complete.append(sum(scores))
