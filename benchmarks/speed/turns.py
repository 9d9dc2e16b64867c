"""Searches of an agent by two checkouts of the project in turns: what a change brings.

    git worktree add ../before HEAD~1
    python -m benchmarks.speed.turns ../before --game knightthrough
    python -m benchmarks.speed.turns ../before --game connectFour --design orthodox --processes 12

How memory and machine code happen to lie makes one process up to a tenth slower than the next, for as long as it lives.
So each checkout is timed in several processes, a pair of them at a time, whose searches take turns; of each process the
median counts, by processor time. A difference is that of the medians of a pair, with the standard error over pairs.
Equal seeds grow equal trees, unless a change means to: the last column tells.
"""

import argparse
import math
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from playtree.games.rbg import Rbg
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.recipes import design_of
from playtree.search.versus.search import Search

HERE = Path(__file__).resolve().parents[2]
MEMORY = 1 << 28
READY = "ready"


def serve(name: str, design: str, simulations: int) -> None:
    """Search once for each seed that comes, and write nanoseconds a simulation and the nodes of the tree."""
    game, chosen = Rbg(name), design_of(design)
    Search(game, chosen, 1, MEMORY).run(MoveBudget(simulations=simulations))  # compiles, and leaves memory to the next
    print(READY, flush=True)
    for line in sys.stdin:
        search = Search(game, chosen, int(line), MEMORY)
        begin = time.thread_time()
        search.run(MoveBudget(simulations=simulations))
        print((time.thread_time() - begin) / simulations * 1e9, search.nodes, flush=True)


class Contender:
    """A process of one checkout."""

    def __init__(self, checkout: Path, arguments: argparse.Namespace) -> None:
        served = ["--serve", "--game", arguments.game, "--design", arguments.design]
        self._process = subprocess.Popen(
            [sys.executable, __file__, str(checkout), *served, "--simulations", str(arguments.simulations)],
            env=os.environ | {"PYTHONPATH": str(checkout / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.times, self.nodes = list[float](), list[int]()

    def _read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def is_ready(self) -> bool:
        return self._read() == READY

    def search(self, seed: int) -> None:
        assert self._process.stdin is not None
        print(seed, file=self._process.stdin, flush=True)
        nanoseconds, nodes = self._read().split()
        self.times.append(float(nanoseconds))
        self.nodes.append(int(nodes))

    def end(self) -> None:
        self._process.communicate()


def timed_pair(checkouts: tuple[Path, Path], arguments: argparse.Namespace) -> list[Contender]:
    """Both checkouts in a process each, whose searches took turns."""
    pair = [Contender(checkout, arguments) for checkout in checkouts]
    if not all(contender.is_ready() for contender in pair):
        sys.exit("a process ended before its first search")
    for number in range(arguments.rounds):
        for contender in pair if number % 2 == 0 else reversed(pair):
            contender.search(number + 1)
    for contender in pair:
        contender.end()
    return pair


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, help="the folder of the other checkout")
    parser.add_argument("--game", default="knightthrough")
    parser.add_argument("--design", default="semisplit-nodal")
    parser.add_argument("--simulations", type=int, default=300_000)
    parser.add_argument("--processes", type=int, default=8, help="pairs of them")
    parser.add_argument("--rounds", type=int, default=5, help="searches of each process")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve(arguments.game, arguments.design, arguments.simulations)
        return
    if not (arguments.before / "src" / "playtree").is_dir():
        parser.error(f"{arguments.before}: found no src/playtree; expected a checkout of this project")
    pairs = [timed_pair((arguments.before.resolve(), HERE), arguments) for _ in range(arguments.processes)]
    before, now = ([statistics.median(each.times) for each in side] for side in zip(*pairs, strict=True))
    gains = [100 * (later / earlier - 1) for earlier, later in zip(before, now, strict=True)]
    error = statistics.stdev(gains) / math.sqrt(len(gains)) if len(gains) > 1 else math.nan
    same = "same trees" if all(earlier.nodes == later.nodes for earlier, later in pairs) else "other trees"
    times = f"{statistics.median(before):,.0f} ns a simulation before, {statistics.median(now):,.0f} now"
    gain = f"{statistics.mean(gains):+.1f} % (standard error {error:.1f})"
    print(f"{arguments.game}, {arguments.design}: {times}, {gain}, {same}")


if __name__ == "__main__":
    main()
