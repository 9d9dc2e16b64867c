"""The memory of a search tree.

The actions of an expanded node stand side by side in one long array; the first `tried` of them lead to nodes, the
others wait. The nodes they lead to stand side by side as well, in the same order, since selection reads them in one
sweep. They get room as they come: a block that is full moves to one twice as large. Where nodes must stay in their
place, because others point at them, a block has room for all actions from the start.

Statistics are local: a result is the score from the node to the end of the game, without what was gained before. So a
subtree may change its parent without being touched.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.compiled.random import below

ROOT = 0
NOT_LISTED = -1
FIRST_BLOCK = 2

OPEN, SOLVED_NODE, CUT = 0, 1, 2  # values of `closed`


class Tree(NamedTuple):
    """Statistics of N nodes and a store of M actions.

    action: int64[N]    action that leads here from the parent
    parent: int32[N]    the parent; right on the path of the iteration, and everywhere if nodes never move
    first: int32[N]     first child
    room: int32[N]      how many children fit into their block
    offset: int64[N]    where the actions of the node start in `store`
    count: int32[N]     number of its actions; NOT_LISTED before they were asked for
    tried: int32[N]     how many of them are nodes
    open: int32[N]      how many of them are not closed
    closed: uint8[N]    OPEN; SOLVED_NODE: everything below was seen; CUT: pruned, or the state is another node's
    hit: uint8[N]       1 once the end of a game was reached below
    visits: int64[N]    iterations that went through the node
    total: float64[N]   sum of their results
    squares: float64[N] sum of their squared results
    top: float64[N]     best of their results
    reward: float64[N]  reward of the action that leads here
    mean: float64[N]    reward + total / visits, for selection; -inf once the node is closed, to be passed by
    inverse: float64[N] 1 / sqrt(visits), for selection
    spread: float64[N]  squares - total^2 / visits, not below zero, for selection
    weight: float64[N]  the node's own weight of exploration
    key: uint64[N]      hash of the state, where duplicates are looked for
    moves: Moves        of the moves that lead to the nodes, where they are kept
    graph: Edges        of the edges, where several lead to one node, else ()
    store: int64[M]     actions
    used: int64[2]      places of nodes in use, and of actions
    """

    action: Any
    parent: Any
    first: Any
    room: Any
    offset: Any
    count: Any
    tried: Any
    open: Any
    closed: Any
    hit: Any
    visits: Any
    total: Any
    squares: Any
    top: Any
    reward: Any
    mean: Any
    inverse: Any
    spread: Any
    weight: Any
    key: Any
    moves: "Moves"
    graph: Any
    store: Any
    used: Any


class Moves(NamedTuple):
    """code: uint64[N], name of the move that leads here. visits: int64[N] and total: float64[N], iterations through the
    parent in which the move was played there or later, and the sum of their results from the parent on. N is 1 where
    moves are not kept.
    """

    code: Any
    visits: Any
    total: Any


class Edges(NamedTuple):
    """What a place of a child is as an edge; everything is of N places.

    target: int32     the node to which it leads; itself for the first edge to a state
    origin: int32     the node from which it leads
    incoming: int32   of a node, the edge to it that was made last; next: int32, the one before, or -1
    level: int32      of a node, one more than that of the node from which it was made
    gain: float64     of a node, the highest gain with which it was reached
    visits, total     int64, float64: iterations along the edge, and their results from its target on
    own_visits, own_total  the same of the iterations that ended with it
    note, noted       float64, int64: a number remembered for an iteration, and for which
    stack: int32      room for a walk over nodes
    """

    target: Any
    origin: Any
    incoming: Any
    next: Any
    level: Any
    gain: Any
    visits: Any
    total: Any
    own_visits: Any
    own_total: Any
    note: Any
    noted: Any
    stack: Any


_EDGE_TYPES = {
    **dict.fromkeys(("target", "origin", "incoming", "next", "level"), np.int32),
    "gain": np.float64,
    "visits": np.int64,
    "total": np.float64,
    "own_visits": np.int64,
    "own_total": np.float64,
    "note": np.float64,
    "noted": np.int64,
    "stack": np.int32,
}
_MOVE_TYPES = {"code": np.uint64, "visits": np.int64, "total": np.float64}
_NODE_TYPES = {
    "action": np.int64,
    "parent": np.int32,
    "first": np.int32,
    "room": np.int32,
    "offset": np.int64,
    "count": np.int32,
    "tried": np.int32,
    "open": np.int32,
    "closed": np.uint8,
    "hit": np.uint8,
    "visits": np.int64,
    "total": np.float64,
    "squares": np.float64,
    "top": np.float64,
    "reward": np.float64,
    "mean": np.float64,
    "inverse": np.float64,
    "spread": np.float64,
    "weight": np.float64,
    "key": np.uint64,
}
NODES_USED, ACTIONS_USED = 0, 1


def new_tree(nodes: int, actions: int, weight: float, *, keeps_moves: bool = False, is_graph: bool = False) -> Tree:
    """A tree that holds only its root."""
    arrays = {name: np.empty(nodes, kind) for name, kind in _NODE_TYPES.items()}
    moves = Moves(**{name: np.zeros(nodes if keeps_moves else 1, kind) for name, kind in _MOVE_TYPES.items()})
    graph = Edges(**{name: np.zeros(nodes, kind) for name, kind in _EDGE_TYPES.items()}) if is_graph else ()
    tree = Tree(**arrays, moves=moves, graph=graph, store=np.empty(actions, np.int64), used=np.array([1, 0], np.int64))
    # An inlined function has no place in the cache: called from here it would be compiled at every start.
    getattr(start_node, "py_func", start_node)(tree, ROOT, ROOT, 0.0, weight)
    if is_graph:
        tree.graph.next[ROOT] = -1
    return tree


def enlarged(tree: Tree) -> Tree:
    """The same tree with twice the room."""
    nodes, actions = (int(number) for number in tree.used)
    larger = {name: _doubled(getattr(tree, name), nodes) for name in _NODE_TYPES}
    moves = tree.moves if len(tree.moves.code) == 1 else Moves(*(_doubled(array, nodes) for array in tree.moves))
    graph = Edges(*(_doubled(array, nodes) for array in tree.graph)) if tree.graph else ()
    store = np.empty(2 * len(tree.store), np.int64)
    store[:actions] = tree.store[:actions]
    return Tree(**larger, moves=moves, graph=graph, store=store, used=tree.used)


def _doubled(array: Any, used: int) -> Any:
    larger = np.empty(2 * len(array), array.dtype)
    larger[:used] = array[:used]
    return larger


@compiled(inline=True, borrows=True)
def start_node(tree: Tree, node: int, parent: int, reward: float, weight: float) -> None:
    """Make a place a node without visits. Changes `tree`."""
    tree.parent[node] = parent
    tree.first[node] = 0
    tree.room[node] = 0
    tree.offset[node] = 0
    tree.count[node] = NOT_LISTED
    tree.tried[node] = 0
    tree.open[node] = 0
    tree.closed[node] = OPEN
    tree.hit[node] = 0
    tree.visits[node] = 0
    tree.total[node] = 0.0
    tree.squares[node] = 0.0
    tree.top[node] = -np.inf
    tree.reward[node] = reward
    tree.mean[node] = 0.0
    tree.inverse[node] = np.inf
    tree.spread[node] = 0.0
    tree.weight[node] = weight
    tree.key[node] = np.uint64(0)


@compiled(inline=True, borrows=True)
def add_result(tree: Tree, node: int, result: float, top: float) -> None:
    """Count an iteration that brought `result` from here on, and `top` as far as the best goes. Changes `tree`."""
    tree.visits[node] += 1
    tree.total[node] += result
    tree.squares[node] += result * result
    tree.top[node] = max(tree.top[node], top)
    refresh(tree, node)


@compiled(inline=True, borrows=True)
def refresh(tree: Tree, node: int) -> None:
    """Bring what selection reads in line with the statistics. Changes `tree`."""
    visits, total = np.float64(tree.visits[node]), tree.total[node]
    average = total / visits if visits > 0.0 else 0.0
    tree.mean[node] = tree.reward[node] + average if tree.closed[node] == OPEN else -np.inf
    tree.inverse[node] = 1.0 / np.sqrt(visits)
    tree.spread[node] = max(tree.squares[node] - total * total / max(visits, 1.0), 0.0)


@compiled(inline=True, borrows=True)
def has_room(tree: Tree, node: int, actions: int) -> bool:
    """Whether so many actions of a node and a larger block of its children would fit."""
    most = max(2 * max(tree.room[node], FIRST_BLOCK), max(int64(tree.count[node]), actions))
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
def has_open_child(tree: Tree, node: int) -> bool:
    """Whether a tried action of a node leads to one that is not closed."""
    return tree.count[node] != NOT_LISTED and tree.open[node] > tree.count[node] - tree.tried[node]


@compiled(inline=True, borrows=True)
def index_of(tree: Tree, node: int, action: int) -> int:
    """The index of an action of a listed node."""
    start = tree.offset[node]
    for index in range(tree.count[node]):
        if tree.store[start + index] == action:
            return index
    return -1


@compiled(inline=True, borrows=True)
def new_child(tree: Tree, node: int, index: int, stays: bool) -> int:
    """Give the untried action with this index a place behind the tried ones; there is room. Changes `tree`.

    stays: the children of a node never move.
    """
    tried = int64(tree.tried[node])
    if tried == tree.room[node]:
        move_children(tree, node, int64(tree.count[node]) if stays else max(2 * tried, FIRST_BLOCK))
    start = tree.offset[node]
    action = tree.store[start + index]
    tree.store[start + index] = tree.store[start + tried]
    tree.store[start + tried] = action
    child = tree.first[node] + tried
    tree.action[child] = action
    tree.tried[node] += 1
    return child


@compiled(borrows=True)
def move_children(tree: Tree, node: int, room: int) -> None:
    """Move the children of a node to a block with room for so many. Changes `tree`."""
    old, new = int64(tree.first[node]), tree.used[NODES_USED]
    for index in range(tree.tried[node]):
        copy_node(tree, old + index, new + index)
    tree.first[node], tree.room[node] = new, room
    tree.used[NODES_USED] = new + room


@compiled(inline=True, borrows=True)
def copy_node(tree: Tree, source: int, target: int) -> None:
    """Copy everything about a node to another place. Changes `tree`."""
    tree.action[target] = tree.action[source]
    tree.parent[target] = tree.parent[source]
    tree.first[target] = tree.first[source]
    tree.room[target] = tree.room[source]
    tree.offset[target] = tree.offset[source]
    tree.count[target] = tree.count[source]
    tree.tried[target] = tree.tried[source]
    tree.open[target] = tree.open[source]
    tree.closed[target] = tree.closed[source]
    tree.hit[target] = tree.hit[source]
    tree.visits[target] = tree.visits[source]
    tree.total[target] = tree.total[source]
    tree.squares[target] = tree.squares[source]
    tree.top[target] = tree.top[source]
    tree.reward[target] = tree.reward[source]
    tree.mean[target] = tree.mean[source]
    tree.inverse[target] = tree.inverse[source]
    tree.spread[target] = tree.spread[source]
    tree.weight[target] = tree.weight[source]
    tree.key[target] = tree.key[source]


@compiled(inline=True, borrows=True)
def shift_results(tree: Tree, node: int, source: int, gained: float, sign: int) -> None:
    """Add the results of another node, each raised by `gained`, to those of `node` (sign 1), or take them away (-1).

    The best result stays, since a maximum cannot be taken back. Changes `tree`.
    """
    visits, total = tree.visits[source], tree.total[source]
    tree.visits[node] += sign * visits
    tree.total[node] += sign * (total + gained * visits)
    tree.squares[node] += sign * (tree.squares[source] + 2.0 * gained * total + gained * gained * visits)
    if sign > 0:
        tree.top[node] = max(tree.top[node], tree.top[source] + gained)
    refresh(tree, node)


@compiled(inline=True, borrows=True)
def start_edge(tree: Tree, edge: int, origin: int, level: int, gain: float) -> None:
    """Make the place of a new child an edge, and a node that is made at this level. Changes `tree`."""
    graph = tree.graph
    graph.target[edge] = edge
    graph.origin[edge] = origin
    graph.incoming[edge] = edge
    graph.next[edge] = -1
    graph.level[edge] = level
    graph.gain[edge] = gain
    graph.visits[edge] = 0
    graph.total[edge] = 0.0
    graph.own_visits[edge] = 0
    graph.own_total[edge] = 0.0
    graph.noted[edge] = 0
