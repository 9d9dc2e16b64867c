"""The native rules of a user's game of several players, called from Python."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from playtree.compiled.turn_calls import CELL_BITS
from playtree.errors import GameError
from playtree.games import turn_kernels
from playtree.games.adapters import MOST_EVER
from playtree.games.interface import State
from playtree.games.turn_kernels import ENDS, LARGEST_ACTION, MOST_PARTS
from playtree.rbg.layout import FAULT, PLAYER

if TYPE_CHECKING:
    from playtree.games.custom_turns import OwnTurnGame

MOST_MOVES = 100_000
FAULTS = {
    turn_kernels.LONG_MOVE: f"a move has more than {MOST_PARTS} actions; expected that it ends",
    turn_kernels.LONG_PLAY: f"a play has more than {MOST_MOVES:,} moves; expected that it ends",
    turn_kernels.NO_PLAYER: "player returns a number that is no player's; expected one from 1",
    turn_kernels.BAD_COUNT: f"legal returns a count that is too large or below 0; expected 0 to {MOST_EVER:,}",
    turn_kernels.BAD_SCORES: "scores writes a number that is out of range; expected 0 to `best`",
    turn_kernels.BAD_ACTION: f"legal lists an action that is too large or below 0; expected 0 to {LARGEST_ACTION:,}",
}


class OwnRules:
    """What `TurnRules` asks for. game: whose rules they are."""

    dots = 1 << 31 - CELL_BITS  # all actions change something
    most_moves, longest_move = MOST_MOVES, MOST_PARTS

    def __init__(self, game: "OwnTurnGame") -> None:
        self._game, self._data = game, game.packed_data
        self.file = game.name
        self.bounds = (game.best,) * len(game.players)

    def encoded(self, move: Sequence[int]) -> NDArray[np.int32]:
        """A whole move as native functions take it; ValueError if a part is none that an action may be."""
        if not all(0 <= action <= LARGEST_ACTION for action in move):
            raise ValueError(f"the move {move} has a part that is no action")
        last = len(move) - 1
        return np.array([action | ENDS if place == last else action for place, action in enumerate(move)], np.int32)

    def decoded(self, actions: NDArray[np.int32]) -> Any:
        return tuple(int(action) & LARGEST_ACTION for action in actions)

    def count(self, state: State) -> int:
        return self._sound(state, turn_kernels.count_moves(self._data, state))

    def numbered(self, state: State, number: int) -> Any:
        out = np.empty(MOST_PARTS, np.int32)
        return self.decoded(out[: self._sound(state, turn_kernels.move(self._data, state, number, out))])

    def moves(self, state: State) -> list[Any]:
        out = np.empty(self._sound(state, turn_kernels.moves(self._data, state, np.empty(0, np.int32))), np.int32)
        turn_kernels.moves(self._data, state, out)
        found, place = [], 0
        while place < len(out):
            length = int(out[place])
            found.append(self.decoded(out[place + 1 : place + 1 + length]))
            place += 1 + length
        return found

    def completed(self, state: State, rng: State) -> NDArray[np.int32]:
        out = np.empty(MOST_PARTS, np.int32)
        with np.errstate(over="ignore"):  # interpreted, random numbers wrap around
            length = int(turn_kernels.complete(self._data, state, rng, out))
        return out[: self._sound(state, length)]

    def play(self, state: State, move: Sequence[int]) -> None:
        self.play_encoded(state, self.encoded(move))

    def play_encoded(self, state: State, actions: NDArray[np.int32]) -> None:
        turn_kernels.play(self._data, state, actions)
        self._sound(state, 0)

    def is_legal(self, state: State, move: Any) -> bool:
        if not isinstance(move, tuple) or not 0 < len(move) <= MOST_PARTS:
            return False
        here = state.copy()
        for place, action in enumerate(move, 1):
            if action not in self._game.legal(here):
                return False
            self._game.apply(here, int(action))
            if self._game.begins(here) != (place == len(move)):
                return False
        return True

    def player(self, state: State) -> int:
        return int(state[PLAYER])

    def is_over(self, state: State) -> bool:
        return self.count(state) == 0

    def scores(self, state: State) -> tuple[float, ...]:
        found = self._game.final_scores(state)
        if not self._game.are_scores(found) and self.is_over(state):
            raise self._out_of_range(found)
        return found

    def _out_of_range(self, scores: Sequence[float]) -> GameError:
        return GameError(f"{self.file}: scores are {list(scores)}; expected 0 to {self._game.best:g} for each player")

    def fault(self, state: State) -> Exception:
        if state[FAULT] == turn_kernels.BAD_SCORES:
            return self._out_of_range(self._game.final_scores(state))
        return GameError(f"{self.file}: {FAULTS[int(state[FAULT])]} (playtree.check says where)")

    def endless(self, name: str) -> Exception:
        return GameError(f"{name}: {FAULTS[turn_kernels.LONG_PLAY]}")

    def _sound(self, state: State, value: int) -> int:
        """The value, unless something went wrong on the way to it."""
        if state[FAULT]:
            raise self.fault(state)
        return int(value)
