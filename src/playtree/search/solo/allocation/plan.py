"""Which searches a run makes: their budgets and seeds, fixed beforehand and independent of the number of threads.

A counted budget is split into equal shares, one a search. A budget of seconds alone makes searches of a given size one
after the other until the time is up.
"""

import itertools
import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from playtree.errors import InputError
from playtree.search.budget import LEAST_NODES, Budget
from playtree.search.solo.allocation.restarts import Restarts

RU_PER_NODE = 48  # what an iteration of SP-MCTS costs on a 15 x 15 board, roughly


def planned_searches(
    allocation: Any, budget: Budget, threads: int, seed: int
) -> Iterator[tuple[Budget, np.random.SeedSequence]]:
    """The budget and the seed of each search, in order."""
    if isinstance(allocation, Restarts):
        budgets = _restarts(allocation, budget, threads)
    else:
        parts = min(threads, budget.most_parts)
        budgets = iter([budget.share(parts, index) for index in range(parts)])
    for index, share in enumerate(budgets):
        yield share, np.random.SeedSequence(seed, spawn_key=(index,))


def _restarts(allocation: Restarts, budget: Budget, threads: int) -> Iterator[Budget]:
    parts = min(_parts(allocation, budget), budget.most_parts)
    if parts > 0:
        slice_seconds = None if budget.seconds is None else budget.seconds * threads / parts
        shares = (budget.share(parts, index) for index in range(parts))
        return (replace(share, seconds=slice_seconds) for share in shares) if budget.seconds else shares
    return itertools.repeat(Budget(nodes=allocation.nodes))


def _parts(allocation: Restarts, budget: Budget) -> int:
    """Into how many searches the budget is split; 0 if they follow one another until the time is up."""
    if allocation.searches > 0:
        return allocation.searches
    if allocation.nodes < LEAST_NODES:
        raise InputError(f"restarts: nodes is {allocation.nodes}; expected at least {LEAST_NODES}, or searches above 0")
    if budget.nodes is not None:
        return math.ceil(budget.nodes / allocation.nodes)
    if budget.iterations is not None:
        return math.ceil(budget.iterations / allocation.nodes)
    return 0 if budget.ru is None else math.ceil(budget.ru / (RU_PER_NODE * allocation.nodes))
