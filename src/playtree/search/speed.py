"""How fast simulations are: playouts from the start position in compiled loops, in one or more threads."""

import threading
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from playtree.compiled import calls
from playtree.compiled.calls import ABSENT, COUNTERS, LINE_LENGTH, MEMORY_NUMBERS, TOO_MANY_ACTIONS
from playtree.compiled.decorator import compiled
from playtree.compiled.random import seeded
from playtree.errors import InputError
from playtree.games.interface import Game, GameTable, Policy
from playtree.games.uniform import uniform_playout

FIRST_ACTIONS, LINE_CAPACITY = 256, 4096
BATCH_SECONDS = 0.02


@dataclass(frozen=True)
class Speed:
    """What was measured, over all threads together."""

    playouts: int
    moves: int
    seconds: float
    threads: int

    @property
    def playouts_per_second(self) -> float:
        return self.playouts / self.seconds

    @property
    def moves_per_second(self) -> float:
        return self.moves / self.seconds


@compiled(borrows=True)
def play_many(
    game: GameTable, start: Any, state: Any, numbers: Any, memory: Any, rng: Any, actions: Any, line: Any,
    counters: Any, out: Any, times: int,
) -> int:  # fmt: skip
    """Play `times` simulations from `start`; return their moves. Changes all arrays but `start` and `numbers`.

    Returns at once, and less, if a position has more actions than the buffer holds: `counters` then says how many.
    """
    moves = 0
    for _ in range(times):
        for index in range(len(start)):
            state[index] = start[index]
        counters[TOO_MANY_ACTIONS] = 0
        if game.playout != ABSENT:
            calls.playout(game.playout, game.data, state, numbers, memory, rng, 0.0, line, counters)
        else:
            uniform_playout(game, state, actions, rng, line, counters, out)
        if counters[TOO_MANY_ACTIONS] > 0:
            return moves
        moves += counters[LINE_LENGTH]
    return moves


class _Player:
    """Plays simulations in one thread."""

    def __init__(self, game: Game, policy: Policy, seed: np.random.SeedSequence) -> None:
        self._table = game.table("scores", "sample")._replace(playout=policy.playout)
        self._start, self._numbers, self._rng = game.start, policy.numbers, seeded(seed)
        self._state, self._memory = game.start.copy(), np.zeros(MEMORY_NUMBERS)
        self._actions, self._line = np.empty(FIRST_ACTIONS, np.int64), np.empty(LINE_CAPACITY, np.int64)
        self._counters, self._out = np.zeros(COUNTERS, np.int64), np.zeros(1)
        self.playouts = self.moves = 0
        self.batch = 1

    def play(self, times: int) -> int:
        """Play so many simulations and return their moves."""
        while True:
            buffers = (self._memory, self._rng, self._actions, self._line, self._counters, self._out)
            with np.errstate(
                over="ignore"
            ):  # 64-bit numbers wrap around on purpose; only interpreted code would complain
                moves = int(play_many(self._table, self._start, self._state, self._numbers, *buffers, times))
            needed = int(self._counters[TOO_MANY_ACTIONS])
            if not needed:
                return moves
            self._actions = np.empty(2 * needed, np.int64)

    def warm_up(self) -> None:
        """Compile, enlarge the buffers, and find how many simulations make a batch of some milliseconds."""
        while True:
            begin = time.perf_counter()
            self.play(self.batch)
            if time.perf_counter() - begin >= BATCH_SECONDS / 2:
                return
            self.batch *= 2

    def play_until(self, deadline: float) -> None:
        """Play batches until the clock `perf_counter` says so."""
        while time.perf_counter() < deadline:
            self.moves += self.play(self.batch)
            self.playouts += self.batch


def measured_speed(game: Game, policy: Policy, *, seconds: float = 2.0, threads: int = 1, seed: int = 0) -> Speed:
    """Play simulations from the start of `game` for so long, after everything is compiled."""
    if not 0 < seconds < float("inf"):
        raise InputError(f"seconds is {seconds:g}; expected a number above 0")
    if threads < 1:
        raise InputError(f"threads is {threads}; expected at least 1")
    players = [_Player(game, policy, part) for part in np.random.SeedSequence(seed).spawn(threads)]
    for player in players:
        player.warm_up()
    begin = time.perf_counter()
    workers = [threading.Thread(target=player.play_until, args=[begin + seconds], daemon=True) for player in players]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    taken = time.perf_counter() - begin
    return Speed(sum(player.playouts for player in players), sum(player.moves for player in players), taken, threads)
