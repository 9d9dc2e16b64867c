"""How busy a plan of many short searches keeps the cores: 2,000 searches of 50 ms over two processes.

    python -m benchmarks.speed.overhead [--runs 2000] [--milliseconds 50] [--workers 2]

Finds the budget that takes so long on one core, runs the plan with a store on the disk, and prints which share of the
workers' time by the clock is spent in searches, once they have started. Needs a machine that does nothing else. Also
prints the share of searches in the processor time of all processes, start included, which a busy machine hardly
changes: that of a few searches made before, times their number.
"""

import argparse
import resource
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from playtree.experiments.executors import process_crews
from playtree.experiments.plan import plan_from_dict
from playtree.experiments.runner import Progress, run_all
from playtree.experiments.store import Store
from playtree.experiments.work import perform

SAMPLE = 30  # searches whose processor time is taken
FIRST = 200  # runs that are not counted: workers start and load the search


def processor_time() -> float:
    """Of this process and of those that it has waited for."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--milliseconds", type=float, default=50.0)
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    plan = plan_from_dict(
        {"boards": [f"random:1-{arguments.runs + FIRST}"], "recipes": ["klein-static"], "budget": {"ru": 100_000}}
    )
    runs = plan.runs()
    perform(runs[0])
    seconds = sorted(perform(run)["seconds"] for run in runs[:9])[4]
    units = round(100_000 * arguments.milliseconds / 1000 / seconds)
    runs = [replace(run, budget={"ru": units}) for run in runs]
    before = time.process_time()
    for run in runs[:SAMPLE]:
        perform(run)
    each = (time.process_time() - before) / SAMPLE
    begin, before = 0.0, processor_time()

    def told(progress: Progress) -> None:
        nonlocal begin
        begin = begin or (time.monotonic() if progress.done >= FIRST else 0.0)

    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "results.sqlite", make=True) as store:
        run_all(runs, store, process_crews(arguments.workers), on_progress=told)
        clock = time.monotonic() - begin
        found = [record["seconds"] for record in store.records()]
    searching = sum(found) / len(found) * (len(runs) - FIRST)
    mean = 1000 * sum(found) / len(found)
    print(f"{len(runs) - FIRST:,} searches of {units:,} ru, {mean:.1f} ms each, in {clock:.1f} s")
    used = processor_time() - before
    print(f"processor time in searches: {each * len(runs) / used:.1%} of {used:.1f} s")
    print(f"time in searches: {searching / (clock * arguments.workers):.1%} of {arguments.workers} workers")


if __name__ == "__main__":
    main()
