"""Orthodox trees: an edge is a whole move.

`WholeMoves` holds the number of a move in an edge and asks for its actions when it is tried: thirteen thousand moves
of a position then take as many numbers and no time. `ListedMoves` writes down the actions of all moves, for searches
that must know what they would do before they try it.
"""

from typing import Any, NamedTuple

from playtree.compiled import calls, turn_calls
from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.games.turns import TurnTable
from playtree.search.versus.designs.interface import (
    ADDED,
    FULL,
    LISTED,
    NO_ROOM,
    list_candidates,
    make_candidate,
    tidy,
    try_candidate,
)
from playtree.search.versus.tree import (
    ARENA,
    LABELS,
    Tree,
    actions_of,
    add_child,
    has_room,
    has_room_for,
    label_at,
    set_label,
)
from playtree.search.versus.workspace import DEPTH, MID_MOVE, Workspace


class WholeMoves(NamedTuple):
    """Edges by the numbers of moves."""

    most: int = 1 << 30  # candidates of a node


class ListedMoves(NamedTuple):
    """Edges by the actions of moves."""

    most: int = 1 << 30


@list_candidates.when(WholeMoves)
def number_moves(design: WholeMoves, table: TurnTable, tree: Tree, work: Workspace, node: int) -> int:
    count, begin = turn_calls.count_moves(table.count_moves, table.data, work.state), int64(tree.used[LABELS])
    if not has_room_for(tree, 0, count):
        return NO_ROOM
    for number in range(count):
        set_label(tree, begin + number, number)
    tree.used[LABELS] += count
    tree.names[node], tree.space[node], tree.count[node] = begin, count, count
    return LISTED


@list_candidates.when(ListedMoves)
def list_moves(design: ListedMoves, table: TurnTable, tree: Tree, work: Workspace, node: int) -> int:
    begin, arena = int64(tree.used[LABELS]), int64(tree.used[ARENA])
    used = turn_calls.moves(table.moves, table.data, work.state, tree.arena[arena:])
    if not has_room_for(tree, 0, used // 2, used):
        return NO_ROOM
    count, place = 0, arena
    while place < arena + used:
        set_label(tree, begin + count, label_at(place))
        count += 1
        place += 1 + int64(tree.arena[place])
    tree.used[ARENA] += used
    tree.used[LABELS] += count
    tree.names[node], tree.space[node], tree.count[node] = begin, count, count
    return LISTED


@make_candidate.when(WholeMoves)
def make_number(design: WholeMoves, table: TurnTable, tree: Tree, work: Workspace, label: int) -> None:
    calls.apply(table.apply, table.data, work.state, label)


@make_candidate.when(ListedMoves)
def make_actions(design: ListedMoves, table: TurnTable, tree: Tree, work: Workspace, label: int) -> None:
    length = actions_of(tree, label, work.move)
    turn_calls.play(table.play, table.data, work.state, work.move[:length])


@compiled(inline=True, borrows=True)
def add_move(design: Any, table: TurnTable, tree: Tree, work: Workspace, depth: int) -> int:
    """Make the move and add the position behind it."""
    node, players = work.path[depth], len(work.result)
    if not has_room(tree, node, 1):
        return FULL
    make_candidate(design, table, tree, work, int64(tree.labels[tree.names[node] + tree.tried[node]]))
    child = add_child(tree, node, int64(work.state[table.player]), True, players)
    work.path[depth + 1] = child
    work.ordinals[depth + 1] = tree.tried[node] - 1
    work.counts[DEPTH], work.counts[MID_MOVE] = depth + 1, 0
    return ADDED


@try_candidate.when(WholeMoves)
def try_number(design: WholeMoves, simulation: Any, table: TurnTable, tree: Tree, work: Workspace, depth: int) -> int:
    return add_move(design, table, tree, work, depth)


@try_candidate.when(ListedMoves)
def try_actions(design: ListedMoves, simulation: Any, table: TurnTable, tree: Tree, work: Workspace, depth: int) -> int:
    return add_move(design, table, tree, work, depth)


@tidy.when(WholeMoves)
def leave_numbers(design: WholeMoves, tree: Tree, work: Workspace, depth: int) -> None:
    pass


@tidy.when(ListedMoves)
def leave_moves(design: ListedMoves, tree: Tree, work: Workspace, depth: int) -> None:
    pass
