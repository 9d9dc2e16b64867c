"""The memory of a search tree.

The actions of an expanded node stand side by side in one long array; the first `tried` of them lead to nodes, the
others wait. The nodes they lead to stand side by side as well, in the same order, since selection reads them in one
sweep. They get room as they come: a block that is full moves to one twice as large. Reserving a place for every
action at once took ten times the memory and half as much time again.

Numbers are global: a result is the score of a whole game from the root.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.compiled.random import below

ROOT = 0
NOT_LISTED = -1
FIRST_BLOCK = 2


class Tree(NamedTuple):
    """Statistics of N nodes and a store of M actions.

    action: int64[N]    action that leads here from the parent
    first: int32[N]     first child
    room: int32[N]      how many children fit into their block
    offset: int64[N]    where the actions of the node start in `store`
    count: int32[N]     number of its actions; NOT_LISTED before they were asked for
    tried: int32[N]     how many of them are nodes
    open: int32[N]      how many of them are not solved
    solved: uint8[N]    1 if everything below was seen
    visits: int64[N]    iterations that went through the node
    total: float64[N]   sum of their results
    squares: float64[N] sum of their squared results
    top: float64[N]     best of their results
    mean: float64[N]    total / visits, for selection; -inf once the node is solved, so that selection passes by
    inverse: float64[N] 1 / sqrt(visits), for selection
    gained: float64[N]  rewards on the way from the root
    store: int64[M]     actions
    used: int64[2]      places of nodes in use, and of actions
    """

    action: Any
    first: Any
    room: Any
    offset: Any
    count: Any
    tried: Any
    open: Any
    solved: Any
    visits: Any
    total: Any
    squares: Any
    top: Any
    mean: Any
    inverse: Any
    gained: Any
    store: Any
    used: Any


_NODE_TYPES = {
    "action": np.int64,
    "first": np.int32,
    "room": np.int32,
    "offset": np.int64,
    "count": np.int32,
    "tried": np.int32,
    "open": np.int32,
    "solved": np.uint8,
    "visits": np.int64,
    "total": np.float64,
    "squares": np.float64,
    "top": np.float64,
    "mean": np.float64,
    "inverse": np.float64,
    "gained": np.float64,
}
NODES_USED, ACTIONS_USED = 0, 1


def new_tree(nodes: int, actions: int) -> Tree:
    """A tree that holds only its root."""
    arrays = {name: np.empty(nodes, kind) for name, kind in _NODE_TYPES.items()}
    tree = Tree(**arrays, store=np.empty(actions, np.int64), used=np.array([1, 0], np.int64))
    # An inlined function has no place in the cache: called from here it would be compiled at every start.
    getattr(start_node, "py_func", start_node)(tree, ROOT, 0.0)
    return tree


def enlarged(tree: Tree) -> Tree:
    """The same tree with twice the room."""
    nodes, actions = (int(number) for number in tree.used)
    larger = {}
    for name, kind in _NODE_TYPES.items():
        larger[name] = np.empty(2 * len(tree.action), kind)
        larger[name][:nodes] = getattr(tree, name)[:nodes]
    store = np.empty(2 * len(tree.store), np.int64)
    store[:actions] = tree.store[:actions]
    return Tree(**larger, store=store, used=tree.used)


@compiled(inline=True, borrows=True)
def start_node(tree: Tree, node: int, gained: float) -> None:
    """Make a place a node without visits. Changes `tree`."""
    tree.first[node] = 0
    tree.room[node] = 0
    tree.offset[node] = 0
    tree.count[node] = NOT_LISTED
    tree.tried[node] = 0
    tree.open[node] = 0
    tree.solved[node] = 0
    tree.visits[node] = 0
    tree.total[node] = 0.0
    tree.squares[node] = 0.0
    tree.top[node] = -np.inf
    tree.mean[node] = 0.0
    tree.inverse[node] = np.inf
    tree.gained[node] = gained


@compiled(inline=True, borrows=True)
def add_result(tree: Tree, node: int, score: float) -> None:
    """Count an iteration that ended with `score`. Changes `tree`."""
    visits = tree.visits[node] + 1
    tree.visits[node] = visits
    tree.total[node] += score
    tree.squares[node] += score * score
    tree.top[node] = max(tree.top[node], score)
    tree.mean[node] = tree.total[node] / visits if tree.solved[node] == 0 else -np.inf
    tree.inverse[node] = 1.0 / np.sqrt(np.float64(visits))


@compiled(inline=True, borrows=True)
def has_room(tree: Tree, node: int, actions: int) -> bool:
    """Whether the actions of a node and one more child would fit."""
    most = 2 * max(tree.room[node], FIRST_BLOCK)
    return tree.used[NODES_USED] + most <= len(tree.action) and tree.used[ACTIONS_USED] + actions <= len(tree.store)


@compiled(inline=True, borrows=True)
def list_actions(tree: Tree, node: int, actions: Any, count: int) -> None:
    """Store the actions of a node. Changes `tree`."""
    start = tree.used[ACTIONS_USED]
    tree.offset[node], tree.count[node], tree.open[node] = start, count, count
    for index in range(count):
        tree.store[start + index] = actions[index]
    tree.used[ACTIONS_USED] = start + count


@compiled(inline=True, borrows=True)
def drawn_untried(tree: Tree, node: int, rng: Any) -> int:
    """Draw an untried action of a node, of which there is one; return its index."""
    return int64(tree.tried[node]) + below(rng, int64(tree.count[node] - tree.tried[node]))


@compiled(inline=True, borrows=True)
def index_of(tree: Tree, node: int, action: int) -> int:
    """The index of an action of a listed node."""
    start = tree.offset[node]
    for index in range(tree.count[node]):
        if tree.store[start + index] == action:
            return index
    return -1


@compiled(inline=True, borrows=True)
def new_child(tree: Tree, node: int, index: int) -> int:
    """Give the untried action with this index a node, behind the tried ones; there is room. Changes `tree`."""
    tried = int64(tree.tried[node])
    if tried == tree.room[node]:
        move_children(tree, node)
    swap_actions(tree, node, index)
    child = tree.first[node] + tried
    tree.action[child] = tree.store[tree.offset[node] + tried]
    tree.tried[node] += 1
    return child


@compiled(inline=True, borrows=True)
def swap_actions(tree: Tree, node: int, index: int) -> None:
    """Let the action with this index and the first untried one change places. Changes `tree`."""
    here, first = tree.offset[node] + index, tree.offset[node] + tree.tried[node]
    tree.store[here], tree.store[first] = tree.store[first], tree.store[here]


@compiled(borrows=True)
def move_children(tree: Tree, node: int) -> None:
    """Move the children of a node to a block twice as large. Changes `tree`."""
    old, new = int64(tree.first[node]), tree.used[NODES_USED]
    room = max(2 * int64(tree.room[node]), FIRST_BLOCK)
    for index in range(tree.tried[node]):
        source, target = old + index, new + index
        tree.action[target] = tree.action[source]
        tree.first[target] = tree.first[source]
        tree.room[target] = tree.room[source]
        tree.offset[target] = tree.offset[source]
        tree.count[target] = tree.count[source]
        tree.tried[target] = tree.tried[source]
        tree.open[target] = tree.open[source]
        tree.solved[target] = tree.solved[source]
        tree.visits[target] = tree.visits[source]
        tree.total[target] = tree.total[source]
        tree.squares[target] = tree.squares[source]
        tree.top[target] = tree.top[source]
        tree.mean[target] = tree.mean[source]
        tree.inverse[target] = tree.inverse[source]
        tree.gained[target] = tree.gained[source]
    tree.first[node], tree.room[node] = new, room
    tree.used[NODES_USED] = new + room
