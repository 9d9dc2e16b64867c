"""What is timed: playouts from the start of a game, searches, and a program of somebody else's."""

import subprocess
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from playtree.compiled.calls import COUNTERS, MEMORY_NUMBERS
from playtree.compiled.random import seeded
from playtree.games.samegame.game import SameGame
from playtree.search.budget import Budget
from playtree.search.solo.method import Task, policy_of
from playtree.search.solo.nrpa.method import Nrpa
from playtree.search.solo.search import Search
from playtree.search.solo.variant import Variant
from playtree.search.speed import play_many

LINE, ACTIONS = 256, 256


class Timed:
    """Something to do again and again."""

    def play(self) -> None:
        """Do it."""
        raise NotImplementedError

    def processor_seconds(self) -> float:
        """Do it; return the processor time it took, which other programs on the machine hardly change."""
        begin = time.thread_time()
        self.play()
        return time.thread_time() - begin


class Playouts(Timed):
    """Playouts from the start of a game in one thread, `times` of them in a round."""

    def __init__(self, game: SameGame, policy: str, times: int, seed: int = 0) -> None:
        chosen = game.policy(policy)
        self._game = game.table("scores", "sample")._replace(playout=chosen.playout)
        self._start, self._state, self._numbers = game.start, game.start.copy(), chosen.numbers
        self._memory, self.rng = np.zeros(MEMORY_NUMBERS), seeded(seed)
        self._actions, self._line = np.empty(ACTIONS, np.int64), np.empty(LINE, np.int64)
        self._counters, self._out = np.zeros(COUNTERS, np.int64), np.zeros(1)
        self.times, self.moves = times, 0

    def play(self) -> None:
        """Play a round."""
        buffers = (self._memory, self.rng, self._actions, self._line, self._counters, self._out)
        self.moves = int(play_many(self._game, self._start, self._state, self._numbers, *buffers, self.times))


class Searches(Timed):
    """A tree search with this budget in one thread."""

    def __init__(self, game: SameGame, variant: Variant, budget: Budget, seed: int = 0) -> None:
        self._game, self._policy = game, policy_of(game, variant)
        self._table = game.table("scores", "sample", "key")
        self._variant, self._budget, self._seed = variant, budget, seed

    def play(self) -> None:
        """Grow a tree."""
        seed = np.random.SeedSequence(self._seed)
        Search(self._game, self._table, self._policy, self._variant, self._budget, seed).run()


class Nests(Timed):
    """Nested rollout policy adaptation with this budget in one thread."""

    def __init__(self, game: SameGame, method: Nrpa, budget: Budget, seed: int = 0) -> None:
        self._game, self._method, self._budget, self._seed = game, method, budget, seed

    def play(self) -> None:
        """Learn."""
        self._method.start(Task(self._game, self._budget, np.random.SeedSequence(self._seed))).run()


def clock_seconds(parts: Sequence[Timed]) -> float:
    """Do the parts at the same time, each in a thread; return the time by the clock."""
    with ThreadPoolExecutor(len(parts)) as pool:
        list(pool.map(len, [()] * len(parts)))  # the threads are started
        begin = time.perf_counter()
        list(pool.map(lambda part: part.play(), parts))
        return time.perf_counter() - begin


class Program:
    """Another program that plays the same playouts; it is started once as PROGRAM POLICY CELLS WORD.

    CELLS are the colours, column by column from the bottom; WORD is the state of the generator. For each line with a
    number it plays so many playouts and prints its processor time in seconds, the sum of the scores and the moves.
    """

    def __init__(self, path: str, game: SameGame, policy: str, playouts: Playouts) -> None:
        cells = "".join(map(str, game.board.cells.ravel()))
        self._process = subprocess.Popen(
            [path, policy, cells, str(int(playouts.rng[0]))], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._ours = playouts

    def processor_seconds(self) -> float:
        """Play the round that our playouts have just played; they must have made as many moves."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(self._ours.times, file=self._process.stdin, flush=True)
        seconds, _, moves = self._process.stdout.readline().split()
        if int(moves) != self._ours.moves:
            raise SystemExit(
                f"the program made {moves} moves, ours {self._ours.moves}; it does not play the same games"
            )
        return float(seconds)

    def close(self) -> None:
        """End the program."""
        self._process.communicate()
