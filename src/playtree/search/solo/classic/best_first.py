"""The loop of A*: expand the node with the highest g + w h until nothing can beat the best game [klein2015] 1.3, 1.4.

    f = g + w * h        g: points so far, h: bound on those to come, w: the relaxation, at most 1

With w = 1 the first end of a game that leaves the queue is the best game. With w < 1 the first one is at least w times
as good, if no score is negative; the search then goes on with what g + h > best leaves over, until that is nothing
[hansen2007].
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled import calls
from playtree.compiled.calls import LINE_LENGTH
from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.games.interface import GameTable
from playtree.games.uniform import final_score
from playtree.search.solo.classic.counters import (
    BETTER_PATHS,
    DEEPEST,
    DEPTHS,
    DUPLICATES,
    ENDS,
    EXPANDED,
    MADE,
    MOST_EXPANDED,
    MOST_MADE,
    MOST_STATES,
    NEEDED,
    PLAYOUTS,
    PRUNED,
    STATES,
)
from playtree.search.solo.classic.finish import Finish, finished, room_needed, states_seen
from playtree.search.solo.classic.nodes import (
    CLOSED,
    NO_NODE,
    NODES,
    Nodes,
    has_room,
    known_node,
    pop,
    push,
)
from playtree.search.solo.duplicates.table import EMPTY, put
from playtree.search.solo.steps import copy_words, key_of

# reasons for which the loop returns
BUDGET_USED, EXHAUSTED, STOPPED, MEMORY_FULL, ACTIONS_FULL, LINE_FULL = range(6)


class Astar(NamedTuple):
    """start, child: uint64[], states. actions: int64[A]. finish: for simulations. counters: int64[11]; limits:
    int64[3]. relaxation: w. every: so many expansions for each simulation. stop: int64[1], set from outside.
    """

    start: Any
    child: Any
    actions: Any
    finish: Finish
    counters: Any
    limits: Any
    relaxation: float
    every: int
    stop: Any


@compiled(borrows=True)
def expand_best(game: GameTable, nodes: Nodes, work: Astar) -> int:
    """Expand nodes until nothing can be better, or the budget or a buffer is used up; return why. Changes its
    arguments' arrays.
    """
    counters, limits, finish = work.counters, work.limits, work.finish
    while True:
        if work.stop[0] != 0:
            return STOPPED
        if counters[EXPANDED] >= limits[MOST_EXPANDED] or counters[STATES] >= limits[MOST_STATES]:
            return BUDGET_USED
        node = pop(nodes)  # Step 1. the most promising node
        if node == NO_NODE:
            return EXHAUSTED
        gained, depth = nodes.gained[node], int64(nodes.depth[node])
        if gained + nodes.bound[node] <= finish.best[0]:
            nodes.standing[node] = CLOSED
            counters[PRUNED] += 1
            continue
        reason = expand_node(game, nodes, work, node, gained, depth)  # Step 2. its children enter the queue
        if reason >= 0:
            push(nodes, node, nodes.priority[node])  # it is expanded again, with a larger buffer
            return reason
        if work.every > 0 and (counters[EXPANDED] - 1) % work.every == 0:  # Step 3. now and then a simulation
            score = finished(game, nodes.states[node], gained, finish)
            counters[PLAYOUTS] += 1
            counters[STATES] += states_seen(finish)
            actions, length = room_needed(finish, depth)
            if actions == 0 and length == 0 and score > finish.best[0]:
                length = remember(game, nodes, work, node, gained, score, finish.playout[LINE_LENGTH])
            if actions > 0 or length > 0:
                counters[NEEDED] = max(actions, length)
                counters[EXPANDED] -= 1
                counters[PLAYOUTS] -= 1
                push(nodes, node, nodes.priority[node])
                return ACTIONS_FULL if actions > 0 else LINE_FULL


@compiled(inline=True, borrows=True)
def expand_node(game: GameTable, nodes: Nodes, work: Astar, node: int, gained: float, depth: int) -> int:
    """Put the children of a node into the queue; return -1, or why that is not possible."""
    counters, finish, state = work.counters, work.finish, nodes.states[node]
    count = calls.legal(game.legal, game.data, state, work.actions)
    if count > len(work.actions):
        counters[NEEDED] = count
        return ACTIONS_FULL
    if not has_room(nodes, count + 1):
        return MEMORY_FULL
    if count == 0:
        copy_words(state, work.child)
        score = gained + final_score(game, work.child, finish.final)
        if score > finish.best[0]:
            length = remember(game, nodes, work, node, gained, score, 0)
            if length > 0:
                counters[NEEDED] = length
                return LINE_FULL
        counters[ENDS] += 1
    nodes.standing[node] = CLOSED
    counters[EXPANDED] += 1
    counters[STATES] += 1
    for index in range(count):
        if counters[MADE] >= work.limits[MOST_MADE]:
            nodes.dropped[0] = max(nodes.dropped[0], gained + nodes.bound[node])
            return -1
        copy_words(state, work.child)
        action = work.actions[index]
        add_child(game, nodes, work, node, action, gained + calls.apply(game.apply, game.data, work.child, action))
    return -1


@compiled(inline=True, borrows=True)
def add_child(game: GameTable, nodes: Nodes, work: Astar, parent: int, action: int, gained: float) -> None:
    """Put the state work.child into the queue, unless it is known with as many points or cannot be better."""
    counters, depth = work.counters, nodes.depth[parent] + 1
    key = key_of(game, work.child)
    child = known_node(nodes, key)
    if child != EMPTY:
        counters[DUPLICATES] += 1
        if gained <= nodes.gained[child]:
            return
        counters[BETTER_PATHS] += 1
        bound = nodes.bound[child]
    else:
        bound = calls.bound(game.bound, game.data, work.child)
    if gained + bound <= work.finish.best[0]:
        counters[PRUNED] += 1
        return
    if child == EMPTY:
        child = nodes.used[NODES]
        nodes.used[NODES] += 1
        copy_words(work.child, nodes.states[child])
        nodes.keys[child], nodes.bound[child] = key, bound
        put(nodes.table, key, child)
        counters[MADE] += 1
        counters[DEPTHS] += depth
        counters[DEEPEST] = max(counters[DEEPEST], depth)
    nodes.gained[child], nodes.parent[child], nodes.action[child] = gained, parent, action
    nodes.depth[child] = depth
    push(nodes, child, gained + work.relaxation * bound)


@compiled(borrows=True)
def remember(game: GameTable, nodes: Nodes, work: Astar, node: int, gained: float, score: float, more: int) -> int:
    """Keep the game to `node` and on along `more` actions of the simulation. Changes work.finish.

    Returns 0, or the length of the line if it is longer than the buffers.
    A way to an ancestor may have become better since, so that the points are counted along the line.
    """
    finish = work.finish
    depth, here = 0, int64(node)
    while nodes.parent[here] != NO_NODE:
        depth += 1
        here = int64(nodes.parent[here])
    if depth + more > len(finish.best_line):
        return depth + more
    here = int64(node)
    for place in range(depth - 1, -1, -1):
        finish.best_line[place] = nodes.action[here]
        here = int64(nodes.parent[here])
    copy_words(work.start, work.child)
    points = 0.0
    for place in range(depth):
        points += calls.apply(game.apply, game.data, work.child, finish.best_line[place])
    for place in range(more):
        finish.best_line[depth + place] = finish.line[place]
    finish.best[0] = points + score - gained
    finish.best_length[0] = depth + more
    return 0


@compiled(borrows=True)
def begin(game: GameTable, nodes: Nodes, work: Astar) -> None:
    """Put the start into the queue. Changes `nodes`."""
    copy_words(work.start, nodes.states[0])
    bound = calls.bound(game.bound, game.data, work.start)
    nodes.keys[0], nodes.gained[0], nodes.bound[0] = key_of(game, work.start), 0.0, bound
    nodes.parent[0], nodes.action[0], nodes.depth[0] = NO_NODE, 0, 0
    nodes.used[NODES] = 1
    work.counters[MADE] = 1
    put(nodes.table, nodes.keys[0], 0)
    push(nodes, 0, work.relaxation * bound)


@compiled(borrows=True)
def open_nodes(nodes: Nodes, out: Any) -> int:
    """Write the open nodes; return how many. Changes `out`."""
    count = 0
    for node in range(nodes.used[NODES]):
        if nodes.standing[node] != CLOSED:
            out[count] = node
            count += 1
    return count


def is_proven(nodes: Nodes, best: float) -> bool:
    """Whether nothing that was dropped could be better."""
    return bool(best >= nodes.dropped[0]) and best > -np.inf
