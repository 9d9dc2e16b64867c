"""What the loop does when the state of a new child has a node already [klein2015] 6.7, 6.9.2."""

from typing import Any

from playtree.compiled import calls
from playtree.compiled.calls import ABSENT
from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.games.interface import GameTable
from playtree.search.solo.duplicates.interface import carries_statistics, takes_over
from playtree.search.solo.duplicates.table import EMPTY, node_of, put
from playtree.search.solo.exploration.interface import reach_end
from playtree.search.solo.steps import TreeRules, close, copy_words, key_of, move_results
from playtree.search.solo.workspace import BEST_LENGTH, BETTER_PATHS, DUPLICATES, Workspace
from playtree.search.tree import CUT, OPEN, ROOT, SOLVED_NODE, Tree, copy_node, refresh

CUT_AWAY, TAKEN_OVER, RECORDED = range(3)


@compiled(borrows=True)
def meet(rules: TreeRules, game: GameTable, tree: Tree, work: Workspace, depth: int, child: int, other: int) -> int:
    """Decide whose the state of now is, which `child` of path[depth] shares with the node `other`.

    The child stays cut away, takes the other node over, or leads to a better game through a solved one, which is
    recorded. Changes `tree` and `work`.
    """
    old, new = gain_of(tree, other), work.gained[depth] + tree.reward[child]
    work.counters[DUPLICATES] += 1
    work.duplicates_at[depth + 1] += 1
    if new > old:
        work.counters[BETTER_PATHS] += 1
    is_better = takes_over(rules.duplicates, old, new) and not is_ancestor(tree, other, work.path[depth])
    if tree.closed[other] == OPEN and is_better:
        take_over(rules, tree, work, work.path[depth], child, other)
        return TAKEN_OVER
    if tree.closed[other] != SOLVED_NODE:
        return CUT_AWAY
    reach_solved(rules, tree, work, depth)
    if is_better:
        tree.parent[other], tree.reward[other] = work.path[depth], tree.reward[child]
        if new + tree.top[other] > work.best[0] and record_solved(game, tree, work, depth, child, new):
            return RECORDED
    return CUT_AWAY


@compiled(inline=True, borrows=True)
def reach_solved(rules: TreeRules, tree: Tree, work: Workspace, depth: int) -> None:
    """Note that a child of path[depth] leads to a solved state, where games end. Changes `tree` and `work`.

    The weights rise as at the end of a game if it was the last child to be tried, "the most recent one expanded" of
    [klein2015] 6.9.2, and not before another, which the iteration then goes on with: rising for each leaves 13 ends
    of games in a tree of ConsistentCNode, where the thesis has 19.4 and this 18.
    """
    for level in range(depth + 1):
        tree.hit[work.path[level]] = 1
    if tree.tried[work.path[depth]] == tree.count[work.path[depth]]:
        reach_end(rules.exploration, work.course, tree, work.path, depth)


@compiled(inline=True, borrows=True)
def gain_of(tree: Tree, node: int) -> float:
    """The rewards on the way from the root to a node."""
    gained = 0.0
    while node != ROOT:
        gained += tree.reward[node]
        node = tree.parent[node]
    return gained


@compiled(inline=True, borrows=True)
def is_ancestor(tree: Tree, node: int, descendant: int) -> bool:
    """Whether a node is on the way from the root to another, or is it."""
    while descendant != ROOT and descendant != node:
        descendant = tree.parent[descendant]
    return descendant == node


@compiled(borrows=True)
def take_over(rules: TreeRules, tree: Tree, work: Workspace, node: int, child: int, other: int) -> None:
    """Let `child` of `node` be what `other` was, with all below it. Changes `tree` and the table."""
    if carries_statistics(rules.duplicates):
        move_results(tree, other, -1)
    action, reward = tree.action[child], tree.reward[child]
    copy_node(tree, other, child)
    tree.action[child], tree.reward[child], tree.parent[child] = action, reward, node
    for grandchild in range(tree.first[child], tree.first[child] + tree.tried[child]):
        tree.parent[grandchild] = child
    put(work.table, tree.key[child], child)
    refresh(tree, child)
    if carries_statistics(rules.duplicates):
        move_results(tree, child, 1)
    close(rules, tree, other, CUT)


@compiled(borrows=True)
def record_solved(game: GameTable, tree: Tree, work: Workspace, depth: int, child: int, gained: float) -> bool:
    """Walk down optimally from the solved state of now; keep the game if it beats the best. Changes `work`.

    The best successor of a state is found through the table, since it may belong to another parent.
    """
    work.line[0] = tree.action[child]
    end, score = walk_on(game, tree, work, depth, 1, gained)
    if end < 0 or score <= work.best[0]:
        return False
    length = depth + end
    for index in range(depth):
        work.best_line[index] = tree.action[work.edges[index + 1]]
    for index in range(depth, length):
        work.best_line[index] = work.line[index - depth]
    work.best[0] = score
    work.counters[BEST_LENGTH] = length
    return True


@compiled(inline=True, borrows=True)
def walk_on(game: GameTable, tree: Tree, work: Workspace, depth: int, place: int, score: float) -> Any:
    """Walk down optimally from the solved state of now: where its actions in `work.line` end, and the score there.

    place: of the first one. depth: actions before the line. The end is -1 where the way is not known. Changes `work`.
    """
    while True:
        count = calls.legal(game.legal, game.data, work.state, work.actions)
        if count == 0:
            break
        chosen = best_successor(game, tree, work, count)
        if chosen < 0 or depth + place + 2 >= len(work.line):
            return -1, score
        score += calls.apply(game.apply, game.data, work.state, chosen)
        work.line[place] = chosen
        place += 1
    if game.scores != ABSENT:
        calls.scores(game.scores, game.data, work.state, work.final)
        score += work.final[0]
    return place, score


@compiled(inline=True, borrows=True)
def best_successor(game: GameTable, tree: Tree, work: Workspace, count: int) -> int:
    """The action with the best known outcome among the first `count` of `work.actions`, or -1."""
    best, chosen = 0.0, int64(-1)
    for index in range(count):
        copy_words(work.state, work.ahead)
        reward = calls.apply(game.apply, game.data, work.ahead, work.actions[index])
        node = node_of(work.table, key_of(game, work.ahead))
        if node != EMPTY and (chosen < 0 or reward + tree.top[node] > best):
            best, chosen = reward + tree.top[node], work.actions[index]
    return chosen
