"""`playtree show` and `playtree verify`."""

import json
import math

import pytest

from playtree.games.samegame.solutions import read_solution
from tests.unit.interfaces.terminal import terminal


@pytest.fixture
def changed(solution, tmp_path):
    """Return a function that writes the solution file with some fields changed."""

    def write(**fields: object) -> str:
        data = json.loads((tmp_path / solution).read_text()) | fields
        (tmp_path / "changed.json").write_text(json.dumps(data))
        return "changed.json"

    return write


def test_a_board_is_drawn(run, tmp_path):
    (tmp_path / "board.txt").write_text("12\n11\n")
    assert run("show", "board.txt").out == "1  A B\n0  A A\n   0 1\nboard.txt: samegame, 2 x 2, 2 colours; 1 move\n"
    found = json.loads(run("show", "board.txt", "--json").out)
    assert (found["cells"], found["moves"], found["rules"]["name"]) == (["12", "11"], [[0, 0]], "samegame")


def test_a_board_wider_than_a_screen_is_not_cut_off_in_a_pipe(run):
    lines = run("show", "random:1", "--size", "50x2").out.splitlines()
    assert len(lines[0].split()) == 51


def test_a_solution_is_printed_step_by_step(run, solution):
    saved = read_solution(solution)
    out = run("show", "--solution", solution).out
    assert out.count("step ") == len(saved.moves) + 1
    assert "step 0 of " in out
    assert f"score {saved.score}\n" in out
    column, row = saved.moves[0]
    assert f"next: {column},{row} for " in out
    assert out == run("show", "random:1", "--size", "5x5", "--solution", solution).out


def test_one_step_alone(run, solution):
    assert run("show", "--solution", solution, "--step", 2).out.count("step ") == 1
    ran = run("show", "--solution", solution, "--step", 99)
    assert ran.code == 2
    assert "step is 99; expected 0.." in ran.err


def test_steps_as_data(run, solution):
    saved = read_solution(solution)
    steps = json.loads(run("show", "--solution", solution, "--json").out)["steps"]
    assert [tuple(step["move"]) for step in steps[:-1]] == list(saved.moves)
    assert steps[-1]["move"] is None
    assert steps[-1]["score"] == saved.score


def test_other_rules_score_the_same_moves_otherwise(run, solution):
    steps = json.loads(
        run("show", "random:1", "--size", "5x5", "--rules", "clickomania", "--solution", solution, "--json").out
    )["steps"]
    assert steps[-1]["score"] == -sum(cell != "." for row in steps[-1]["cells"] for cell in row)


def test_a_solution_of_another_board_is_refused(run, solution):
    ran = run("show", "random:2", "--size", "5x5", "--solution", solution)
    assert ran.code == 2
    assert ran.err == "playtree: best.json: found the solution of another board; expected one of random:2\n"


def test_stepping_in_a_terminal(solution, tmp_path):
    with terminal("show", "--solution", str(tmp_path / solution)) as screen:
        screen.wait_for("step 0 of")
        screen.type(" ")
        screen.wait_for("step 1 of")
        screen.type("\r")
        screen.wait_for("step 2 of")
        screen.type("b")
        screen.wait_for("step 1 of")
        screen.type("q")
        assert screen.exit_code() == 0


def test_a_right_solution_is_confirmed(run, solution):
    saved = read_solution(solution)
    ran = run("verify", solution, solution)
    assert ran.code == 0
    assert ran.out.startswith(f"best.json: right, score {saved.score}, ")
    assert len(ran.out.splitlines()) == 2


def test_a_wrong_claim_is_exit_code_1(run, solution, changed):
    score = read_solution(solution).score
    ran = run("verify", solution, changed(score=9999))
    assert ran.code == 1
    assert ran.err == f"playtree: changed.json: claims 9999, rules give {score}\n"
    ran = run("verify", changed(score=math.nan))
    assert (ran.code, ran.err) == (1, f"playtree: changed.json: claims nan, rules give {score}\n")
    ran = run("verify", changed(cleared=True))
    assert ran.code == 1
    assert ran.err == "playtree: changed.json: claims a cleared board, rules give a board not cleared\n"


@pytest.mark.parametrize(
    "fields, says",
    [
        ({"moves": [[0, 99]]}, "changed.json: move 1, cell (0, 99): found a cell outside the board"),
        ({"moves": []}, "changed.json: the line stops after move 0; expected the end of the game"),
        ({"cells": ["12345", "23451", "12345", "23451", "12345"]}, "changed.json: move 1, cell "),
        ({"moves": "none"}, "changed.json: found moves 'none'; expected a list of [column, row]"),
        ({"format": "other"}, "changed.json: found format 'other'; expected"),
    ],
)
def test_a_solution_that_does_not_fit_is_exit_code_2(run, solution, changed, fields, says):
    ran = run("verify", changed(**fields), solution)
    assert ran.code == 2
    assert ran.err.startswith(f"playtree: {says}")
    assert ran.err.count("\n") == 1
    assert "best.json: right" in ran.out


def test_verdicts_as_data(run, solution, changed):
    ran = run("verify", solution, changed(score=9999), "nowhere.json", "--json")
    assert ran.code == 2
    found = json.loads(ran.out)
    assert not found["right"]
    assert [file["right"] for file in found["files"]] == [True, False, False]
    assert found["files"][1]["claimed"] == 9999
