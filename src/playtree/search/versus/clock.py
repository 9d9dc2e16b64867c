"""A game clock: so much time for all of one's moves, and some more with each."""

from dataclasses import dataclass

from playtree.errors import InputError

LEAST_MOVES = 12  # the clock is always kept for so many more
LARGEST_SHARE = 0.25  # of the time left, for one move
INCREMENT_SHARE = 0.9
LEAST_SHARE = 0.05
BUFFER_SECONDS = 0.02  # kept back for what is not thinking


@dataclass(frozen=True)
class Clock:
    """seconds: left.  increment: seconds that a move brings.  expected_moves: of one's own in a whole game."""

    seconds: float
    increment: float = 0.0
    expected_moves: int = 40
    moves: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.seconds < float("inf") or not 0 <= self.increment < float("inf"):
            found = f"{self.seconds} seconds and an increment of {self.increment}"
            raise InputError(f"clock: found {found}; expected numbers, 0 or more")
        if self.expected_moves < 1:
            raise InputError(f"clock: expected_moves is {self.expected_moves}; expected at least 1")

    @property
    def budget_seconds(self) -> float:
        """How long to think about the next move.

        An equal share of the time left for the moves to come, and most of the increment; a buffer is kept, and
        when only that is left, a small part of it is used for each move.
        """
        to_come = max(self.expected_moves - self.moves, LEAST_MOVES)
        share = min(self.seconds / to_come, LARGEST_SHARE * self.seconds) + INCREMENT_SHARE * self.increment
        return max(min(share, self.seconds - BUFFER_SECONDS), LEAST_SHARE * self.seconds, 1e-4)

    def after(self, seconds: float) -> "Clock":
        """The clock after a move that took so long."""
        left = max(self.seconds - seconds, 0.0) + self.increment
        return Clock(left, self.increment, self.expected_moves, self.moves + 1)
