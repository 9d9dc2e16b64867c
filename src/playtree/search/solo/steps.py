"""Steps in the tree that the loop is made of: going to a child, listing actions, and closing what is solved."""

from typing import Any, NamedTuple

from playtree.compiled import calls
from playtree.compiled.calls import ABSENT
from playtree.compiled.decorator import compiled
from playtree.compiled.hashing import state_hash
from playtree.games.interface import GameTable
from playtree.search.solo.duplicates.interface import carries_statistics, node_at, shut
from playtree.search.solo.pruning.interface import narrowed, states_seen
from playtree.search.solo.workspace import (
    ACTIONS_FULL,
    DEEPEST,
    DEPTHS,
    NEEDED,
    NODES,
    PRUNED,
    ROOM,
    STATES,
    TREE_FULL,
    Workspace,
)
from playtree.search.tree import OPEN, ROOT, SOLVED_NODE, Tree, has_room, list_actions, refresh, shift_results

GOES_ON = -1  # no reason for the loop to return


class TreeRules(NamedTuple):
    """The components that the compiled loop asks, one per question."""

    selection: Any
    normalisation: Any
    expansion: Any
    exploration: Any
    duplicates: Any
    backup: Any
    pruning: Any
    simulation: Any


@compiled(inline=True, borrows=True)
def copy_words(source: Any, target: Any) -> None:
    for index in range(len(source)):
        target[index] = source[index]


@compiled(inline=True, borrows=True)
def key_of(game: GameTable, state: Any) -> Any:
    """The key of a state: the game's, or the hash of the words."""
    return state_hash(state) if game.key == ABSENT else calls.key(game.key, game.data, state)


@compiled(inline=True, borrows=True)
def follow(rules: TreeRules, game: GameTable, tree: Tree, work: Workspace, depth: int, child: int) -> int:
    """Go to a child of the last node of the path; return the new depth."""
    calls.apply(game.apply, game.data, work.state, tree.action[child])
    return push(rules, tree, work, depth, child)


@compiled(inline=True, borrows=True)
def push(rules: TreeRules, tree: Tree, work: Workspace, depth: int, child: int) -> int:
    """Put a child of the last node on the path; return the new depth."""
    tree.parent[child] = work.path[depth]
    work.edges[depth + 1] = child
    work.path[depth + 1] = node_at(rules.duplicates, tree, child)
    work.gained[depth + 1] = work.gained[depth] + tree.reward[child]
    return depth + 1


@compiled(inline=True, borrows=True)
def count_node(work: Workspace, depth: int, is_counted: bool) -> None:
    """Count a new node at this depth, unless it counts as a node in memory already."""
    if not is_counted:
        work.counters[NODES] += 1
        work.counters[DEPTHS] += depth
        work.nodes_at[depth] += 1
    work.counters[DEEPEST] = max(work.counters[DEEPEST], depth)


@compiled(inline=True, borrows=True)
def is_full(work: Workspace) -> bool:
    """Whether there is no room for a further node."""
    return work.counters[NODES] >= work.limits[ROOM]


@compiled(inline=True, borrows=True)
def list_node(rules: TreeRules, game: GameTable, tree: Tree, work: Workspace, node: int) -> int:
    """Ask for the actions of the state of now, which is the node's; return GOES_ON or why not."""
    count = calls.legal(game.legal, game.data, work.state, work.actions)
    if count > len(work.actions):
        work.counters[NEEDED] = count
        return ACTIONS_FULL
    if not has_room(tree, node, count):
        return TREE_FULL
    kept = narrowed(rules.pruning, game, work.state, work.actions[:count])
    work.counters[STATES] += states_seen(rules.pruning, count)
    work.counters[PRUNED] += count - kept
    list_actions(tree, node, work.actions, kept)
    return GOES_ON


@compiled(borrows=True)
def close(rules: TreeRules, tree: Tree, node: int, how: int) -> None:
    """Close a node, and every ancestor of whose children none is open then. Changes `tree`."""
    shut(rules.duplicates, tree, node, how)


@shut.otherwise
def close_upwards(rule: Any, tree: Tree, node: int, how: int) -> None:
    """Where statistics are carried, the results of a solved node are taken back from its ancestors."""
    while True:
        tree.closed[node] = how
        if how == SOLVED_NODE and carries_statistics(rule):
            move_results(tree, node, -1)
        refresh(tree, node)
        if node == ROOT:
            return
        node, how = tree.parent[node], SOLVED_NODE
        tree.open[node] -= 1
        if tree.open[node] != 0 or tree.closed[node] != OPEN:
            return


@compiled(borrows=True)
def move_results(tree: Tree, node: int, sign: int) -> None:
    """Give the results of a node to its ancestors (1), or take them away (-1). Changes `tree`."""
    gained, ancestor = tree.reward[node], node
    while ancestor != ROOT:
        ancestor = tree.parent[ancestor]
        shift_results(tree, ancestor, node, gained, sign)
        gained += tree.reward[ancestor]
