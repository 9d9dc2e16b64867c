"""What an agent tells with its move: the lines it expects with each of its best moves, or nothing if not asked."""

import pytest

from playtree.matches.players import Habits, player_from_recipe
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


@pytest.mark.parametrize("name", ["orthodox", "semisplit-nodal", "rollup-nodal"])
def test_an_agent_that_explains_nothing_plays_the_same_where_many_moves_look_alike(name):
    explaining, silent = (Agent(game("connect4"), name, 2, memory_megabytes=8) for _ in range(2))
    for _ in range(6):
        told = explaining.choose(None, MoveBudget(simulations=9))
        said = silent.choose(None, MoveBudget(simulations=9), explains=False)
        assert (said.move, said.expected, said.nodes) == (told.move, told.expected, told.nodes)
        assert len(told.alternatives) > 1
        assert (said.alternatives, said.line) == ((), (said.move,))
        explaining.advance(told.move)
        silent.advance(said.move)


def test_players_of_matches_explain_nothing_unless_asked():
    for explains in (False, True):
        player = player_from_recipe("orthodox", game("breakthrough"), Habits(memory_megabytes=8, explains=explains))
        assert bool(player.choose(MoveBudget(simulations=9)).alternatives) == explains
