"""The children that may form the next level: the best of those seen so far, each state once.

A child is kept as its value, its points, the key of its state and the way to it (parent and action); its state is made
again if it is chosen, one `apply` more for each chosen child against the memory of all the others. When the store is
full it is cut back to the best `width`, and from then on only better ones enter. The order is total (value, then key),
so that the outcome does not depend on when the store was cut or on how many stores there were.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64

NOBODY = -1
COUNT, REPEATED, CUT = range(3)  # places in `counters`
_ONE = np.uint64(1)


class Candidates(NamedTuple):
    """value, gained: float64[C], worth to the search and points so far. key: uint64[C]. parent: int32[C], place in the
    level. action: int64[C]. places: int32[M], open addressing over the keys, NOBODY where none; M is a power of two.
    order: int32[C], for cutting back. counters: int64[3], how many there are, came a second time, were cut.
    threshold: float64[1], what a newcomer has to exceed.
    """

    value: Any
    gained: Any
    key: Any
    parent: Any
    action: Any
    places: Any
    order: Any
    counters: Any
    threshold: Any


def new_candidates(capacity: int) -> Candidates:
    """A store for so many children."""
    places = 1 << max(4, int(2 * capacity - 1).bit_length())
    return Candidates(
        value=np.empty(capacity),
        gained=np.empty(capacity),
        key=np.empty(capacity, np.uint64),
        parent=np.empty(capacity, np.int32),
        action=np.empty(capacity, np.int64),
        places=np.full(places, NOBODY, np.int32),
        order=np.empty(capacity, np.int32),
        counters=np.zeros(3, np.int64),
        threshold=np.full(1, -np.inf),
    )


@compiled(borrows=True)
def emptied(store: Candidates) -> None:
    """Forget all children. Changes `store`."""
    store.places[:] = NOBODY
    store.counters[:] = 0
    store.threshold[0] = -np.inf


@compiled(inline=True, borrows=True)
def offer(store: Candidates, width: int, value: float, gained: float, key: np.uint64, parent: int, action: int) -> None:
    """Take the child in if it may be among the best `width`. Changes `store`."""
    if value < store.threshold[0]:
        store.counters[CUT] += 1
        return
    place = _place(store, key)
    there = int64(store.places[place])
    if there != NOBODY:
        store.counters[REPEATED] += 1
        if not _is_better_way(store, there, value, gained, parent, action):
            return
    else:
        if store.counters[COUNT] == len(store.value):
            cut_back(store, width)
            if value < store.threshold[0]:
                store.counters[CUT] += 1
                return
            place = _place(store, key)
        there = store.counters[COUNT]
        store.counters[COUNT] += 1
        store.places[place] = there
    store.value[there], store.gained[there], store.key[there] = value, gained, key
    store.parent[there], store.action[there] = parent, action


@compiled(inline=True, borrows=True)
def _is_better_way(store: Candidates, there: int, value: float, gained: float, parent: int, action: int) -> bool:
    """Whether this way to a state is better than the one that is known: more points, else the earlier parent."""
    if gained != store.gained[there]:
        return gained > store.gained[there]
    if value != store.value[there]:
        return value > store.value[there]
    if parent != store.parent[there]:
        return parent < store.parent[there]
    return action < store.action[there]


@compiled(inline=True, borrows=True)
def _place(store: Candidates, key: np.uint64) -> int:
    """Where the key stands, or the empty place where it would."""
    mask = np.uint64(len(store.places) - 1)
    place = key & mask
    while store.places[place] != NOBODY and store.key[store.places[place]] != key:
        place = (place + _ONE) & mask
    return int64(place)


@compiled(borrows=True)
def cut_back(store: Candidates, width: int) -> None:
    """Keep the best `width` children. Changes `store`."""
    count = store.counters[COUNT]
    if count <= width:
        return
    for index in range(count):
        store.order[index] = index
    _select(store, width, count)
    worst = int64(store.order[0])
    for index in range(1, width):
        if _comes_first(store, worst, store.order[index]):
            worst = int64(store.order[index])
    lowest, last_key = store.value[worst], store.key[worst]
    kept = 0
    for index in range(count):
        value, key = store.value[index], store.key[index]
        if value > lowest or (value == lowest and key <= last_key):
            store.value[kept], store.gained[kept], store.key[kept] = value, store.gained[index], key
            store.parent[kept], store.action[kept] = store.parent[index], store.action[index]
            kept += 1
    store.counters[COUNT] = width
    store.counters[CUT] += count - width
    store.threshold[0] = lowest
    store.places[:] = NOBODY
    for index in range(width):
        store.places[_place(store, store.key[index])] = index


@compiled(inline=True, borrows=True)
def _comes_first(store: Candidates, one: int, other: int) -> bool:
    if store.value[one] != store.value[other]:
        return store.value[one] > store.value[other]
    return store.key[one] < store.key[other]


@compiled(borrows=True)
def _select(store: Candidates, width: int, count: int) -> None:
    """Bring the best `width` to the front of `order` by quickselect. Changes `store.order`."""
    order = store.order
    low, high = 0, count - 1
    while low < high:
        pivot = order[(low + high) // 2]
        left, right = low, high
        while left <= right:
            while _comes_first(store, order[left], pivot):
                left += 1
            while _comes_first(store, pivot, order[right]):
                right -= 1
            if left <= right:
                order[left], order[right] = order[right], order[left]
                left += 1
                right -= 1
        if width - 1 <= right:
            high = right
        elif width - 1 >= left:
            low = left
        else:
            return


@compiled(borrows=True)
def offer_all(store: Candidates, width: int, others: Candidates) -> None:
    """Take in the children of another store. Changes `store`."""
    for index in range(others.counters[COUNT]):
        offer(
            store,
            width,
            others.value[index],
            others.gained[index],
            others.key[index],
            int64(others.parent[index]),
            others.action[index],
        )
    store.counters[REPEATED] += others.counters[REPEATED]
    store.counters[CUT] += others.counters[CUT]
