"""An automaton as the code writers see it: regions between modifiers, and what is known without playing.

A region begins behind a modifier, or at the start, and ends at the next modifiers. Behind a dot begins a region, too,
where moves are split at dots.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from playtree.rbg import actions
from playtree.rbg.automaton import Automaton, Edge
from playtree.rbg.components import components, is_cyclic
from playtree.rbg.known_pieces import known_pieces
from playtree.rbg.layout import Layout
from playtree.rbg.syntax import UNNUMBERED

MOST_OTHERS = 3  # pieces that may stand where one is put down, for which each set is changed without looking


@dataclass(frozen=True)
class Exit:
    """A modifier, or a dot, at the end of a region. place: its number, where the next region begins. source: a node."""

    place: int
    source: int
    edge: Edge


@dataclass(frozen=True)
class View:
    """automaton: after the passes. name: goes into the names of functions."""

    automaton: Automaton
    name: str

    @cached_property
    def dots(self) -> dict[tuple[int, int], int]:
        """The place of each dot of the main automaton, by its node and its number among the node's edges."""
        found: dict[tuple[int, int], int] = {}
        patterned = self.pattern_nodes
        for node, edges in enumerate(self.automaton.edges):
            for number, edge in enumerate(edges):
                if isinstance(edge.action, actions.Dot) and node not in patterned:
                    found[node, number] = len(self.automaton.modifiers) + 1 + len(found)
        return found

    @cached_property
    def pattern_nodes(self) -> frozenset[int]:
        seen = set()
        pending = [part.start for part in self.automaton.patterns]
        while pending:
            node = pending.pop()
            if node not in seen:
                seen.add(node)
                pending.extend(edge.target for edge in self.automaton.edges[node])
        return frozenset(seen)

    @cached_property
    def places(self) -> tuple[Edge, ...]:
        """The edge before each place from 1 on: modifiers, then dots."""
        behind_dots = (self.automaton.edges[node][number] for node, number in self.dots)
        return (*self.automaton.modifiers, *behind_dots)

    def node(self, place: int) -> int:
        return self.places[place - 1].target if place else self.automaton.main.start

    def passed(self, node: int) -> list[Edge]:
        """The edges within a region."""
        return [
            edge
            for number, edge in enumerate(self.automaton.edges[node])
            if (not is_modifier(edge) and (node, number) not in self.dots)
        ]

    def region(self, start: int) -> list[int]:
        """The nodes of the region that begins at a node."""
        order = [start]
        seen = {start}
        for node in order:
            for edge in self.passed(node):
                if edge.target not in seen:
                    seen.add(edge.target)
                    order.append(edge.target)
        return order

    def exits(self, start: int) -> list[Exit]:
        """The ends of a region, in the order of their places."""
        found = [exit_ for node in self.region(start) for exit_ in self.exits_of(node)]
        return sorted(found, key=lambda each: (each.place, each.source))

    def exits_of(self, node: int) -> Iterator[Exit]:
        for number, edge in enumerate(self.automaton.edges[node]):
            if is_modifier(edge):
                yield Exit(edge.action.index, node, edge)  # type: ignore[union-attr]
            elif (node, number) in self.dots:
                yield Exit(self.dots[node, number], node, edge)

    def onward(self, start: int) -> list[int]:
        """The regions that begin at the ends of a region, within the same move."""
        return [each.edge.target for each in self.exits(start) if not isinstance(each.edge.action, actions.Switch)]

    @cached_property
    def player_places(self) -> tuple[int, ...]:
        """The places of a player's turn: behind switches to players, and behind all that may follow in a move."""
        return self.places_of_turn(lambda player: player != actions.KEEPER)

    @cached_property
    def keeper_places(self) -> tuple[int, ...]:
        """The places at which the keeper begins to move."""
        behind = [
            place
            for place, edge in enumerate(self.automaton.modifiers, 1)
            if isinstance(edge.action, actions.Switch) and edge.action.player == actions.KEEPER
        ]
        return (0, *behind)

    def places_of_turn(self, wanted: object) -> tuple[int, ...]:
        pending = [
            place
            for place, edge in enumerate(self.automaton.modifiers, 1)
            if isinstance(edge.action, actions.Switch) and edge.action.player != actions.KEEPER
        ]
        found = set(pending)
        while pending:
            for each in self.exits(self.node(pending.pop())):
                if not isinstance(each.edge.action, actions.Switch) and each.place not in found:
                    found.add(each.place)
                    pending.append(each.place)
        return tuple(sorted(found))

    @cached_property
    def endless(self) -> frozenset[int]:
        """Regions that may come again within a move, so that only a limit ends a search."""
        everywhere = {self.node(place) for place in range(len(self.places) + 1)}
        onward = {node: self.onward(node) for node in everywhere}
        parts = components(sorted(everywhere), lambda node: onward.setdefault(node, self.onward(node)))
        return frozenset(node for part in parts if is_cyclic(part, lambda node: onward[node]) for node in part)

    @cached_property
    def known(self) -> list[frozenset[int]]:
        return known_pieces(self.automaton)

    def others(self, node: int, piece: int) -> frozenset[int]:
        """The pieces other than `piece` that may stand on the current vertex at a node."""
        return self.known[node] - {piece}

    @cached_property
    def needs_bytes(self) -> bool:
        """Whether some piece is put down where too many kinds may stand."""
        return any(
            isinstance(edge.action, actions.Off) and len(self.others(node, edge.action.piece)) > MOST_OTHERS
            for node, edges in enumerate(self.automaton.edges)
            for edge in edges
        )

    def layout(self, needs_bytes: bool) -> Layout:
        game = self.automaton.description
        return Layout(len(game.board), len(game.slots), len(game.pieces), needs_bytes)


def is_modifier(edge: Edge) -> bool:
    """Whether an edge ends a region; switches in patterns do nothing."""
    if isinstance(edge.action, actions.Switch):
        return edge.action.index != UNNUMBERED
    return isinstance(edge.action, actions.Off | actions.Assign)
