"""Random walks on every game with guard words around the state and every buffer: nothing outside is written or used.

What a function reads outside would be a guard, and what a guard holds differs between two walks with the same seed; so
a walk that reads outside goes another way.
"""

import ctypes
from typing import Any

import numpy as np
import pytest

from playtree import Rbg
from playtree.compiled.random import below, seeded
from playtree.games.boardgames import game_names
from playtree.rbg.compiled_game import CompiledGame
from playtree.rbg.emit_act import LOG_WORDS
from playtree.rbg.layout import PLACE
from playtree.rbg.splitting import STRATEGIES

MARGIN = 64  # numbers in front of and behind what a function may use
GUARDS = (0xDEAD_BEEF_DEAD_BEEF, 0x0123_4567_89AB_CDEF)
SPLIT_MOVES = 40
_LONG, _POINTER, _DOUBLE = ctypes.c_int64, ctypes.c_void_p, ctypes.c_double
FOR_SOLVERS: dict[
    str, tuple[Any, ...]
] = {  # functions that only solvers of one player call: result, parameters behind data and state
    "legal": (_LONG, _POINTER, _LONG),
    "scores": (None, _POINTER),
    "code": (ctypes.c_uint64, _LONG),
    "sample": (_LONG, _POINTER),
    "playout": (_DOUBLE, _POINTER, _POINTER, _POINTER, _DOUBLE, _POINTER, _LONG, _POINTER),
}


class Guarded:
    """Arrays between guards, made anew for each name and size."""

    def __init__(self, guard: int) -> None:
        self.guard = guard
        self.rooms: dict[tuple[str, int], Any] = {}

    def room(self, name: str, size: int, kind: Any) -> Any:
        """An array of so many numbers; what a function finds in it at first is the guard as well."""
        key = (f"{name}, {np.dtype(kind)}", size)
        if key not in self.rooms:
            self.rooms[key] = self.filled((size + 2 * MARGIN) * np.dtype(kind).itemsize).view(kind)
        return self.rooms[key][MARGIN : MARGIN + size]

    def filled(self, size: int) -> Any:
        """So many bytes of guards."""
        words = np.full(size // 4, self.guard & 0xFFFF_FFFF, np.uint32)
        words[1::2] = self.guard >> 32
        return words

    def check(self) -> None:
        for (name, size), room in self.rooms.items():
            guards = self.filled(room.nbytes)
            words, item = room.view(np.uint32), room.itemsize // 4
            for part in (slice(None, MARGIN * item), slice((MARGIN + size) * item, None)):
                assert np.array_equal(words[part], guards[part]), (name, size)


class Walk:
    """A random walk by all functions of a compiled game, on guarded memory."""

    def __init__(self, game: CompiledGame, guard: int, seed: int) -> None:
        self.game, self.memory = game, Guarded(guard)
        self.rng = self.memory.room("rng", 1, np.uint64)
        self.rng[:] = seeded(seed)
        self.start = game.start()
        self.state = self.memory.room("state", len(self.start), np.uint64)
        self.counters = self.memory.room("counters", 4, np.int64)
        self.trace: list[int] = []

    def call(self, name: str, *arguments: Any) -> int:
        if name in FOR_SOLVERS:
            result, *rest = FOR_SOLVERS[name]
            function = ctypes.CFUNCTYPE(result, _POINTER, _POINTER, *rest)(self.game.native.addresses[name])
            passed = [each.ctypes.data if isinstance(each, np.ndarray) else each for each in arguments]
            result = function(None, self.state.ctypes.data, *passed)
            self.game.check(self.state)
        else:
            result = self.game.call(name, self.state, *arguments)
        self.trace.append(0 if result is None else int(result))
        return self.trace[-1]

    def again(self) -> None:
        self.state[:] = self.start

    def check(self) -> None:
        """The guards are as before, and the state holds one piece on each vertex and values within their bounds."""
        self.memory.check()
        layout, facts = self.game.layout, self.game.facts
        pieces = [vertex for piece in range(layout.pieces) for vertex in layout.members(self.state, piece)]
        assert sorted(pieces) == list(range(layout.vertices))
        values = zip(layout.values_of(self.state), facts.bounds, strict=True)
        assert all(0 <= value <= bound for value, bound in values)
        self.trace += [int(word) for word in self.state]

    def plays(self) -> None:
        """Whole plays inside one function; the line is shorter than a play, or has room for nothing."""
        for name in ("wander", "wander_split"):
            for size in (0, 24):
                self.again()
                self.call(name, self.rng, self.memory.room("line", size, np.int32), size, self.counters)
                self.check()
        for size in (0, 24):
            self.again()
            line = self.memory.room("numbers", size, np.int64)
            self.call("playout", None, None, self.rng, 0.0, line, size, self.counters)
            self.check()
        for name in ("plays", "plays_split"):
            self.again()
            self.call(name, self.rng, 2, self.counters)
            self.check()

    def listed(self, name: str) -> Any:
        """What a function lists: asked for the size, with too little room, and with just enough."""
        size = self.call(name, self.memory.room("none", 0, np.int32), 0)
        if size > 1:
            self.call(name, self.memory.room("few", size // 2, np.int32), size // 2)
        out = self.memory.room(name, size, np.int32)
        self.call(name, out, size)
        return out

    def whole_moves(self, moves: int, listed: int) -> None:
        """A play by whole moves; positions with at most `listed` moves are listed."""
        self.state[:] = self.game.facts.initial
        self.call("begin")
        assert np.array_equal(self.state, self.start)
        self.call("perft", 2 if self.call("count_moves") < 100 else 1)
        for _ in range(moves):
            self.call("status")
            self.call("key")
            count = self.call("count_moves")
            if count == 0:
                break
            if count <= listed:
                self.listed("moves")
                self.call("legal", self.memory.room("none", 0, np.int64), 0)
                self.call("legal", self.memory.room("legal", count, np.int64), count)
            self.call("scores", self.memory.room("scores", len(self.game.facts.players), np.float64))
            number = self.call("sample", self.rng)
            self.call("code", number)
            length = self.call("move", number, self.memory.room("none", 0, np.int32), 0)
            out = self.memory.room("move", length, np.int32)
            self.call("move", number, out, length)
            if number % 2:
                self.call("play", out, length)
            else:
                self.call("apply", number)
        self.check()

    def split_moves(self, moves: int, listed: int) -> None:
        """A play by parts: each is tried, taken back and made again; then the move is completed."""
        self.again()
        log = self.memory.room("log", LOG_WORDS, np.int64)
        for _ in range(moves):
            if self.state[PLACE] and self.call("count_moves") > listed:
                self.call("complete", self.rng, self.memory.room("rest", 3, np.int32), 3)
                continue
            self.listed("semimoves")
            actions = self.listed("actions")
            if len(actions) == 0:
                break
            action = int(actions[int(below(self.rng, len(actions)))])
            before = self.state.copy()
            self.call("do", action, log)
            self.call("undo", log)
            assert np.array_equal(self.state, before)
            if self.call("complete", self.rng, self.memory.room("rest", 3, np.int32), 3) == 0:
                break
        self.check()


def test_what_is_written_outside_is_seen():
    walk = Walk(Rbg("ticTacToe").compiled, GUARDS[0], seed=1)
    walk.again()
    walk.call("actions", walk.memory.room("few", 3, np.int32), 4)
    with pytest.raises(AssertionError, match="few"):
        walk.check()


def walked(game: CompiledGame, guard: int, moves: int, listed: int, seed: int) -> list[int]:
    """What a walk by all functions found."""
    walk = Walk(game, guard, seed)
    walk.plays()
    walk.whole_moves(moves, listed)
    walk.split_moves(min(moves, SPLIT_MOVES), listed)
    return walk.trace


@pytest.mark.parametrize("name", game_names())
def test_nothing_outside_a_state_is_written_or_read(name):
    game = Rbg(name).compiled
    first, second = (walked(game, guard, moves=60, listed=2000, seed=2) for guard in GUARDS)
    assert first == second


@pytest.mark.parametrize("split", STRATEGIES[1:])
@pytest.mark.parametrize("name", ["yavalath3", "breakthrough"])
def test_nothing_outside_a_state_is_written_or_read_where_moves_are_split(name, split):
    game = Rbg(name, split=split).compiled
    first, second = (walked(game, guard, moves=60, listed=2000, seed=2) for guard in GUARDS)
    assert first == second


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("split", STRATEGIES)
@pytest.mark.parametrize("name", game_names())
def test_nothing_outside_a_state_is_written_or_read_in_long_walks(name, split):
    game = Rbg(name, split=split).compiled
    for seed in range(5):
        first, second = (walked(game, guard, moves=1000, listed=3000, seed=seed) for guard in GUARDS)
        assert first == second


@pytest.mark.parametrize("split", STRATEGIES[2:])
def test_split_plays_of_yavalath_hit_no_limit(split):
    """They did where one square was left to play on, and the way there was a walk from square to square."""
    game = Rbg("yavalath3", split=split).compiled
    for seed in range(200):
        state, counters = game.start(), np.zeros(2, np.int64)
        game.call("wander_split", state, seeded(seed), np.zeros(1, np.int32), 0, counters)
        assert 0 < counters[0] <= 61
