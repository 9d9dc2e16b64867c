"""A tree that several threads grow at once, without locks.

Numbers that threads change at the same time are changed by atomic operations (compiled/atomics.py). A node is expanded
by the one thread that wins its status; it publishes the children when they are all written. The tree has a fixed room;
when that is used, iterations go on without new nodes.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.atomics import exchange, fetch, fetch_add, publish
from playtree.compiled.decorator import compiled
from playtree.compiled.lines import alone
from playtree.compiled.numbers import int64

ROOT, NO_NODE = 0, -1
NOBODY, RESERVED = 0, -1  # the owner of a place that is empty, and of one that a thread is writing
LEAF, BUSY, EXPANDED, END = range(4)  # status of a node
OPEN, CLOSED = range(2)
USED, DUPLICATES, REFUSED = range(3)  # places in `counts`
_ONE = np.uint64(1)


class SharedTree(NamedTuple):
    """visits: int64[N], raised on the way down. total: float64[N], sum of the scores from the start on. status, closed:
    int64[N]. parent: int64[N]; action: int64[N]; reward: float64[N]. first, count: int64[N], the children. counts:
    int64[3]: nodes used, duplicates found, expansions without room. keys: uint64[M]; owners: int64[M], the
    node's number plus one, NOBODY where the place is free; gained: float64[M], points with which the owner was reached;
    M is a power of two.
    """

    visits: Any
    total: Any
    status: Any
    closed: Any
    parent: Any
    action: Any
    reward: Any
    first: Any
    count: Any
    counts: Any
    keys: Any
    owners: Any
    gained: Any


NODE_BYTES = 9 * 8 + 4 * 24


def new_shared_tree(room: int) -> SharedTree:
    """A tree of the start alone, with room for so many nodes."""
    places = 1 << max(4, int(2 * room - 1).bit_length())
    parent = np.zeros(room, np.int64)  # memory that is only zeroed is taken when it is used
    parent[ROOT] = NO_NODE
    return SharedTree(
        visits=np.zeros(room, np.int64),
        total=np.zeros(room),
        status=np.zeros(room, np.int64),
        closed=np.zeros(room, np.int64),
        parent=parent,
        action=np.zeros(room, np.int64),
        reward=np.zeros(room),
        first=np.zeros(room, np.int64),
        count=np.zeros(room, np.int64),
        counts=alone(np.array([1, 0, 0], np.int64)),
        keys=np.zeros(places, np.uint64),
        owners=np.zeros(places, np.int64),
        gained=np.zeros(places),
    )


def levels_of(tree: SharedTree, nodes: int) -> tuple[int, ...]:
    """How many of the first nodes stand at each depth."""
    return tuple(np.bincount(depths_of(tree.parent, nodes)).tolist())


@compiled
def depths_of(parent: Any, nodes: int) -> Any:
    """The depth of each of the first nodes, which stand behind their parents."""
    depths = np.zeros(nodes, np.int64)
    for node in range(1, nodes):
        depths[node] = depths[parent[node]] + 1
    return depths


@compiled(inline=True, borrows=True)
def add_children(tree: SharedTree, node: int, actions: Any, count: int) -> bool:
    """Give a node that this thread has made BUSY its children; whether there was room. Changes `tree`."""
    if count == 0:
        publish(tree.status, node, END)
        return True
    first = fetch_add(tree.counts, USED, count)
    if first + count > len(tree.visits):
        fetch_add(tree.counts, USED, -count)
        fetch_add(tree.counts, REFUSED, 1)
        publish(tree.status, node, LEAF)
        return False
    for index in range(count):
        tree.parent[first + index] = node
        tree.action[first + index] = actions[index]
    tree.first[node], tree.count[node] = first, count
    publish(tree.status, node, EXPANDED)
    return True


@compiled(inline=True, borrows=True)
def close(tree: SharedTree, node: int) -> None:
    """Close a node, and every ancestor all of whose children are closed. Changes `tree`."""
    while True:
        publish(tree.closed, node, CLOSED)
        node = tree.parent[node]
        if node == NO_NODE:
            return
        for child in range(tree.first[node], tree.first[node] + tree.count[node]):
            if fetch(tree.closed, child) == OPEN:
                return


@compiled(inline=True, borrows=True)
def is_duplicate(tree: SharedTree, node: int, key: np.uint64, gained: float) -> bool:
    """Enter the state of a new node; whether it is known with as many points, else the node known so far is closed.

    A place belongs to whoever wins its owner; the key is written before the owner is published, BUSY meanwhile.
    """
    mask = np.uint64(len(tree.keys) - 1)
    place = int64(key & mask)
    while True:
        owner = fetch(tree.owners, place)
        if owner == NOBODY:
            if exchange(tree.owners, place, NOBODY, RESERVED):
                tree.keys[place], tree.gained[place] = key, gained
                publish(tree.owners, place, node + 1)
                return False
            continue
        if owner == RESERVED:
            continue
        if tree.keys[place] != key:
            place = int64((np.uint64(place) + _ONE) & mask)
            continue
        if owner == node + 1:  # an iteration that is repeated with a larger buffer
            return False
        fetch_add(tree.counts, DUPLICATES, 1)
        if gained <= tree.gained[place]:
            return True
        if exchange(tree.owners, place, owner, RESERVED):
            tree.gained[place] = gained
            publish(tree.owners, place, node + 1)
            close(tree, owner - 1)
            return False
