"""Calling a game's native functions from plain Python, compiled or interpreted, without compiling anything for it."""

import ctypes
from functools import cache
from typing import Any

import numpy as np

from playtree.compiled import calls
from playtree.compiled.calls import COUNTERS, CUT_SHORT, LINE_LENGTH, MEMORY_NUMBERS, STATES_SEEN
from playtree.compiled.decorator import INTERPRETED
from playtree.games.interface import GameTable, Policy
from playtree.games.samegame.game import SameGame

FUNCTIONS = ("status", "scores", "code", "bound", "sample")

_POINTER, _LONG, _WORD, _NUMBER = ctypes.c_void_p, ctypes.c_int64, ctypes.c_uint64, ctypes.c_double

# shape: what the C function returns, what it takes after data and state
_C_TYPES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "legal": (_LONG, (_POINTER, _LONG)),
    "apply": (_NUMBER, (_LONG,)),
    "status": (_LONG, ()),
    "scores": (None, (_POINTER, _LONG)),
    "code": (_WORD, (_LONG,)),
    "bound": (_NUMBER, ()),
    "sample": (_LONG, (_POINTER,)),
    "narrow": (_LONG, (_POINTER, _LONG)),
    "playout": (_NUMBER, (_POINTER, _POINTER, _POINTER, _NUMBER, _POINTER, _LONG, _POINTER)),
}
_WITH_LENGTH = {("legal", 0), ("narrow", 0), ("scores", 0), ("playout", 4)}


def call(shape: str, address: int, data: Any, state: Any, *arguments: Any) -> Any:
    """Call the native function at `address`, which is of this shape (compiled/calls.py)."""
    if INTERPRETED:
        with np.errstate(over="ignore"):
            return getattr(calls, shape)(address, data, state, *arguments)
    flat: list[Any] = [data.ctypes.data, state.ctypes.data]
    for index, argument in enumerate(arguments):
        if isinstance(argument, np.ndarray):
            flat.append(argument.ctypes.data)
            if (shape, index) in _WITH_LENGTH:
                flat.append(len(argument))
        else:
            flat.append(argument)
    return _c_function(shape, address)(*flat)


@cache
def _c_function(shape: str, address: int) -> Any:
    returned, taken = _C_TYPES[shape]
    return ctypes.CFUNCTYPE(returned, _POINTER, _POINTER, *taken)(address)


class Natives:
    """The native functions of a SameGame, one method each."""

    def __init__(self, game: SameGame) -> None:
        self.game = game
        self.table: GameTable = game.table(*FUNCTIONS)

    def legal(self, state: Any, capacity: int = 2500) -> list[int]:
        """The actions; as many as there are, if they fit."""
        actions = np.full(capacity, -7, np.int64)
        count = call("legal", self.table.legal, self.table.data, state, actions)
        assert count <= capacity
        assert (actions[count:] == -7).all()
        return [int(action) for action in actions[:count]]

    def apply(self, state: Any, action: int) -> float:
        return float(call("apply", self.table.apply, self.table.data, state, action))

    def is_over(self, state: Any) -> bool:
        return bool(call("status", self.table.status, self.table.data, state) == calls.OVER)

    def final(self, state: Any) -> float:
        out = np.zeros(1)
        call("scores", self.table.scores, self.table.data, state, out)
        return float(out[0])

    def code(self, state: Any, action: int) -> int:
        return int(call("code", self.table.code, self.table.data, state, action))

    def bound(self, state: Any) -> float:
        return float(call("bound", self.table.bound, self.table.data, state))

    def sample(self, state: Any, rng: Any) -> int:
        return int(call("sample", self.table.sample, self.table.data, state, rng))


class Player:
    """Playouts of one policy. memory: what the policy learns, kept from playout to playout."""

    def __init__(self, game: SameGame, policy: Policy) -> None:
        self._data, self._policy = game.table().data, policy
        self.memory = np.zeros(MEMORY_NUMBERS)
        self._line = np.zeros(game.board.blocks + 1, np.int64)
        self._counters = np.zeros(COUNTERS, np.int64)

    @property
    def is_cut_short(self) -> bool:
        """Whether the last playout stopped before the end of the game."""
        return bool(self._counters[CUT_SHORT])

    def learn(self, codes: list[int], score: float) -> None:
        """A game of these moves was played; what is to be learned is learned by `play`."""

    def play(
        self, state: Any, rng: Any, gained: float = 0.0, before: list[int] | None = None
    ) -> tuple[float, list[int], int]:
        """Play from `state`, which stays as it is: score from there, actions, states whose moves were computed."""
        score = call(
            "playout", self._policy.playout, self._data, state.copy(), self._policy.numbers, self.memory, rng, gained,
            self._line, self._counters,
        )  # fmt: skip
        length = int(self._counters[LINE_LENGTH])
        return float(score), [int(action) for action in self._line[:length]], int(self._counters[STATES_SEEN])
