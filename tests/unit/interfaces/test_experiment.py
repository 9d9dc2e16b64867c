"""`playtree experiment`: plans that survive being killed, and what is made of their results."""

import json
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

PLAN = """
boards = ["random:1-6"]
size = "4x4"
colours = 2
runs = 2
recipes = ["uct"]
budget = { nodes = [40, 80] }
"""
RUNS = 24


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """Return a folder with a small plan and all of its results."""
    folder = tmp_path_factory.mktemp("finished")
    (folder / "plan.toml").write_text(PLAN)
    with started(folder) as process:
        assert process.wait() == 0, (folder / "out.txt").read_text()
    return folder


@pytest.fixture
def plan(run, tmp_path, finished):
    """Return the name of that plan, copied with its results into the folder of now."""
    for name in ("plan.toml", "plan.sqlite"):
        shutil.copy(finished / name, tmp_path / name)
    return "plan.toml"


def results(path):
    data = sqlite3.connect(path)
    found = data.execute("SELECT key, score, moves, nodes, iterations FROM result ORDER BY key").fetchall()
    data.close()
    return found


def test_a_plan_runs_once_and_is_reported(run, plan):
    again = run("experiment", "run", plan, "--json")
    assert json.loads(again.out)["made"] == 0
    status = json.loads(run("experiment", "status", plan, "--json").out)
    assert (status["done"], status["runs"], status["at_work"]) == (RUNS, RUNS, [])
    assert f"{RUNS} of {RUNS} runs done" in run("experiment", "status", plan).out
    report = run("experiment", "report", plan).out
    assert "40 nodes" in report
    assert "95 % interval" in report


@pytest.mark.parametrize(
    "form, sign", [("markdown", "| uct | 40 nodes |"), ("csv", "uct,40 nodes,6,12,"), ("latex", r"uct & 40 nodes")]
)
def test_a_report_has_the_form_that_was_asked_for(run, plan, form, sign):
    assert sign in run("experiment", "report", plan, "--format", form).out
    assert run("experiment", "report", plan, "--format", form, "--out", "r.txt").out == ""


def test_reports_compare_in_pairs_and_by_board(run, plan):
    tables = json.loads(run("experiment", "report", plan, "--against", "uct", "--boards", "--json").out)
    assert len(tables[0]["rows"]) == 6
    assert "expected one of: uct" in run("experiment", "report", plan, "--against", "nobody").err


def test_pictures_and_exports_are_written(run, plan, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    for kind, ending in (("box", "svg"), ("budget", "png"), ("histogram", "svg")):
        assert run("experiment", "plot", plan, "--kind", kind, "--out", f"{kind}.{ending}").code == 0
        assert (tmp_path / f"{kind}.{ending}").stat().st_size > 1000
    for ending in ("csv", "parquet"):
        assert run("experiment", "export", plan, "--out", f"all.{ending}").code == 0
    table = parquet.read_table("all.parquet")
    assert table.num_rows == RUNS
    lines = (tmp_path / "all.csv").read_text().splitlines()
    assert len(lines) == RUNS + 1
    assert lines[0].split(",") == table.column_names


@pytest.mark.parametrize(
    "arguments, message",
    [
        (("plot", "plan.toml", "--out", "a.pdf"), "expected one of: .png, .svg"),
        (("export", "plan.toml", "--out", "a.xlsx"), "expected one of: .csv, .parquet"),
        (("plot", "plan.toml", "--out", "absent/a.png"), "there is no folder"),
        (("report", "absent.toml"), "expected a plan in TOML"),
        (("run", "plan.toml", "--workers", "0"), "workers is 0; expected at least 1"),
        (("run", "plan.toml", "--store", "absent/s.sqlite"), "absent/s.sqlite"),
        (("run", "plan.toml", "--scheduler", "nonsense://x"), "expected a Dask scheduler"),
    ],
)
def test_wrong_arguments_get_one_line(run, plan, arguments, message, tmp_path):
    (tmp_path / "plan.toml").write_text(PLAN.replace("runs = 2", "runs = 3" if arguments[0] == "run" else "runs = 2"))
    found = run("experiment", *arguments)
    assert found.code == 2
    assert message in found.err
    assert len(found.err.splitlines()) == 1


def test_a_wrong_plan_writes_nothing(run, tmp_path):
    absent = PLAN.replace('"random:1-6"', '"mini20:19-22"').replace('size = "4x4"', "").replace("colours = 2", "")
    (tmp_path / "bad.toml").write_text(absent)
    found = run("experiment", "run", "bad.toml")
    assert (found.code, found.out) == (2, "")
    assert "found number 21; expected 1..20" in found.err
    assert sorted(file.name for file in tmp_path.iterdir()) == ["bad.toml"]


@contextmanager
def started(folder):
    """A run of the plan in a process of its own, which does not outlive the test."""
    command = [sys.executable, "-m", "playtree", "experiment", "run", "plan.toml", "--workers", "2"]
    with (folder / "out.txt").open("w") as out:
        process = subprocess.Popen(command, cwd=folder, stdout=out, stderr=out)
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def killed_again_and_again(folder, kills):
    """Run the plan, killing it at random moments, every other time soon after a result has come; then to its end."""
    moments = random.Random(7)
    for kill in range(kills):
        with started(folder) as process:
            if kill % 2:
                wait_for_results(folder, process, count_of(folder) + 1)
            time.sleep(moments.uniform(0, 0.3) if kill % 2 else moments.uniform(0.2, 1.5))
            process.send_signal(signal.SIGKILL)
    with started(folder) as process:
        assert process.wait() == 0, (folder / "out.txt").read_text()


def wait_for_results(folder, process, count):
    deadline = time.monotonic() + 120
    while process.poll() is None and count_of(folder) < count:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def count_of(folder):
    try:
        return len(results(folder / "plan.sqlite")) if (folder / "plan.sqlite").exists() else 0
    except sqlite3.OperationalError:  # it is being made
        return 0


def long_plan(folder, boards):
    folder.mkdir()
    (folder / "plan.toml").write_text(PLAN.replace("random:1-6", f"random:1-{boards}"))
    return folder


def compare_with_an_undisturbed_run(tmp_path, kills, boards):
    disturbed, calm = long_plan(tmp_path / "disturbed", boards), long_plan(tmp_path / "calm", boards)
    killed_again_and_again(calm, 0)
    killed_again_and_again(disturbed, kills)
    found = results(disturbed / "plan.sqlite")
    assert found == results(calm / "plan.sqlite")
    assert len(found) == boards * 4


def test_a_plan_that_is_killed_ends_with_the_same_results(tmp_path):
    compare_with_an_undisturbed_run(tmp_path, kills=2, boards=30)


@pytest.mark.slow
def test_a_plan_that_is_killed_twenty_times_ends_with_the_same_results(tmp_path):
    compare_with_an_undisturbed_run(tmp_path, kills=20, boards=1000)


def test_ctrl_c_ends_a_plan_cleanly_and_keeps_its_results(tmp_path):
    folder = long_plan(tmp_path / "plan", 2000)
    with started(folder) as process:
        wait_for_results(folder, process, 1)
        workers = children_of(process.pid)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=120) == 130
    said = (folder / "out.txt").read_text()
    assert "Traceback" not in said
    assert "stopped; the same command goes on" in said
    assert 0 < count_of(folder) < 8000
    assert len(workers) >= 2
    deadline = time.monotonic() + 60
    while any(Path(f"/proc/{pid}").exists() for pid in workers):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def children_of(parent):
    return [int(pid) for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def test_two_searches_with_equal_numbers_are_both_reported_and_exported_once(run, tmp_path):
    (tmp_path / "twins.toml").write_text(PLAN + '[[search]]\nname = "other"\nrecipe = "uct"\n')
    assert json.loads(run("experiment", "run", "twins.toml", "--workers", 1, "--json").out)["made"] == RUNS
    (table,) = json.loads(run("experiment", "report", "twins.toml", "--json").out)
    assert [row[0] for row in table["rows"]] == ["uct", "other", "uct", "other"]
    assert table["rows"][0][1:] == table["rows"][1][1:]
    assert run("experiment", "report", "twins.toml", "--against", "uct").code == 0
    assert run("experiment", "export", "twins.toml", "--out", "twins.csv").code == 0
    assert len((tmp_path / "twins.csv").read_text().splitlines()) == RUNS + 1
