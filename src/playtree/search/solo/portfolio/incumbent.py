"""The best line of a run and the guide that found it, shared by searches that may go on from it."""

import math
import threading
from collections.abc import Sequence

Found = tuple[float, tuple[int, ...], str | None]


class Incumbent:
    """The best whole game so far. is_shared: whether searches go on from it; if not, they stay reproducible."""

    def __init__(self, *, is_shared: bool) -> None:
        self._lock = threading.Lock()
        self.is_shared = is_shared
        self._best: Found = (-math.inf, (), None)

    def offer(self, score: float, line: Sequence[int], guide: str | None = None) -> None:
        """Keep the game if it is better."""
        with self._lock:
            if score > self._best[0]:
                self._best = (score, tuple(line), guide)

    def best(self) -> Found:
        """Score, line and guide; the guide is None where there was none."""
        with self._lock:
            return self._best
