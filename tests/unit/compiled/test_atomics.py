"""Atomic operations: nothing is lost when threads work on the same number."""

import threading

import numpy as np
import pytest

from playtree.compiled.atomics import exchange, fetch, fetch_add, publish
from playtree.compiled.decorator import INTERPRETED, compiled

pytestmark = pytest.mark.kernels

TIMES = 200 if INTERPRETED else 1_000_000
THREADS = 4


@compiled(borrows=True)
def hammer(counts, sums, locks, guarded, times):
    """Add to both numbers, and to a plain one while holding a lock made of `exchange`."""
    for _ in range(times):
        fetch_add(counts, 0, 1)
        fetch_add(sums, 1, 0.5)
        while not exchange(locks, 0, 0, 1):
            pass
        guarded[0] += 1
        publish(locks, 0, 0)
    return fetch(counts, 0)


def test_no_update_is_lost_between_threads():
    counts, sums = np.zeros(2, np.int64), np.zeros(2)
    locks, guarded = np.zeros(1, np.int64), np.zeros(1, np.int64)
    times = TIMES // THREADS
    hammer(counts, sums, locks, guarded, 1)
    workers = [threading.Thread(target=hammer, args=(counts, sums, locks, guarded, times)) for _ in range(THREADS)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert counts[0] == guarded[0] == THREADS * times + 1
    assert sums[1] == 0.5 * (THREADS * times + 1)
    assert counts[1] == sums[0] == locks[0] == 0


def test_exchange_writes_only_over_what_is_expected():
    numbers = np.array([3], np.int64)
    assert not _exchange(numbers, 4, 9)
    assert numbers[0] == 3
    assert _exchange(numbers, 3, 9)
    assert numbers[0] == 9


@compiled(borrows=True)
def _exchange(numbers, expected, number):
    return exchange(numbers, 0, expected, number)


def test_fetch_add_returns_what_was_there():
    numbers = np.array([3], np.int64)
    assert _add(numbers, 4) == 3
    assert numbers[0] == 7


@compiled(borrows=True)
def _add(numbers, number):
    return fetch_add(numbers, 0, number)
