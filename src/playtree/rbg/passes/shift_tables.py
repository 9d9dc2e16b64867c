"""Stretches of shifts become single jumps with a table of where they lead.

    o -up-> o -left-> o -{e}-> o        becomes         o -jump-> o -{e}-> o
              \\-right-/

Each node that something else than a shift leads to gets a jump to each node that something else leads away from.
"""

from dataclasses import replace

from playtree.rbg.actions import Action, Jump
from playtree.rbg.automaton import Automaton, Edge
from playtree.rbg.cells import Relation
from playtree.rbg.passes.free_ways import FreeWays, free_step

MOST_JUMPS = 64  # rules with a node that would need more keep their shifts


def shift_tables(automaton: Automaton) -> Automaton:
    """The automaton with jumps in place of shifts, fixed sets of cells and empty edges."""
    ways = FreeWays(automaton)
    ends = {automaton.main.end, *(part.end for part in automaton.patterns)}
    starts = {automaton.main.start, *(part.start for part in automaton.patterns)}
    starts |= {target for out in automaton.edges for action, target in out if not free_step(action)}
    edges = [tuple(edge for edge in out if not free_step(edge.action)) for out in automaton.edges]
    for node in sorted(starts):
        reached = ways.reached(node)
        exits = [exit_ for exit_ in reached if exit_ in ends or has_other(automaton, exit_)]
        if len(exits) > MOST_JUMPS:
            return automaton
        edges[node] = tuple(made(automaton, node, exits, reached))
    return replace(automaton, edges=tuple(edges))


def has_other(automaton: Automaton, node: int) -> bool:
    return any(not free_step(action) for action, _ in automaton.edges[node])


def made(automaton: Automaton, node: int, exits: list[int], reached: dict[int, Relation]) -> list[Edge]:
    """The edges of a node: jumps, and what was no shift. What leads back to the node itself is part of its jumps."""
    own = [edge for edge in automaton.edges[node] if not free_step(edge.action)]
    identity = tuple(1 << cell for cell in range(len(automaton.description.board)))
    jumps = []
    for target in exits:
        table = reached[target]
        if target == node:
            table = tuple(cells & ~here for cells, here in zip(table, identity, strict=True))
        if any(table):
            jumps.append(Edge(simplest(table, identity), target))
    return [*jumps, *own]


def simplest(table: Relation, identity: Relation) -> Action | None:
    return None if table == identity else Jump(table)
