"""How fast and how large a beam is, and what a second thread brings to a shared tree.

    python -m benchmarks.speed.wide
    python -m benchmarks.speed.wide --width 100000 --levels 12

A beam of this width on a random 15 x 15 board, stopped after so many full levels: states expanded per second of
processor time, and the memory that the process took for it, per state of the width. Then the time by the clock of as
many iterations of a swarm in one and in two threads, which needs two idle cores. Trees that several threads grow differ
from run to run, and a deeper one takes longer, so the ratio is the geometric mean over several boards.
"""

import argparse
import json
import resource
import statistics
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
ITERATIONS = 300_000


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


def seconds_of(method: Method, threads: int, seed: int) -> float:
    """Time by the clock that a search takes."""
    begin = time.perf_counter()
    method.run(SameGame(random_board(seed)), Budget(iterations=ITERATIONS), threads=threads)
    return time.perf_counter() - begin


def gain_of_a_thread(method: Method, seed: int, rounds: int) -> float:
    """How many times as fast two threads are on a board, by the best of several rounds that take turns."""
    both = [[seconds_of(method, threads, seed) for threads in (1, 2)] for _ in range(rounds)]
    return min(one for one, _ in both) / min(two for _, two in both)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--width", type=int, default=100_000)
    parser.add_argument("--levels", type=int, default=12, help="full levels to expand")
    parser.add_argument("--boards", type=int, default=5, help="of the swarm; 0 leaves it out")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = [
        beam_figures("score", Beam(Score(), width=given.width, memory_mb=1500), given.levels, given.seed),
        beam_figures(TABU, Beam(BestOfSimulations(1), width=given.width // 20, policy=TABU), 4, given.seed),
    ]
    swarm = Swarm(policy=TABU)
    swarm.run(SameGame(random_board(1)), Budget(iterations=100), threads=2)  # compiles
    gains = [gain_of_a_thread(swarm, given.seed + board, given.rounds) for board in range(given.boards)]
    mean = statistics.geometric_mean(gains) if gains else None
    if given.json:
        print(json.dumps({"beams": rows, "two_threads_against_one": mean, "by_board": gains}))
    else:
        for row in rows:
            print(", ".join(f"{key} {value:,.0f}" if key != "name" else value for key, value in row.items()))
        if mean is not None:
            print(f"swarm, two threads / one: {mean:.2f} (bar 1.6); by board {', '.join(f'{it:.2f}' for it in gains)}")
    is_small = rows[0]["width"] < given.width or resident_megabytes() > MOST_MEGABYTES
    return 1 if is_small or (mean is not None and mean < 1.6) else 0


if __name__ == "__main__":
    sys.exit(main())
