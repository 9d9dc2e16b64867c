"""The database of results: what is refused, what is shared, what survives."""

import os
import sqlite3
import subprocess
import sys

import pytest

from playtree.errors import InputError
from playtree.experiments.plan import plan_from_dict
from playtree.experiments.store import FORMAT, Store

RUNS = plan_from_dict({"boards": ["random:1-6"], "recipes": ["uct"], "budget": {"nodes": 10}}).runs()
KEYS = [run.key for run in RUNS]


def record(run, score=1.0):
    return {"key": run.key, "score": score, "cleared": None, "proven": True, "moves": [1, 2], "depths": [1, 3]}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "results.sqlite"


def test_a_result_comes_back_as_it_was_written(path):
    with Store(path, make=True) as store:
        store.exchange([(RUNS[0], record(RUNS[0], 2.5))], [], 0)
    with Store(path) as store:
        [found] = store.records()
    assert (found["score"], found["cleared"], found["proven"], found["moves"]) == (2.5, None, True, [1, 2])
    assert (found["game"], found["seed"], found["budget"]) == ("random:1", 0, {"nodes": 10})
    assert found["search"] == RUNS[0].search


def test_the_first_result_of_a_run_stays(path):
    with Store(path, make=True) as store:
        store.exchange([(RUNS[0], record(RUNS[0], 1.0))], [], 0)
        store.exchange([(RUNS[0], record(RUNS[0], 2.0))], [], 0)
        assert [found["score"] for found in store.records()] == [1.0]


def test_claims_of_two_processes_never_overlap(path):
    with Store(path, make=True) as one, Store(path) as other:
        first, _ = one.exchange([], KEYS, 4)
        second, _ = other.exchange([], KEYS, 4)
        assert first == KEYS[:4]
        assert second == KEYS[4:]
        assert sorted(owner["claims"] for owner in one.owners()) == [2, 4]


def test_claims_are_given_back_on_closing_and_results_are_passed_by(path):
    with Store(path, make=True) as one:
        one.exchange([(RUNS[0], record(RUNS[0]))], KEYS[1:], 3)
    with Store(path) as other:
        assert other.exchange([], KEYS, 2) == (KEYS[1:3], KEYS[:1])


def test_claims_of_a_process_that_was_killed_count_for_nothing(path):
    Store(path, make=True).close()
    code = (
        "import os, signal, sys; from playtree.experiments.store import Store; store = Store(sys.argv[1]);"
        "store.exchange([], sys.argv[2:], 9); os.kill(os.getpid(), signal.SIGKILL)"
    )
    killed = subprocess.run([sys.executable, "-c", code, path, *KEYS], env=os.environ, check=False)
    assert killed.returncode == -9
    with Store(path) as store:
        assert store.exchange([], KEYS, 9)[0] == KEYS


def test_an_absent_database_is_not_made_by_readers(path):
    with pytest.raises(InputError, match="found no results"):
        Store(path)
    assert not path.exists()


def test_a_database_of_a_newer_version_is_left_as_it_is(path):
    Store(path, make=True).close()
    with sqlite3.connect(path) as data:
        data.execute(f"PRAGMA user_version = {FORMAT + 1}")
    data.close()
    before = path.read_bytes()
    with pytest.raises(InputError, match="from a newer Playtree; expected at most"):
        Store(path, make=True)
    assert path.read_bytes() == before


def test_what_is_no_database_of_ours_is_left_as_it_is(path):
    path.write_text("a diary\n" * 200)
    with pytest.raises(InputError, match="expected a database of Playtree's results"):
        Store(path, make=True)
    assert path.read_text().startswith("a diary")
    path.unlink()
    with sqlite3.connect(path) as data:
        data.execute("CREATE TABLE diary (day TEXT)")
    data.close()
    with pytest.raises(InputError, match="another program's database"):
        Store(path, make=True)


def test_a_database_whose_maker_died_is_made_anew(path):
    path.touch()
    with Store(path, make=True) as store:
        assert store.finished() == set()


def test_a_checkpoint_is_kept_under_its_name(path):
    with Store(path, make=True) as store:
        assert store.checkpoint("tuning") is None
        store.keep("tuning", {"iteration": 1})
        store.keep("tuning", {"iteration": 2})
    with Store(path) as store:
        assert store.checkpoint("tuning") == {"iteration": 2}
