"""The commands that list and make things: boards, recipes, policies, generate, speed, complexity."""

import json

import pytest

from playtree.games.catalogue import load
from playtree.games.samegame.formats import read_boards
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import dominated_board, random_board
from playtree.search.solo.methods import method_from_dict
from playtree.search.solo.recipes.catalogue import RECIPES


def test_sets_are_listed_with_what_is_available(run, monkeypatch, tmp_path):
    monkeypatch.setenv("PLAYTREE_DATA", str(tmp_path))
    ran = run("boards")
    assert ran.code == 0
    assert ran.out.startswith("name          boards  available  summary")
    assert f"looked for in {tmp_path}" in ran.out
    sets = {row["name"]: row for row in json.loads(run("boards", "--json").out)}
    assert sets["mini20"]["available"]
    assert not sets["standard"]["available"]
    ran = run("boards", "standard")
    assert ran.code == 2
    assert "standard20.txt is missing; expected " in ran.err


def test_the_boards_of_a_set_are_listed(run):
    rows = json.loads(run("boards", "mini20", "--json").out)
    assert [row["board"] for row in rows] == [f"mini20:{number}" for number in range(1, 21)]
    assert sorted(rows[19]["counts"]) == [40, 40, 40, 40, 65]
    assert len(run("boards", "mini20").out.splitlines()) == 21


def test_recipes_are_listed_with_their_source(run):
    rows = json.loads(run("recipes", "--json").out)
    assert [row["name"] for row in rows] == list(RECIPES)
    assert all(set(row) == {"name", "summary", "source"} and all(row.values()) for row in rows)
    assert "[schadd2012]" in run("recipes").out  # brackets are no markup


def test_agents_are_listed_and_shown(run):
    rows = json.loads(run("recipes", "--agents", "--json").out)
    assert {"orthodox", "semisplit-nodal", "rollup-raw"} <= {row["name"] for row in rows}
    assert json.loads(run("recipes", "orthodox", "--agents", "--json").out)["design"]["tree"] == "orthodox"
    assert 'tree = "semisplit"\n' in run("recipes", "semisplit-raw", "--agents").out
    assert run("recipes", "semisplit-raw").out == run("recipes", "semisplit-raw", "--agents").out
    assert "threshold = 15.0" in run("recipes", "mctsM_semisplitNodal_semisplit_mastmix15").out
    assert "# without its reasoning_overhead, 20\n" in run("recipes", "mcts_orthodox_orthodox_overhead20").out
    assert "[pawlik2021]" in run("recipes", "--agents").out
    assert run("recipes", "nobody", "--agents").err.startswith("playtree: unknown agent 'nobody'; expected one of: ")


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_is_printed_as_the_data_it_is_built_from(run, name):
    found = json.loads(run("recipes", name, "--json").out)
    assert method_from_dict(found["variant"]) == RECIPES[name].variant
    first = "search = " if "search" in found["variant"] else "[selection]"
    assert first in run("recipes", name).out


def test_policies_are_listed_with_their_parameters(run):
    rows = {row["name"]: row for row in json.loads(run("policies", "--json").out)}
    assert {"random", "tabu-random", "tabu-color-random"} <= set(rows)
    assert rows["tabu-color-random"]["parameters"]["epsilon"]["high"] == 1.0
    assert rows == {row["name"]: row for row in json.loads(run("policies", "random:3", "--json").out)}
    assert "probability of playing any group" in run("policies").out


def test_a_generated_board_is_the_board_of_that_seed(run):
    assert read_boards(run("generate", "--seed", 7).out, "out") == [random_board(7)]
    out = run("generate", "--kind", "dominated", "--seed", 3, "--size", "6x4", "--colours", 3).out
    assert read_boards(out, "out") == [dominated_board(3, 6, 4, 3)]


@pytest.mark.parametrize("format_name", ["digits", "letters", "codingame", "json"])
def test_generated_boards_can_be_read_in_every_format(run, format_name):
    out = run("generate", "--count", 3, "--format", format_name).out
    assert read_boards(out, "out", format_name) == [random_board(seed) for seed in range(3)]


def test_generated_boards_are_written_to_a_file_with_their_rules(run):
    ran = run("generate", "--json", "--size", "4x4", "--rules", "jawbreaker", "--out", "board.json")
    assert ran == (0, "", "")
    game = load("board.json")
    assert isinstance(game, SameGame)
    assert game.rules.name == "jawbreaker"


@pytest.mark.parametrize("policy", ["random", "tabu-color-random,epsilon=0.003"])
def test_speed_is_measured(run, policy):
    options = ("--policy", policy, "--threads", 2, "--seconds", 0.1, "--json")
    found = json.loads(run("speed", "random:1", "--size", "5x5", *options).out)
    assert (found["policy"], found["threads"]) == (policy, 2)
    assert found["playouts_per_second"] > 100
    assert found["moves_per_second"] / found["playouts_per_second"] == pytest.approx(
        found["moves"] / found["playouts"], 0.01
    )
    assert 3 < found["moves"] / found["playouts"] < 12


def test_speed_in_words(run):
    out = run("speed", "samegame", "--seconds", 0.05).out
    assert "samegame: samegame, 15 x 15, 5 colours; policy random, threads 1, " in out
    assert " playouts per second\n" in out


def test_one_board_says_nothing_of_how_boards_differ(run):
    options = ("complexity", "--instances", 1, "--simulations", 2, "--estimate", "game-tree", "--size", "4x4")
    assert run(*options).out.split()[-2:] == ["(-)", "-"]
    assert json.loads(run(*options, "--json").out)["game-tree"]["deviation"] is None
