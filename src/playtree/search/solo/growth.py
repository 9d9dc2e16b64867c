"""How the tree grows in an iteration: a new child before the simulation, or a node on its line after it."""

from typing import Any

import numpy as np

from playtree.compiled import calls
from playtree.compiled.calls import ABSENT
from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.compiled.random import below
from playtree.games.interface import GameTable
from playtree.search.solo.duplicates.graph import APART, LINKED, Graph, link
from playtree.search.solo.duplicates.interface import looks_up, settle
from playtree.search.solo.duplicates.meeting import CUT_AWAY, TAKEN_OVER, meet
from playtree.search.solo.duplicates.rules import Separate
from playtree.search.solo.duplicates.table import EMPTY, is_crowded, node_of, put
from playtree.search.solo.expansion.interface import adopts, has_added_all, lists, steps_down, take_line
from playtree.search.solo.expansion.one_child import OneChild
from playtree.search.solo.expansion.widening import Widening
from playtree.search.solo.exploration.interface import first_weight
from playtree.search.solo.kept import Kept, start_known, starts_known
from playtree.search.solo.moves import code_of, keeps_codes, start_move
from playtree.search.solo.pruning.interface import is_hopeless
from playtree.search.solo.simulation.playout import simulate
from playtree.search.solo.steps import (
    GOES_ON,
    TreeRules,
    close,
    copy_words,
    count_node,
    follow,
    is_full,
    key_of,
    list_node,
    push,
)
from playtree.search.solo.workspace import LINE_FULL, NEEDED, PRUNED, TABLE_FULL, TREE_FULL, Workspace
from playtree.search.tree import (
    CUT,
    NOT_LISTED,
    OPEN,
    ROOT,
    Tree,
    drawn_untried,
    has_room,
    index_of,
    new_child,
    start_edge,
    start_node,
)

# the descent goes on from here; the iteration ends without a simulation; the child tried is closed
AGAIN, CEASES, CLOSED_CHILD = -2, -3, -4


@compiled(borrows=True)
def prepare_root(rules: TreeRules, game: GameTable, tree: Tree, work: Workspace) -> None:
    """Note the upper bound of the game, and the state of the root in the table. Changes `tree` and `work`."""
    if game.bound != ABSENT:
        work.bound[0] = calls.bound(game.bound, game.data, work.start)
    if looks_up(rules.duplicates):
        tree.key[ROOT] = key_of(game, work.start)
        put(work.table, tree.key[ROOT], ROOT)


@compiled(inline=True, borrows=True)
def expand(rules: TreeRules, game: GameTable, tree: Tree, work: Workspace, depth: int) -> Any:
    """List the last node's actions and try a child, if the rule says so.

    Return the depth, and GOES_ON for a simulation from there, AGAIN, CEASES, or why the loop must return.
    """
    node = work.path[depth]
    if lists(rules.expansion, tree, node):
        reason = list_node(rules, game, tree, work, node)
        if reason != GOES_ON:
            return depth, reason
    if tree.count[node] == NOT_LISTED or not steps_down(rules.expansion, tree, node):
        return depth, GOES_ON
    if depth + 2 >= len(work.path):
        work.counters[NEEDED] = len(work.path)
        return depth, LINE_FULL
    copy_words(work.state, work.before)
    while tree.closed[node] == OPEN and tree.tried[node] < tree.count[node]:
        if not has_room(tree, node, 0):
            return depth, TREE_FULL
        if is_crowded(work.table):
            return depth, TABLE_FULL
        outcome = try_child(rules, game, tree, work, depth, drawn_untried(tree, node, work.rng))
        if outcome != CLOSED_CHILD:
            return depth + 1, outcome
        copy_words(work.before, work.state)
    return depth, AGAIN if tree.closed[node] == OPEN else CEASES


@starts_known.when(Kept)
def looks_up_kept(kept: Kept, game: GameTable, state: Any, tree: Tree, node: int, gained: float, best: float) -> bool:
    tree.key[node] = key_of(game, state)
    return start_known(tree, node, kept, gained, best)


@compiled(inline=True, borrows=True)
def try_child(rules: TreeRules, game: GameTable, tree: Tree, work: Workspace, depth: int, index: int) -> int:
    """Make the action with this index of the last node a node and go there, unless it is hopeless or a duplicate.

    Return GOES_ON if there is a new node, AGAIN if it took another over, CLOSED_CHILD if there is none, or CEASES.
    """
    node = work.path[depth]
    child = new_child(tree, node, index, looks_up(rules.duplicates) or keeps_codes(rules))
    if keeps_codes(rules):
        start_move(tree, child, code_of(game, work.state, tree.action[child]))
    reward = calls.apply(game.apply, game.data, work.state, tree.action[child])
    start_node(tree, child, node, reward, first_weight(rules.exploration))
    gained = work.gained[depth] + reward
    is_known = starts_known(work.kept, game, work.state, tree, child, gained, work.best[0])
    if is_known or is_hopeless(rules.pruning, game, work.state, gained, work.best[0]):
        work.counters[PRUNED] += 1
        close(rules, tree, child, CUT)
        return CLOSED_CHILD
    return settle(rules.duplicates, rules, game, tree, work, depth, child)


@compiled(inline=True, borrows=True)
@settle.when(Separate)
def stand_apart(
    rule: Any, rules: TreeRules, game: GameTable, tree: Tree, work: Workspace, depth: int, child: int
) -> int:
    """Make a new child a node. Returns what try_child does, as the other answers do."""
    push(rules, tree, work, depth, child)
    count_node(work, depth + 1, has_added_all(rules.expansion, tree, work.path[depth]))
    return GOES_ON


@settle.otherwise
def look_up(rule: Any, rules: TreeRules, game: GameTable, tree: Tree, work: Workspace, depth: int, child: int) -> int:
    """Make a new child a node, unless its state has one that stays where it is."""
    tree.key[child] = key_of(game, work.state)
    other = node_of(work.table, tree.key[child])
    if other != EMPTY:
        meeting = meet(rules, game, tree, work, depth, child, other)
        if meeting == TAKEN_OVER:
            push(rules, tree, work, depth, child)
            return AGAIN
        close(rules, tree, child, CUT)
        return CLOSED_CHILD if meeting == CUT_AWAY else CEASES
    put(work.table, tree.key[child], child)
    return stand_apart(rule, rules, game, tree, work, depth, child)


@settle.when(Graph)
def join_graph(
    rule: Any, rules: TreeRules, game: GameTable, tree: Tree, work: Workspace, depth: int, child: int
) -> int:
    """Make a new child an edge to the node of its state, or a node of its own."""
    tree.key[child] = key_of(game, work.state)
    node, other = work.path[depth], node_of(work.table, tree.key[child])
    start_edge(tree, child, node, tree.graph.level[node] + 1, work.gained[depth] + tree.reward[child])
    meeting = APART if other == EMPTY else link(rules, game, tree, work, depth, child, other)
    if meeting == LINKED:
        push(rules, tree, work, depth, child)
        return AGAIN
    if meeting != APART:
        return CLOSED_CHILD if meeting == CUT_AWAY else CEASES
    if other == EMPTY:
        put(work.table, tree.key[child], child)
    return stand_apart(rule, rules, game, tree, work, depth, child)


@compiled(inline=True, borrows=True)
def enter(rules: TreeRules, game: GameTable, tree: Tree, work: Workspace, depth: int, index: int) -> int:
    """Make the action with this index of the last node a node and go there; return the new depth."""
    node = work.path[depth]
    child = new_child(tree, node, index, keeps_codes(rules))
    if keeps_codes(rules):
        start_move(tree, child, code_of(game, work.state, tree.action[child]))
    reward = calls.apply(game.apply, game.data, work.state, tree.action[child])
    start_node(tree, child, node, reward, first_weight(rules.exploration))
    starts_known(work.kept, game, work.state, tree, child, -np.inf, np.inf)
    count_node(work, depth + 1, False)
    return push(rules, tree, work, depth, child)


@take_line.when(OneChild)
@take_line.when(Widening)
def leave_line(
    rule: Any, rules: TreeRules, game: GameTable, tree: Tree, work: Workspace, start: int, score: float, length: int
) -> Any:
    """Where no rule ever adopts, none of what follows is compiled."""
    return int64(start), score, length, int64(GOES_ON)


@take_line.otherwise
def take_if_adopted(
    rule: Any, rules: TreeRules, game: GameTable, tree: Tree, work: Workspace, start: int, score: float, length: int
) -> Any:
    """Make a node on the line of a simulation one of the tree, where the rule and the memory allow it."""
    if adopts(rule, tree, work.path[start]) and not is_full(work):
        return adopt(rules, game, tree, work, start, score, length)
    return int64(start), score, length, int64(GOES_ON)


@compiled(inline=True, borrows=True)
def adopt(rules: TreeRules, game: GameTable, tree: Tree, work: Workspace, start: int, score: float, length: int) -> Any:
    """Follow the simulation from the node at depth `start` to the first position that is no node; make it one.

    A line that runs into a closed node is given up there for another child, from which the game is simulated anew.
    Return depth, score and length of the game, and GOES_ON or why not.
    """
    depth, origin = start, start  # origin: where the line starts
    copy_words(work.before, work.state)
    while depth < length:
        node = work.path[depth]
        if tree.count[node] == NOT_LISTED:
            reason = list_node(rules, game, tree, work, node)
            if reason != GOES_ON:
                return depth, score, length, reason
        if not has_room(tree, node, 0):
            return depth, score, length, TREE_FULL
        index = index_of(tree, node, work.line[depth - origin])
        if index >= tree.tried[node]:
            return enter(rules, game, tree, work, depth, index), score, length, GOES_ON
        if tree.closed[tree.first[node] + index] == OPEN:
            depth = follow(rules, game, tree, work, depth, tree.first[node] + index)
            continue
        index = open_index(tree, node, work.rng)
        is_new = index >= tree.tried[node]
        if is_new:
            depth = enter(rules, game, tree, work, depth, index)
        else:
            depth = follow(rules, game, tree, work, depth, tree.first[node] + index)
        origin = depth
        score, length, reason = simulate(rules, game, tree, work, depth)
        if reason != GOES_ON or is_new:
            return depth, score, length, reason
        copy_words(work.before, work.state)
    return depth, score, length, GOES_ON


@compiled(inline=True, borrows=True)
def open_index(tree: Tree, node: int, rng: Any) -> int:
    """Draw an action of a node that does not lead to a closed one; there is one. Return its index."""
    skip = below(rng, int64(tree.open[node]))
    tried, first = int64(tree.tried[node]), int64(tree.first[node])
    for index in range(tried):
        if tree.closed[first + index] == OPEN:
            if skip == 0:
                return index
            skip -= 1
    return tried + skip
