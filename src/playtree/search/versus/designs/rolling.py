"""Rolling up: a well explored position inside a move gives way to its children [pawlik2021] algorithm 4.

    parent --a--> node --b--> child        becomes        parent --ab--> child

A node is dissolved when all its candidates were tried, it was visited at least factor times for each of them, and the
averages of its children differ enough. The children keep their statistics. Where the search is intensive, the orthodox
tree emerges.
"""

from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.compiled.turn_calls import CELL_BITS
from playtree.search.versus.tree import (
    ARENA,
    LABELS,
    Tree,
    actions_of,
    block_for,
    copy_label,
    copy_node,
    free_block,
    has_room,
    label_at,
    make_room,
)
from playtree.search.versus.workspace import Workspace


@compiled(inline=True, borrows=True)
def is_ripe(tree: Tree, node: int, factor: float, difference: float) -> bool:
    """Whether a node may be dissolved."""
    count = int64(tree.count[node])
    if tree.is_start[node] or count < 1 or tree.tried[node] < count or tree.visits[node] < count * factor:
        return False
    first = int64(tree.first[node])
    lowest = highest = tree.mean[first]
    visits = 1 + tree.visits[first]  # the first one of a node may end there
    for child in range(first + 1, first + count):
        lowest, highest = min(lowest, tree.mean[child]), max(highest, tree.mean[child])
        visits += tree.visits[child]
    # children that a copy of the tree left out begin anew, below a node that keeps its visits
    return visits >= count * factor and (count == 1 or highest - lowest >= difference)


@compiled(inline=True, borrows=True)
def roll_up(tree: Tree, work: Workspace, level: int, factor: float, difference: float, dots: int) -> None:
    """Dissolve the node below path[level] into it, if it is ripe and there is room."""
    parent, ordinal, players = work.path[level], work.ordinals[level + 1], len(work.result)
    node = work.path[level + 1]
    if not is_ripe(tree, node, factor, difference):
        return
    gained = int64(tree.count[node]) - 1
    prefix = actions_of(tree, int64(tree.labels[tree.names[parent] + ordinal]), work.move)
    if (int64(work.move[prefix - 1]) >> CELL_BITS) >= dots:
        prefix -= 1
    labels, actions = labels_for(tree, parent, gained), (gained + 1) * (prefix + 1 + len(work.rest))
    if not has_room(tree, parent, gained, labels, actions):
        return
    make_label_room(tree, parent, labels)
    make_room(tree, parent, gained, players)
    first, names = int64(tree.first[parent]), int64(tree.names[parent])
    child, name = int64(tree.first[first + ordinal]), int64(tree.names[first + ordinal])
    tried, count = int64(tree.tried[parent]), int64(tree.count[parent])
    for place in range(names + count - 1, names + tried - 1, -1):
        copy_label(tree, place, place + gained)
    for index in range(gained + 1):
        place = ordinal if index == 0 else tried + index - 1
        copy_node(tree, child + index, tree, first + place, players)
        copy_label(tree, name + index, names + place)
        tree.labels[names + place] = joined(tree, work, prefix, int64(tree.labels[name + index]))
    tree.tried[parent] += gained
    tree.count[parent] += gained
    free_block(tree, child, block_for(gained + 1))


@compiled(inline=True, borrows=True)
def labels_for(tree: Tree, node: int, more: int) -> int:
    """How many places a node needs so that it has so many more candidates; 0 if it has them."""
    count, space = int64(tree.count[node]), int64(tree.space[node])
    return 0 if count + more <= space else max(2 * space, count + more)


@compiled(inline=True, borrows=True)
def make_label_room(tree: Tree, node: int, space: int) -> None:
    """Move the candidates of a node to so many places of their own, unless that is 0."""
    if space == 0:
        return
    begin = int64(tree.used[LABELS])
    for index in range(int64(tree.count[node])):
        copy_label(tree, int64(tree.names[node]) + index, begin + index)
    tree.names[node], tree.space[node] = begin, space
    tree.used[LABELS] += space


@compiled(inline=True, borrows=True)
def joined(tree: Tree, work: Workspace, prefix: int, label: int) -> int:
    """The label of the first `prefix` actions in `work.move` and those of a label behind them."""
    length = actions_of(tree, label, work.rest)
    if prefix == 0:
        return label
    place = int64(tree.used[ARENA])
    tree.arena[place] = prefix + length
    for index in range(prefix):
        tree.arena[place + 1 + index] = work.move[index]
    for index in range(length):
        tree.arena[place + 1 + prefix + index] = work.rest[index]
    tree.used[ARENA] += 1 + prefix + length
    return label_at(place)
