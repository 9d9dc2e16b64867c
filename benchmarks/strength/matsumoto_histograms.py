"""Figure 1 of [matsumoto2010]: histograms of the scores of many runs on a standard board, by strategy and nodes.

    python -m benchmarks.strength.matsumoto_histograms --nodes 1 10 100 --runs 1000 --out matsumoto.jsonl
    python -m benchmarks.strength.matsumoto_histograms --form printed --nodes 1000 --runs 300 --out printed.jsonl
    python -m benchmarks.strength.matsumoto_histograms --report --out matsumoto.jsonl

Appends one JSON line per strategy and number of nodes; what the file already holds is not searched again. The form is
that of the recipes: as the paper has it in words and formulas, or as its histograms fit. Needs PLAYTREE_DATA. Peaks are
counted in bins of 100 points; two are parted by a valley that is lower than both by more than three standard errors.
The mode is that in bins of 400 points named by their upper ends.
"""

import argparse
import json
import math
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
SOLUTIONS, BIN, WIDE_BIN, BAR = tuple(STRATEGIES), 100, 400, 50
ERRORS = 3.0  # standard errors by which a valley is lower than the peaks that it parts
FORMS = {"printed": "", "program": "-program"}  # how the names of recipes end
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
    """The bins at which the hills of a histogram peak."""
    starts, heights = list(counts), list(counts.values())
    peaks = [0]
    for place in range(1, len(heights)):
        if parts(heights[peaks[-1] : place + 1]):
            peaks.append(place)
        elif heights[place] > heights[peaks[-1]]:
            peaks[-1] = place
    return [starts[place] for place in peaks]


def parts(heights: list[int]) -> bool:
    """Whether the lowest of the bins from one peak to another is a valley, by more than chance."""
    lower, valley = min(heights[0], heights[-1]), min(heights)
    return lower - valley > ERRORS * math.sqrt(lower + valley)


def mode_of(scores: list[float]) -> int:
    """The upper end of the wide bin with most scores."""
    counts = Counter(math.ceil(score / WIDE_BIN) * WIDE_BIN for score in scores)
    return max(counts, key=lambda end: counts[end])


def shown(record: dict[str, Any]) -> str:
    """A histogram in text, with its mode, its peaks and what the paper says."""
    counts = histogram(record["scores"])
    peaks = peaks_of(counts)
    claims = [
        ", ".join(f"{name} {claim[name]}" for name in ("mode", "peaks", "higher") if name in claim)
        for claim in PAPER["claim"]
        if claim["nodes"] == record["nodes"] and int(record["solution"]) in claim["solutions"]
    ]
    mean = statistics.fmean(record["scores"])
    head = f"{record['form']}, board {record['board']}, solution {record['solution']}, {record['nodes']:,} nodes"
    head += f", {len(record['scores'])} runs: mean {mean:,.0f}"
    found = f"mode {mode_of(record['scores'])}, {len(peaks)} peak{'' if len(peaks) == 1 else 's'} at {peaks}"
    lines = [f"{head}, {found}" + (f"; paper: {'; '.join(claims)}" if claims else "")]
    highest = max(counts.values())
    lines += [f"{start:7,} {'#' * round(BAR * count / highest)} {count}" for start, count in counts.items()]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, nargs="*", default=[1, 10, 100, 1_000])
    parser.add_argument("--runs", type=int, default=PAPER["runs"])
    parser.add_argument("--board", type=int, default=2, help="of the standard set")
    parser.add_argument("--form", choices=FORMS, default="program")
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
