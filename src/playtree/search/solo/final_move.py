"""Making a move for good: where iterations start moves down in the tree [klein2015] 6.8, 7.0.4.

With duplicates a state has one parent only, so the best line may run through a node that belongs to another: it is
taken over. A start that has no open child, because all were taken from it, is given up for its parent.
"""

from typing import Any

from playtree.compiled import calls
from playtree.compiled.decorator import compiled
from playtree.games.interface import GameTable
from playtree.search.solo.duplicates.interface import looks_up, node_at, shares_nodes
from playtree.search.solo.duplicates.meeting import is_ancestor, take_over
from playtree.search.solo.duplicates.table import EMPTY, node_of
from playtree.search.solo.steps import TreeRules, copy_words, follow, key_of
from playtree.search.solo.workspace import BEST_LENGTH, START_DEPTH, Workspace
from playtree.search.tree import CUT, NOT_LISTED, OPEN, Tree, index_of

TOP, TOP_PLUS, MEAN, VISITS = range(4)


@compiled(borrows=True)
def make_move(rules: TreeRules, game: GameTable, tree: Tree, work: Workspace, final: int) -> bool:
    """Let iterations start one move further down, at the best child by `final`; return whether they do.

    Changes `tree` and `work`.
    """
    depth = work.counters[START_DEPTH]
    node = work.path[depth]
    if tree.closed[node] != OPEN or tree.count[node] == NOT_LISTED:
        return False
    child = child_on_best_line(rules, game, tree, work, depth) if final == TOP else EMPTY
    if child == EMPTY:
        child = best_child(rules, tree, node, final)
    if child == EMPTY:
        return False
    copy_words(work.start, work.state)
    work.counters[START_DEPTH] = follow(rules, game, tree, work, depth, child)
    copy_words(work.state, work.start)
    return True


@compiled(borrows=True)
def start_anew(tree: Tree, work: Workspace) -> None:
    """Forget what is below the children of the start, as if they had been copied to a new tree. Changes `tree`."""
    node = work.path[work.counters[START_DEPTH]]
    for child in range(tree.first[node], tree.first[node] + tree.tried[node]):
        if tree.closed[child] == OPEN:
            tree.first[child] = tree.room[child] = tree.tried[child] = tree.open[child] = 0
            tree.offset[child], tree.count[child] = 0, NOT_LISTED


@compiled(borrows=True)
def step_back(game: GameTable, tree: Tree, work: Workspace, root: Any) -> bool:
    """Let iterations start at the nearest ancestor that is open; return whether there is one. Changes `work`."""
    depth = work.counters[START_DEPTH]
    while depth > 0 and tree.closed[work.path[depth]] != OPEN:
        depth -= 1
    work.counters[START_DEPTH] = depth
    copy_words(root, work.start)
    for level in range(1, depth + 1):
        calls.apply(game.apply, game.data, work.start, tree.action[work.edges[level]])
    return tree.closed[work.path[depth]] == OPEN


@compiled(inline=True, borrows=True)
def best_child(rules: TreeRules, tree: Tree, node: int, final: int) -> int:
    """The open child that the rule prefers, or EMPTY."""
    chosen, best = EMPTY, 0.0
    for child in range(tree.first[node], tree.first[node] + tree.tried[node]):
        below = node_at(rules.duplicates, tree, child)
        if tree.closed[child] == OPEN and tree.visits[below] > 0:
            value = tree.reward[child] + tree.top[below]
            if final == TOP_PLUS:
                value = tree.top[below]
            elif final == MEAN:
                value = tree.reward[child] + tree.total[below] / tree.visits[below]
            elif final == VISITS:
                value = float(tree.visits[below])
            if chosen == EMPTY or value > best:
                chosen, best = child, value
    return chosen


@compiled(inline=True, borrows=True)
def child_on_best_line(rules: TreeRules, game: GameTable, tree: Tree, work: Workspace, depth: int) -> int:
    """The open child on the best line, taken over from another parent if need be; EMPTY if there is none."""
    if depth >= work.counters[BEST_LENGTH]:
        return EMPTY
    for level in range(depth):
        if tree.action[work.edges[level + 1]] != work.best_line[level]:
            return EMPTY
    node = work.path[depth]
    index = index_of(tree, node, work.best_line[depth])
    if index < 0 or index >= tree.tried[node]:
        return EMPTY
    child = tree.first[node] + index
    if tree.closed[child] == OPEN:
        return child
    if tree.closed[child] != CUT or not looks_up(rules.duplicates) or shares_nodes(rules.duplicates):
        return EMPTY
    copy_words(work.start, work.state)
    calls.apply(game.apply, game.data, work.state, tree.action[child])
    other = node_of(work.table, key_of(game, work.state))
    if other == EMPTY or tree.closed[other] != OPEN or is_ancestor(tree, other, node):
        return EMPTY
    tree.open[node] += 1  # the child was given up; now it is one of the open ones again
    take_over(rules, tree, work, node, child, other)
    return child
