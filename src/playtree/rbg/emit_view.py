"""An automaton as the code writers see it: regions between modifiers, and what is known without playing.

A region begins behind a modifier, or at the start, and ends at the next modifiers. Behind a dot begins a region, too,
where moves are split at dots.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from playtree.rbg import actions
from playtree.rbg.automaton import Automaton, Edge
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
    def place_count(self) -> int:
        """How many places there are besides the start: modifiers and dots."""
        return max(len(self.automaton.modifiers), *self.automaton.dots, 0)

    def node(self, place: int) -> int:
        return self.automaton.node_behind(place)

    def passed(self, node: int) -> list[Edge]:
        """The edges within a region."""
        return [edge for edge in self.automaton.edges[node] if not self.is_end(edge)]

    def is_end(self, edge: Edge) -> bool:
        """Whether a region ends at an edge."""
        return is_modifier(edge) or is_split(edge)

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
        if start not in self.found_exits:
            found = [exit_ for node in self.region(start) for exit_ in self.exits_of(node)]
            self.found_exits[start] = sorted(found, key=lambda each: (each.place, each.source))
        return self.found_exits[start]

    @cached_property
    def found_exits(self) -> dict[int, list[Exit]]:
        return {}

    def exits_of(self, node: int) -> Iterator[Exit]:
        for edge in self.automaton.edges[node]:
            if self.is_end(edge):
                yield Exit(edge.action.index, node, edge)  # type: ignore[union-attr]

    @cached_property
    def player_places(self) -> tuple[int, ...]:
        """The places of a player's turn: behind switches to players, and behind all that may follow in a move."""
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
    def keeper_places(self) -> tuple[int, ...]:
        """The places at which the keeper begins to move."""
        behind = [
            place
            for place, edge in enumerate(self.automaton.modifiers, 1)
            if isinstance(edge.action, actions.Switch) and edge.action.player == actions.KEEPER
        ]
        return (0, *behind)

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


def is_split(edge: Edge) -> bool:
    """Whether moves are split at an edge that does nothing."""
    return isinstance(edge.action, actions.Dot) and edge.action.index != UNNUMBERED
