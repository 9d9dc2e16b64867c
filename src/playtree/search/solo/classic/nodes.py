"""What A* keeps: every state it has met, the queue of those to expand, and where each state stands.

The queue is a binary heap over priorities; an entry whose node has meanwhile got another priority or was expanded is
passed by. When the memory is full, the most promising part of the queue stays, with the ways to it, and the highest
bound of what was dropped is kept: a result above it is proven all the same.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.search.solo.duplicates.table import EMPTY, Table, new_table, place_of, put

NO_NODE = -1
OPEN, CLOSED = range(2)
NODES, HEAP = range(2)  # places in `used`
MOVES_BETWEEN_LOOKS = 4096  # nodes that are moved before somebody looks whether to stop


class Nodes(NamedTuple):
    """states: uint64[N, words]. gained, bound, priority: float64[N]; bound is of the points still to come. parent:
    int32[N]; action: int64[N]; depth: int32[N]. standing: int8[N], OPEN or CLOSED. heap: int32[H] and heap_priority:
    float64[H]. table: the node of each key. used: int64[2]. dropped: float64[1], highest bound on games that were
    dropped.
    """

    states: Any
    keys: Any
    gained: Any
    bound: Any
    priority: Any
    parent: Any
    action: Any
    depth: Any
    standing: Any
    heap: Any
    heap_priority: Any
    table: Table
    used: Any
    dropped: Any


def new_nodes(capacity: int, words: int) -> Nodes:
    """Memory for so many nodes."""
    return Nodes(
        states=np.empty((capacity, words), np.uint64),
        keys=np.empty(capacity, np.uint64),
        gained=np.empty(capacity),
        bound=np.empty(capacity),
        priority=np.empty(capacity),
        parent=np.empty(capacity, np.int32),
        action=np.empty(capacity, np.int64),
        depth=np.empty(capacity, np.int32),
        standing=np.empty(capacity, np.int8),
        heap=np.empty(2 * capacity, np.int32),
        heap_priority=np.empty(2 * capacity),
        table=new_table(1 << int(2 * capacity - 1).bit_length()),
        used=np.zeros(2, np.int64),
        dropped=np.full(1, -np.inf),
    )


def bytes_per_node(words: int) -> int:
    """What a node takes, its places in the queue and the table included."""
    return 8 * words + 4 * 8 + 4 + 8 + 4 + 1 + 2 * 12 + 4 * 12


@compiled(inline=True, borrows=True)
def push(nodes: Nodes, node: int, priority: float) -> None:
    """Put a node into the queue. Changes `nodes`."""
    heap, values = nodes.heap, nodes.heap_priority
    place = nodes.used[HEAP]
    nodes.used[HEAP] += 1
    while place > 0:
        above = (place - 1) >> 1
        if values[above] >= priority:
            break
        heap[place], values[place] = heap[above], values[above]
        place = above
    heap[place], values[place] = node, priority
    nodes.standing[node], nodes.priority[node] = OPEN, priority


@compiled(inline=True, borrows=True)
def pop(nodes: Nodes) -> int:
    """Take the open node with the highest priority out of the queue; NO_NODE if there is none. Changes `nodes`."""
    heap, values, used = nodes.heap, nodes.heap_priority, nodes.used
    while used[HEAP] > 0:
        node, value = int64(heap[0]), values[0]
        used[HEAP] -= 1
        last, priority = heap[used[HEAP]], values[used[HEAP]]
        place = 0
        while True:
            below = 2 * place + 1
            if below >= used[HEAP]:
                break
            if below + 1 < used[HEAP] and values[below + 1] > values[below]:
                below += 1
            if values[below] <= priority:
                break
            heap[place], values[place] = heap[below], values[below]
            place = below
        heap[place], values[place] = last, priority
        if nodes.standing[node] == OPEN and nodes.priority[node] == value:
            return node
    return NO_NODE


@compiled(inline=True, borrows=True)
def has_room(nodes: Nodes, count: int) -> bool:
    """Whether so many nodes can be added."""
    return nodes.used[NODES] + count <= len(nodes.gained) and nodes.used[HEAP] + count <= len(nodes.heap)


@compiled(borrows=True)
def moved(old: Nodes, new: Nodes, stop: Any) -> bool:
    """Move everything to larger memory; whether it was not stopped meanwhile. Changes `new`."""
    for node in range(old.used[NODES]):
        if node % MOVES_BETWEEN_LOOKS == 0 and stop[0] != 0:
            return False
        for word in range(old.states.shape[1]):
            new.states[node, word] = old.states[node, word]
        new.keys[node], new.gained[node], new.bound[node] = old.keys[node], old.gained[node], old.bound[node]
        new.priority[node], new.parent[node], new.action[node] = old.priority[node], old.parent[node], old.action[node]
        new.depth[node], new.standing[node] = old.depth[node], old.standing[node]
        put(new.table, new.keys[node], node)
    for place in range(old.used[HEAP]):
        new.heap[place], new.heap_priority[place] = old.heap[place], old.heap_priority[place]
    new.used[NODES], new.used[HEAP], new.dropped[0] = old.used[NODES], old.used[HEAP], old.dropped[0]
    return True


@compiled(borrows=True)
def thin_out(nodes: Nodes, keep: int, order: Any) -> None:
    """Keep the most promising open nodes and the ways to them, at most `keep` in all, at least one. order: the open
    nodes, best first. Changes `nodes`.
    """
    count = nodes.used[NODES]
    kept = 0
    for node in range(count):
        nodes.heap[node] = 0  # marks what stays; the queue is made anew below
    for index in range(len(order)):
        node = order[index]
        steps, here = 0, node
        while here != NO_NODE and nodes.heap[here] == 0:
            steps += 1
            here = int64(nodes.parent[here])
        if kept > 0 and kept + steps > keep:
            nodes.dropped[0] = max(nodes.dropped[0], nodes.gained[node] + nodes.bound[node])
            continue
        here = node
        while here != NO_NODE and nodes.heap[here] == 0:
            nodes.heap[here] = 1
            here = int64(nodes.parent[here])
        kept += steps
    _close_up(nodes, count)


@compiled(borrows=True)
def _close_up(nodes: Nodes, count: int) -> None:
    """Move the marked nodes together, in their order. Changes `nodes`."""
    place = int64(0)
    for node in range(count):  # an old number is remembered in heap, the queue's second half
        nodes.heap[count + node] = NO_NODE
        if nodes.heap[node] == 1:
            nodes.heap[count + node] = place
            place += 1
    nodes.table.nodes[:] = EMPTY
    nodes.table.used[0] = 0
    for node in range(count):
        new = int64(nodes.heap[count + node])
        if new == NO_NODE:
            continue
        for word in range(nodes.states.shape[1]):
            nodes.states[new, word] = nodes.states[node, word]
        parent = int64(nodes.parent[node])
        nodes.keys[new], nodes.gained[new], nodes.bound[new] = nodes.keys[node], nodes.gained[node], nodes.bound[node]
        nodes.priority[new], nodes.action[new] = nodes.priority[node], nodes.action[node]
        nodes.depth[new], nodes.standing[new] = nodes.depth[node], nodes.standing[node]
        nodes.parent[new] = NO_NODE if parent == NO_NODE else nodes.heap[count + parent]
        put(nodes.table, nodes.keys[new], new)
    nodes.used[NODES], nodes.used[HEAP] = place, 0
    for node in range(place):
        if nodes.standing[node] == OPEN:
            push(nodes, node, nodes.priority[node])


@compiled(inline=True, borrows=True)
def known_node(nodes: Nodes, key: np.uint64) -> int:
    """The node of this key, or EMPTY."""
    return int64(nodes.table.nodes[place_of(nodes.table, key)])
