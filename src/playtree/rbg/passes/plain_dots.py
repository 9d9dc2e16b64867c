"""Dots mean nothing where moves are whole.

    o -.-> o        becomes         o --> o
"""

from dataclasses import replace

from playtree.rbg.actions import Dot
from playtree.rbg.automaton import Automaton, Edge


def plain_dots(automaton: Automaton) -> Automaton:
    """The automaton with empty edges in place of dots."""
    edges = tuple(
        tuple(Edge(None, target) if isinstance(action, Dot) else Edge(action, target) for action, target in out)
        for out in automaton.edges
    )
    return replace(automaton, edges=edges)
