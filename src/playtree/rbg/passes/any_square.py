"""Jumps that lead to the same cells from everywhere.

    o -jump-> o -{w}-> o        becomes         o -anywhere 64-> o -{w}-> o

Such a stretch is how rules say "choose any square".
"""

from dataclasses import replace

from playtree.rbg.actions import Action, Anywhere, Inside, Jump
from playtree.rbg.automaton import Automaton, Edge


def any_square(automaton: Automaton) -> Automaton:
    """The automaton with the simplest action for every table."""
    edges = tuple(tuple(Edge(simpler(action), target) for action, target in out) for out in automaton.edges)
    return replace(automaton, edges=edges)


def simpler(action: Action | None) -> Action | None:
    """A choice among fixed cells, or a test whether the cell is one of some, where the table says no more."""
    if not isinstance(action, Jump):
        return action
    if all(cells == action.table[0] for cells in action.table):
        return Anywhere(action.table[0])
    if all(targets in (0, 1 << cell) for cell, targets in enumerate(action.table)):
        return Inside(sum(action.table))
    return action
