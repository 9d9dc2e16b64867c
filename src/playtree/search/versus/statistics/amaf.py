"""RAVE and GRAVE: what became of a candidate when it was made later, read where it could be made now.

RAVE    of every candidate of a node the average result of those simulations in which it was made there or later:
        (1 - b) * mean + b * amaf, b = sqrt(K / (3 N + K))
GRAVE   where there were few, that of the nearest node above with many that has the candidate, if any [cazenave2015]
"""

import math

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.compiled.turn_calls import CELL_BITS
from playtree.games.turns import TurnTable
from playtree.search.versus.statistics.guide import (
    CONTEXT,
    JOIN,
    MIX,
    OFF,
    SPLIT,
    Guide,
    context_within,
    next_context,
)
from playtree.search.versus.statistics.interface import averages_only, child_estimate
from playtree.search.versus.statistics.memory import START, action_name, context_name, is_noted, note
from playtree.search.versus.tree import COUNT, PART_COUNT, PART_TOTAL, TOTAL, Tree, actions_of, place_of
from playtree.search.versus.workspace import DEPTH, IN_TREE, RECORDED, Workspace


@child_estimate.when(Guide)
def blended(guide: Guide, tree: Tree, work: Workspace, node: int, place: int, mean: float) -> float:
    if guide.rave == OFF:
        return mean
    visits = np.float64(tree.visits[node])
    if guide.reference > 0.0 and visits <= guide.reference:
        place = place_above(guide, tree, work, node, place)
    total, count = np.float64(tree.amaf[place, TOTAL]), np.float64(tree.amaf[place, COUNT])
    if guide.rave == MIX and count < guide.rave_threshold:
        total, count = np.float64(tree.amaf[place, PART_TOTAL]), np.float64(tree.amaf[place, PART_COUNT])
    if count <= 0.0:
        return mean
    share = math.sqrt(guide.equivalence / (3.0 * visits + guide.equivalence))
    return (1.0 - share) * mean + share * total / count


@averages_only.when(Guide)
def unblended(guide: Guide) -> bool:
    return guide.rave == OFF


@compiled(inline=True, borrows=True)
def place_above(guide: Guide, tree: Tree, work: Workspace, node: int, place: int) -> int:
    """The same candidate in the nearest node above that was visited often enough and has it, or itself.

    The nearest one often lacks it: in a tree of parts it stands between other parts of a move.
    """
    for level in range(work.counts[DEPTH] - 1, -1, -1):
        above = work.path[level]
        if tree.player[above] != tree.player[node] or tree.visits[above] <= guide.reference:
            continue
        names = int64(tree.names[above])
        for other in range(names, names + max(int64(tree.count[above]), int64(tree.tried[above]))):
            if is_same(tree, int64(tree.labels[place]), int64(tree.labels[other])):
                return other
    return place


@compiled(inline=True, borrows=True)
def is_same(tree: Tree, label: int, other: int) -> bool:
    """Whether two labels stand for the same actions."""
    if label >= 0 or other >= 0:
        return label == other
    one, two = place_of(label), place_of(other)
    length, same = int64(tree.arena[one]) + 1, 0
    while same < length and tree.arena[one + same] == tree.arena[two + same]:
        same += 1
    return same == length


@compiled(borrows=True)
def learn_amaf(guide: Guide, table: TurnTable, tree: Tree, work: Workspace, depth: int) -> None:
    """Add the result to all candidates on the path that were made there or later, from the end of the path upwards."""
    guide.memory.stamp[0] += 1
    used, in_tree = int64(work.counts[RECORDED]), int64(work.counts[IN_TREE])
    # contexts[k]: before action k of the line
    context = START
    for index in range(used):
        action = int64(work.line[index])
        work.contexts[index] = context
        context = next_context(guide, context, action, table.is_start[action >> CELL_BITS])
    work.contexts[used] = context
    for index in range(in_tree, used):
        note_at(guide, table, work, index)
    end = in_tree
    for level in range(depth, 0, -1):
        node = work.path[level - 1]
        names, player = int64(tree.names[node]), int64(tree.player[node])
        begin = end - actions_of(tree, int64(tree.labels[names + work.ordinals[level]]), work.move)
        for index in range(begin, end):
            note_at(guide, table, work, index)
        end = begin
        result = np.float32(work.result[player - 1])
        for place in range(names, names + max(int64(tree.count[node]), int64(tree.tried[node]))):
            if is_noted(guide.memory, label_name(guide, tree, work, player, work.contexts[begin], place)):
                tree.amaf[place, TOTAL] += result
                tree.amaf[place, COUNT] += np.float32(1.0)
            if guide.rave == MIX and is_noted(guide.memory, action_name(player, int64(tree.labels[place]))):
                tree.amaf[place, PART_TOTAL] += result
                tree.amaf[place, PART_COUNT] += np.float32(1.0)


@compiled(inline=True, borrows=True)
def note_at(guide: Guide, table: TurnTable, work: Workspace, index: int) -> None:
    action = int64(work.line[index])
    note_part(guide, int64(work.movers[index]), work.contexts[index], action, table.is_start[action >> CELL_BITS])


@compiled(inline=True, borrows=True)
def note_part(guide: Guide, player: int, context: np.uint64, action: int, is_end: bool) -> None:
    """An action occurs in the simulation at hand, under the name that RAVE asks for."""
    if guide.rave == SPLIT or guide.rave == MIX:
        note(guide.memory, action_name(player, action))
    if guide.rave == CONTEXT or guide.rave == MIX or (guide.rave == JOIN and is_end):
        note(guide.memory, context_name(player, context, action))


@compiled(inline=True, borrows=True)
def label_name(guide: Guide, tree: Tree, work: Workspace, player: int, context: np.uint64, place: int) -> np.uint64:
    """The name under which RAVE looks for a candidate."""
    length = actions_of(tree, int64(tree.labels[place]), work.move)
    last = int64(work.move[length - 1])
    if guide.rave == SPLIT:
        return action_name(player, last)
    return context_name(player, context_within(guide, context, work.move, 0, length - 1), last)
