"""Which searches a run makes: their budgets and seeds, fixed beforehand and independent of the number of threads.

A counted budget is split into equal shares, one a search. A budget of seconds alone makes searches of a given size one
after the other until the time is up. Where a limit on nodes bounds the memory, it is shared by the trees that grow at
the same time.
"""

import itertools
import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from playtree.errors import InputError
from playtree.search.budget import LEAST_NODES, Budget
from playtree.search.solo.allocation.restarts import Restarts, RestartsKeeping

RU_PER_NODE = 48  # what an iteration of SP-MCTS costs on a 15 x 15 board, roughly


def planned_searches(
    allocation: Any, budget: Budget, threads: int, seed: int
) -> Iterator[tuple[Budget, np.random.SeedSequence]]:
    """The budget and the seed of each search, in order."""
    if isinstance(allocation, Restarts | RestartsKeeping):
        budgets = _restarts(allocation, budget, threads)
    elif hasattr(allocation, "shares"):  # a user's own
        budgets = iter(allocation.shares(budget, threads))
    else:
        parts = min(threads, budget.most_parts)
        budgets = iter([budget.share(parts, index) for index in range(parts)])
    for index, share in enumerate(budgets):
        yield share, np.random.SeedSequence(seed, spawn_key=(index,))


def _restarts(allocation: Restarts | RestartsKeeping, budget: Budget, threads: int) -> Iterator[Budget]:
    spent = replace(budget, nodes=None) if budget.bounds_memory else budget
    parts = min(_parts(allocation, spent), spent.most_parts)
    together = min(threads, parts) if parts > 0 else threads
    changes: dict[str, Any] = {}
    if budget.seconds is not None and parts > 0:
        changes["seconds"] = budget.seconds * threads / parts
    if budget.nodes is not None and budget.bounds_memory:
        changes["nodes"] = budget.nodes // together
        if changes["nodes"] < LEAST_NODES:
            least = LEAST_NODES * together
            raise InputError(f"nodes is {budget.nodes} for {together} trees at a time; expected at least {least}")
    if parts > 0:
        return (replace(spent.share(parts, index), **changes) for index in range(parts))
    return itertools.repeat(Budget(nodes=min(allocation.nodes, changes.get("nodes", allocation.nodes))))


def _parts(allocation: Restarts | RestartsKeeping, budget: Budget) -> int:
    """Into how many searches the budget is split; 0 if they follow one another until the time is up."""
    if allocation.searches > 0:
        return allocation.searches
    if budget.nodes is not None:
        return math.ceil(budget.nodes / allocation.nodes)
    if budget.iterations is not None:
        return math.ceil(budget.iterations / allocation.nodes)
    return 0 if budget.ru is None else math.ceil(budget.ru / (RU_PER_NODE * allocation.nodes))
