"""Forced wins by exhaustive search, plain and without any tree search of ours."""

from collections.abc import Iterator
from typing import Any, Protocol


class Rules(Protocol):
    """What the search asks. A position is anything; players are numbered from 1."""

    def after(self, position: Any) -> Iterator[Any]:
        """The positions behind every move, in the order of the moves."""

    def mover(self, position: Any) -> int:
        """Who is to move."""

    def scores(self, position: Any) -> tuple[int, ...]:
        """The scores as they stand."""


class TooManyError(Exception):
    """More positions than were allowed."""


class Prover:
    """Whether a player can force a win. budget: positions that may be looked at."""

    def __init__(self, rules: Rules, player: int, budget: int) -> None:
        self.rules, self.player, self.budget = rules, player, budget

    def wins(self, position: Any, moves: int) -> bool:
        """Whether the player wins by at most so many moves of its own, whatever the others do."""
        self.budget -= 1
        if self.budget < 0:
            raise TooManyError
        if self.rules.mover(position) == self.player:
            is_over = True
            for after in self.rules.after(position):
                is_over = False
                if moves > 0 and self.wins(after, moves - 1):
                    return True
            return is_over and self.is_won(position)
        is_over = True
        for after in self.rules.after(position):
            is_over = False
            if not self.wins(after, moves):
                return False
        return self.is_won(position) if is_over else True

    def is_won(self, position: Any) -> bool:
        """Whether the player has more than every other one, now that the game is over."""
        scores = self.rules.scores(position)
        return all(scores[self.player - 1] > score for seat, score in enumerate(scores, 1) if seat != self.player)

    def winning(self, position: Any, moves: int) -> list[int]:
        """The numbers of the moves that keep a win by at most so many moves, the first one counted."""
        return [number for number, after in enumerate(self.rules.after(position)) if self.wins(after, moves - 1)]
