"""Ways that lead nowhere are dropped.

    o -{}-> o           an edge that is never possible
    o -{w}-> o          an edge to a node from which no modifier and no end of a pattern can be reached

Modifiers stay, since their numbers are part of the language.
"""

from dataclasses import replace

from playtree.rbg.actions import MODIFIERS, Action, Anywhere, Inside, Jump, On
from playtree.rbg.automaton import Automaton


def drop_impossible(automaton: Automaton) -> Automaton:
    """The automaton without edges that are never part of a way to a modifier or through a pattern."""
    useful = useful_nodes(automaton)
    edges = tuple(
        tuple(
            edge
            for edge in out
            if isinstance(edge.action, MODIFIERS) or (edge.target in useful and not is_impossible(edge.action))
        )
        for out in automaton.edges
    )
    return replace(automaton, edges=edges)


def is_impossible(action: Action | None) -> bool:
    match action:
        case On(pieces):
            return not pieces
        case Jump(table):
            return not any(table)
        case Anywhere(cells) | Inside(cells):
            return not cells
    return False


def useful_nodes(automaton: Automaton) -> set[int]:
    """Nodes from which a modifier or an end can be reached."""
    sources: dict[int, list[int]] = {}
    pending = [automaton.main.end, *(part.end for part in automaton.patterns)]
    for node, out in enumerate(automaton.edges):
        for action, target in out:
            if isinstance(action, MODIFIERS):
                pending.append(node)
            elif not is_impossible(action):
                sources.setdefault(target, []).append(node)
    useful: set[int] = set()
    while pending:
        node = pending.pop()
        if node not in useful:
            useful.add(node)
            pending.extend(sources.get(node, ()))
    return useful
