"""Patterns that only look at the shape of the board are carried out now.

o -{! forward}-> o      becomes         o -inside 1 2 3-> o
"""

from collections.abc import Iterator
from dataclasses import replace

from playtree.rbg.actions import Inside, Pattern
from playtree.rbg.automaton import Automaton, Edge, Part
from playtree.rbg.cells import all_cells
from playtree.rbg.passes.free_ways import FreeWays, free_step


def fixed_patterns(automaton: Automaton) -> Automaton:
    """The automaton with a constant set of cells in place of each pattern that has only fixed actions."""
    everything = all_cells(len(automaton.description.board))
    is_changed = True
    while is_changed:  # a pattern may hold others
        ways = FreeWays(automaton)
        fixed = {
            number: cells_of(part, ways)
            for number, part in enumerate(automaton.patterns)
            if all(free_step(edge.action) for node in inside(automaton, part) for edge in automaton.edges[node])
        }
        edges = []
        is_changed = False
        for out in automaton.edges:
            row = []
            for action, target in out:
                if isinstance(action, Pattern) and action.number in fixed:
                    cells = fixed[action.number]
                    action = Inside(everything & ~cells if action.negated else cells)
                    is_changed = True
                row.append(Edge(action, target))
            edges.append(tuple(row))
        automaton = replace(automaton, edges=tuple(edges))
    return automaton


def inside(automaton: Automaton, part: Part) -> Iterator[int]:
    """The nodes of a pattern, without its end."""
    seen = {part.end}
    pending = [part.start]
    while pending:
        node = pending.pop()
        if node not in seen:
            seen.add(node)
            yield node
            pending.extend(edge.target for edge in automaton.edges[node])


def cells_of(part: Part, ways: FreeWays) -> int:
    """The cells from which there is a way through a pattern of fixed actions."""
    return sum(1 << cell for cell, ends in enumerate(ways.relation_to(part.start, part.end)) if ends)
