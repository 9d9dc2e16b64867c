"""`playtree solve`: what it prints, saves and does when it is interrupted."""

import errno
import io
import json
import os
import re
import signal
import subprocess
import sys

import pytest
from rich.console import Console
from rich.text import Text

from playtree.games.samegame.formats import read_moves
from playtree.games.samegame.generators import random_board
from playtree.games.samegame.rule_book import play
from playtree.games.samegame.rules import named_rules
from playtree.games.samegame.solutions import read_solution, verify_solution
from playtree.interfaces.cli.progress import Lines, LivePanel, panel, spent
from playtree.search.budget import Budget
from playtree.search.result import Statistics
from playtree.search.solo.method import Progress
from tests.unit.interfaces.terminal import terminal

SMALL = ("solve", "random:1", "--size", "5x5", "--iterations", "300", "--threads", "1")


def test_json_is_one_object_with_all_that_was_found(run):
    ran = run(*SMALL, "--json")
    assert ran.code == 0
    found = json.loads(ran.out)
    assert {"score", "cleared", "moves", "verified", "seconds", "iterations", "playouts", "nodes", "ru"} <= set(found)
    assert {"seed", "threads", "recipe"} <= set(found)
    assert (found["verified"], found["iterations"], found["threads"], found["seed"]) == (True, 300, 1, 0)
    replay = play(random_board(1, 5, 5), named_rules("samegame"), [tuple(move) for move in found["moves"]])
    assert (replay.score, replay.cleared) == (found["score"], found["cleared"])


def test_equal_seeds_give_equal_results(run):
    first, second = (json.loads(run(*SMALL, "--json", "--seed", 3).out) for _ in range(2))
    assert (first["score"], first["moves"], first["ru"]) == (second["score"], second["moves"], second["ru"])


def test_plain_output_holds_board_settings_and_a_line_that_scores_what_it_says(run):
    out = run(*SMALL).out
    assert "\x1b" not in out
    assert out.startswith("4  A B B A E\n")
    assert "random:1: samegame, 5 x 5, 5 colours; recipe portfolio, threads 1, seed 0\n" in out
    moves = next(line for line in out.splitlines() if line.startswith("moves "))
    replay = play(random_board(1, 5, 5), named_rules("samegame"), read_moves(moves.removeprefix("moves"), "moves"))
    assert f"score {replay.score}, {replay.left} blocks left, " in out
    assert "replayed and verified" in out


@pytest.mark.parametrize("budget", [("--nodes", "200"), ("--ru", "2000"), ("--seconds", "0.1")])
def test_every_kind_of_budget(run, budget):
    ran = run("solve", "random:1", "--size", "5x5", *budget, "--json")
    assert ran.code == 0
    assert json.loads(ran.out)["verified"]


def test_recipe_policy_rules_and_pruning_are_used(run):
    options = ("--recipe", "uct", "--policy", "tabu-random,epsilon=0.1", "--rules", "jawbreaker", "--prune", "--json")
    found = json.loads(run(*SMALL, *options).out)
    assert (found["recipe"], found["policy"]) == ("uct", "tabu-random,epsilon=0.1")
    assert found["rules"]["name"] == "jawbreaker"


def test_a_board_from_standard_input(run):
    found = json.loads(run("solve", "-", "--iterations", 10, "--json", stdin="11\n22\n").out)
    assert (found["score"], found["cleared"], found["proven"]) == (1000, True, True)


def test_a_board_without_moves_is_solved_at_once(run):
    found = json.loads(run("solve", "-", "--iterations", 10, "--json", stdin="12\n21\n").out)
    assert (found["moves"], found["cleared"], found["proven"]) == ([], False, True)


def test_what_the_portfolio_did_is_told(run):
    assert "\ndid     uct: " in run(*SMALL).out
    told = json.loads(run(*SMALL, "--json").out)["story"]
    assert told[0].startswith("uct: ")


@pytest.mark.parametrize(
    "options",
    [["--nodes", "50"], ["--stats", "--iterations", "30"], ["--with", "selection=uct,c=0.3", "--iterations", "30"]],
    ids=" ".join,
)
def test_what_belongs_to_a_tree_is_done_by_a_tree_search(run, options):
    assert "recipe klein-meta" in run("solve", "random:1", "--size", "5x5", "--threads", 1, *options).out


def test_a_solution_is_saved_and_can_be_solved_again(run, solution):
    saved = read_solution(solution)
    verify_solution(saved)
    assert saved.metadata["recipe"] == "portfolio"
    found = json.loads(run("solve", solution, "--iterations", 300, "--threads", 1, "--json").out)
    assert found["score"] == saved.score


@pytest.mark.parametrize("form", [[], ["--json"]], ids=["plain", "json"])
def test_a_full_disk_costs_neither_the_result_nor_the_old_file(run, solution, tmp_path, monkeypatch, form):
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    before = (tmp_path / solution).read_text()
    monkeypatch.setattr(os, "fsync", full)
    ran = run(*SMALL, "--out", solution, *form)
    assert ran.code == 2
    assert "score" in ran.out
    assert ran.err == "playtree: best.json: could not be saved (No space left on device); expected a writable place\n"
    assert (tmp_path / solution).read_text() == before
    assert [path.name for path in tmp_path.iterdir()] == [solution]


@pytest.mark.parametrize("option, file", [("--out", "best.json"), ("--tree", "tree.dot")])
def test_a_missing_folder_is_told_before_the_search(run, tmp_path, option, file):
    ran = run("solve", "random:1", "--seconds", 600, option, f"nowhere/{file}")
    wrong = f"there is no folder {tmp_path.resolve()}/nowhere; expected one that is there"
    assert (ran.code, ran.out, ran.err) == (2, "", f"playtree: nowhere/{file}: {wrong}\n")


def test_a_folder_in_the_place_of_a_file_is_told_before_the_search(run):
    ran = run("solve", "random:1", "--seconds", 600, "--out", ".")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "playtree: .: found a folder; expected the name of a file\n"


def running(*arguments: str, cwd: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "playtree", "solve", *arguments, "--out", "best.json"]
    return subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=str(cwd))


def test_ctrl_c_ends_the_search_and_still_prints_and_saves(tmp_path):
    with running("random:1", "--seconds", "600", "--threads", "2", cwd=tmp_path) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if " s  score " in line:
                break
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
    assert process.returncode == 0
    assert "stopped by Ctrl-C" in rest
    verify_solution(read_solution(tmp_path / "best.json"))


def test_a_reader_that_goes_away_does_not_cost_the_solution(tmp_path):
    with running("random:1", "--iterations", "20000", cwd=tmp_path) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait() == 141
    verify_solution(read_solution(tmp_path / "best.json"))


def test_on_a_terminal_the_search_is_watched_live(tmp_path):
    with terminal("solve", "random:1", "--seconds", "0.7", "--out", str(tmp_path / "best.json")) as screen:
        assert screen.exit_code() == 0
        for words in ("best score", "per second", "nodes", "on average", "at the deepest", "searches", " of 0.7 s"):
            assert words in screen.text
        assert "replayed and verified" in screen.text
        assert "\x1b[" in screen.raw
        assert "\x1b[?25h" in screen.raw  # the cursor is shown again


@pytest.mark.parametrize(
    "environment, sign", [({"NO_COLOR": "1"}, "\x1b[31"), ({"TERM": "dumb"}, "\x1b")], ids=["NO_COLOR", "dumb"]
)
def test_a_terminal_without_colours_gets_none(environment, sign):
    with terminal("solve", "random:1", "--size", "5x5", "--iterations", "100", **environment) as screen:
        assert screen.exit_code() == 0
        assert sign not in screen.raw
        assert "replayed and verified" in screen.text


def progress(seconds: float, score: float | None) -> Progress:
    return Progress(seconds, score, Statistics(1000, 1200, 900, 5000, 8000, 4500, 17, 3, 2))


def test_lines_tell_improvements_at_most_once_a_second(capsys):
    lines = Lines(Console(width=200), "title", Text("picture"))
    for seconds, score in [(0.0, None), (0.1, 5.0), (0.2, 7.0), (1.0, 7.0), (1.2, 8.0), (2.5, 8.0), (2.6, 9.0)]:
        lines.report(progress(seconds, score))
    told = capsys.readouterr().out.splitlines()
    assert told[:3] == ["picture", "", "title"]
    assert [line.split()[:4] for line in told[3:]] == [
        ["0.1", "s", "score", "5"],
        ["1.2", "s", "score", "8"],
        ["2.6", "s", "score", "9"],
    ]


def test_the_first_compilation_is_announced(capsys):
    Lines(Console(width=200), "title", Text("picture")).compiling()
    assert capsys.readouterr().err == "compiling the search, once\n"
    console = Console(force_terminal=True, width=80, record=True)
    with LivePanel(console, "title", None, Budget(seconds=1)) as display:
        display.compiling()
    assert "compiling the search, once" in capsys.readouterr().out


def test_the_live_panel_shows_all_that_matters():
    console = Console(width=100, record=True, file=io.StringIO())
    console.print(panel("mini20:1", Budget(seconds=10), progress(2.0, 2300.0)))
    text = console.export_text()
    for words in (
        "mini20:1",
        "2300",
        "600 per second",
        "900 nodes",
        "5.0 on average",
        "17 at the deepest",
        "2.0 s of 10 s",
    ):
        assert words in text


def test_a_title_that_is_too_long_for_the_terminal_says_so():
    console = Console(width=60, record=True, file=io.StringIO())
    console.print(panel("mini20:1: " + "a long recipe " * 9, Budget(seconds=10), progress(2.0, 2300.0)))
    assert re.search(r"mini20:1: a long recipe .*…─╮$", console.export_text(), re.MULTILINE)


@pytest.mark.parametrize(
    "budget, words",
    [
        (Budget(iterations=2000), "1,000 of 2,000 iterations, 2.0 s"),
        (Budget(nodes=1800), "900 of 1,800 nodes, 2.0 s"),
        (Budget(ru=12000), "6,000 of 12,000 resource units, 2.0 s"),
        (Budget(seconds=4), "2.0 s of 4 s"),
    ],
)
def test_the_share_of_any_budget_is_known(budget, words):
    assert spent(budget, progress(2.0, 1.0)) == (0.5, words)


def test_statistics_are_printed_and_put_into_json(run):
    out = run(*SMALL, "--recipe", "klein-base", "--stats").out
    for words in ("games end in the tree", "duplicates", "by a better path", "resource units"):
        assert words in out
    assert "\x1b" not in out
    assert re.search(r"^ *depth +nodes +duplicates$", out, re.MULTILINE)
    assert re.search(
        r"^seconds +iterations +units +best +nodes +depth +deepest +ends +duplicates +C$", out, re.MULTILINE
    )
    found = json.loads(run(*SMALL, "--recipe", "klein-base", "--stats", "--json").out)
    done, record = found["statistics"], found["records"][0]
    assert sum(done["nodes_at"]) == done["nodes"] == found["nodes"]
    assert sum(done["duplicates_at"]) == done["duplicates"] > 0
    assert record["course"][-1]["score"] == record["score"] == found["score"]
    assert [at["iterations"] for at in record["course"]] == sorted({at["iterations"] for at in record["course"]})
    assert record["course"][0]["line"]
    assert "records" not in json.loads(run(*SMALL, "--json").out)


def test_what_is_not_known_yet_is_null_in_json_and_a_dash_in_the_table(run):
    def refused(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    cut_short = ("solve", "random:2026", "--iterations", 50, "--threads", 1, "--stats", "--recipe")
    out = run(*cut_short, "klein-baseexp-plus-tabu48-program", "--json").out
    course = json.loads(out, parse_constant=refused)["records"][0]["course"]
    assert course[0]["score"] is None
    assert course[-1]["score"] > 0
    out = run(*cut_short, "klein-baseexp-plus-tabu48-program").out
    assert "inf" not in out
    assert re.search(r"^ +0\.\d+ +\d+ +\d+ +- +\d", out, re.MULTILINE)


def test_a_full_memory_is_told(run):
    ran = run(*SMALL, "--recipe", "klein-base", "--nodes", 100)
    assert re.search(r"^memory +full after \d+ iterations; \d+ more went on without new nodes$", ran.out, re.MULTILINE)
    found = json.loads(run(*SMALL, "--recipe", "klein-base", "--nodes", 100, "--json").out)
    assert (found["memory_full"], found["nodes"], found["iterations"]) == (True, 100, 300)
    assert not json.loads(run(*SMALL, "--json").out)["memory_full"]


def test_the_tree_of_the_best_search_is_written_where_the_known_game_is_better(run, tmp_path):
    best = json.loads(run(*SMALL, "--out", "best.json", "--json").out)["score"]
    ran = run(
        *SMALL[:-4], "--recipe", "klein-base", "--nodes", 3, "--from", "best.json", "--tree", "tree.json", "--json"
    )
    assert json.loads(ran.out)["score"] == best
    assert len(json.loads((tmp_path / "tree.json").read_text(encoding="utf-8"))["nodes"]) == 3


def test_a_search_without_a_tree_is_refused_before_it_runs(run):
    ran = run(*SMALL, "--recipe", "nrpa", "--tree", "tree.json")
    expected = "--tree is given, but search nrpa has no tree; expected a tree search such as uct"
    assert (ran.code, ran.out, ran.err) == (2, "", f"playtree: {expected}\n")


def test_the_tree_is_written_as_json(run, tmp_path):
    ran = run(*SMALL, "--recipe", "klein-base", "--tree", "tree.json", "--tree-nodes", 7)
    assert "saved tree.json" in ran.out
    data = json.loads((tmp_path / "tree.json").read_text(encoding="utf-8"))
    assert (data["format"], len(data["nodes"]), data["nodes"][0]["parent"]) == ("playtree-tree", 7, None)
    assert data["statistics"]["iterations"] == 300
    board = random_board(1, 5, 5)
    moves: dict[int, list[tuple[int, int]]] = {}
    for node in data["nodes"][1:]:
        parent = moves.get(node["parent"], [])
        column, row = map(int, node["move"].split(","))
        moves[node["id"]] = [*parent, (column, row)]
        play(board, named_rules("samegame"), moves[node["id"]], to_the_end=False)  # every path is legal


def test_the_tree_is_written_for_graphviz(run, tmp_path):
    assert run(*SMALL, "--recipe", "klein-base", "--tree", "tree.dot", "--json").code == 0
    text = (tmp_path / "tree.dot").read_text(encoding="utf-8")
    nodes = re.findall(r"^  n(\d+) \[label=\"[^\"]*\"[^\]]*\];$", text, re.MULTILINE)
    edges = re.findall(r"^  n(\d+) -> n(\d+) \[label=\"\d+,\d+\", penwidth=[\d.]+, color=\w+\];$", text, re.MULTILINE)
    assert len(nodes) == 60
    assert sorted(int(child) for _, child in edges) == list(range(1, 60))
    assert text.startswith("digraph tree {\n")
    assert text.endswith("}\n")
    assert text.count("\n") == 4 + len(nodes) + len(edges) + 1


@pytest.mark.parametrize(
    "options, message",
    [
        (["--tree", "tree.png"], "tree.png: the name ends with '.png'; expected one of: .json, .dot, .gv"),
        (["--tree", "tree.dot", "--tree-nodes", "0"], "--tree-nodes is 0; expected at least 1"),
        (["--tree-nodes", "5"], "--tree-nodes is given without --tree; expected --tree FILE"),
    ],
)
def test_a_tree_that_cannot_be_written_is_refused_before_the_search(run, options, message):
    ran = run("solve", "random:1", "--seconds", 600, *options)
    assert (ran.code, ran.err) == (2, f"playtree: {message}\n")


def test_a_search_goes_on_from_a_solution_file(run, tmp_path):
    first = tmp_path / "first.json"
    found = json.loads(run(*SMALL, "--out", str(first), "--json").out)
    again = json.loads(run(*SMALL, "--recipe", "uct", "--from", str(first), "--json").out)
    assert again["score"] >= found["score"]
    other = run("solve", "random:2", "--size", "5x5", "--iterations", "5", "--from", str(first))
    assert other.code == 2
    assert str(first) in other.err
