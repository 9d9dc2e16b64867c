"""A game in progress: whose turn it is, whether a move is legal, who won.

Moves are whole moves, pairs of the number of a modifier and the vertex from 1, as the slow rules have them. A move is
looked up action by action and never listed among thousands of others.
"""

from typing import Any

from playtree.games.turns import Move, TurnGame


class Referee:
    """A game from its start. moves: what was played."""

    def __init__(self, game: TurnGame) -> None:
        self.game, self._rules = game, game.compiled
        self.restart()

    def restart(self) -> None:
        """Go back to the start."""
        self.state = self.game.start.copy()
        self.moves: list[Move] = []
        self._count: int | None = None

    @property
    def count(self) -> int:
        """How many legal moves there are; none when the game is over."""
        if self._count is None:
            self._count = 0 if self._rules.player(self.state) == 0 else self._rules.count(self.state)
        return self._count

    @property
    def is_over(self) -> bool:
        return self.count == 0

    @property
    def seat(self) -> int:
        """Who is to move, from 0."""
        return self._rules.player(self.state) - 1

    @property
    def scores(self) -> tuple[Any, ...]:
        """The scores of all players; final when the game is over."""
        return self._rules.scores(self.state)

    def move(self, number: int) -> Move:
        """The legal move of this number, from 0."""
        return self._rules.numbered(self.state, number)

    def is_legal(self, move: Move) -> bool:
        """Whether this is a whole legal move here. Any numbers may be asked about."""
        return not self.is_over and self._rules.is_legal(self.state, move)

    def play(self, move: Move) -> None:
        """Play a legal move."""
        self._rules.play(self.state, move)
        self.moves.append(move)
        self._count = None
