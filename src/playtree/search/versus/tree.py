"""The tree of a game of several players: a tuple of arrays, made once in full size.

A node's candidates (moves, or parts of moves) stand side by side in `labels`, those tried before those not; its
children stand side by side in the same order, in blocks that double; those that became too small serve other nodes. So
statistics are only kept of what was tried.
Memory that was never touched is not taken from the machine, so nothing has to grow: each array has room for all that
the tree may take, and what they hold together is bounded (`bytes_left`). How much of it are nodes, states and labels
differs between games and designs by a factor of ten.

A label is what leads to a child: the number of a move, or an action, or below 0 the place in `arena` of several
actions, their number before them (place_of, label_at).
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.bits import trailing_zeros
from playtree.compiled.decorator import compiled
from playtree.compiled.lanes import LANES
from playtree.compiled.numbers import int64
from playtree.compiled.prefetch import prefetch
from playtree.search.versus.reserve import Layout, recycled

NONE = -1
NOT_LISTED = -1
# places in `used`; ROOT is the node of the position of now; IS_FULL is set when something found no room; from FREE on
# stand, for each size of a block, the places of the one that was freed last, of which `first` tells the one before
NODES, LABELS, ARENA, STATES, ROOT, IS_FULL, FREE = range(7)
SIZES = 32
TOTAL, COUNT, PART_TOTAL, PART_COUNT = range(4)  # places in a row of `amaf`
NODE_BYTES = 64  # of the arrays of nodes, without states and proofs
LABEL_BYTES, AMAF_BYTES = 4, 16
ACTION_BYTES = 4
MOST_BYTES, MOST_ACTIONS = 1 << 37, 1 << 31  # numbers of nodes have 32 bits, labels below 0 have 31


class Tree(NamedTuple):
    """Of each node:

    visits, total, mean, inverse: simulations through it, the sum of their results for the player who moved to it, the
    average, 1 / sqrt(visits).  first, tried: its children, and how many there are (`block_for`: places in their block).
    names, space, count: its candidates in `labels`, places there, how many (NOT_LISTED: nobody looked).
    player: who is to move, from 1.  is_start: whether a move begins here.  state: its number in `states`, or NONE.
    is_proven: for whom its outcome is certain, if for anybody (proving.py); `proofs` then holds it.

    amaf: for each candidate the sum and number of results of simulations in which it was made here or later, and both
    again by another notion of what is the same, where two are mixed. Without a row where nobody asks for it.
    """

    visits: Any
    total: Any
    mean: Any
    inverse: Any
    first: Any
    tried: Any
    names: Any
    space: Any
    count: Any
    player: Any
    is_start: Any
    state: Any
    is_proven: Any
    proofs: Any
    labels: Any
    amaf: Any
    arena: Any
    states: Any
    used: Any
    sizes: "Sizes"


class Sizes(NamedTuple):
    """The bytes that a tree may take, and those of a node, a state and a label."""

    memory: int
    node: int
    state: int
    label: int


KINDS: dict[str, type[Any]] = {
    "visits": np.int64, "total": np.float64, "mean": np.float64, "inverse": np.float64, "first": np.uint32,
    "tried": np.uint32, "names": np.int64, "space": np.int32, "count": np.int32,
    "player": np.int16, "is_start": np.int8, "state": np.int32, "is_proven": np.int8, "proofs": np.float64,
    "labels": np.int32, "amaf": np.float32, "arena": np.int32, "states": np.uint64,
}  # fmt: skip


def new_tree(memory_bytes: int, words: int, players: int, has_amaf: bool) -> Tree:
    """A tree without a node. Whatever is read of it must be written before (reserve.py)."""
    memory = min(memory_bytes, MOST_BYTES)
    sizes = Sizes(memory, NODE_BYTES + 8 * players, 8 * words, LABEL_BYTES + AMAF_BYTES * has_amaf)
    nodes, labels = memory // sizes.node + 1, memory // sizes.label + 1
    states = memory // (sizes.node + sizes.state) + 2  # each belongs to a node; one more is made for a new root
    lengths = {"proofs": nodes * players, "labels": labels, "amaf": 4 * labels * has_amaf,
               "arena": min(memory // ACTION_BYTES + 1, MOST_ACTIONS), "states": states * words,
               "mean": nodes + LANES, "inverse": nodes + LANES}  # fmt: skip
    layout = Layout(tuple(lengths.get(field, nodes) for field in KINDS), tuple(KINDS.values()))
    arrays = dict(zip(KINDS, recycled(layout), strict=True))
    arrays |= {"amaf": arrays["amaf"].reshape(-1, 4), "states": arrays["states"].reshape(states, words)}
    return Tree(**arrays, used=np.zeros(FREE + SIZES, np.int64), sizes=sizes)


@compiled(inline=True, borrows=True)
def bytes_left(tree: Tree) -> int:
    """How much memory nothing was put into."""
    sizes, used = tree.sizes, tree.used
    taken = int64(used[NODES]) * sizes.node + int64(used[STATES]) * sizes.state
    return sizes.memory - taken - int64(used[LABELS]) * sizes.label - int64(used[ARENA]) * ACTION_BYTES


@compiled(inline=True, borrows=True)
def has_room_for(tree: Tree, nodes: int, labels: int, actions: int = 0) -> bool:
    """Whether so many nodes and labels can be added, and actions for the labels."""
    needed = nodes * tree.sizes.node + labels * tree.sizes.label + actions * ACTION_BYTES
    return needed <= bytes_left(tree) and int64(tree.used[ARENA]) + actions <= len(tree.arena)


@compiled(inline=True, borrows=True)
def make_node(tree: Tree, node: int, player: int, is_start: bool) -> None:
    """Put a node without visits, candidates or state at a place; where those would stand is written with them."""
    tree.visits[node] = 0
    tree.total[node] = 0.0
    tree.mean[node] = 0.0
    tree.inverse[node] = 1.0
    tree.tried[node] = 0
    tree.count[node] = NOT_LISTED
    tree.player[node] = player
    tree.is_start[node] = is_start
    tree.state[node] = NONE
    tree.is_proven[node] = 0


@compiled(inline=True, borrows=True)
def prefetch_nodes(tree: Tree, first: int) -> None:
    """Have what a walk asks of a few nodes that stand side by side fetched, one of which it comes to next."""
    prefetch(tree.count, first)
    prefetch(tree.tried, first)
    prefetch(tree.first, first)
    prefetch(tree.visits, first)


@compiled(inline=True, borrows=True)
def prefetch_for_child(tree: Tree, node: int) -> None:
    """Have what a new child of a node needs fetched: its label, and the children there are if they have to move.

    Without it the copy waits for thirteen arrays at once: 2 to 5 % of a search (with the arrays that make_node leaves
    alone; Knightthrough, Breakthrough, Connect Four, semisplit nodal).
    """
    tried = int64(tree.tried[node])
    prefetch(tree.labels, int64(tree.names[node]) + tried)
    if tried > 0 and tried & (tried - 1) == 0:
        prefetch_whole(tree, int64(tree.first[node]))


@compiled(inline=True, borrows=True)
def prefetch_whole(tree: Tree, node: int) -> None:
    """Have all that `copy_node` copies fetched."""
    prefetch(tree.visits, node)
    prefetch(tree.total, node)
    prefetch(tree.mean, node)
    prefetch(tree.inverse, node)
    prefetch(tree.first, node)
    prefetch(tree.tried, node)
    prefetch(tree.names, node)
    prefetch(tree.space, node)
    prefetch(tree.count, node)
    prefetch(tree.player, node)
    prefetch(tree.is_start, node)
    prefetch(tree.state, node)
    prefetch(tree.is_proven, node)


@compiled(inline=True, borrows=True)
def copy_node(source: Tree, node: int, tree: Tree, place: int, players: int) -> None:
    """Copy a node to a place, also of another tree."""
    tree.visits[place] = source.visits[node]
    tree.total[place] = source.total[node]
    tree.mean[place] = source.mean[node]
    tree.inverse[place] = source.inverse[node]
    tree.first[place] = source.first[node]
    tree.tried[place] = source.tried[node]
    tree.names[place] = source.names[node]
    tree.space[place] = source.space[node]
    tree.count[place] = source.count[node]
    tree.player[place] = source.player[node]
    tree.is_start[place] = source.is_start[node]
    tree.state[place] = source.state[node]
    tree.is_proven[place] = source.is_proven[node]
    if source.is_proven[node]:
        for seat in range(players):
            tree.proofs[players * place + seat] = source.proofs[players * node + seat]


@compiled(inline=True, borrows=True)
def block_for(children: int) -> int:
    """The places of a block for so many children: the least power of 2, or none."""
    bits = children - 1
    bits |= bits >> 1
    bits |= bits >> 2
    bits |= bits >> 4
    bits |= bits >> 8
    bits |= bits >> 16
    return bits + 1


@compiled(inline=True, borrows=True)
def has_room(tree: Tree, node: int, more: int, labels: int = 0, actions: int = 0) -> bool:
    """Whether so many children can be added to a node, as many nodes below them, and so many labels and actions."""
    tried, needed = int64(tree.tried[node]), more
    if tried + more > block_for(tried):
        needed += block_for(tried + more)
    return has_room_for(tree, needed, labels, actions)


@compiled(inline=True, borrows=True)
def make_room(tree: Tree, node: int, more: int, players: int) -> None:
    """Make places for so many more children. `has_room` was asked."""
    tried = int64(tree.tried[node])
    room = block_for(tried)
    if tried + more <= room:
        return
    first, begin = int64(tree.first[node]), taken_block(tree, block_for(tried + more))
    for index in range(tried):
        copy_node(tree, first + index, tree, begin + index, players)
    if room > 0:
        free_block(tree, first, room)
    tree.first[node] = begin


@compiled(inline=True, borrows=True)
def taken_block(tree: Tree, room: int) -> int:
    """The first of `room` places for nodes, a power of 2: those that were freed last, or new ones."""
    size = FREE + int64(trailing_zeros(np.uint64(room)))
    begin = int64(tree.used[size])
    if begin > 0:
        tree.used[size] = tree.first[begin]
        return begin
    begin = int64(tree.used[NODES])
    tree.used[NODES] += room
    return begin


@compiled(inline=True, borrows=True)
def free_block(tree: Tree, begin: int, room: int) -> None:
    """Let others have places that nodes have left."""
    size = FREE + int64(trailing_zeros(np.uint64(room)))
    tree.first[begin] = tree.used[size]
    tree.used[size] = begin


@compiled(inline=True, borrows=True)
def add_child(tree: Tree, node: int, player: int, is_start: bool, players: int) -> int:
    """Make the candidate behind those tried a child, and return it. `has_room` was asked."""
    make_room(tree, node, 1, players)
    child = int64(tree.first[node] + tree.tried[node])
    make_node(tree, child, player, is_start)
    tree.tried[node] += 1
    return child


@compiled(inline=True, borrows=True)
def swap_labels(tree: Tree, one: int, other: int) -> None:
    """Let two candidates change places, with what is known of them."""
    if one == other:
        return
    tree.labels[one], tree.labels[other] = tree.labels[other], tree.labels[one]
    if len(tree.amaf) > 0:
        for place in range(4):
            tree.amaf[one, place], tree.amaf[other, place] = tree.amaf[other, place], tree.amaf[one, place]


@compiled(inline=True, borrows=True)
def copy_label(tree: Tree, source: int, place: int) -> None:
    tree.labels[place] = tree.labels[source]
    copy_amaf(tree, source, tree, place)


@compiled(inline=True, borrows=True)
def copy_amaf(source: Tree, candidate: int, tree: Tree, place: int) -> None:
    """Copy what is known of a candidate to a place, also of another tree."""
    if len(tree.amaf) > 0:
        for index in range(4):
            tree.amaf[place, index] = source.amaf[candidate, index]


@compiled(inline=True, borrows=True)
def set_label(tree: Tree, place: int, label: int) -> None:
    """Put a candidate of which nothing is known at a place."""
    tree.labels[place] = label
    if len(tree.amaf) > 0:
        for index in range(4):
            tree.amaf[place, index] = 0.0


@compiled(inline=True, borrows=True)
def place_of(label: int) -> int:
    """Where in the arena the actions of a label below 0 stand, their number first."""
    return -1 - int64(label)


@compiled(inline=True, borrows=True)
def label_at(place: int) -> int:
    return -1 - place


@compiled(inline=True, borrows=True)
def actions_of(tree: Tree, label: int, out: Any) -> int:
    """Write the actions of a label to `out` and return how many there are; those beyond its end are left out."""
    if label >= 0:
        out[0] = label
        return 1
    place = place_of(label)
    length = min(int64(tree.arena[place]), len(out))
    for index in range(length):
        out[index] = tree.arena[place + 1 + index]
    return length


@compiled(inline=True, borrows=True)
def keep_state(tree: Tree, node: int, state: Any) -> None:
    """Store the state of a node."""
    number = int64(tree.used[STATES])
    tree.used[STATES] += 1
    tree.state[node] = number
    for word in range(len(state)):
        tree.states[number, word] = state[word]


@compiled(inline=True, borrows=True)
def fetch_state(tree: Tree, node: int, state: Any) -> None:
    """Write the stored state of a node into `state`."""
    number = int64(tree.state[node])
    for word in range(len(state)):
        state[word] = tree.states[number, word]


@compiled(borrows=True)
def plant(tree: Tree, state: Any, player: int) -> None:
    """Begin the tree with a position between two moves."""
    make_node(tree, 0, player, True)
    tree.used[NODES] = 1
    stand(tree, 0, state)


@compiled(borrows=True)
def stand(tree: Tree, node: int, state: Any) -> None:
    """Let a node be the root, with its state, from which those below are made."""
    tree.used[ROOT] = node
    if tree.state[node] == NONE:
        keep_state(tree, node, state)
