"""The loop of single-player tree search: select, expand, simulate, back up, until the budget is used.

The variant's components answer the questions of the four steps (selection/, normalisation/, expansion/); the game is
called by address. Solved subtrees, in which every game was seen, are never entered again.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled import calls
from playtree.compiled.calls import ABSENT, LINE_LENGTH, STATES_SEEN
from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.compiled.random import below
from playtree.games.interface import GameTable
from playtree.games.uniform import TOO_MANY_ACTIONS, uniform_playout
from playtree.search.solo.expansion.interface import adds_all, adopts, ends_at, has_added_all, lists, steps_down
from playtree.search.solo.normalisation.interface import scale
from playtree.search.solo.selection.interface import Child, child_value, parent_term
from playtree.search.solo.workspace import (
    ACTIONS_FULL,
    BEST_LENGTH,
    BUDGET_USED,
    DEEPEST,
    DEPTHS,
    ITERATIONS,
    LEVELS,
    LINE_FULL,
    MOST_EIGHTHS,
    MOST_ITERATIONS,
    MOST_NODES,
    NEEDED,
    NODES,
    PLAYOUTS,
    SOLVED,
    STATES,
    STOPPED,
    TERMINALS,
    TREE_FULL,
    Workspace,
)
from playtree.search.tree import (
    NOT_LISTED,
    ROOT,
    Tree,
    add_result,
    drawn_untried,
    has_room,
    index_of,
    list_actions,
    new_child,
    start_node,
    swap_actions,
)

GOES_ON = -1


class TreeRules(NamedTuple):
    """The components that the compiled loop asks, one per question."""

    selection: Any
    normalisation: Any
    expansion: Any


@compiled(borrows=True)
def grow(rules: TreeRules, game: GameTable, root: Any, tree: Tree, work: Workspace) -> int:
    """Iterate from state `root` until the budget is used or a buffer is full; return why. Changes `tree` and `work`."""
    while True:
        reason = reason_to_return(tree, work)
        if reason != GOES_ON:
            return reason
        generator = work.rng[0]
        score, length = 0.0, 0
        depth, reason = descend(rules, game, root, tree, work)  # Step 1. to the edge of the tree
        edge = depth
        if reason == GOES_ON:
            depth, reason = expand(rules, game, tree, work, edge)  # Step 2. perhaps to a new node
        is_below = depth > edge
        if reason == GOES_ON:
            score, length, reason = simulate(game, tree, work, depth)  # Step 3. to the end of the game
        if reason == GOES_ON and not is_below and adopts(rules.expansion, tree, work.path[edge]):
            depth, score, length, reason = adopt(game, tree, work, edge, score, length)
        if reason != GOES_ON:
            work.rng[0] = generator  # the iteration is repeated with a larger buffer
            if is_below:
                leave(tree, work, edge, has_added_all(rules.expansion, tree, work.path[edge]))
                work.rng[0] = generator
            return reason
        back_up(rules, tree, work, depth, length, score)  # Step 4. along the path


@compiled(inline=True, borrows=True)
def reason_to_return(tree: Tree, work: Workspace) -> int:
    counters, limits = work.counters, work.limits
    if work.stop[0] != 0 and counters[ITERATIONS] > 0:
        return STOPPED
    if tree.solved[ROOT] != 0:
        return SOLVED
    if counters[ITERATIONS] >= limits[MOST_ITERATIONS] or counters[NODES] >= limits[MOST_NODES]:
        return BUDGET_USED
    return BUDGET_USED if 8 * counters[STATES] + counters[LEVELS] >= limits[MOST_EIGHTHS] else GOES_ON


@compiled(inline=True, borrows=True)
def descend(rules: TreeRules, game: GameTable, root: Any, tree: Tree, work: Workspace) -> Any:
    """Walk from the root by selection; return the depth reached and GOES_ON or why not. Leaves the nodes in `path`."""
    copy_words(root, work.state)
    node, depth = ROOT, 0
    work.path[0] = ROOT
    while not ends_at(rules.expansion, tree, node):
        if depth + 2 >= len(work.path):
            work.counters[NEEDED] = len(work.path)
            return depth, LINE_FULL
        node = selected_child(rules, tree, work, node)
        depth = follow(game, tree, work, depth, node)
    return depth, GOES_ON


@compiled(inline=True, borrows=True)
def selected_child(rules: TreeRules, tree: Tree, work: Workspace, node: int) -> int:
    """The unsolved child with the highest value; there is one."""
    unit = scale(rules.normalisation, work.worst[0], work.best[0])
    parent = parent_term(rules.selection, np.float64(tree.visits[node]))
    first, tried = int64(tree.first[node]), int64(tree.tried[node])
    here = slice(first, first + tried)  # indices from 0 spare the compiler a test for negative ones
    means, inverses, tops = tree.mean[here], tree.inverse[here], tree.top[here]
    totals, squares, visits = tree.total[here], tree.squares[here], tree.visits[here]
    best, chosen = -np.inf, 0
    for index in range(tried):
        mean = means[index]
        spread = max(squares[index] - totals[index] * mean, 0.0)
        child = Child(unit * mean, inverses[index], unit * unit * spread, unit * tops[index], np.float64(visits[index]))
        value = child_value(rules.selection, child, parent)
        if value > best:
            best, chosen = value, index
    return first + chosen


@compiled(inline=True, borrows=True)
def expand(rules: TreeRules, game: GameTable, tree: Tree, work: Workspace, depth: int) -> Any:
    """List the last node's actions and try a child, if the rule says so; return the depth and GOES_ON or why not."""
    node = work.path[depth]
    if lists(rules.expansion, tree, node):
        reason = list_node(game, tree, work, node)
        if reason != GOES_ON:
            return depth, reason
    if tree.count[node] != NOT_LISTED and steps_down(rules.expansion, tree, node):
        if depth + 2 >= len(work.path):
            work.counters[NEEDED] = len(work.path)
            return depth, LINE_FULL
        if not has_room(tree, node, 0):
            return depth, TREE_FULL
        is_counted = has_added_all(rules.expansion, tree, node)
        depth = enter(game, tree, work, depth, drawn_untried(tree, node, work.rng), is_counted)
    return depth, GOES_ON


@compiled(inline=True, borrows=True)
def list_node(game: GameTable, tree: Tree, work: Workspace, node: int) -> int:
    """Ask for the actions of the state of now, which is the node's; return GOES_ON or why not."""
    count = calls.legal(game.legal, game.data, work.state, work.actions)
    if count > len(work.actions):
        work.counters[NEEDED] = count
        return ACTIONS_FULL
    if not has_room(tree, node, count):
        return TREE_FULL
    work.counters[STATES] += 1
    list_actions(tree, node, work.actions, count)
    return GOES_ON


@compiled(inline=True, borrows=True)
def enter(game: GameTable, tree: Tree, work: Workspace, depth: int, index: int, is_counted: bool) -> int:
    """Make the action with this index of the last node of the path a node and go there; return the new depth.

    is_counted: it counts as a node in memory already.
    """
    node = work.path[depth]
    child = new_child(tree, node, index)
    reward = calls.apply(game.apply, game.data, work.state, tree.action[child])
    start_node(tree, child, tree.gained[node] + reward)
    depth += 1
    work.path[depth] = child
    if not is_counted:
        work.counters[NODES] += 1
        work.counters[DEPTHS] += depth
    work.counters[DEEPEST] = max(work.counters[DEEPEST], depth)
    return depth


@compiled(inline=True, borrows=True)
def leave(tree: Tree, work: Workspace, depth: int, is_counted: bool) -> None:
    """Undo the step from the node at this depth to a child drawn by the generator as it stands now."""
    node = work.path[depth]
    tree.tried[node] -= 1
    swap_actions(tree, node, drawn_untried(tree, node, work.rng))
    if not is_counted:
        work.counters[NODES] -= 1
        work.counters[DEPTHS] -= depth + 1


@compiled(inline=True, borrows=True)
def copy_words(source: Any, target: Any) -> None:
    for index in range(len(source)):
        target[index] = source[index]


@compiled(inline=True, borrows=True)
def follow(game: GameTable, tree: Tree, work: Workspace, depth: int, child: int) -> int:
    """Go to a child of the last node of the path; return the new depth."""
    calls.apply(game.apply, game.data, work.state, tree.action[child])
    work.path[depth + 1] = child
    return depth + 1


@compiled(inline=True, borrows=True)
def simulate(game: GameTable, tree: Tree, work: Workspace, depth: int) -> Any:
    """Play from the last node of the path to the end; return the game's score and length, and GOES_ON or why not."""
    gained = tree.gained[work.path[depth]]
    work.playout[TOO_MANY_ACTIONS] = 0
    copy_words(work.state, work.before)
    if game.playout != ABSENT:
        rest = calls.playout(
            game.playout, game.data, work.state, work.policy, work.memory, work.rng, gained, work.line, work.playout
        )
    else:
        rest = uniform_playout(game, work.state, work.actions, work.rng, work.line, work.playout, work.final)
    score, length = gained + rest, depth + work.playout[LINE_LENGTH]
    if work.playout[TOO_MANY_ACTIONS] > 0:
        work.counters[NEEDED] = work.playout[TOO_MANY_ACTIONS]
        return score, length, ACTIONS_FULL
    if length + 2 >= len(work.line):
        work.counters[NEEDED] = length + 2
        return score, length, LINE_FULL
    work.counters[STATES] += work.playout[STATES_SEEN]
    work.counters[PLAYOUTS] += 1
    remember(tree, work, depth, length, score)
    return score, length, GOES_ON


@compiled(inline=True, borrows=True)
def adopt(game: GameTable, tree: Tree, work: Workspace, start: int, score: float, length: int) -> Any:
    """Follow the line of the simulation from the node at depth `start` to the first position that is no node; make it
    one.

    A line that runs into a solved subtree is given up there for another child, from which the game is simulated anew.
    Return depth, score and length of the game, and GOES_ON or why not.
    """
    depth, origin = start, start  # origin: where the line starts
    copy_words(work.before, work.state)
    while depth < length:
        node = work.path[depth]
        if tree.count[node] == NOT_LISTED:
            reason = list_node(game, tree, work, node)
            if reason != GOES_ON:
                return depth, score, length, reason
        if not has_room(tree, node, 0):
            return depth, score, length, TREE_FULL
        index = index_of(tree, node, work.line[depth - origin])
        if index >= tree.tried[node]:
            return enter(game, tree, work, depth, index, False), score, length, GOES_ON
        if tree.solved[tree.first[node] + index] == 0:
            depth = follow(game, tree, work, depth, tree.first[node] + index)
            continue
        index = unsolved_index(tree, node, work.rng)
        is_new = index >= tree.tried[node]
        if is_new:
            depth = enter(game, tree, work, depth, index, False)
        else:
            depth = follow(game, tree, work, depth, tree.first[node] + index)
        origin = depth
        score, length, reason = simulate(game, tree, work, depth)
        if reason != GOES_ON or is_new:
            return depth, score, length, reason
        copy_words(work.before, work.state)
    return depth, score, length, GOES_ON


@compiled(inline=True, borrows=True)
def unsolved_index(tree: Tree, node: int, rng: Any) -> int:
    """Draw an action of a node that does not lead to a solved one; there is one. Return its index."""
    skip = below(rng, int64(tree.open[node]))
    tried, first = int64(tree.tried[node]), int64(tree.first[node])
    for index in range(tried):
        if tree.solved[first + index] == 0:
            if skip == 0:
                return index
            skip -= 1
    return tried + skip


@compiled(inline=True, borrows=True)
def remember(tree: Tree, work: Workspace, depth: int, length: int, score: float) -> None:
    """Keep the game if it is the best so far."""
    work.worst[0] = min(work.worst[0], score)
    if score > work.best[0]:
        for index in range(depth):
            work.best_line[index] = tree.action[work.path[index + 1]]
        for index in range(depth, length):
            work.best_line[index] = work.line[index - depth]
        work.best[0] = score
        work.counters[BEST_LENGTH] = length


@compiled(inline=True, borrows=True)
def back_up(rules: TreeRules, tree: Tree, work: Workspace, depth: int, length: int, score: float) -> None:
    """Add the result to every node of the path, close what is solved, and count the iteration."""
    counters, path = work.counters, work.path
    last = path[depth]
    if depth == length and tree.solved[last] == 0:
        counters[TERMINALS] += 1
        tree.solved[last] = 1
        for level in range(depth - 1, -1, -1):
            node = path[level]
            tree.open[node] -= 1
            if tree.open[node] != 0:
                break
            tree.solved[node] = 1
    for level in range(depth + 1):
        node = path[level]
        add_result(tree, node, score)
        if adds_all(rules.expansion, tree, node) and tree.count[node] != NOT_LISTED:
            untried = int64(tree.count[node] - tree.tried[node])
            added = min(untried, work.limits[MOST_NODES] - counters[NODES])
            counters[NODES] += added
            counters[DEPTHS] += added * (level + 1)
            if added > 0:
                counters[DEEPEST] = max(counters[DEEPEST], level + 1)
    counters[ITERATIONS] += 1
    counters[LEVELS] += depth
