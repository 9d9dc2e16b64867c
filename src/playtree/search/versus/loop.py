"""The loop of tree search for several players: select, expand, simulate, back up.

Results are scores divided by the best one, so from 0 to 1, one per player. A node counts those of the player who moved
to it. Once something found no room nothing is added any more: selection goes on among the children there are, and from
a node without any a game is simulated.

Numbers of nodes are unsigned on the way down and back: a signed index is asked at each look whether it counts from the
end (6 % of a simulation of Knightthrough, 3 % of Fox and Hounds, 1 % of Connect Four; semisplit nodal).
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled import calls
from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64, uint64
from playtree.compiled.random import below
from playtree.games.turns import TurnTable
from playtree.search.versus.best import best_of
from playtree.search.versus.designs.interface import (
    ADDED,
    DEAD,
    FULL,
    LISTED,
    list_candidates,
    make_candidate,
    tidy,
    try_candidate,
)
from playtree.search.versus.proving import FOR_ALL, is_known_for, note_end, prove_path, take_proof
from playtree.search.versus.roots import inverse_root, root_of_log
from playtree.search.versus.simulation.interface import end_move, simulate
from playtree.search.versus.statistics.interface import (
    after_simulation,
    averages_only,
    before_simulation,
    child_estimate,
    untried_candidate,
)
from playtree.search.versus.tree import (
    IS_FULL,
    NOT_LISTED,
    ROOT,
    Tree,
    bytes_left,
    fetch_state,
    keep_state,
    prefetch_for_child,
    prefetch_nodes,
    swap_labels,
)
from playtree.search.versus.workspace import (
    DEEPEST,
    DEPTH,
    FAULTY,
    MID_MOVE,
    MOST_DEPTH,
    MOVE_ROOM,
    OUT_OF_BUDGET,
    RUNS,
    SIMULATIONS,
    SOLVED,
    STATES_SEEN,
    STATUS,
    Workspace,
)

MARGIN = MOVE_ROOM + 2  # places of a path that one expansion may need


class Rules(NamedTuple):
    """design: of the tree.  simulation.  statistics: of actions, learned on the way.  exploration: its weight, C.
    proves: whether outcomes that are known are backed up.  fault: place of the word in a state that is 0 while all is
    well.
    """

    design: Any
    simulation: Any
    statistics: Any
    exploration: float
    proves: bool
    fault: int


@compiled
def grow(rules: Rules, table: TurnTable, tree: Tree, work: Workspace, simulations: int, states: int) -> None:
    """Simulate until so many simulations or states are counted, or the outcome is proven."""
    counters = work.counters
    counters[STATUS] = RUNS
    while counters[STATUS] == RUNS:
        if rules.proves and tree.is_proven[tree.used[ROOT]]:
            counters[STATUS] = SOLVED
        elif counters[SIMULATIONS] >= simulations or counters[STATES_SEEN] >= states:
            counters[STATUS] = OUT_OF_BUDGET
        else:
            iterate(rules, table, tree, work)


@compiled(inline=True, borrows=True)
def iterate(rules: Rules, table: TurnTable, tree: Tree, work: Workspace) -> None:
    """One simulation."""
    # 1, 2. select and expand
    depth, has_result = descend(rules, table, tree, work)
    made = 0
    before_simulation(rules.statistics, tree, work, depth)
    # 3. simulate
    if not has_result:
        made = simulate(rules.simulation, table, work)
        read_scores(table, work)
        if work.state[rules.fault] != 0:
            work.counters[STATUS] = FAULTY
            return
        has_result = made == 0 and notes_end(tree, work, depth)
    # 4. back up
    passed = back_up(tree, work, depth)
    conclude(rules, table, tree, work, depth, made + passed, has_result)
    tidy(rules.design, tree, work, depth)


@compiled(inline=True, borrows=True)
def notes_end(tree: Tree, work: Workspace, depth: int) -> bool:
    """Whether the path ends where the game does, from where no move could be simulated; the node then knows it."""
    node = work.path[depth]
    if work.counts[MID_MOVE] > 0 or not tree.is_start[node]:
        return False
    note_end(tree, work, node)
    return True


@compiled(inline=True, borrows=True)
def conclude(
    rules: Rules, table: TurnTable, tree: Tree, work: Workspace, depth: int, states: int, has_result: bool
) -> int:
    """Learn from a result that is backed up, prove what it proves, and count; how many states the simulation saw."""
    after_simulation(rules.statistics, table, tree, work, depth)
    if has_result and rules.proves:
        prove_path(tree, work, depth)
    seen = states + (work.counts[MID_MOVE] > 0)
    work.counters[SIMULATIONS] += 1
    work.counters[STATES_SEEN] += seen
    work.counters[DEEPEST] = max(work.counters[DEEPEST], depth)
    return seen


@compiled(inline=True, borrows=True)
def descend(rules: Rules, table: TurnTable, tree: Tree, work: Workspace) -> Any:
    """Walk down to where a simulation begins: how deep that is, and whether the result is known without one.

    `work.state` is the position between two moves from where to simulate; counts[MID_MOVE] actions were made on the way
    there from the last node of the path.
    """
    depth, node = 0, uint64(tree.used[ROOT])
    most_depth = 0 if tree.used[IS_FULL] else MOST_DEPTH
    work.path[0] = node
    work.counts[MID_MOVE] = 0
    while True:
        # without proofs only ends of games are known, so inner nodes are not asked: one line of the cache less
        if (depth > 0 if rules.proves else tree.tried[node] == 0) and tree.is_proven[node] == FOR_ALL:
            take_proof(tree, work, node)
            return depth, True
        is_full = depth + MARGIN >= most_depth
        if tree.count[node] == NOT_LISTED and not is_full:
            restore(rules, table, tree, work, depth)
            if not list_with_state(rules, table, tree, work, node):
                tree.used[IS_FULL] = is_full = True
        while not is_full and tree.tried[node] < tree.count[node]:
            prefetch_for_child(tree, node)
            restore(rules, table, tree, work, depth)
            candidate = untried_candidate(rules.statistics, tree, work, node)
            swap_labels(tree, candidate, int64(tree.names[node]) + int64(tree.tried[node]))
            outcome = try_candidate(rules.design, rules.simulation, table, tree, work, depth)
            if outcome == ADDED:
                return work.counts[DEPTH], False
            if outcome == DEAD:
                drop_candidate(tree, node)
            if outcome == FULL:
                tree.used[IS_FULL] = is_full = True
        if tree.tried[node] == 0:
            restore(rules, table, tree, work, depth)
            if not tree.is_start[node]:
                work.counts[MID_MOVE] = end_move(rules.simulation, table, work)
            elif tree.count[node] == 0:
                read_scores(table, work)
                note_end(tree, work, node)
                return depth, True
            return depth, False
        work.counts[DEPTH] = depth
        ordinal = selected_child(rules, tree, work, node)
        depth += 1
        node = uint64(tree.first[node]) + uint64(ordinal)
        work.path[depth], work.ordinals[depth] = node, ordinal


@compiled(inline=True, borrows=True)
def list_with_state(rules: Rules, table: TurnTable, tree: Tree, work: Workspace, node: int) -> bool:
    """List the candidates of a node in `work.state`, which is kept where a move begins; False if there is no room.

    Most nodes are visited once, and need neither. What has children has a state, or is within a move of one that has.
    """
    if tree.is_start[node] and tree.state[node] < 0:
        if bytes_left(tree) < tree.sizes.state:
            return False
        keep_state(tree, node, work.state)
    return list_candidates(rules.design, table, tree, work, node) == LISTED


@compiled(inline=True, borrows=True)
def restore(rules: Rules, table: TurnTable, tree: Tree, work: Workspace, depth: int) -> None:
    """Make `work.state` the position of path[depth], from the nearest one above that is stored."""
    level = depth
    while tree.state[work.path[level]] < 0:
        level -= 1
    fetch_state(tree, work.path[level], work.state)
    work.made[0] = 0
    for below_it in range(level + 1, depth + 1):
        label = tree.labels[tree.names[work.path[below_it - 1]] + work.ordinals[below_it]]
        make_candidate(rules.design, table, tree, work, int64(label))
    if tree.is_start[work.path[depth]]:
        work.made[0] = 0


@compiled(inline=True, borrows=True)
def drop_candidate(tree: Tree, node: int) -> None:
    """Remove the candidate behind those tried."""
    names = int64(tree.names[node])
    tree.count[node] -= 1
    swap_labels(tree, names + int64(tree.tried[node]), names + int64(tree.count[node]))


@compiled(inline=True, borrows=True)
def selected_child(rules: Rules, tree: Tree, work: Workspace, node: int) -> int:
    """The child with the highest value; of several, one at random.

    Which of two children is better the processor cannot guess, so the loop has no branch on it. An only child, as
    where the rest of a move is forced, needs no value: 8 % less time a simulation of Fox and Hounds (semisplit nodal).
    """
    first, tried = int64(tree.first[node]), int64(tree.tried[node])
    prefetch_nodes(tree, first)
    if tried == 1:
        return 0
    weight = rules.exploration * root_of_log(work.roots, tree.visits[node])
    if not rules.proves and averages_only(rules.statistics):
        return best_of(tree.mean, tree.inverse, first, tried, weight, work.rng)
    best, chosen, equals = -np.inf, 0, 0
    for index in range(tried):
        value = child_value(rules, tree, work, node, index, weight)
        is_better = value > best
        equals = 1 if is_better else equals + (value == best)
        chosen = index if is_better else chosen
        best = value if is_better else best
    if equals > 1:
        number = below(work.rng, equals)
        for index in range(chosen, tried):
            if child_value(rules, tree, work, node, index, weight) == best:
                if number == 0:
                    return index
                number -= 1
    return chosen


@compiled(inline=True, borrows=True)
def child_value(rules: Rules, tree: Tree, work: Workspace, node: int, index: int, weight: float) -> float:
    """mean + C * sqrt(ln N / n), where `weight` is C * sqrt(ln N); of a proven child the outcome."""
    child = int64(tree.first[node]) + index
    seat = int64(tree.player[node]) - 1
    if rules.proves and is_known_for(tree, child, seat):
        return tree.proofs[len(work.result) * child + seat]
    mean = child_estimate(rules.statistics, tree, work, node, int64(tree.names[node]) + index, tree.mean[child])
    return mean + weight * tree.inverse[child]


@compiled(inline=True, borrows=True)
def read_scores(table: TurnTable, work: Workspace) -> None:
    """Write the result of a game that is over."""
    calls.scores(table.scores, table.data, work.state, work.result)
    for seat in range(len(work.result)):
        work.result[seat] /= work.bounds[seat]  # a product by 1 / 49 makes less than 1 of 49


@compiled(inline=True, borrows=True)
def back_up(tree: Tree, work: Workspace, depth: int) -> int:
    """Add the result to every node of the path; how many positions between two moves it passed.

    From the root down: the next walk begins there, and would wait for what was written last.
    """
    node, passed = uint64(work.path[0]), 0
    tree.visits[node] += 1
    for level in range(1, depth + 1):
        result = work.result[int64(tree.player[node]) - 1]
        node = uint64(work.path[level])
        visits, total = int64(tree.visits[node]) + 1, tree.total[node] + result
        tree.visits[node], tree.total[node] = visits, total
        tree.mean[node] = total / np.float64(visits)
        tree.inverse[node] = inverse_root(work.roots, visits)
        passed += tree.is_start[node]
    return passed
