"""Several threads grow one tree, with virtual loss [chaslot2008].

A thread holds the lock while it walks down and adds nodes, and again while it backs up; simulations, which take most of
the time, run beside each other. On the way down a simulation is counted as if it were lost, so that others look
elsewhere meanwhile; on the way up its result is added. So visits add up at any time, and between runs nothing is left.

While a thread simulates, others may move the nodes of its path to other places: it finds them again by which child of
its parent each is. Where nodes are rolled up that changes too, so such trees are not shared.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.atomics import exchange, publish
from playtree.compiled.decorator import compiled
from playtree.compiled.lines import alone
from playtree.compiled.numbers import int64
from playtree.compiled.yielding import give_way
from playtree.games.turns import TurnTable
from playtree.search.versus.loop import Rules, conclude, descend, notes_end, read_scores
from playtree.search.versus.roots import inverse_root
from playtree.search.versus.simulation.interface import simulate
from playtree.search.versus.statistics.interface import before_simulation
from playtree.search.versus.tree import ROOT, Tree
from playtree.search.versus.workspace import (
    FAULTY,
    OUT_OF_BUDGET,
    RUNS,
    SOLVED,
    STATUS,
    Workspace,
)

FREE, HELD = 0, 1


class Shared(NamedTuple):
    """lock: int64[1].  begun: int64[1], simulations of all threads.  states: int64[1], that they saw.  fault: int64[1],
    whether one found something wrong."""

    lock: Any
    begun: Any
    states: Any
    fault: Any


def new_shared() -> Shared:
    return Shared(*(alone(np.zeros(1, np.int64)) for _ in Shared._fields))


@compiled(inline=True, borrows=True)
def acquire(shared: Shared) -> None:
    while not exchange(shared.lock, 0, FREE, HELD):
        give_way()  # who holds it may have lost its core


@compiled(inline=True, borrows=True)
def release(shared: Shared) -> None:
    publish(shared.lock, 0, FREE)


@compiled
def grow_together(
    rules: Rules, table: TurnTable, tree: Tree, work: Workspace, shared: Shared, simulations: int, states: int
) -> None:
    """What one of several threads does until all together have counted so many simulations or states."""
    counters = work.counters
    counters[STATUS] = RUNS
    while counters[STATUS] == RUNS:
        acquire(shared)
        if shared.fault[0] != 0:
            counters[STATUS] = OUT_OF_BUDGET
        elif rules.proves and tree.is_proven[tree.used[ROOT]]:
            counters[STATUS] = SOLVED
        elif shared.begun[0] >= simulations or shared.states[0] >= states:
            counters[STATUS] = OUT_OF_BUDGET
        else:
            shared.begun[0] += 1
            iterate_together(rules, table, tree, work, shared)
        release(shared)


@compiled(inline=True, borrows=True)
def iterate_together(rules: Rules, table: TurnTable, tree: Tree, work: Workspace, shared: Shared) -> None:
    """One simulation; the lock is held before and after it."""
    # 1, 2. select and expand
    depth, has_result = descend(rules, table, tree, work)
    before_simulation(rules.statistics, tree, work, depth)
    count_as_lost(tree, work, depth)
    made = 0
    # 3. simulate
    if not has_result:
        release(shared)
        made = simulate(rules.simulation, table, work)
        read_scores(table, work)
        is_faulty = work.state[rules.fault] != 0
        acquire(shared)
        if is_faulty:
            shared.fault[0] = 1
            work.counters[STATUS] = FAULTY
            return
        find_path(tree, work, depth)
        has_result = made == 0 and notes_end(tree, work, depth)
    # 4. back up
    passed = add_result(tree, work, depth)
    shared.states[0] += conclude(rules, table, tree, work, depth, made + passed, has_result)


@compiled(inline=True, borrows=True)
def count_as_lost(tree: Tree, work: Workspace, depth: int) -> None:
    """Visit every node of the path with a result of 0."""
    for level in range(depth + 1):
        node = work.path[level]
        tree.visits[node] += 1
        if level > 0:
            tree.mean[node] = tree.total[node] / np.float64(tree.visits[node])
            tree.inverse[node] = inverse_root(work.roots, tree.visits[node])


@compiled(inline=True, borrows=True)
def find_path(tree: Tree, work: Workspace, depth: int) -> None:
    """Where the nodes of the path are now."""
    for level in range(1, depth + 1):
        work.path[level] = int64(tree.first[work.path[level - 1]]) + work.ordinals[level]


@compiled(inline=True, borrows=True)
def add_result(tree: Tree, work: Workspace, depth: int) -> int:
    """Add the result to every node of the path, which was visited; how many positions between two moves it passed."""
    passed = 0
    for level in range(1, depth + 1):
        node = work.path[level]
        tree.total[node] += work.result[int64(tree.player[work.path[level - 1]]) - 1]
        tree.mean[node] = tree.total[node] / np.float64(tree.visits[node])
        passed += tree.is_start[node]
    return passed
