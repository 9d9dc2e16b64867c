"""A rolled-up tree is an orthodox one once everything is expanded: the same lines of whole moves, all of them, on a
Breakthrough so small that every position fits into the tree.
"""

from typing import Any

import pytest

from playtree import Rbg
from playtree.compiled.decorator import INTERPRETED
from playtree.games.boardgames import rules_path
from playtree.rbg import Move
from playtree.rbg.compiled_game import CompiledGame, decoded
from playtree.rbg.layout import Words
from playtree.search.versus.agent import Agent
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.design import Design
from playtree.search.versus.tree import ROOT

pytestmark = pytest.mark.skipif(INTERPRETED, reason="takes long by the slow twin")

BOARD = "[b, b, e] [e, e, e] [w, e, w]"
SIMULATIONS_PER_LINE = 200


def small_game(split: str) -> Rbg:
    text = rules_path("breakthrough").read_text(encoding="utf-8")
    begin = text.index("right,") + len("right,")
    return Rbg.from_text(text[:begin] + BOARD + text[text.index(")", begin) :], "small", split)


def all_lines(game: CompiledGame, state: Words, line: tuple[Move, ...] = ()) -> list[tuple[Move, ...]]:
    """Every sequence of moves from a state, the empty one too."""
    found = [line]
    for move in game.moves(state):
        after = state.copy()
        game.play(after, move)
        found += all_lines(game, after, (*line, move))
    return found


def lines_of_tree(search: Any, node: int, state: Words, line: tuple[Move, ...] = ()) -> list[tuple[Move, ...]]:
    """The sequence of moves to every node of a tree of whole moves."""
    tree, game = search.tree, search.game.compiled
    assert tree.is_start[node]
    found = [line]
    for child in range(int(tree.tried[node])):
        label = int(tree.labels[int(tree.names[node]) + child])
        if label < 0:
            place = -1 - label
            actions = decoded(tree.arena[place + 1 : place + 1 + tree.arena[place]])
            move = tuple(action for action in actions if action[0] < search.dots)
        else:
            move = game.moves(state)[label]
        after = state.copy()
        game.play(after, move)
        found += lines_of_tree(search, int(tree.first[node]) + child, after, (*line, move))
    return found


@pytest.mark.parametrize(
    "design",
    [
        Design(exploration=10),
        Design("rollup", "semisplit", "Mod", exploration=10),
        Design("rollup", "semisplit", "Mod", is_nodal=False, exploration=10),
        Design("rollup", "semisplit", "ModPlusShift", exploration=10),
        Design("rollup", "orthodox", "ModShift", is_nodal=False, exploration=10),
    ],
    ids=lambda design: f"{design.tree} {design.split} {design.is_nodal}",
)
def test_the_tree_holds_every_line_of_moves_once(design):
    game = small_game(design.split)
    expected = all_lines(game.compiled, game.start)
    assert len(set(expected)) == len(expected)
    agent = Agent(game, design, 3, memory_megabytes=32)
    agent.choose(None, MoveBudget(simulations=SIMULATIONS_PER_LINE * len(expected)))
    found = lines_of_tree(agent.search, int(agent.search.tree.used[ROOT]), game.start)
    assert sorted(found) == sorted(expected)
