"""`playtree match`: tables, JSON and messages. How it survives is in tests/unit/matches."""

import json

import pytest


def test_a_match_of_two_games_is_a_table(run):
    ran = run("match", "random", "random", "--games", "ticTacToe,breakthrough", "--plays", 2, "--simulations", 1)
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == "random against random: the first play"
    assert lines[1].startswith("ticTacToe: 2 of 2 plays, ")
    assert any(line.split()[:2] == ["breakthrough", "2"] for line in lines)
    assert "better:similar:worse 0:2:0" in lines[-1]


def test_a_long_match_tells_how_it_stands_now_and_then(run, monkeypatch):
    monkeypatch.setattr("playtree.interfaces.cli.match_output.LINE_SECONDS", 0.0)
    lines = run("match", "random", "random", "--game", "ticTacToe", "--plays", 3, "--simulations", 1).out.splitlines()
    assert [line.split(",")[0] for line in lines[1:4]] == [f"ticTacToe: {plays} of 3 plays" for plays in (1, 2, 3)]


def test_json_has_all_that_counts(run):
    ran = run("match", "random", "random", "--game", "ticTacToe", "--plays", 3, "--clock", "60+1", "--json")
    found = json.loads(ran.out)
    assert found["plays"] == 3 == found["wins"] + found["draws"] + found["losses"]
    assert found["interval"][0] <= found["win_ratio"] <= found["interval"][1]
    assert found["states_per_second"] == [0.0, 0.0]
    assert found["games"][0]["game"] == "ticTacToe"
    assert {"mean_length", "peak_memory", "verdict", "late_seconds"} <= found["games"][0].keys()


@pytest.mark.parametrize(
    "arguments, says",
    [
        ("random random", "playtree: found neither --game nor --games; expected a game"),
        ("random random --game nope", "playtree: unknown game 'nope'"),
        ("random nope --game hex", "playtree: unknown recipe 'nope'; expected one of: random"),
        ("random random --game hex --states many", "playtree: states: found 'many'; expected a whole number, or"),
        ("random random --game hex --states nope:1", "playtree: unknown recipe 'nope'"),
        ("random random --game hex --clock soon", "playtree: clock: found 'soon'; expected SECONDS+INCREMENT"),
        ("random random --game hex --seconds 0", "playtree: budget seconds is 0; expected a number above 0"),
        ("random random --game hex --plays 0", "playtree: plays is 0; expected at least 1"),
        ("random random --game hex --odds 0", "playtree: odds is 0; expected a number above 0"),
        (
            "random random --game hex --limit vertices=9",
            "playtree: hex.rbg:7:36: the board has too many vertices; the limit is 9",
        ),
        ("random random --game hex --limit corners=9", "playtree: unknown limit 'corners'"),
        ("random random --game pegSolitaire", "playtree: pegSolitaire: found a game of one player; expected two or"),
        ("random random --game hex --out nowhere/plays", "playtree: nowhere/plays: could not be opened"),
    ],
)
def test_what_is_wrong_is_one_line(run, arguments, says):
    ran = run("match", *arguments.split())
    assert ran.code == 2
    assert ran.err.startswith(says)
    assert ran.err.count("\n") == 1
    assert ran.out == ""


def test_a_file_of_another_match_is_refused_before_a_play_is_announced(run, tmp_path):
    words = ("match", "random", "random", "--game", "ticTacToe", "--plays", 1, "--simulations", 1)
    assert run(*words, "--out", tmp_path / "plays").code == 0
    ran = run(*words, "--out", tmp_path / "plays", "--seed", 1)
    assert (ran.code, ran.out) == (2, "")
    assert "found a match with seed 0; expected 1, or another file" in ran.err
