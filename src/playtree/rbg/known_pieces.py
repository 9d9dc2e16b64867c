"""Which pieces can stand on the current vertex at each node, judged by the actions that lead there.

o -{w}-> o -[e]-> o         w behind the test, e behind the off; behind a shift anything
"""

from playtree.rbg import actions
from playtree.rbg.actions import Action
from playtree.rbg.automaton import Automaton


def known_pieces(automaton: Automaton) -> list[frozenset[int]]:
    """For each node the pieces that may stand there; all of them where nothing is known."""
    everything = frozenset(range(len(automaton.description.pieces)))
    known: list[frozenset[int]] = [frozenset()] * len(automaton.edges)
    pending = [automaton.main.start, *(part.start for part in automaton.patterns)]
    for node in pending:
        known[node] = everything
    while pending:
        node = pending.pop()
        for action, target in automaton.edges[node]:
            pieces = behind(action, known[node], everything)
            if not pieces <= known[target]:
                known[target] |= pieces
                pending.append(target)
    return known


def behind(action: Action | None, pieces: frozenset[int], everything: frozenset[int]) -> frozenset[int]:
    """What may stand behind an action, if `pieces` may stand before it."""
    match action:
        case actions.On():
            return pieces & action.pieces
        case actions.Off(piece):
            return frozenset((piece,))
        case actions.Shift() | actions.Jump() | actions.Anywhere():
            return everything
    return pieces
