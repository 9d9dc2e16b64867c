"""A plan on a Dask cluster of real processes on this machine, one of which is killed."""

import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("distributed")

from playtree.experiments.executors import crew_at
from playtree.experiments.plan import plan_from_dict
from playtree.experiments.runner import run_all
from playtree.experiments.store import Store
from playtree.experiments.work import perform

PLAN = {"boards": ["random:1-8"], "size": "4x4", "colours": 2, "runs": 3, "recipes": ["uct"], "budget": {"nodes": 50}}


@contextmanager
def started(folder, name, *command):
    """A process of Dask, and the file of what it says."""
    says = folder / f"{name}.txt"
    with says.open("w") as out:
        program = [sys.executable, "-m", "distributed.cli." + command[0], *command[1:]]
        process = subprocess.Popen(program, cwd=folder, stdout=out, stderr=out)
        try:
            yield process, says
        finally:
            process.kill()
            process.wait()


def worker(folder, name, address):
    options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(folder))
    return started(folder, name, "dask_worker", address, *options)


def wait_for(says: Path, pattern: str) -> str:
    deadline = time.monotonic() + 120
    while not (found := re.search(pattern, says.read_text())):
        assert time.monotonic() < deadline, says.read_text()
        time.sleep(0.05)
    return found[0]


@pytest.mark.filterwarnings("default")
def test_a_plan_survives_the_death_of_a_worker_of_its_cluster(tmp_path):
    runs = plan_from_dict(PLAN).runs()
    expected = {run.key: perform(run)["score"] for run in runs}  # also compiles, before the workers have to
    options = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    with started(tmp_path, "scheduler", "dask_scheduler", *options) as (_, says):
        address = wait_for(says, r"tcp://127\.0\.0\.1:\d+")
        with worker(tmp_path, "one", address) as (one, _), worker(tmp_path, "two", address) as (_, two):
            wait_for(two, "Registered to")

            def kill_one(progress):
                if progress.done and one.poll() is None:
                    one.send_signal(signal.SIGKILL)

            with Store(tmp_path / "r.sqlite", make=True) as store:
                assert run_all(runs, store, partial(crew_at, address), on_progress=kill_one) == len(runs)
                found = {record["key"]: record["score"] for record in store.records()}
            assert one.wait(timeout=30) == -signal.SIGKILL
    assert found == expected
