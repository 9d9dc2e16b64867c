"""Semisplit trees: an edge is a part of a move, and positions inside a move are nodes [pawlik2021] 2.2.1.

A part that cannot be completed to a move is dropped when it is tried, so no node is dead. The raw variant adds one node
for each simulation, the nodal variant all those up to the end of the move. A node whose candidates nobody asked for yet
knows only the one it was made with.
"""

from typing import Any, NamedTuple

from playtree.compiled import turn_calls
from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.games.turns import TurnTable
from playtree.search.versus.designs.interface import (
    ADDED,
    DEAD,
    FULL,
    LISTED,
    NO_ROOM,
    list_candidates,
    make_candidate,
    tidy,
    try_candidate,
)
from playtree.search.versus.designs.rolling import roll_up
from playtree.search.versus.simulation.interface import end_move
from playtree.search.versus.tree import (
    LABELS,
    Tree,
    actions_of,
    add_child,
    copy_label,
    has_room,
    has_room_for,
    set_label,
    swap_labels,
)
from playtree.search.versus.workspace import DEPTH, MID_MOVE, Workspace


class Semimoves(NamedTuple):
    """is_nodal: whether all nodes up to the end of a move are added at once."""

    is_nodal: bool = True


class RolledUp(NamedTuple):
    """The same, dissolving positions inside a move that are well explored (rolling.py).

    factor: simulations that each part must have had on average. difference: between the best and the worst average, at
    least. dots: the first number of an action that changes nothing.
    """

    is_nodal: bool = True
    factor: float = 1.0
    difference: float = 0.0
    dots: int = 1 << 30


@compiled(inline=True, borrows=True)
def list_parts(table: TurnTable, tree: Tree, work: Workspace, node: int) -> int:
    """List the actions from here, those that were tried first."""
    begin, tried, known = int64(tree.used[LABELS]), int64(tree.tried[node]), int64(tree.names[node])
    count = turn_calls.actions(table.actions, table.data, work.state, tree.labels[begin:])
    if not has_room_for(tree, 0, count):
        return NO_ROOM
    for index in range(count):
        set_label(tree, begin + index, tree.labels[begin + index])
    for index in range(tried):
        for other in range(index, count):
            if tree.labels[begin + other] == tree.labels[known + index]:
                swap_labels(tree, begin + index, begin + other)
                copy_label(tree, known + index, begin + index)
                break
    tree.used[LABELS] += count
    tree.names[node], tree.space[node], tree.count[node] = begin, count, count
    return LISTED


@compiled(inline=True, borrows=True)
def make_part(table: TurnTable, tree: Tree, work: Workspace, label: int) -> None:
    length = actions_of(tree, label, work.move)
    turn_calls.play(table.play, table.data, work.state, work.move[:length])
    for index in range(length):
        work.prefix[work.made[0] + index] = work.move[index]
    work.made[0] += length


@compiled(inline=True, borrows=True)
def add_parts(is_nodal: bool, simulation: Any, table: TurnTable, tree: Tree, work: Workspace, depth: int) -> int:
    """Make a part of a move, look for the rest of the move, and add the first position or all of them."""
    node, state, players = work.path[depth], work.state, len(work.result)
    player = int64(state[table.player])
    make_part(table, tree, work, int64(tree.labels[tree.names[node] + tree.tried[node]]))
    is_start = table.is_start[state[table.place]]
    left = 0
    if not is_start:
        left = end_move(simulation, table, work)
        if left == 0:
            return DEAD
    added = left if is_nodal else 0
    if not has_room(tree, node, 1 + added, added):
        return FULL
    work.ordinals[depth + 1] = tree.tried[node]
    node = add_child(tree, node, player, is_start, players)
    work.path[depth + 1] = node
    for index in range(added):
        place = int64(tree.used[LABELS])
        tree.used[LABELS] += 1
        set_label(tree, place, work.rest[index])
        tree.names[node], tree.space[node] = place, 1
        node = add_child(tree, node, player, index == left - 1, players)
        work.path[depth + 2 + index], work.ordinals[depth + 2 + index] = node, 0
    if tree.is_start[node]:
        tree.player[node] = int64(state[table.player])
    work.counts[DEPTH], work.counts[MID_MOVE] = depth + 1 + added, left - added
    return ADDED


@list_candidates.when(Semimoves)
@list_candidates.when(RolledUp)
def list_semimoves(design: Any, table: TurnTable, tree: Tree, work: Workspace, node: int) -> int:
    return list_parts(table, tree, work, node)


@make_candidate.when(Semimoves)
@make_candidate.when(RolledUp)
def make_semimove(design: Any, table: TurnTable, tree: Tree, work: Workspace, label: int) -> None:
    make_part(table, tree, work, label)


@try_candidate.when(Semimoves)
@try_candidate.when(RolledUp)
def try_semimove(design: Any, simulation: Any, table: TurnTable, tree: Tree, work: Workspace, depth: int) -> int:
    return add_parts(design.is_nodal, simulation, table, tree, work, depth)


@tidy.when(Semimoves)
def leave_semimoves(design: Semimoves, tree: Tree, work: Workspace, depth: int) -> None:
    pass


@tidy.when(RolledUp)
def roll_path_up(design: RolledUp, tree: Tree, work: Workspace, depth: int) -> None:
    for level in range(depth - 1, -1, -1):
        roll_up(tree, work, level, design.factor, design.difference, design.dots)
