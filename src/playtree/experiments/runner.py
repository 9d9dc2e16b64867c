"""Makes the runs of a plan that have no result yet, and writes each as it arrives.

    missing runs -> claimed in small batches -> executor -> records -> store

Results and new claims go into one transaction, a few times a second at most, so that searches of milliseconds do not
wait for the disk. A kill at any moment loses the searches of that moment and nothing else.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass
from typing import Any

from playtree.errors import PlaytreeError
from playtree.experiments.executors import Crew, Crews
from playtree.experiments.runs import Run
from playtree.experiments.store import Store
from playtree.experiments.work import perform

WRITE_SECONDS = 0.25
COMPILE_SECONDS = 60.0
LOOK_SECONDS = 1.0
MOST_FAILURES = 3


@dataclass(frozen=True)
class Progress:
    """How far a plan is. total, done: runs of the plan, by anybody. seconds_left: by the speed so far; None before
    there is one.
    """

    total: int
    done: int
    seconds_left: float | None


def run_all(
    runs: Sequence[Run],
    store: Store,
    crews: Crews,
    *,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    is_compiled: bool = False,
) -> int:
    """Make all runs that have no result; return how many were made here.

    crews: makes a crew, and another one where its executor broke. is_compiled: nothing has to be compiled for them.
    """
    work = _Work(runs, store, on_progress, is_compiled)
    failures = 0
    while work.is_left:
        made = work.made
        try:
            with crews() as crew:
                work.go_on(crew)
        except BrokenExecutor as error:
            failures = 0 if work.made > made else failures + 1
            work.give_back()
            if failures >= MOST_FAILURES:
                raise PlaytreeError(
                    f"{store.path}: the workers died {failures} times without a result ({error}); expected enough "
                    "memory for each, see --workers. All results so far are kept"
                ) from None
        finally:
            work.write()
    return work.made


class _Work:
    """What is left of a plan, and what is being made."""

    def __init__(
        self, runs: Sequence[Run], store: Store, report: Callable[[Progress], None], is_compiled: bool
    ) -> None:
        self._runs = {run.key: run for run in runs}
        finished = store.finished(self._runs)
        self._missing = dict.fromkeys(key for key in self._runs if key not in finished)
        self._store, self._report = store, report
        self._claimed: list[str] = []
        self._running: dict[Future[dict[str, Any]], Run] = {}
        self._done: list[tuple[Run, dict[str, Any]]] = []
        self._begin = self._written = time.monotonic()
        self._searches = len({run.label for run in runs})
        self._is_compiled = is_compiled
        self._first = (0.0, 0)  # when the first results came, and how many: before that, workers start and compile
        self.made = 0

    @property
    def is_left(self) -> bool:
        """Whether there is a run without a result."""
        return bool(self._missing)

    def go_on(self, crew: Crew) -> None:
        """Make runs until none is left, here or elsewhere."""
        self._exchange(crew.size())
        while self._missing:
            size = crew.size()
            self._submit(crew, self._room(size))
            self._collect()
            is_waiting = not self._claimed and len(self._running) <= size
            if is_waiting or time.monotonic() - self._written >= WRITE_SECONDS:
                self._exchange(size)
            if not self._running and not self._claimed and self._missing:
                time.sleep(WRITE_SECONDS)  # others make the last ones; if they die, we do

    def _room(self, size: int) -> int:
        """How many runs a crew of this size is given. Before the first result, one of each search: the others find it
        compiled then, unless it takes long.
        """
        self._is_compiled |= time.monotonic() - self._begin > COMPILE_SECONDS
        return size + self._reserve() if self._is_compiled else min(size, self._searches)

    def give_back(self) -> None:
        """Take back what a broken executor had."""
        self._claimed = [*(run.key for run in self._running.values()), *self._claimed]
        self._running.clear()

    def write(self) -> None:
        """Write what is done."""
        self._exchange(0)

    def _reserve(self) -> int:
        """How many runs are made until the next look at the store: the less they take, the more wait in the queue."""
        return int(2 * WRITE_SECONDS * self.made / max(time.monotonic() - self._begin, 1.0))

    def _submit(self, crew: Crew, most: int) -> None:
        while self._claimed and len(self._running) < most:
            run = self._runs[self._claimed[0]]
            self._running[crew.executor.submit(perform, run)] = run
            del self._claimed[0]

    def _collect(self) -> None:
        if not self._running:
            return
        finished, _ = wait(self._running, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)
        for future in finished:
            run = self._running[future]
            try:
                self._done.append((run, future.result()))
            except (PlaytreeError, MemoryError) as error:
                raise PlaytreeError(
                    f"{run.label} on {run.game}, seed {run.seed}: {error if str(error) else 'out of memory'}"
                ) from None
            del self._running[future]
            self._is_compiled = True

    def _exchange(self, size: int) -> None:
        """Write what is done and claim what comes next for a crew of this size."""
        for run, _ in self._done:
            self._missing.pop(run.key, None)
        mine = {*self._claimed, *(run.key for run in self._running.values())}
        room = size + 2 * self._reserve() + 1 - len(mine) if size else 0
        wanted = (key for key in self._missing if key not in mine)
        claimed, elsewhere = self._store.exchange(self._done, wanted, min(room, 1 + len(self._missing) // 2))
        self._claimed += claimed
        for key in elsewhere:
            self._missing.pop(key, None)
        self.made += len(self._done)
        self._done.clear()
        self._written = time.monotonic()
        total = len(self._runs)
        self._report(Progress(total, total - len(self._missing), self._seconds_left()))

    def _seconds_left(self) -> float | None:
        if self.made and not self._first[1]:
            self._first = (self._written, self.made)
        since = self.made - self._first[1]
        return len(self._missing) * (self._written - self._first[0]) / since if since else None
