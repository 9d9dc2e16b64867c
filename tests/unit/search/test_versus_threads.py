"""Several threads on one tree: nothing is lost or counted twice, whatever they do to each other."""

import pytest

import playtree
from playtree import Agent, Design, InputError, MoveBudget, Rbg
from playtree.errors import GameError
from playtree.interfaces.cli.program import main
from playtree.search.versus.tree import NODES
from tests.unit.search.test_versus import own_simulations, walk


def checked(agent, simulations):
    """The tree of an agent after so many simulations of all threads."""
    tree, root = agent.search.tree, agent.search.root
    assert int(tree.visits[root]) == simulations
    seen = 0
    for node in walk(tree):
        seen += 1
        own = own_simulations(tree, node)
        assert own >= 0
        if node != root:
            assert tree.visits[node] > 0
            assert tree.mean[node] == pytest.approx(tree.total[node] / tree.visits[node])
            assert -1e-9 <= tree.mean[node] <= 1 + 1e-9
            assert tree.inverse[node] == pytest.approx(float(tree.visits[node]) ** -0.5)
    assert seen <= int(tree.used[NODES])
    return tree


@pytest.mark.parametrize("name", ["orthodox", "semisplit-nodal"])
@pytest.mark.parametrize("threads", [2, 7])
def test_visits_add_up_under_stress(name, threads):
    agent = Agent(Rbg("breakthrough"), name, 1, memory_megabytes=32, threads=threads)
    choice = agent.choose(None, MoveBudget(simulations=20_000))
    assert choice.simulations == 20_000
    tree = checked(agent, 20_000)
    assert own_simulations(tree, agent.search.root) == 0
    assert sum(int(work.counters[0]) for work in agent.search.works) == 20_000


@pytest.mark.parametrize("name", ["orthodox", "semisplit-nodal"])
def test_a_game_is_played_with_a_kept_tree_in_little_memory(name):
    game = Rbg("breakthrough")
    agent, made = Agent(game, name, 3, memory_megabytes=1, threads=3), 0
    while not agent.is_over and made < 12:
        kept = int(agent.search.tree.visits[agent.search.root])
        choice = agent.choose(None, MoveBudget(simulations=3000))
        assert game.compiled.is_legal(agent.state, choice.move)
        checked(agent, kept + 3000)
        agent.advance(choice.move)
        made += 1


def test_threads_prove_what_one_proves():
    agent = Agent(Rbg("ticTacToe"), "solver", 1, memory_megabytes=8, threads=4)
    for move in [((4, 5),), ((10, 1),), ((4, 3),)]:
        agent.advance(move)
    choice = agent.choose(None, MoveBudget(simulations=50_000))
    assert choice.move == ((10, 7),)
    assert choice.is_proven
    assert choice.expected == 0.5


def test_states_and_seconds_end_the_search_of_all_threads():
    agent = Agent(Rbg("breakthrough"), "orthodox", 1, memory_megabytes=32, threads=2)
    by_states = agent.choose(None, MoveBudget(states=100_000))
    assert 100_000 <= by_states.states < 101_000
    by_time = agent.choose(None, MoveBudget(seconds=0.2))
    assert by_time.simulations > 0
    assert by_time.seconds < 30  # the machine may be busy


def legal(state, actions):
    actions[0] = 1
    return 1


def apply(state, action):
    state[0] += 1


def player(state):
    return 1 if state[0] < 4 else 9


def scores(state, out):
    out[0] = 1.0


def test_a_fault_ends_all_threads():
    game = playtree.turn_game("faulty", [0], legal, apply, player, scores)
    with pytest.raises(GameError, match="player returns a number that is no player's"):
        Agent(game, "orthodox", 1, memory_megabytes=2, threads=2).choose(None, MoveBudget(simulations=500))


def test_what_cannot_be_shared_is_refused(capsys):
    with pytest.raises(InputError, match="found 2 threads on a tree that is rolled up"):
        Agent(Rbg("ticTacToe"), Design("rollup", "semisplit"), threads=2)
    with pytest.raises(InputError, match="threads is 0"):
        Agent(Rbg("ticTacToe"), threads=0)
    assert main(["match", "random", "random", "--game", "ticTacToe", "--threads", "0"]) == 2
    assert "threads is 0; expected at least 1" in capsys.readouterr().err
