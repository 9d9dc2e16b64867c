"""The table of states that have nodes: open addressing over the keys of the states."""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64

EMPTY = -1
_ONE = np.uint64(1)


class Table(NamedTuple):
    """keys: uint64[M], nodes: int32[M], EMPTY where there is none; M is a power of two. used: int64[1]."""

    keys: Any
    nodes: Any
    used: Any


def new_table(places: int) -> Table:
    """An empty table; `places` is a power of two."""
    return Table(np.zeros(places, np.uint64), np.full(places, EMPTY, np.int32), np.zeros(1, np.int64))


def enlarged_table(table: Table) -> Table:
    """The same entries in a table four times as large."""
    larger = new_table(4 * len(table.keys))
    put_all(table, larger)
    return larger


@compiled(inline=True, borrows=True)
def place_of(table: Table, key: np.uint64) -> int:
    """Where the key stands, or the empty place where it would."""
    mask = np.uint64(len(table.keys) - 1)
    place = key & mask
    while table.nodes[place] != EMPTY and table.keys[place] != key:
        place = (place + _ONE) & mask
    return int64(place)


@compiled(borrows=True)
def put(table: Table, key: np.uint64, node: int) -> None:
    """Let the key stand for this node. Changes `table`."""
    place = place_of(table, key)
    if table.nodes[place] == EMPTY:
        table.used[0] += 1
    table.keys[place] = key
    table.nodes[place] = node


@compiled(borrows=True)
def put_all(table: Table, larger: Table) -> None:
    """Put the entries of a table into a larger one. Changes `larger`."""
    for place in range(len(table.keys)):
        if table.nodes[place] != EMPTY:
            put(larger, table.keys[place], table.nodes[place])


@compiled(inline=True, borrows=True)
def node_of(table: Table, key: np.uint64) -> int:
    """The node of this key, or EMPTY."""
    return table.nodes[place_of(table, key)]


@compiled(inline=True, borrows=True)
def is_crowded(table: Table) -> bool:
    """Whether the table should be enlarged."""
    return 2 * table.used[0] > len(table.keys)
