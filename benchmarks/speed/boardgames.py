"""The speed of compiled board games against the reference reasoner of Regular Boardgames.

    python -m benchmarks.speed.boardgames
    python -m benchmarks.speed.boardgames chess go --seconds 2 --json

Rates of the reference (boardgames.toml) are scaled by how fast this machine is just now: a fixed loop is timed before
each game. All by CPU time, best of several rounds. Compiling is timed in fresh folders, cold and from the cache. Exit
code 1 says that a bar is missed: every ratio at least 1, their geometric mean at least 1.3 (Go aside under Mod, where
the reference plays another game), Breakthrough compiled within 1 s and chess within 3 s, both loaded within 50 ms.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

from playtree.games.boardgames import rules_path
from playtree.rbg.compiled_game import compile_game
from playtree.rbg.speed import DESIGNS, measure

REFERENCE = tomllib.loads((Path(__file__).parent / "boardgames.toml").read_text(encoding="utf-8"))
BAR, MEAN_BAR = 1.0, 1.3
COLD_BARS, CACHED_BAR = {"breakthrough": 1.0, "chess": 3.0}, 0.05
COMPILE = """
import sys, time
from playtree.rbg.compiled_game import compile_game
text = open(sys.argv[1]).read()
compile_game("#players = a(1) #pieces = e #variables = #board = rectangle(u,d,l,r,[e]) #rules = ->a")
begin, clock = time.process_time(), time.perf_counter()
game = compile_game(text, sys.argv[1])
print(time.process_time() - begin, time.perf_counter() - clock)
"""


@njit
def walk(table: Any, steps: int, state: Any) -> Any:
    """A chain of shifts, xors and dependent loads that no compiler can shorten."""
    at = np.uint64(0)
    for _ in range(steps):
        state ^= state << np.uint64(13)
        state ^= state >> np.uint64(7)
        state ^= state << np.uint64(17)
        at = table[(at ^ state) & np.uint64(4095)]
    return at


def calibration(steps: int = 10_000_000) -> float:
    """How fast this machine is now, as a multiple of the one where the reference was timed."""
    table = np.random.default_rng(1).integers(0, 1 << 60, 4096, dtype=np.uint64)
    walk(table, 1000, np.uint64(1))
    rates = []
    for seed in range(1, 4):
        begin = time.thread_time()
        walk(table, steps, np.uint64(seed * 88172645463325252 % (1 << 64)))
        rates.append(steps / (time.thread_time() - begin))
    return max(rates) / float(REFERENCE["steps_per_second"])


@dataclass(frozen=True)
class Row:
    """Rates and ratios of a game, orthodox and Mod; CPU seconds of compiling cold and of loading."""

    game: str
    orthodox: float
    orthodox_ratio: float
    mod: float
    mod_ratio: float
    mean_length: float
    cold_seconds: float
    cached_seconds: float


def timed(name: str, seconds: float, rounds: int) -> Row:
    cold, cached = compile_seconds(name)
    path = rules_path(name)
    game = compile_game(path.read_text(encoding="utf-8"), path.name)
    rates, length = [], 0.0
    for design, reference in zip(DESIGNS, REFERENCE["games"][name], strict=True):
        machine = calibration()
        found = [measure(game, design, seconds, seed) for seed in range(rounds)]
        best = max(each.states_per_second for each in found)
        machine = max(machine, calibration())
        rates += [best, best / machine / reference]
        length = length or float(np.mean([each.mean_length for each in found]))
    return Row(name, *rates, length, cold, cached)


def compile_seconds(name: str) -> tuple[float, float]:
    """CPU seconds to compile a game in a fresh cache, and then to load it; without the start of Python."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PLAYTREE_CACHE": folder}
        command = [sys.executable, "-c", COMPILE, str(rules_path(name))]
        runs = [subprocess.run(command, env=environment, capture_output=True, text=True, check=True) for _ in range(2)]
    cold, cached = (float(run.stdout.split()[0]) for run in runs)
    return cold, cached


def missed(rows: list[Row]) -> list[str]:
    """The bars that are missed, in words."""
    found = []
    for kind in ("orthodox", "mod"):
        ratios = {row.game: getattr(row, f"{kind}_ratio") for row in rows if (row.game, kind) != ("go", "mod")}
        found += [f"{name}: {kind} ratio {ratio:.2f} below {BAR}" for name, ratio in ratios.items() if ratio < BAR]
        if ratios and mean(list(ratios.values())) < MEAN_BAR:
            found.append(f"mean of the {kind} ratios {mean(list(ratios.values())):.2f} below {MEAN_BAR}")
    for row in rows:
        bar = COLD_BARS.get(row.game, math.inf)
        if row.cold_seconds > bar:
            found.append(f"{row.game}: compiled in {row.cold_seconds:.2f} s, above {bar}")
        if row.cached_seconds > CACHED_BAR:
            found.append(f"{row.game}: loaded in {1000 * row.cached_seconds:.0f} ms, above {1000 * CACHED_BAR:.0f}")
    return found


def mean(ratios: list[float]) -> float:
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def row_text(row: Row) -> str:
    rates = f"{row.orthodox:>12,.0f}{row.orthodox_ratio:>7.2f}{row.mod:>13,.0f}{row.mod_ratio:>7.2f}"
    return f"{row.game:<16}{rates}{row.mean_length:>8.1f}{row.cold_seconds:>8.2f}{1000 * row.cached_seconds:>8.0f}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all fifteen unless given")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time of a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.games if name not in REFERENCE["games"]]
    if unknown:
        parser.error(f"no figures for '{unknown[0]}'; expected one of: {', '.join(REFERENCE['games'])}")
    rows = []
    head = (
        f"{'game':<16}{'orthodox/s':>12}{'ratio':>7}{'Mod/s':>13}{'ratio':>7}{'length':>8}{'cold s':>8}{'load ms':>8}"
    )
    if not arguments.json:
        print(head)
    for name in arguments.games or REFERENCE["games"]:
        row = timed(name, arguments.seconds, arguments.rounds)
        rows.append(row)
        if not arguments.json:
            print(row_text(row), flush=True)
    problems = missed(rows)
    means = {kind: mean([getattr(row, f"{kind}_ratio") for row in rows if (row.game, kind) != ("go", "mod")] or [1.0])
             for kind in ("orthodox", "mod")}  # fmt: skip
    if arguments.json:
        print(json.dumps({"rows": [asdict(row) for row in rows], "means": means, "missed": problems}))
    else:
        print(f"geometric means: orthodox {means['orthodox']:.2f}, Mod {means['mod']:.2f}")
        print("\n".join(problems) or "every bar is met")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
