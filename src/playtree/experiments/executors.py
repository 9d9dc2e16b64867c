"""Where runs are made: processes of this machine, a Dask cluster, or any executor of `concurrent.futures`."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial

from playtree.errors import InputError

CONNECT_SECONDS = 10
RETRIES = 10  # of a run whose worker has died


@dataclass(frozen=True)
class Crew:
    """An executor, and how many runs it makes at the same time, asked again and again: workers may come and go."""

    executor: Executor
    size: Callable[[], int]


Crews = Callable[[], AbstractContextManager[Crew]]


@contextmanager
def kept(crews: Crews) -> Iterator[Crews]:
    """The same as `crews`, but one crew serves again and again until its executor breaks."""
    with ExitStack() as stack:
        made: list[Crew] = []

        @contextmanager
        def again() -> Iterator[Crew]:
            if not made:
                made.append(stack.enter_context(crews()))
            try:
                yield made[0]
            except BrokenExecutor:
                made.clear()
                raise

        yield again


@contextmanager
def executor_crew(executor: Executor, workers: int) -> Iterator[Crew]:
    """Somebody's own executor, which is left open."""
    yield Crew(executor, lambda: workers)


def process_crews(workers: int) -> Crews:
    """Pools of so many processes of this machine; InputError at once if that cannot be."""
    if workers < 1:
        raise InputError(f"workers is {workers}; expected at least 1")
    return partial(process_crew, workers)


@contextmanager
def process_crew(workers: int) -> Iterator[Crew]:
    """A pool of processes that dies at once when it is left by an exception, and when its parent dies."""
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")  # a fork would copy threads and compiled code in any state
    pool = ProcessPoolExecutor(workers, context, initializer=_prepare_worker)
    try:
        yield Crew(pool, lambda: workers)
        pool.shutdown()
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - others:
            process.kill()
        raise


def _prepare_worker() -> None:
    """Leave Ctrl-C to the parent, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: "multiprocessing.process.BaseProcess") -> None:
    parent.join()
    os._exit(1)


@contextmanager
def crew_at(address: str) -> Iterator[Crew]:
    """The workers of a Dask scheduler, as many as there are at the moment; each of their threads makes a run."""
    try:
        from distributed import Client
    except ImportError:
        raise InputError("a scheduler needs the package distributed; expected: pip install playtree[cluster]") from None
    try:
        client = Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise InputError(f"scheduler {address}: {error}; expected a Dask scheduler such as tcp://host:8786") from None
    with client:
        yield Crew(client.get_executor(pure=False, retries=RETRIES), lambda: max(1, sum(client.nthreads().values())))
