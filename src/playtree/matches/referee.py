"""A game in progress: whose turn it is, whether a move is legal, who won.

Moves are whole moves, pairs of the number of a modifier and the vertex from 1, as the slow rules have them. A move is
looked up action by action and never listed among thousands of others.
"""

import numpy as np

from playtree.games.rbg import Rbg
from playtree.rbg.compiled_game import decoded
from playtree.rbg.interpreter import Move


class Referee:
    """A game from its start. moves: what was played."""

    def __init__(self, game: Rbg) -> None:
        self.game, self._rules = game, game.compiled
        self._ends_move = game.turns().is_start
        self._buffer = np.empty(64, np.int32)
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
    def scores(self) -> tuple[int, ...]:
        """The scores of all players; final when the game is over."""
        return self._rules.scores(self.state)

    def move(self, number: int) -> Move:
        """The legal move of this number, from 0."""
        length = self._rules.call("move", self.state, number, self._buffer, len(self._buffer))
        if length > len(self._buffer):
            self._buffer = np.empty(length, np.int32)
            length = self._rules.call("move", self.state, number, self._buffer, length)
        return decoded(self._buffer[:length])

    def is_legal(self, move: Move) -> bool:
        """Whether this is a whole legal move here. Any numbers may be asked about."""
        if self.is_over or not 0 < len(move) <= self._rules.limits.move_length:
            return False
        if not all(0 < index < len(self._ends_move) for index, _ in move) or not self._ends_move[move[-1][0]]:
            return False
        state = self.state.copy()
        for place, action in enumerate(move, 1):
            if action not in self._rules.actions(state) or (self._ends_move[action[0]] and place < len(move)):
                return False
            self._rules.do(state, action)
        return True

    def play(self, move: Move) -> None:
        """Play a legal move."""
        self._rules.play(self.state, move)
        self.moves.append(move)
        self._count = None
