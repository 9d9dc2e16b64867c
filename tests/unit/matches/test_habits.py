"""What players are called, and how they think: by configuration files, on the time of others, within their memory."""

import gc
import json
import time
import weakref
from pathlib import Path

import numpy as np
import pytest

from playtree.errors import InputError
from playtree.games.rbg import Rbg
from playtree.interfaces.cli import join as join_command
from playtree.interfaces.cli.program import main
from playtree.matches import Clock, Match, MoveBudget, Tournament, player_from_recipe
from playtree.matches.calibration import Calibration
from playtree.matches.players import AgentPlayer, Habits, check_recipe, known_recipe
from playtree.search.versus.agent import Agent
from playtree.search.versus.reserve import reserved

FEW = MoveBudget(simulations=20)


def written(folder, name="agent.json", **general):
    """A configuration file of the thesis' agent."""
    file = folder / name
    file.write_text(json.dumps({"general": general, "algorithm": {"tree_strategy": "semisplit"}}))
    return str(file)


@pytest.mark.parametrize(
    "name",
    [
        "random",
        "semisplit-nodal-mast",
        "mctsMPS_rollupNodal_semisplit",
        "mctsM_orthodox_semisplit_mastsplit_rave",
        "mctsMP_semisplitNodal_semisplit_mastmix3_ravemix",
    ],
)
def test_every_name_of_an_agent_is_a_recipe(name):
    check_recipe(name)


def test_recipes_that_are_none_are_refused_with_what_was_expected(tmp_path):
    for recipe, says in [
        ("mctsX_orthodox_orthodox", r"unknown recipe.*expected one of: random, auto, orthodox.*FILE\.json"),
        ("missing.json", "missing.json: No such file"),
        ("mctsM_rollupNodal_semisplit_ravemix", "rave mix with a rolled-up tree"),
    ]:
        with pytest.raises(InputError, match=says):
            check_recipe(recipe)


def test_a_match_of_configuration_files_goes_on_only_with_the_same_contents(tmp_path):
    agent = written(tmp_path, buffer_time=50)
    match = Match(agent, "mctsM_orthodox_orthodox", ("ticTacToe",), 1, FEW)
    (record,) = Tournament(match, file=tmp_path / "plays").run()
    assert record.simulations[0] == 20 * record.turns[0]
    written(tmp_path, buffer_time=60)
    with pytest.raises(InputError, match="plays"):
        list(Tournament(match, file=tmp_path / "plays").run())


def test_thinking_on_the_time_of_others_goes_with_a_clock_alone(tmp_path):
    agent = written(tmp_path, simulate_during_opp_turn=True)
    for limit in (FEW, MoveBudget(states=9), Calibration("states", "orthodox", 0.1)):
        with pytest.raises(InputError, match="found simulate_during_opp_turn with a count"):
            Match(agent, "random", ("ticTacToe",), 1, limit)
    for timed in (MoveBudget(seconds=0.01), Clock(1.0)):
        Match(agent, "random", ("ticTacToe",), 1, timed)


@pytest.mark.parametrize("by_file", [True, False])
def test_a_player_thinks_on_until_it_rests(tmp_path, by_file):
    recipe = written(tmp_path, simulate_during_opp_turn=True) if by_file else "semisplit-nodal"
    player = player_from_recipe(recipe, Rbg("breakthrough"), Habits(thinks_on=not by_file, memory_megabytes=16))
    assert isinstance(player, AgentPlayer)
    player.begin(1)
    player.advance(player.choose(FEW).move)
    before, until = player.agent.search.nodes, time.monotonic() + 60
    while player.agent.search.nodes < before + 100 and time.monotonic() < until:
        time.sleep(0.01)
    player.rest()
    after = player.agent.search.nodes
    time.sleep(0.05)
    assert player.agent.search.nodes == after >= before + 100


@pytest.mark.parametrize("options, expected", [((), 0.05), (("--buffer", "0.3"), 0.3)])
def test_join_keeps_back_what_the_file_says_unless_told_otherwise(tmp_path, monkeypatch, options, expected):
    seen = []

    def stand_in(host, port, make_player, settings, **rest):
        seen.append(settings.buffer)
        raise InputError("that is all")

    monkeypatch.setattr(join_command, "join", stand_in)
    recipe = written(tmp_path, buffer_time=50)
    known = known_recipe(recipe)
    assert known is not None
    assert known.buffer_seconds == 0.05
    assert main(["join", "127.0.0.1", "7784", "--recipe", recipe, *options]) == 2
    assert seen == [expected]


def test_reserved_memory_is_given_back():
    def held():
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

    array = reserved(1 << 22, np.float64)
    assert not array.any()
    before = held()
    array[:] = 1.0
    assert held() > before + (24 << 20)
    del array
    assert held() < before + (8 << 20)


def test_a_tree_is_dropped_with_its_game_at_once():
    agent = Agent(Rbg("ticTacToe"), "orthodox", 1, memory_megabytes=4)
    agent.advance(agent.choose(None, FEW).move)
    tree = weakref.ref(agent.search.tree.visits)
    gc.disable()
    try:
        agent.begin(2)
        assert tree() is None
    finally:
        gc.enable()


def test_the_memory_of_a_match_does_not_grow_with_its_games():
    match = Match("orthodox", "semisplit-nodal", ("breakthrough",), 8, MoveBudget(states=40_000))
    held = [record.memory for record in Tournament(match).run()]
    assert max(held) < held[0] + (60 << 20)


def test_memory_that_is_none_is_refused(capsys):
    assert main(["match", "random", "random", "--game", "ticTacToe", "--memory", "0"]) == 2
    assert "memory is 0 MB; expected at least 1" in capsys.readouterr().err
