"""Keeping the part of a tree that is below a move."""

from typing import Any

import numpy as np

from playtree.compiled import turn_calls
from playtree.compiled.bits import bit_length
from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.compiled.prefetch import prefetch
from playtree.compiled.turn_calls import CELL_BITS
from playtree.games.turns import TurnTable
from playtree.search.versus.tree import (
    ACTION_BYTES,
    ARENA,
    LABELS,
    NODES,
    NONE,
    NOT_LISTED,
    ROOT,
    STATES,
    Tree,
    block_for,
    copy_amaf,
    copy_node,
    label_at,
    make_node,
    place_of,
    prefetch_whole,
)

AHEAD = 16  # nodes whose children are fetched before it is their turn: 2.6 million take 180 ms instead of 270


@compiled(borrows=True)
def number_of_move(table: TurnTable, state: Any, listed: Any, move: Any) -> int:
    """The number of a move among all moves, NONE if it is not one; or, above len(listed), the room that a list needs.

    listed: buffer for the list.
    """
    used = turn_calls.moves(table.moves, table.data, state, listed)
    if used > len(listed):
        return used
    place, number = 0, 0
    while place < used:
        length, same = int64(listed[place]), 0
        if length == len(move):
            while same < length and listed[place + 1 + same] == move[same]:
                same += 1
            if same == length:
                return number
        place += 1 + length
        number += 1
    return NONE


@compiled(borrows=True)
def child_by_number(tree: Tree, number: int) -> int:
    """The child of the root behind the move of this number, or NONE."""
    root = int64(tree.used[ROOT])
    names, first = int64(tree.names[root]), int64(tree.first[root])
    for index in range(int64(tree.tried[root])):
        if tree.labels[names + index] == number:
            return first + index
    return NONE


@compiled(borrows=True)
def node_behind(tree: Tree, move: Any, dots: int, nodes: Any, made: Any, tries: Any) -> int:
    """The node behind the actions of a move, the most visited if several are, or NONE.

    Dots on the way are passed. nodes, made, tries: stacks for the way there.
    """
    best, depth = NONE, 0
    nodes[0], made[0], tries[0] = tree.used[ROOT], 0, 0
    while depth >= 0:
        node = int64(nodes[depth])
        if made[depth] == len(move) and tree.is_start[node] and depth > 0:
            if best == NONE or tree.visits[node] > tree.visits[best]:
                best = node
            depth -= 1
        elif tries[depth] >= tree.tried[node] or depth + 1 >= len(nodes):
            depth -= 1
        else:
            child = int64(tries[depth])
            tries[depth] += 1
            after = matched(tree, int64(tree.labels[tree.names[node] + child]), move, int64(made[depth]), dots)
            if after != NONE:
                depth += 1
                nodes[depth], made[depth], tries[depth] = int64(tree.first[node]) + child, after, 0
    return best


@compiled(inline=True, borrows=True)
def matched(tree: Tree, label: int, move: Any, made: int, dots: int) -> int:
    """How many actions of a move are made after those of a label, `made` being made before; NONE if they differ."""
    place = 0 if label >= 0 else place_of(label) + 1
    length = 1 if label >= 0 else int64(tree.arena[place - 1])
    for index in range(length):
        action = label if label >= 0 else int64(tree.arena[place + index])
        if (action >> CELL_BITS) >= dots:
            continue
        if made >= len(move) or move[made] != action:
            return NONE
        made += 1
    return made


@compiled(borrows=True)
def copy_subtree(source: Tree, tree: Tree, visits: int, players: int, words: int) -> None:
    """Copy what is below the root of `source` into an empty tree of the same size.

    What is below nodes with fewer visits is left out, but for the ways to proofs: such a node is asked for its
    candidates again, as if it were new.
    """
    copy_node(source, int64(source.used[ROOT]), tree, 0, players)
    tree.used[NODES] = 1
    node = 0
    while node < tree.used[NODES]:
        ahead = min(node + AHEAD, int64(tree.used[NODES]) - 1)
        prefetch_whole(source, int64(tree.first[ahead]))
        prefetch(source.labels, int64(tree.names[ahead]))
        if node > 0 and tree.visits[node] < visits and tree.is_proven[node] == 0:
            tree.tried[node], tree.count[node], tree.state[node] = 0, NOT_LISTED, NONE
        copy_candidates(source, tree, node)
        first, tried, begin = int64(tree.first[node]), int64(tree.tried[node]), int64(tree.used[NODES])
        for index in range(tried):
            copy_node(source, first + index, tree, begin + index, players)
        for place in range(begin + tried, begin + block_for(tried)):
            make_node(tree, place, 0, False)  # nobody's, so that the walk passes it
        tree.first[node] = begin
        tree.used[NODES] += block_for(tried)
        if tree.state[node] >= 0:
            number, place = int64(tree.state[node]), int64(tree.used[STATES])
            for word in range(words):
                tree.states[place, word] = source.states[number, word]
            tree.state[node] = place
            tree.used[STATES] += 1
        node += 1


@compiled(borrows=True)
def least_visits(tree: Tree, memory: int, taken: Any, queue: Any) -> int:
    """With how many visits a node keeps what is below it, so that a copy of a tree takes about so many bytes.

    taken: int64[64], zeros. queue: uint32[n], room for as many nodes as the tree has.
    """
    sizes, used = tree.sizes, tree.used
    label = sizes.label + ACTION_BYTES * int64(used[ARENA]) // max(int64(used[LABELS]), 1)
    queue[0] = used[ROOT]
    at, end = 0, 1
    while at < end:
        prefetch_whole(tree, int64(queue[min(at + AHEAD, end - 1)]))
        node = int64(queue[at])
        first, tried = int64(tree.first[node]), int64(tree.tried[node])
        below = block_for(tried) * sizes.node + max(int64(tree.count[node]), tried) * label
        below += (tree.state[node] >= 0) * sizes.state
        size = 63  # at i nodes with 2^(i - 1) visits or more, below 2^i; at 63 what is kept in any case
        if at > 0 and tree.is_proven[node] == 0:
            size = min(int64(bit_length(np.uint64(max(tree.visits[node], 1)))), 62)
        taken[size] += below
        for index in range(tried):
            queue[end + index] = first + index
        at, end = at + 1, end + tried
    size, total = 63, taken[63]
    while size > 0 and total + taken[size - 1] <= memory:
        size -= 1
        total += taken[size]
    return 0 if size == 0 else 1 << (size - 1)


@compiled(inline=True, borrows=True)
def copy_candidates(source: Tree, tree: Tree, node: int) -> None:
    """Copy the candidates of a node whose place in `source` it still has."""
    count = max(int64(tree.count[node]), int64(tree.tried[node]))
    names, begin = int64(tree.names[node]), int64(tree.used[LABELS])
    for index in range(count):
        label = int64(source.labels[names + index])
        if label < 0:
            place, there = place_of(label), int64(tree.used[ARENA])
            length = int64(source.arena[place])
            for number in range(length + 1):
                tree.arena[there + number] = source.arena[place + number]
            tree.used[ARENA] += length + 1
            label = label_at(there)
        tree.labels[begin + index] = label
        copy_amaf(source, names + index, tree, begin + index)
    tree.used[LABELS] += count
    tree.names[node], tree.space[node] = begin, count
