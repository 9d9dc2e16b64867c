"""Figure 1 of [matsumoto2010]: histograms of the scores of many runs on a standard board, by strategy and nodes.

    python -m benchmarks.strength.matsumoto_histograms --nodes 1 10 100 --runs 1000 --out matsumoto.jsonl
    python -m benchmarks.strength.matsumoto_histograms --form schadd --nodes 1000 --runs 300 --out schadd.jsonl
    python -m benchmarks.strength.matsumoto_histograms --report --out matsumoto.jsonl

Appends one JSON line per strategy and number of nodes; what the file already holds is not searched again. The form is
that of the formula: as printed, or Schadd's with D inside the root. Needs PLAYTREE_DATA. A peak is a maximum of the
smoothed histogram above a fortieth of the highest one, parted from its neighbour by a valley of less than half its
height.
"""

import argparse
import json
import statistics
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from playtree.compiled.sources import program_digest
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.rules import rules_from_text
from playtree.games.samegame.sets import load_board
from playtree.search.budget import Budget
from playtree.search.result import verified_line
from playtree.search.solo.method import Task
from playtree.search.solo.recipes.catalogue import recipe_named
from playtree.search.solo.recipes.matsumoto import STRATEGIES

PAPER = tomllib.loads(Path(__file__).with_name("matsumoto2010.toml").read_text(encoding="utf-8"))
SOLUTIONS, BIN, BAR = tuple(STRATEGIES), 100, 50
FORMS = {"printed": "", "schadd": "-schadd"}  # how the names of recipes end
KEY = ("form", "board", "nodes", "solution")


def scores_of(recipe: str, board: int, nodes: int, runs: int, workers: int = 2) -> list[float]:
    """The score of each run; the best line is replayed by the rules."""
    game = SameGame(load_board("standard", board), rules_from_text("bubble-breaker"))
    method = recipe_named(recipe).variant

    def search(seed: int) -> tuple[float, list[int]]:
        running = method.start(Task(game, Budget(iterations=nodes), np.random.SeedSequence(seed)))
        running.run()
        return running.score, running.line

    with ThreadPoolExecutor(workers) as pool:
        found = list(pool.map(search, range(runs)))
    verified_line(game, max(found)[1], max(found)[0])
    return [score for score, _ in found]


def histogram(scores: list[float]) -> dict[int, int]:
    """How many scores there are from each multiple of the bin's width on."""
    counts = Counter(int(score // BIN) * BIN for score in scores)
    return {start: counts[start] for start in range(min(counts), max(counts) + BIN, BIN)}


def peaks_of(counts: dict[int, int]) -> list[int]:
    """The bins at which the smoothed histogram peaks."""
    heights = list(counts.values())
    padded = [0, *heights, 0]
    smooth = [sum(padded[place : place + 3]) / 3 for place in range(len(heights))]
    floor = max(smooth) / 40
    peaks: list[int] = []
    for place, height in enumerate(smooth):
        if height < floor:
            continue
        if peaks:
            valley = min(smooth[peaks[-1] : place + 1])
            if valley >= min(height, smooth[peaks[-1]]) / 2:  # still the same hill
                if height > smooth[peaks[-1]]:
                    peaks[-1] = place
                continue
        peaks.append(place)
    starts = list(counts)
    return [starts[place] for place in peaks]


def shown(record: dict[str, Any]) -> str:
    """A histogram in text, with its mode, its peaks and what the paper says."""
    counts = histogram(record["scores"])
    mode, peaks = max(counts, key=lambda start: counts[start]), peaks_of(counts)
    claims = [
        ", ".join(f"{name} {claim[name]}" for name in ("mode", "peaks", "higher") if name in claim)
        for claim in PAPER["claim"]
        if claim["nodes"] == record["nodes"] and int(record["solution"][0]) in claim["solutions"]
    ]
    mean = statistics.fmean(record["scores"])
    head = f"{record['form']}, board {record['board']}, solution {record['solution']}, {record['nodes']:,} nodes"
    head += f", {len(record['scores'])} runs: mean {mean:,.0f}"
    found = f"mode {mode} to {mode + BIN}, {len(peaks)} peak{'' if len(peaks) == 1 else 's'} at {peaks}"
    lines = [f"{head}, {found}" + (f"; paper: {'; '.join(claims)}" if claims else "")]
    highest = max(counts.values())
    lines += [f"{start:7,} {'#' * round(BAR * count / highest)} {count}" for start, count in counts.items()]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, nargs="*", default=[1, 10, 100, 1_000])
    parser.add_argument("--runs", type=int, default=PAPER["runs"])
    parser.add_argument("--board", type=int, default=6, help="of the standard set")
    parser.add_argument("--form", choices=FORMS, default="printed")
    parser.add_argument("--solutions", nargs="*", choices=SOLUTIONS, default=SOLUTIONS, metavar="N")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--report", action="store_true", help="only print what the file holds")
    arguments = parser.parse_args()
    lines = arguments.out.read_text(encoding="utf-8").splitlines() if arguments.out.exists() else []
    records = {tuple(record[name] for name in KEY): record for record in map(json.loads, lines)}
    for nodes in () if arguments.report else arguments.nodes:
        for solution in arguments.solutions:
            key = (arguments.form, arguments.board, nodes, solution)
            if key not in records:
                record = dict(zip(KEY, key, strict=True)) | {"source": program_digest()}
                recipe = f"matsumoto-{solution}{FORMS[arguments.form]}"
                record["scores"] = scores_of(recipe, arguments.board, nodes, arguments.runs, arguments.workers)
                with arguments.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(record) + "\n")
                records[key] = record
                print(shown(record).partition("\n")[0], flush=True)
    for record in records.values() if arguments.report else ():
        print(shown(record), end="\n\n")


if __name__ == "__main__":
    main()
