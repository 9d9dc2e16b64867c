"""What searches by a compiled loop have in common: a word that ends the loop, and a time at which it is set."""

import math
import time
from typing import Any

import numpy as np

from playtree.compiled.lines import alone


class Timed:
    """seconds: how long the search may take from now on; None for as long as it likes.

    The loop looks at the stop word after each of its steps, and returns once it is set.
    """

    is_solved = False

    def __init__(self, seconds: float | None) -> None:
        self._stop = alone(np.zeros(1, np.int64))
        self.give_time(seconds)

    def give_time(self, seconds: float | None) -> None:
        """Let the loop go on for so long from now."""
        self._stop[0] = 0
        self._end = math.inf if seconds is None else time.monotonic() + seconds

    def tick(self, now: float) -> None:
        """Tell the search what time it is; it ends when its time is up."""
        if now >= self._end:
            self.stop()

    def stop(self) -> None:
        """Make `run` return after the step of now."""
        self._stop[0] = 1


class Holding(Timed):
    """A search whose workspace holds the best game: `best`, `best_line`, and its length among the counters."""

    _work: Any
    _length_place: int

    @property
    def score(self) -> float:
        """Score of the best game so far; -inf before the first."""
        return float(self._work.best[0])

    @property
    def line(self) -> list[int]:
        """Actions of the best game."""
        return [int(action) for action in self._work.best_line[: self._work.counters[self._length_place]]]
