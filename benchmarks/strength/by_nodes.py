"""Published means at equal nodes: figure 2 of [schadd2012], tables 2 and 3 of [tak2010], on the boards of `schadd`.

    python -m benchmarks.strength.by_nodes --places "schadd figure 2" --boards 1-25 --out by_nodes.jsonl
    python -m benchmarks.strength.by_nodes --places tak --seconds 5 --boards 1-10 --out by_nodes.jsonl
    python -m benchmarks.strength.by_nodes --report --out by_nodes.jsonl

The tables of [tak2010] are in seconds of old hardware, but give the nodes of the same runs (by_nodes.toml). Appends one
JSON line per board as it goes; what the file already holds is not searched again. Needs PLAYTREE_DATA.
"""

import argparse
import json
import math
import statistics
import sys
import threading
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.strength.schadd_tables import board_numbers, drop_cut_line
from playtree.compiled.sources import program_digest
from playtree.errors import PlaytreeError
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.rules import rules_from_text
from playtree.games.samegame.sets import load_board
from playtree.search.solo.allocation.restarts import Restarts
from playtree.search.solo.recipes.catalogue import recipe_named
from playtree.search.solo.variant import Variant
from playtree.search.solve import solve

PAPER = tomllib.loads(Path(__file__).with_name("by_nodes.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Cell:
    """A published mean, where there is one. seconds: the time limit it is published for. searches: 0 where the recipe
    says how many.
    """

    place: str
    recipe: str
    nodes: int
    searches: int = 0
    seconds: int | None = None
    mean: float | None = None
    deviation: float | None = None

    @property
    def key(self) -> tuple[str, int, int]:
        return self.recipe, self.nodes, self.searches


def cells() -> Iterator[Cell]:
    """All that is published."""
    for row in PAPER["row"]:
        for count in row.get("searches", ()):
            mean = row["means"].get(str(count))
            yield Cell(row["place"], row["recipe"], row["nodes"], count, mean=mean)
        for seconds, (nodes, mean, deviation) in row.get("by_seconds", {}).items():
            yield Cell(row["place"], row["recipe"], nodes, 0, int(seconds), mean, deviation)


def searched(cell: Cell, board: int, seed: int) -> dict[str, Any]:
    """Search one board with so many nodes."""
    variant = recipe_named(cell.recipe).variant
    assert isinstance(variant, Variant)
    if cell.searches:
        variant = replace(variant, allocation=Restarts(searches=cell.searches))
    rules = "schadd-program" if cell.recipe.endswith("-program") else "samegame"
    game = SameGame(load_board("schadd", board), rules_from_text(rules))
    solution = solve(game, variant, nodes=cell.nodes, seed=seed)
    found = solution.statistics
    return {
        **asdict(cell),
        "board": board,
        "seed": seed,
        "score": solution.score,
        "depth": round(found.depth, 3),
        "deepest": found.deepest,
        "iterations": found.iterations,
        "time": round(solution.seconds, 2),
        "source": program_digest(),
    }


def report(cell: Cell, records: list[dict[str, Any]]) -> str:
    """A row of a Markdown table: what it is, nodes, boards, our mean with its standard error, the published one."""
    scores = [record["score"] for record in records]
    error = statistics.stdev(scores) / math.sqrt(len(scores)) if len(scores) > 1 else math.nan
    depth = statistics.fmean(record["depth"] for record in records)
    of = f"{cell.searches} searches" if cell.searches else f"{cell.seconds} s"
    published = "" if cell.mean is None else f"{cell.mean:,.0f}"
    if cell.deviation is not None:
        published += f" (sd {cell.deviation:g})"
    ours = f"{statistics.fmean(scores):,.0f} ± {error:.0f}"
    return (
        f"| {cell.place} | {cell.recipe}, {of} | {cell.nodes:,} | {len(scores)} | {ours} | {published} | {depth:.1f} |"
    )


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--places", default="", help="only rows whose place begins with this text, such as tak")
    parser.add_argument("--recipes", nargs="*", help="only these recipes")
    parser.add_argument("--seconds", type=int, nargs="*", help="only these time limits of tak's tables")
    parser.add_argument("--searches", type=int, nargs="*", help="only these numbers of searches of figure 2")
    parser.add_argument("--boards", type=board_numbers, default="1-250", help="such as 1-25")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2, help="boards searched at the same time")
    parser.add_argument("--out", type=Path, required=True, help="results file, appended to")
    parser.add_argument("--report", action="store_true", help="only print what the results file holds")
    return parser.parse_args()


def run(arguments: argparse.Namespace) -> None:
    drop_cut_line(arguments.out)
    lines = arguments.out.read_text(encoding="utf-8").splitlines() if arguments.out.exists() else []
    known: dict[tuple[str, int, int], dict[int, dict[str, Any]]] = {}
    for record in map(json.loads, lines):
        known.setdefault((record["recipe"], record["nodes"], record["searches"]), {})[record["board"]] = record
    lock = threading.Lock()

    def search(cell: Cell, board: int) -> None:
        record = searched(cell, board, arguments.seed)
        with lock, arguments.out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")
            known.setdefault(cell.key, {})[board] = record

    for cell in cells():
        is_wanted = cell.place.startswith(arguments.places) and cell.recipe in (arguments.recipes or [cell.recipe])
        is_wanted &= cell.seconds in (arguments.seconds or [cell.seconds])
        is_wanted &= cell.searches in (arguments.searches or [cell.searches])
        if is_wanted and not arguments.report:
            missing = [board for board in arguments.boards if board not in known.get(cell.key, {})]
            with ThreadPoolExecutor(arguments.workers) as pool:
                list(pool.map(search, [cell] * len(missing), missing))
        if is_wanted and cell.key in known:
            print(report(cell, list(known[cell.key].values())), flush=True)


def main() -> int:
    try:
        run(parsed())
    except PlaytreeError as error:
        print(f"by_nodes: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
