"""Dots mean nothing in patterns and loops, and nowhere where moves are whole.

o -.-> o        becomes         o --> o
"""

from dataclasses import replace

from playtree.rbg.actions import Dot
from playtree.rbg.automaton import Automaton, Edge


def no_dots(automaton: Automaton) -> Automaton:
    """The automaton with empty edges in place of dots."""
    return without_dots(automaton, everywhere=True)


def plain_dots(automaton: Automaton) -> Automaton:
    """The automaton with empty edges in place of the dots of patterns and loops."""
    return without_dots(automaton, everywhere=False)


def without_dots(automaton: Automaton, everywhere: bool) -> Automaton:
    edges = tuple(
        tuple(
            Edge(None, edge.target) if isinstance(edge.action, Dot) and (everywhere or not edge.action.index) else edge
            for edge in out
        )
        for out in automaton.edges
    )
    return replace(automaton, edges=edges)
