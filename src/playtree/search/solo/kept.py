"""What searches know of states, kept for the searches that follow: a transposition table that is not cleared.

[schadd2012] 7 proposes it for randomised restarts. A new node whose state is known starts with the results that were
kept of it, or a share of them. A state that was solved and cannot beat the best game of all searches gets no node. The
table never grows: a state has four places where it may stand, and the one that was visited least makes room.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.compiled.generic import generic
from playtree.compiled.numbers import int64
from playtree.games.interface import GameTable
from playtree.search.tree import CUT, ROOT, SOLVED_NODE, Tree, refresh

WAYS = 4
PLACES = 1 << 20
NOWHERE = -1


class Kept(NamedTuple):
    """M places, a power of two.

    keys: uint64[M]     states
    visits: int64[M]    iterations through them, 0 where a place is empty
    total, squares, top: float64[M]  sum of their results from there on, of their squares, and the best
    solved: uint8[M]    whether all below was seen
    best: float64[1]    score of the best game
    trust: float64[1]   share of the visits that a new node starts with
    """

    keys: Any
    visits: Any
    total: Any
    squares: Any
    top: Any
    solved: Any
    best: Any
    trust: Any


def new_kept(places: int, trust: float) -> Kept:
    """A table that knows nothing yet."""
    return Kept(
        keys=np.zeros(places, np.uint64),
        visits=np.zeros(places, np.int64),
        total=np.zeros(places),
        squares=np.zeros(places),
        top=np.zeros(places),
        solved=np.zeros(places, np.uint8),
        best=np.full(1, -np.inf),
        trust=np.full(1, trust),
    )


class NothingKept(NamedTuple):
    """In place of a table where searches know nothing of each other."""


@generic(borrows=True)
def starts_known(kept: Any, game: GameTable, state: Any, tree: Tree, node: int, gained: float, best: float) -> bool:
    """Give a new node what is known of its state; return whether it is solved and cannot beat the best game.

    growth.py answers where there is a table.
    """


@starts_known.when(NothingKept)
def _knows_nothing(
    kept: NothingKept, game: GameTable, state: Any, tree: Tree, node: int, gained: float, best: float
) -> bool:
    return False


@compiled(inline=True, borrows=True)
def place_in(kept: Kept, key: np.uint64) -> int:
    """Where a state stands, or NOWHERE."""
    mask = len(kept.keys) - 1
    for way in range(WAYS):
        place = (int64(key & np.uint64(mask)) + way) & mask
        if kept.visits[place] > 0 and kept.keys[place] == key:
            return place
    return NOWHERE


@compiled(borrows=True)
def start_known(tree: Tree, node: int, kept: Kept, gained: float, best: float) -> bool:
    """What `starts_known` does, for a node whose key is noted."""
    place = place_in(kept, tree.key[node])
    if place == NOWHERE:
        return False
    if kept.solved[place] != 0 and gained + kept.top[place] <= max(best, kept.best[0]):
        return True
    visits = int64(kept.trust[0] * kept.visits[place])
    share = visits / kept.visits[place]
    tree.visits[node] = visits
    tree.total[node], tree.squares[node] = share * kept.total[place], share * kept.squares[place]
    if visits > 0:
        tree.top[node] = kept.top[place]
    refresh(tree, node)
    return False


@compiled
def keep(tree: Tree, kept: Kept, best: float, is_whole: bool) -> None:
    """Keep what a search knows of the states of its nodes, but for the root. Changes `kept`.

    is_whole: whether the best results in the tree are those of whole scores, by which a solved state may be cut.
    """
    kept.best[0] = max(kept.best[0], best)
    stack = np.empty(tree.used[0], np.int64)
    stack[0], size = ROOT, 1
    while size > 0:
        size -= 1
        node = stack[size]
        if tree.closed[node] == CUT:
            continue
        for child in range(tree.first[node], tree.first[node] + tree.tried[node]):
            stack[size] = child
            size += 1
        if node != ROOT and tree.visits[node] > 0:
            keep_node(tree, node, kept, is_whole)


@compiled(inline=True)
def keep_node(tree: Tree, node: int, kept: Kept, is_whole: bool) -> None:
    """Keep the results of one node, unless more are kept of its state. Changes `kept`."""
    place = place_in(kept, tree.key[node])
    if place == NOWHERE:
        mask = len(kept.keys) - 1
        place = int64(tree.key[node] & np.uint64(mask))
        for way in range(1, WAYS):
            other = (int64(tree.key[node] & np.uint64(mask)) + way) & mask
            if kept.visits[other] < kept.visits[place]:
                place = other
        kept.keys[place], kept.visits[place], kept.solved[place] = tree.key[node], 0, 0
    if is_whole and tree.closed[node] == SOLVED_NODE:
        kept.solved[place] = 1
    is_first = kept.visits[place] == 0
    kept.top[place] = tree.top[node] if is_first else max(kept.top[place], tree.top[node])
    if tree.visits[node] > kept.visits[place]:
        kept.visits[place], kept.total[place] = tree.visits[node], tree.total[node]
        kept.squares[place] = tree.squares[node]
