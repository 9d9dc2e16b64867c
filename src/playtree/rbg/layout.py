"""Where things stand in a compiled state: 64-bit words.

place     where in the rules: 0 at the start, k behind modifier k; behind the last modifier come the dots
cell      the current vertex, from 0
player    who is to move, 0 is the keeper
fault     0, or the number of the limit that was hit (FAULTS)
fuel      steps that a search may still take; 0 between searches
slots     values of scores and variables, a word each
planes    for each piece the set of vertices that hold it, `set_words` words each
pieces    the piece on each vertex, a byte each; only if some rule needs it
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playtree.rbg.automaton import Automaton
from playtree.rbg.cells import members
from playtree.rbg.interpreter import Position, World

PLACE, CELL, PLAYER, FAULT, FUEL, SLOTS = range(6)
FAULTS = ("", "search_steps", "move_length", "keeper_moves", "play_moves", "moves")  # names of limits
WORD_BITS = 64

Words = NDArray[np.uint64]


@dataclass(frozen=True)
class Layout:
    """vertices, slots, pieces: how many there are. has_bytes: whether pieces are also kept by vertex."""

    vertices: int
    slots: int
    pieces: int
    has_bytes: bool

    @property
    def set_words(self) -> int:
        """Words of a set of vertices: 1, 2, 4, 8, ..."""
        return 1 << (-(-self.vertices // WORD_BITS) - 1).bit_length()

    @property
    def planes(self) -> int:
        return SLOTS + self.slots

    @property
    def bytes(self) -> int:
        return self.planes + self.pieces * self.set_words

    @property
    def words(self) -> int:
        return self.bytes + (-(-self.vertices // 8) if self.has_bytes else 0)

    def plane(self, piece: int) -> int:
        return self.planes + piece * self.set_words

    def encode(self, position: Position) -> Words:
        """The state of a position of the interpreter at the start of the rules or behind a modifier, `place`."""
        state = np.zeros(self.words, np.uint64)
        state[CELL], state[PLAYER] = position.vertex, position.player
        state[SLOTS : self.planes] = position.world.values
        sets = [0] * self.pieces
        for vertex, piece in enumerate(position.world.pieces):
            sets[piece] |= 1 << vertex
        for piece, cells in enumerate(sets):
            for word in range(self.set_words):
                state[self.plane(piece) + word] = cells >> WORD_BITS * word & 0xFFFF_FFFF_FFFF_FFFF
        if self.has_bytes:
            state[self.bytes :].view(np.uint8)[: self.vertices] = position.world.pieces
        return state

    def pieces_of(self, state: Words) -> tuple[int, ...]:
        """The piece on each vertex."""
        found = [0] * self.vertices
        for piece in range(self.pieces):
            for vertex in self.members(state, piece):
                found[vertex] = piece
        return tuple(found)

    def members(self, state: Words, piece: int) -> Iterator[int]:
        """The vertices that hold a piece."""
        words = state[self.plane(piece) : self.plane(piece) + self.set_words]
        return members(sum(int(word) << WORD_BITS * place for place, word in enumerate(words)))

    def values_of(self, state: Words) -> tuple[int, ...]:
        return tuple(int(value) for value in state[SLOTS : self.planes])

    def world_of(self, state: Words) -> World:
        return World(self.pieces_of(state), self.values_of(state))


def position_of(state: Words, layout: Layout, automaton: Automaton) -> Position:
    """The position of the interpreter that a state between two moves, or behind a modifier, stands for."""
    node = automaton.node_behind(int(state[PLACE]))
    return Position(layout.world_of(state), int(state[CELL]), int(state[PLAYER]), node)
