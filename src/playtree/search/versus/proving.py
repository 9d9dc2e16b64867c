"""Proven outcomes: MCTS-Solver [winands2008], for any number of players.

An outcome is one number per player. That of a position is known when the game is over there, when the player to move
has a move that wins all, for which the others get nothing, or when all moves lead to known outcomes: then it is the one
that is best for the mover. A win that others share, or several outcomes that are best for the mover and differ for the
others, are certain for the mover alone: what the others get is up to a choice between equals.
"""

from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.search.versus.tree import Tree
from playtree.search.versus.workspace import Workspace

BEST = 1.0
FOR_MOVER, FOR_ALL = 1, 2  # values of `is_proven`: for whom the outcome is certain


@compiled(inline=True, borrows=True)
def is_known_for(tree: Tree, node: int, seat: int) -> bool:
    """Whether what a player gets in a node is certain."""
    known = tree.is_proven[node]
    return known == FOR_ALL or (known == FOR_MOVER and int64(tree.player[node]) - 1 == seat)


@compiled(inline=True, borrows=True)
def note_end(tree: Tree, work: Workspace, node: int) -> None:
    """The game is over in a node, with the result at hand."""
    players = len(work.result)
    tree.is_proven[node] = FOR_ALL
    for seat in range(players):
        tree.proofs[players * node + seat] = work.result[seat]


@compiled(inline=True, borrows=True)
def take_proof(tree: Tree, work: Workspace, node: int) -> None:
    """Let the known outcome of a node be the result."""
    players = len(work.result)
    for seat in range(players):
        work.result[seat] = tree.proofs[players * node + seat]


@compiled(inline=True, borrows=True)
def prove(tree: Tree, node: int, players: int) -> bool:
    """Prove a node by its children, as far as that is possible; whether it is more certain than it was."""
    seat, first, tried = int64(tree.player[node]) - 1, int64(tree.first[node]), int64(tree.tried[node])
    best, chosen, is_clear, wins = -1.0, 0, True, False
    all_known = tried == tree.count[node] and tried > 0
    for child in range(first, first + tried):
        if not is_known_for(tree, child, seat):
            all_known = False
            continue
        value, is_sure = tree.proofs[players * child + seat], tree.is_proven[child] == FOR_ALL
        if value >= BEST and is_sure and wins_all(tree, child, players):
            best, chosen, wins = value, child, True
            break
        if value > best:
            best, chosen, is_clear = value, child, is_sure
        elif value == best:
            is_clear = is_clear and is_sure and are_alike(tree, child, chosen, players)
    if not (all_known or best >= BEST):
        return False
    known = FOR_ALL if wins or (all_known and is_clear) else FOR_MOVER
    if known <= tree.is_proven[node]:
        return False
    tree.is_proven[node] = known
    for other in range(players):
        tree.proofs[players * node + other] = tree.proofs[players * chosen + other]
    return True


@compiled(inline=True, borrows=True)
def wins_all(tree: Tree, node: int, players: int) -> bool:
    """Whether the known outcome of a node leaves nothing to all players but one."""
    winners = 0
    for seat in range(players):
        winners += tree.proofs[players * node + seat] > 0.0
    return winners == 1


@compiled(inline=True, borrows=True)
def are_alike(tree: Tree, one: int, two: int, players: int) -> bool:
    """Whether two nodes have the same known outcome."""
    alike = True
    for seat in range(players):
        alike = alike and tree.proofs[players * one + seat] == tree.proofs[players * two + seat]
    return alike


@compiled(inline=True, borrows=True)
def prove_path(tree: Tree, work: Workspace, depth: int) -> None:
    """Prove what can be proven now that path[depth] is."""
    for level in range(depth - 1, -1, -1):
        node = work.path[level]
        if tree.is_proven[node] == FOR_ALL or not prove(tree, node, len(work.result)):
            return
