"""Agents as players: in plays, in matches, over the network, by the clock."""

import dataclasses
import os
import subprocess
import sys

import pytest

from benchmarks.clock.__main__ import ALLOWED_SECONDS, measure
from playtree.compiled.decorator import INTERPRETED
from playtree.games.rbg import Rbg
from playtree.matches import Clock, MoveBudget, play_once, player_from_recipe
from playtree.matches.calibration import Calibration
from playtree.matches.players import RandomPlayer, player_names
from playtree.matches.tournament import Match, Tournament
from playtree.search.budget import UNLIMITED
from tests.unit.matches.network import QUICK, Hosted, random_agent

HUNDRED = MoveBudget(simulations=100)

GET_READY_AND_PLAY = """
import sys
from playtree import Agent, MoveBudget, Rbg
from playtree.compiled.announce import announced

for name in sys.argv[1:]:
    agent, told = Agent(Rbg("breakthrough"), name, memory_megabytes=1), []
    with announced(lambda: told.append("to get ready")):
        agent.compile()
    with announced(lambda: told.append("on the clock")):
        for _ in range(4):
            agent.advance(agent.choose(None, MoveBudget(simulations=3000)).move)
    print(name, *told)
"""


@pytest.fixture(scope="module")
def game():
    return Rbg("breakthrough")


def test_the_plain_designs_are_players():
    designs = {"orthodox", "semisplit-raw", "semisplit-nodal", "rollup-raw", "rollup-nodal"}
    assert designs <= set(player_names())


def test_an_agent_beats_chance_and_counts_what_it_does(game):
    for number in range(2):
        sides = [player_from_recipe("orthodox", game), RandomPlayer(game)]
        record = play_once(game, sides[::-1] if number else sides, HUNDRED, number=number)
        assert record.points == 1.0
        assert record.simulations == (100 * record.turns[0], 0)
        assert record.states[0] > record.simulations[0]


def test_equal_seeds_and_counted_budgets_give_equal_plays(game):
    plays = []
    for _ in range(2):
        sides = [player_from_recipe("orthodox", game) for _ in range(2)]
        plays.append(play_once(game, sides, HUNDRED, seed=4))
    assert plays[0].scores == plays[1].scores
    assert (plays[0].moves, plays[0].states) == (plays[1].moves, plays[1].states)


def test_a_game_clock_is_kept():
    game = Rbg("ticTacToe")
    sides = [player_from_recipe("orthodox", game) for _ in range(2)]
    record = play_once(game, sides, None, clock=Clock(2.0, 0.01))
    assert record.out_of_time is None
    assert 0.1 < sum(record.seconds) < 4.2


def test_a_budget_is_calibrated_by_what_a_recipe_does(game):
    short, long = (Calibration("states", "orthodox", seconds, 0.2).measure(game) for seconds in (0.1, 1.0))
    assert 2 * short < long
    assert Calibration("simulations", "orthodox", 0.1, 0.2).measure(game) < short
    assert Calibration("states", "orthodox", 1e308, 0.01).measure(game) == UNLIMITED


def test_a_calibrated_budget_is_kept_in_the_file(tmp_path):
    match = Match("orthodox", "random", ("ticTacToe",), 1, Calibration("states", "orthodox", 0.01, 0.05))
    first = Tournament(match, file=tmp_path / "plays")
    (record,) = first.run()
    assert record.points >= 0.5
    assert record.states[0] > 0
    again = Tournament(dataclasses.replace(match, plays=2), file=tmp_path / "plays")
    assert [each.number for each in again.run()] == [1]
    assert again.limit("ticTacToe") == first.limit("ticTacToe")


def test_agents_play_over_the_network_within_their_time(game):
    hosted = Hosted(game, dataclasses.replace(QUICK, deadline=2.0, games=2))
    agents = [random_agent(hosted.port, 1), random_agent(hosted.port, 2, "orthodox", simulations=100)]
    records = hosted.finish()
    seat = agents[1]().seat
    assert [record.fault for record in records] == [None, None]
    assert all(record.scores[seat] == 100 for record in records)
    assert not any(any(record.timeouts) for record in records)
    agents[0]()


def test_moves_are_in_time(game):
    """At most 10 ms late, without what the process waited for a core meanwhile."""
    assert all(late - waited < ALLOWED_SECONDS for late, waited in measure(game, "orthodox", 0.1, 20))


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_an_agent_compiles_all_that_it_needs_before_the_clock_runs(tmp_path):
    """With an empty cache: its trees, small ones, are also copied to make room."""
    done = subprocess.run(
        [sys.executable, "-c", GET_READY_AND_PLAY, "orthodox", "semisplit-nodal"],
        env={**os.environ, "PLAYTREE_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["orthodox to get ready", "semisplit-nodal to get ready"]
