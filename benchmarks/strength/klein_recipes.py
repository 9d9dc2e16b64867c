"""The tables of Klein's thesis: each of his variants on a set of boards, beside his own (playtree reproduce).

    python -m benchmarks.strength.klein_recipes --out klein.jsonl
    python -m benchmarks.strength.klein_recipes --set schadd --runs 1 --recipes klein-base --out klein.jsonl
    python -m benchmarks.strength.klein_recipes --report --out klein.jsonl

Appends one JSON line per run to the file as it goes; what the file already holds is not searched again. Needs
PLAYTREE_DATA.
"""

import argparse
import json
import statistics
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

from playtree.compiled.sources import program_digest
from playtree.experiments.papers.catalogue import published_tables
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.sets import board_set, load_board
from playtree.search.budget import Budget
from playtree.search.solo.recipes.catalogue import recipe_named
from playtree.search.solo.run import run_searches

RU = 640_000


def paper_figures() -> dict[str, dict[str, Any]]:
    """His figures on the Schadd test set by recipe; klein-local-ahead, his formula of 6.1 by the letter, has none."""
    found: dict[str, dict[str, Any]] = {}
    for table in published_tables().values():
        for row in table.rows if table.settings.get("boards") == "schadd-klein" else ():
            if "recipe" in row and not {"set", "boards", "budget"} & set(row):
                found.setdefault(row["recipe"], {}).update(row["published"])
    return {**found, "klein-local-ahead": {}}


PAPER = paper_figures()
RECIPES = list(PAPER)
Run = tuple[str, str, int, int]  # set, recipe, board, seed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", default="schadd-klein")
    parser.add_argument("--recipes", nargs="*", default=RECIPES)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--ru", type=float, default=float(RU))
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--report", action="store_true")
    arguments = parser.parse_args()
    records = list(read_records(arguments.out))
    done = {(record["set"], record["recipe"], record["board"], record["seed"]) for record in records}
    for recipe in () if arguments.report else arguments.recipes:
        wanted = [
            (arguments.set, recipe, board, seed)
            for seed in range(arguments.runs)
            for board in range(1, board_set(arguments.set).size + 1)
        ]
        records += search_all([run for run in wanted if run not in done], arguments)
        print(row(arguments.set, recipe, records), flush=True)
    for name in sorted({record["set"] for record in records}) if arguments.report else ():
        for recipe in RECIPES:
            print(row(name, recipe, records))


def read_records(path: Path) -> Iterable[dict[str, Any]]:
    if path.exists():
        yield from (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())


def search_all(runs: list[Run], arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Make the searches, two at a time, and append a line for each."""
    lock = threading.Lock()

    def search(run: Run) -> dict[str, Any]:
        name, recipe, board, seed = run
        game, variant = SameGame(load_board(name, board)), recipe_named(recipe).variant
        solution = run_searches(game, variant, Budget(ru=arguments.ru), seed=seed)
        found = solution.statistics
        record = {"set": name, "recipe": recipe, "board": board, "seed": seed, "ru": arguments.ru}
        record |= {"score": solution.score, "depth": found.depth, "seconds": solution.seconds, **asdict(found)}
        record |= {"source": program_digest()}
        with lock, arguments.out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")
        return record

    with ThreadPoolExecutor(arguments.workers) as pool:
        return list(pool.map(search, runs))


def row(name: str, recipe: str, records: list[dict[str, Any]]) -> str:
    """A line of the table: ours, then the thesis."""
    mine = [record for record in records if record["set"] == name and record["recipe"] == recipe]
    if not mine:
        return f"{name} {recipe}: nothing yet"
    scores = [record["score"] for record in mine]
    error = statistics.stdev(scores) / len(scores) ** 0.5 if len(scores) > 1 else 0.0
    paper = PAPER.get(recipe, {})

    def mean(field: str) -> float:
        return statistics.fmean(record[field] for record in mine)

    cells = [
        recipe,
        len(mine),
        f"{mean('score'):.0f} ± {error:.0f}",
        paper.get("mean", ""),
        f"{mean('depth'):.1f}",
        paper.get("depth", ""),
        f"{mean('nodes'):.0f}",
        f"{mean('terminals'):.0f}",
        paper.get("terminals", ""),
        f"{mean('duplicates'):.0f}",
        paper.get("duplicates", ""),
        f"{mean('seconds'):.2f}",
    ]
    return "| " + " | ".join(map(str, cells)) + " |"


if __name__ == "__main__":
    main()
