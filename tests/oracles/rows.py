"""Tic-tac-toe and Connect Four solved by trying everything, on bit boards, with nothing of ours.

A position is two numbers: the squares of the one to move, and those of both. Squares are bits, row by row from the top,
as the boards of the games are numbered.
"""

from functools import cache
from typing import NamedTuple


class Rows(NamedTuple):
    """columns, rows: of the board. length: of a row that wins. falls: whether stones fall to the lowest free square."""

    columns: int
    rows: int
    length: int
    falls: bool

    def lines(self) -> tuple[int, ...]:
        """Every row that wins."""
        found = []
        for row in range(self.rows):
            for column in range(self.columns):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    squares = [(row + step * down, column + step * right) for step in range(self.length)]
                    if all(0 <= y < self.rows and 0 <= x < self.columns for y, x in squares):
                        found.append(sum(1 << y * self.columns + x for y, x in squares))
        return tuple(found)

    def squares(self, taken: int) -> list[int]:
        """Where the one to move may put a stone."""
        free = [square for square in range(self.columns * self.rows) if not taken >> square & 1]
        if not self.falls:
            return free
        return [each for each in free if each + self.columns not in free]


TIC_TAC_TOE = Rows(3, 3, 3, falls=False)
CONNECT_FOUR = Rows(7, 6, 4, falls=True)


class Solver:
    """The value of positions of a game for the one to move: 1 won, 0 drawn, -1 lost."""

    def __init__(self, game: Rows) -> None:
        self.game, self.lines = game, game.lines()
        self.value = cache(self.value_of)

    def is_won(self, mine: int) -> bool:
        return any(mine & line == line for line in self.lines)

    def is_over(self, mine: int, taken: int) -> bool:
        """Whether the other one has won, or the board is full."""
        return self.is_won(taken ^ mine) or taken == (1 << self.game.columns * self.game.rows) - 1

    def value_of(self, mine: int, taken: int) -> int:
        if self.is_won(taken ^ mine):
            return -1
        best = None
        for square in self.game.squares(taken):
            value = -self.value(taken ^ mine, taken | 1 << square)
            if value == 1:
                return 1
            best = value if best is None else max(best, value)
        return 0 if best is None else best
