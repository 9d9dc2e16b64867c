"""How fast and how large a beam is, and what a second thread brings to a shared tree.

    python -m benchmarks.speed.wide
    python -m benchmarks.speed.wide --width 100000 --levels 12

A beam of this width on a random 15 x 15 board, stopped after so many full levels: states expanded per second of
processor time, and the memory that the process took for it, per state of the width. Then iterations of a swarm in one
and in two threads: by the clock, which needs two idle cores, and per second of processor time, which says what the
threads cost each other while both run.
"""

import argparse
import json
import resource
import sys
import time
from typing import Any

import numpy as np

from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.search.budget import Budget
from playtree.search.solo.beam.evaluation.plain import Score
from playtree.search.solo.beam.evaluation.simulated import BestOfSimulations
from playtree.search.solo.beam.method import Beam
from playtree.search.solo.method import Method, Task
from playtree.search.solo.swarm.method import Swarm

TABU = "tabu-color-random"
MOST_MEGABYTES = 2000
ITERATIONS = 200_000


def resident_megabytes() -> float:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def beam_figures(name: str, method: Beam, levels: int, seed: int) -> dict[str, Any]:
    """States expanded per second of processor time, and memory per state."""
    game = SameGame(random_board(seed))
    method.start(Task(game, Budget(iterations=50), np.random.SeedSequence(0))).run()  # compiles
    before, begin = resident_megabytes(), time.process_time()
    search = method.start(Task(game, Budget(iterations=levels * method.width), np.random.SeedSequence(0), threads=2))
    search.run()
    seconds, done = time.process_time() - begin, search.statistics
    return {
        "name": name,
        "width": max(done.nodes_at),
        "expanded": done.iterations,
        "expanded_per_second": done.iterations / seconds,
        "megabytes": resident_megabytes() - before,
        "bytes_per_state": (resident_megabytes() - before) * 2**20 / max(done.nodes_at),
    }


def iterations_per_processor_second(method: Method, threads: int, seed: int) -> float:
    """Iterations of a search for each second of processor time of all its threads."""
    task = Task(SameGame(random_board(seed)), Budget(iterations=ITERATIONS), np.random.SeedSequence(0), threads=threads)
    search = method.start(task)
    begin = time.process_time()
    search.run()
    return search.statistics.iterations / (time.process_time() - begin)


def iterations_by_the_clock(method: Method, threads: int, seconds: float, seed: int) -> int:
    """Iterations of a search in so much time."""
    return method.run(SameGame(random_board(seed)), Budget(seconds=seconds), threads=threads).statistics.iterations


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--width", type=int, default=100_000)
    parser.add_argument("--levels", type=int, default=12, help="full levels to expand")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each run of the swarm; 0 leaves it out")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = [
        beam_figures("score", Beam(Score(), width=given.width, memory_mb=1500), given.levels, given.seed),
        beam_figures(TABU, Beam(BestOfSimulations(1), width=given.width // 20, policy=TABU), 4, given.seed),
    ]
    swarm = Swarm(policy=TABU)
    iterations_by_the_clock(swarm, 1, 0.1, given.seed)  # compiles
    speeds = [
        max(iterations_per_processor_second(swarm, threads, given.seed) for _ in range(given.rounds))
        for threads in (1, 2)
    ]
    ratio = None
    if given.seconds > 0:
        counts = [
            [iterations_by_the_clock(swarm, threads, given.seconds, given.seed) for threads in (1, 2)]
            for _ in range(given.rounds)
        ]
        ratio = max(two for _, two in counts) / max(one for one, _ in counts)
    if given.json:
        print(json.dumps({"beams": rows, "two_threads_against_one": ratio, "iterations_per_second": speeds}))
    else:
        for row in rows:
            print(", ".join(f"{key} {value:,.0f}" if key != "name" else value for key, value in row.items()))
        one, two = speeds
        print(f"swarm: {one:,.0f} iterations per second of processor time in one thread, {two:,.0f} in two")
        if ratio is not None:
            print(f"swarm, two threads / one, iterations by the clock: {ratio:.2f} (bar 1.6)")
    is_small = rows[0]["width"] < given.width or resident_megabytes() > MOST_MEGABYTES
    return 1 if is_small or (ratio is not None and ratio < 1.6) else 0


if __name__ == "__main__":
    sys.exit(main())
