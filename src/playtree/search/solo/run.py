"""Running searches over threads, with a clock, progress and a stop that is obeyed at once.

Compiled loops run in worker threads without the interpreter's lock. The caller's thread waits, reads their counters for
progress, and stops them when time is up or on Ctrl-C.
"""

import itertools
import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from numbers import Integral

import numpy as np
from numba.core.errors import NumbaError

from playtree.errors import InputError
from playtree.games.interface import Game
from playtree.search.budget import Budget
from playtree.search.result import Solution, joined, verified_line
from playtree.search.solo.harvest import Harvest
from playtree.search.solo.method import NOTHING, Keeping, Method, Progress, Running, Task
from playtree.search.solo.own import own_complaint

LOOK_SECONDS = 0.02
MOST_THREADS = 1024  # each has memory of its own, and a system starts only so many
REPORT_SECONDS = 0.1


def run_searches(
    game: Game,
    method: Method,
    budget: Budget,
    *,
    seed: int = 0,
    threads: int = 1,
    on_progress: Callable[[Progress], None] | None = None,
    keeping: Keeping = NOTHING,
    known: Sequence[int] = (),
) -> Solution:
    """Search for the best game and return it, replayed by the slow rules; the `known` one if none is better.

    Equal seeds and counted budgets give equal results, unless threads share one tree. Ctrl-C ends the search and
    returns the best game so far. Where moves are pruned and all that is left was seen, the rest of the budget goes to
    the game with all its moves.
    """
    for name, number, least in (("threads", threads, 1), ("seed", seed, 0), ("tree_nodes", keeping.tree_nodes, 0)):
        if not isinstance(number, Integral) or number < least:
            raise InputError(f"{name} is {number}; expected {'a whole number, ' * (number >= least)}at least {least}")
    if threads > MOST_THREADS:
        raise InputError(f"threads is {threads}; expected at most {MOST_THREADS:,}")
    report = on_progress or (lambda progress: None)
    pruned = game.pruned() if method.prunes_moves else game
    first = _Run(pruned, method, budget, seed, threads, keeping, known)
    first.watch(report)
    found = first.solution()
    rest = budget.less(found.statistics, found.seconds) if first.leaves_moves and not found.stopped else None
    if rest is None:
        return found
    try:
        second = _Run(game, method.exact(), rest, seed, threads, keeping, known)
    except KeyboardInterrupt:  # it may have to be compiled first, which takes a while
        return replace(found, stopped=True)
    second.watch(report)
    return joined(found, second.solution())


def compile_for(game: Game, method: Method) -> None:
    """Compile or load all that a search needs, so that no clock runs meanwhile."""
    try:
        method.start(Task(game, Budget(iterations=1), np.random.SeedSequence(0))).run()
    except NumbaError as error:
        found = own_complaint({axis: getattr(method, axis) for axis in method.families}, error)
        if found is None:
            raise
        raise InputError(found) from error


def known_score(game: Game, line: tuple[int, ...]) -> float:
    """What a known game scores by the slow rules; InputError if it is none of this game or not over."""
    replay = game.replay(line)
    if not replay.is_over:
        raise InputError(f"the known game stops after move {replay.length}; expected the end of the game")
    return replay.score


class _Run:
    """The searches of one run."""

    def __init__(
        self, game: Game, method: Method, budget: Budget, seed: int, threads: int, keeping: Keeping,
        known: Sequence[int],
    ) -> None:  # fmt: skip
        method.check(game, budget)
        self._keeping = keeping
        self._game, self._method = game, method
        compile_for(game, method)
        workers = 1 if method.shares_threads else threads
        self._threads = threads // workers  # of each search
        self._plan = method.plan(budget, workers, seed)
        self._changed = threading.Condition()
        self._running: dict[int, Running] = {}
        self._started = 0
        self._made = [0] * workers
        self._is_stopping = False
        self._known = tuple(int(action) for action in known)
        self._is_counted = budget.is_counted
        score = known_score(game, self._known) if known else -math.inf
        self._harvest = Harvest(keeping, self._known, score, has_last=self._is_counted)
        self._history: list[tuple[float, float]] = []
        self._was_interrupted = False
        self._failure: BaseException | None = None
        self._begin = time.monotonic()
        self._deadline = math.inf if budget.seconds is None else self._begin + budget.seconds
        self._at_work = workers
        self._memories = [method.memory() for _ in range(workers)]
        # where something is kept, each thread has its own searches, so that the result does not depend on the clock
        self._plans = [
            self._plan
            if memory is None
            else itertools.islice(method.plan(budget, workers, seed), number, None, workers)
            for number, memory in enumerate(self._memories)
        ]
        self._workers = [threading.Thread(target=self._work, args=(number,), daemon=True) for number in range(workers)]
        for worker in self._workers:
            worker.start()

    def _work(self, number: int) -> None:
        """Make one planned search after the other."""
        try:
            while (taken := self._next(number)) is not None:
                index, search = taken
                search.run()
                self._finish(index, search)
        except BaseException as failure:
            with self._changed:
                self._failure = failure
                self._stop()
        finally:
            with self._changed:
                self._at_work -= 1
                self._changed.notify_all()

    def _next(self, number: int) -> tuple[int, Running] | None:
        with self._changed:
            memory = self._memories[number]
            index = self._started if memory is None else number + self._made[number] * len(self._plans)
            is_over = (self._is_stopping and self._started > 0) or index > self._harvest.last
            planned = None if is_over else next(self._plans[number], None)
            if planned is None:
                return None
            budget, seed = planned
            self._started += 1
            self._made[number] += 1
        task = Task(
            self._game,
            budget,
            seed,
            self._known,
            is_recorded=self._keeping.records,
            threads=self._threads,
            memory=memory,
            number=index,
            beside=len(self._plans),
        )
        search = self._method.start(task)
        with self._changed:
            self._running[index] = search
            if self._is_stopping or index > self._harvest.last:
                search.stop()
        return index, search

    def _finish(self, index: int, search: Running) -> None:
        with self._changed:
            del self._running[index]
            self._harvest.bring(index, search)
            if search.is_solved and self._is_counted:
                self._end_late_ones()
            elif search.is_solved:
                self._stop()
            self._changed.notify_all()

    def _end_late_ones(self) -> None:
        """Let only those searches go on that come before one that has seen all; their result may be its equal."""
        for index, search in self._running.items():
            if index > self._harvest.last:
                search.stop()

    def _stop(self) -> None:
        """End all searches, and begin no other."""
        self._is_stopping = True
        for search in self._running.values():
            search.stop()
        self._changed.notify_all()

    def watch(self, on_progress: Callable[[Progress], None]) -> None:
        """Wait for the searches, stopping them when their time is up."""
        next_report = self._begin
        try:
            while self._at_work > 0:
                now = time.monotonic()
                with self._changed:
                    for search in self._running.values():
                        search.tick(now)
                    if now >= self._deadline:
                        self._stop()
                if now >= next_report:
                    next_report = now + REPORT_SECONDS
                    on_progress(self._progress(now))
                with self._changed:
                    if self._at_work > 0:
                        self._changed.wait(max(0.0, min(LOOK_SECONDS, self._deadline - now)))
        except KeyboardInterrupt:
            self._was_interrupted = True
        finally:
            with self._changed:
                self._stop()
        for worker in self._workers:
            worker.join()
        self._harvest.close()
        on_progress(self._progress(time.monotonic()))

    def _progress(self, now: float) -> Progress:
        with self._changed:
            score, statistics = self._harvest.with_running(list(self._running.values()))
        if score > (self._history[-1][1] if self._history else -math.inf):
            self._history.append((now - self._begin, score))
        return Progress(now - self._begin, score if score > -math.inf else None, statistics)

    def solution(self) -> Solution:
        """The best game of all searches."""
        if self._failure is not None:
            raise self._failure
        harvest = self._harvest
        seconds = time.monotonic() - self._begin
        moves, replay = verified_line(self._game, harvest.line, harvest.score)
        return Solution(
            score=float(replay.score),
            moves=moves,
            cleared=replay.cleared,
            seconds=seconds,
            statistics=harvest.statistics,
            proven=harvest.has_seen_all and self._game.is_complete,
            stopped=self._was_interrupted,
            history=tuple(self._history),
            records=tuple(harvest.records),
            tree=harvest.tree,
            story=harvest.story,
        )

    @property
    def leaves_moves(self) -> bool:
        """Whether all that was left to the searches was seen, but not all of the game."""
        return self._harvest.is_exhausted or (self._harvest.has_seen_all and not self._game.is_complete)
