"""The best line of a run, shared by searches that may go on from it."""

import math
import threading
from collections.abc import Sequence


class Incumbent:
    """The best whole game so far. is_shared: whether searches go on from it; if not, they stay reproducible."""

    def __init__(self, *, is_shared: bool) -> None:
        self._lock = threading.Lock()
        self.is_shared = is_shared
        self.score, self.line = -math.inf, tuple[int, ...]()

    def offer(self, score: float, line: Sequence[int]) -> None:
        """Keep the game if it is better."""
        with self._lock:
            if score > self.score:
                self.score, self.line = score, tuple(line)

    def best(self) -> tuple[float, tuple[int, ...]]:
        with self._lock:
            return self.score, self.line
