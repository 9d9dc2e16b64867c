"""The best game of a solved tree in which a state has one node.

A part of the tree may be solved before its state is reached on a better way. No game is played through it again, so its
best game is none that the search has met: it is put together from the parts, once all of them are solved.
"""

from typing import Any

import numpy as np

from playtree.compiled import calls
from playtree.compiled.decorator import compiled
from playtree.games.interface import GameTable
from playtree.search.solo.duplicates.meeting import walk_on
from playtree.search.solo.duplicates.table import EMPTY, Table, node_of
from playtree.search.solo.steps import copy_words
from playtree.search.solo.workspace import BEST_LENGTH, Workspace
from playtree.search.tree import ROOT, Tree

FIRST_DEPTH = 64


@compiled
def settle_tops(game: GameTable, tree: Tree, table: Table, root: Any) -> None:
    """Give the nodes of a solved tree the best result of their states, whoever has the children. Changes `tree`.

    Moves are made anew: a solved node that was given to another parent has the reward of the move from there.
    """
    states = np.zeros((FIRST_DEPTH, len(root)), np.uint64)
    nodes, places, tops = np.zeros(FIRST_DEPTH, np.int64), np.zeros(FIRST_DEPTH, np.int64), np.zeros(FIRST_DEPTH)
    is_seen = np.zeros(tree.used[0], np.bool_)
    states[0], nodes[0], tops[0], depth = root, ROOT, -np.inf, 0
    while depth >= 0:
        node = nodes[depth]
        if places[depth] == tree.tried[node]:  # Step 3. back from a node; an end of a game has its own result
            if tree.tried[node] > 0:
                tree.top[node] = tops[depth]
            depth -= 1
            continue
        child = tree.first[node] + places[depth]
        below = node_of(table, tree.key[child])
        if below == EMPTY:
            places[depth] += 1
            continue
        if depth + 1 == len(nodes):
            states, nodes, places, tops = (
                np.concatenate((states, states)),
                np.concatenate((nodes, nodes)),
                np.concatenate((places, places)),
                np.concatenate((tops, tops)),
            )
        copy_words(states[depth], states[depth + 1])
        reward = calls.apply(game.apply, game.data, states[depth + 1], tree.action[child])
        if is_seen[below]:  # Step 2. what the move is worth
            tops[depth] = max(tops[depth], reward + tree.top[below])
            places[depth] += 1
        else:  # Step 1. the state below comes first
            is_seen[below] = True
            depth += 1
            nodes[depth], places[depth], tops[depth] = below, 0, -np.inf


@compiled(borrows=True)
def record_best(game: GameTable, tree: Tree, work: Workspace, root: Any) -> None:
    """Keep the best game of a solved root, if it beats the best so far. Changes `work`."""
    if tree.top[ROOT] <= work.best[0]:
        return
    copy_words(root, work.state)
    length, score = walk_on(game, tree, work, 0, 0, 0.0)
    if length >= 0 and score > work.best[0]:
        copy_words(work.line[:length], work.best_line)
        work.best[0] = score
        work.counters[BEST_LENGTH] = length
