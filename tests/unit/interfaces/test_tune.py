"""`playtree tune`: from a plan to a recipe file."""

import json

import pytest

PLAN = """
recipe = "uct"
policy = "random"
budget = { nodes = 20 }
size = "4x4"
colours = 2
positions = 2
samples = 4
elites = 2
iterations = 2
cut = "simple"
parameters.selection.c = { low = 0.1, high = 10.0 }
"""


def test_a_tuning_writes_a_recipe_and_pictures_and_can_be_repeated(run, tmp_path):
    (tmp_path / "plan.toml").write_text(PLAN)
    first = run("tune", "plan.toml", "--workers", 1, "--plots", "p.svg", "--json")
    assert first.code == 0, first.err
    found = json.loads(first.out)
    assert (found["iterations"], found["recipe"]) == (2, "plan.recipe.toml")
    assert len(list(tmp_path.glob("p-*.svg"))) == 3
    again = json.loads(run("tune", "plan.toml", "--workers", 1, "--json").out)
    assert again == found
    solved = run("solve", "random:1", "--recipe", "plan.recipe.toml", "--size", "4x4", "--iterations", 20, "--json")
    assert solved.code == 0, solved.err


def test_a_wrong_plan_gets_one_line_and_writes_nothing(run, tmp_path):
    (tmp_path / "plan.toml").write_text(PLAN.replace("low = 0.1", "low = 11"))
    found = run("tune", "plan.toml")
    assert (found.code, found.out) == (2, "")
    assert "parameter selection.c: range 11 to 10; expected the smaller number first" in found.err
    assert [file.name for file in tmp_path.iterdir()] == ["plan.toml"]


@pytest.mark.parametrize(
    "command", [("tune", "plan.toml"), ("reproduce", "klein-4.2", "--no-plot"), ("experiment", "run", "runs.toml")]
)
def test_no_workers_are_refused_before_anything_is_written(run, tmp_path, command):
    (tmp_path / "plan.toml").write_text(PLAN)
    (tmp_path / "runs.toml").write_text('boards = ["random:1"]\nbudget = { nodes = 10 }\nrecipes = ["uct"]\n')
    found = run(*command, "--workers", 0)
    assert (found.code, found.out) == (2, "")
    assert "workers is 0; expected at least 1" in found.err
    assert {file.name for file in tmp_path.iterdir()} == {"plan.toml", "runs.toml"}


@pytest.mark.parametrize(
    "command",
    [
        ("tune", "plan.toml", "--out", "nowhere/mine.toml"),
        ("tune", "plan.toml", "--plots", "nowhere/mine.svg"),
        ("reproduce", "klein-4.2", "--plot", "nowhere/mine.svg"),
    ],
)
def test_a_folder_that_is_missing_is_told_of_before_the_work(run, tmp_path, command):
    (tmp_path / "plan.toml").write_text(PLAN)
    found = run(*command)
    assert (found.code, found.out) == (2, "")
    assert "there is no folder" in found.err
    assert [file.name for file in tmp_path.iterdir()] == ["plan.toml"]
