"""The recipe `auto`: it measures, picks, says why, and a match remembers what it picked."""

import dataclasses
import json
import threading
import time
from types import SimpleNamespace

import pytest

from playtree.errors import InputError
from playtree.games.rbg import Rbg
from playtree.interfaces.cli import join as join_command
from playtree.interfaces.cli.program import main
from playtree.matches import Match, MoveBudget, Tournament, auto
from playtree.matches.auto import CANDIDATES, PRIOR_PLAYS, REFERENCE, Measured, pick
from playtree.matches.calibration import Calibration
from playtree.matches.players import AgentPlayer, Habits, check_recipe, player_from_recipe


@pytest.fixture(scope="module")
def game():
    return Rbg("ticTacToe")


def test_it_measures_for_its_time_and_says_why(game):
    begin = time.perf_counter()
    picked = pick(game, 0.6)
    assert time.perf_counter() - begin > 0.55
    assert picked.name in (REFERENCE, *CANDIDATES)
    assert [each.name for each in picked.measured] == [REFERENCE, *CANDIDATES]
    assert all(each.states_per_second > 0 for each in picked.measured)
    assert sum(each.plays for each in picked.measured) > 0
    assert f"expected against {REFERENCE}" in picked.reason


def test_a_play_that_does_not_end_is_given_up_when_the_time_is_over(game, monkeypatch):
    def play(game, players, budget, *, seed, number, on_move):
        while True:
            time.sleep(0.001)
            on_move(None)

    monkeypatch.setattr(auto, "play_once", play)
    assert sum(each.plays for each in pick(game, 0.3).measured) == 0


def test_nobody_thinks_any_more_once_it_has_picked():
    before = threading.active_count()
    pick(Rbg("yavalath3"), 0.6, habits=Habits(thinks_on=True, memory_megabytes=8))
    assert threading.active_count() <= before


@pytest.mark.parametrize("winner", CANDIDATES)
def test_it_picks_what_wins(game, monkeypatch, winner):
    def play(game, players, budget, *, seed, number, on_move):
        side = number % 2  # where the candidate sits
        time.sleep(0.001)
        assert players[1 - side].agent.name == REFERENCE
        return SimpleNamespace(points=float(players[side].agent.name == winner))

    monkeypatch.setattr(auto, "play_once", play)
    picked = pick(game, 0.3)
    assert picked.name == winner
    assert picked.reason.split("a move: ")[1].startswith(winner)


def test_it_picks_the_reference_where_all_others_lose(game, monkeypatch):
    def play(*_, **__):
        time.sleep(0.001)
        return SimpleNamespace(points=0.0)

    monkeypatch.setattr(auto, "play_once", play)
    assert pick(game, 0.3).name == REFERENCE


def test_little_evidence_changes_little():
    known = Measured("semisplit-nodal", 1.0, 0.7)
    assert known.expected == pytest.approx(0.7)
    lost = dataclasses.replace(known, won=0.0, plays=1)
    assert lost.expected == pytest.approx(PRIOR_PLAYS * 0.7 / (PRIOR_PLAYS + 1))
    assert Measured(REFERENCE, 1.0, 0.5, 9.0, 9).expected == 0.5


def test_a_match_measures_a_game_once(tmp_path, monkeypatch):
    seconds = []

    def measured(game, given, **_):
        seconds.append(given)
        return SimpleNamespace(name="rollup-nodal", reason="it was told to")

    monkeypatch.setattr(auto, "pick", measured)
    match = Match("auto", "random", ("ticTacToe",), 1, MoveBudget(simulations=30))
    first = Tournament(match, file=tmp_path / "plays")
    assert len(list(first.run())) == 1
    entries = [json.loads(line) for line in (tmp_path / "plays").read_text().splitlines()]
    assert [each["picked"] for each in entries if "picked" in each] == ["rollup-nodal"]
    again = Tournament(dataclasses.replace(match, plays=2), file=tmp_path / "plays")
    assert len(list(again.run())) == 1
    assert again.picked == {"ticTacToe": "rollup-nodal"}
    assert seconds == [auto.START_SECONDS]


def test_an_agent_that_joins_measures_within_the_time_to_get_ready(monkeypatch, game, capsys):
    asked = []

    def stand_in(host, port, make_player, settings, **rest):
        asked.append(make_player(game, 0, 4.0))
        raise InputError("that is all")

    def measured(game, seconds, **_):
        asked.append(seconds)
        return SimpleNamespace(name="orthodox", reason="it was told to")

    monkeypatch.setattr(join_command, "join", stand_in)
    monkeypatch.setattr(auto, "pick", measured)
    assert main(["join", "127.0.0.1", "7784", "--recipe", "auto"]) == 2
    assert asked[0] == 2.0
    assert asked[1].agent.name == "orthodox"
    assert "auto plays orthodox; it was told to" in capsys.readouterr().out


def test_it_is_a_recipe_but_no_measure(monkeypatch, game):
    check_recipe("auto")
    with pytest.raises(InputError, match="found auto, which differs from game to game"):
        Calibration("states", "auto", 0.5)
    with pytest.raises(InputError, match="found 0 seconds"):
        pick(game, 0)
    monkeypatch.setattr(auto, "pick", lambda *_, **__: SimpleNamespace(name="solver", reason=""))
    player = player_from_recipe("auto", game)
    assert isinstance(player, AgentPlayer)
    assert player.agent.name == "solver"
