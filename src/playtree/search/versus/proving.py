"""Proven outcomes: MCTS-Solver [winands2008], for any number of players.

An outcome is one number per player. That of a position is known when the game is over there, when the player to move
has a move to a known outcome which is the best there is for him, or when all moves lead to known outcomes: then it is
the one that is best for him, unless several are and differ for the others.
"""

from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.search.versus.tree import Tree
from playtree.search.versus.workspace import Workspace

BEST = 1.0


@compiled(inline=True, borrows=True)
def note_end(tree: Tree, work: Workspace, node: int) -> None:
    """The game is over in a node, with the result at hand."""
    players = len(work.result)
    tree.is_proven[node] = 1
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
    """Prove a node by its children, if that is possible."""
    seat, first, tried = int64(tree.player[node]) - 1, int64(tree.first[node]), int64(tree.tried[node])
    best, chosen, is_clear = -1.0, 0, True
    all_known = tried == tree.count[node]
    for child in range(first, first + tried):
        if not tree.is_proven[child]:
            all_known = False
            continue
        value = tree.proofs[players * child + seat]
        if value > best:
            best, chosen, is_clear = value, child, True
        elif value == best:
            for other in range(players):
                if tree.proofs[players * child + other] != tree.proofs[players * chosen + other]:
                    is_clear = False
    if not (best >= BEST or (all_known and is_clear and tried > 0)):
        return False
    tree.is_proven[node] = 1
    for other in range(players):
        tree.proofs[players * node + other] = tree.proofs[players * chosen + other]
    return True


@compiled(inline=True, borrows=True)
def prove_path(tree: Tree, work: Workspace, depth: int) -> None:
    """Prove what can be proven now that path[depth] is."""
    for level in range(depth - 1, -1, -1):
        node = work.path[level]
        if tree.is_proven[node] or not prove(tree, node, len(work.result)):
            return
