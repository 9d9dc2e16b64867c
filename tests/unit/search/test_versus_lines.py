"""The lines that an agent tells: how it expects the game to go on with each of its best moves."""

import pytest

from playtree.search.versus.agent import Agent
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.final import WITH_LINE
from tests.unit.search.test_versus import game


def replayed(played, line):
    """Play a line from the start; an assertion fails where a move is not legal."""
    state = played.start.copy()
    for move in line:
        assert move in played.compiled.moves(state)
        played.compiled.play(state, move)


@pytest.mark.parametrize("name", ["orthodox", "semisplit-nodal", "rollup-nodal"])
def test_the_best_moves_have_a_line_of_legal_moves_that_begins_with_them(name):
    agent = Agent(game("breakthrough"), name, 1, memory_megabytes=8)
    choice = agent.choose(None, MoveBudget(simulations=600))
    for each in choice.alternatives[:WITH_LINE]:
        assert each.line[0] == each.move
        replayed(agent.game, each.line)
    assert max(len(each.line) for each in choice.alternatives[:WITH_LINE] if each.move != choice.move) > 1
    assert all(each.line == () for each in choice.alternatives[WITH_LINE:])
