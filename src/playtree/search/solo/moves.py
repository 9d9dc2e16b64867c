"""What is learned from the moves of a game: all moves as first in the tree, and what simulations go by.

A move is known by its code, which is the game's; a node keeps the code of the move that leads to it.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled import calls
from playtree.compiled.calls import ABSENT
from playtree.compiled.decorator import compiled
from playtree.compiled.hashing import mixed
from playtree.compiled.numbers import int64
from playtree.games.interface import GameTable
from playtree.search.solo.selection.interface import keeps_moves
from playtree.search.solo.simulation.interface import learn, learns
from playtree.search.tree import Tree


class Played(NamedTuple):
    """codes: uint64[L], of the moves of a game. names: uint64[M] and stamps: int64[M], a set of codes: those with the
    stamp of now are in it. M is a power of two and at least 4 L.
    """

    codes: Any
    names: Any
    stamps: Any


def new_played(line: int) -> Played:
    """Room for games of so many moves."""
    places = 1 << (4 * line - 1).bit_length()
    return Played(np.zeros(line, np.uint64), np.zeros(places, np.uint64), np.zeros(places, np.int64))


@compiled(inline=True, borrows=True)
def keeps_codes(rules: Any) -> bool:
    """Whether codes are needed; nodes then never move."""
    return keeps_moves(rules.selection) or learns(rules.simulation)


@compiled(inline=True, borrows=True)
def code_of(game: GameTable, state: Any, action: int) -> Any:
    """The code of an action: the game's, or the action itself."""
    return np.uint64(action) if game.code == ABSENT else calls.code(game.code, game.data, state, action)


@compiled(inline=True, borrows=True)
def start_move(tree: Tree, child: int, code: np.uint64) -> None:
    """Note the code of the move that leads to a new child. Changes `tree`."""
    tree.moves.code[child] = code
    tree.moves.visits[child] = 0
    tree.moves.total[child] = 0.0


@compiled(inline=True, borrows=True)
def code_path(tree: Tree, edges: Any, depth: int, played: Played) -> None:
    """Write the codes of the moves in the tree. Changes `played`."""
    for level in range(depth):
        played.codes[level] = tree.moves.code[edges[level + 1]]


@compiled(inline=True, borrows=True)
def code_line(game: GameTable, state: Any, line: Any, start: int, length: int, played: Played) -> None:
    """Write the codes of a line that starts in `state` at depth `start`. Changes `state` and `played`."""
    for index in range(length - start):
        played.codes[start + index] = code_of(game, state, line[index])
        calls.apply(game.apply, game.data, state, line[index])


@compiled(borrows=True)
def learn_moves(rules: Any, tree: Tree, work: Any, depth: int, length: int, stamp: int, score: float) -> None:
    """Learn from a game whose codes were written: `score` is its result. Changes `tree` and `work`."""
    played = work.played
    if keeps_moves(rules.selection):
        for level in range(length - 1, -1, -1):
            put_code(played, played.codes[level], stamp)
            if level <= depth:
                add_to_children(tree, work.path[level], played, stamp, score - work.gained[level])
    learn(rules.simulation, work.learned, played.codes, length, score)


@compiled(inline=True, borrows=True)
def add_to_children(tree: Tree, node: int, played: Played, stamp: int, result: float) -> None:
    """Give the result of a game from this node on to each child whose move is in it. Changes `tree`."""
    for child in range(tree.first[node], tree.first[node] + tree.tried[node]):
        if has_code(played, tree.moves.code[child], stamp):
            tree.moves.visits[child] += 1
            tree.moves.total[child] += result


@compiled(inline=True, borrows=True)
def place_of_code(played: Played, code: np.uint64, stamp: int) -> int:
    """Where a code stands in the set, or the empty place where it would."""
    mask = len(played.names) - 1
    place = int64(mixed(np.uint64(0), code) & np.uint64(mask))
    while played.stamps[place] == stamp and played.names[place] != code:
        place = (place + 1) & mask
    return place


@compiled(inline=True, borrows=True)
def put_code(played: Played, code: np.uint64, stamp: int) -> None:
    """Put a code into the set. Changes `played`."""
    place = place_of_code(played, code, stamp)
    played.names[place], played.stamps[place] = code, stamp


@compiled(inline=True, borrows=True)
def has_code(played: Played, code: np.uint64, stamp: int) -> bool:
    """Whether a code is in the set."""
    return played.stamps[place_of_code(played, code, stamp)] == stamp
