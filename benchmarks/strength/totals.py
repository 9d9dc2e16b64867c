"""Scores of any recipe on a set of boards, board by board: python -m benchmarks.strength.totals --recipe portfolio

Each board is a line of the output file, with its moves, and a run that was stopped goes on where it was. At the end
come the mean, its standard error and the total. Boards of `standard` are for measuring, never for tuning.
"""

import argparse
import json
import math
import statistics
from pathlib import Path
from typing import Any

from playtree.games.samegame.game import SameGame
from playtree.games.samegame.sets import load_board
from playtree.search.solo.recipes.files import recipe_of
from playtree.search.solve import solve


def arguments_of(given: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", default="schadd", help="a named set of boards")
    parser.add_argument("--boards", default="1-20", help="first and last board")
    parser.add_argument("--recipe", default="portfolio", help="a name or a .toml file")
    parser.add_argument("--policy", help="simulation policy or guide")
    parser.add_argument("--seconds", type=float, help="a board, by the clock")
    parser.add_argument("--iterations", type=float, help="a board, counted: does not depend on how busy the machine is")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args(given)


def experiment_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """What makes a result comparable: all that was asked for but the board."""
    names = ("set", "recipe", "policy", "seconds", "iterations", "threads", "seed")
    return {name: getattr(arguments, name) for name in names}


def known_rows(path: Path, experiment: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """The rows of this experiment that are there already, by board."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    rows = [json.loads(line) for line in lines if line.endswith("}")]
    return {row["board"]: row for row in rows if all(row.get(name) == value for name, value in experiment.items())}


def main() -> None:
    arguments = arguments_of()
    experiment = experiment_of(arguments)
    first, last = (int(part) for part in arguments.boards.split("-"))
    rows = known_rows(arguments.out, experiment)
    method = recipe_of(arguments.recipe).variant
    method = method.with_policy(arguments.policy) if arguments.policy else method
    budget: dict[str, Any] = {"seconds": arguments.seconds}
    if arguments.iterations:
        budget["iterations"] = int(arguments.iterations)
    for board in range(first, last + 1):
        if board in rows:
            continue
        game = SameGame(load_board(arguments.set, board))
        found = solve(game, method, **budget, seed=arguments.seed, threads=arguments.threads)
        row = {
            **experiment, "board": board, "score": found.score, "cleared": found.cleared, "took": found.seconds,
            "playouts": found.statistics.playouts, "story": list(found.story), "moves": list(found.moves),
        }  # fmt: skip
        with arguments.out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        rows[board] = row
        print(f"{arguments.set} {board}: {found.score:g} after {found.seconds:.1f} s", flush=True)
    scores = [rows[board]["score"] for board in range(first, last + 1)]
    error = statistics.stdev(scores) / math.sqrt(len(scores)) if len(scores) > 1 else math.nan
    print(f"{len(scores)} boards: mean {statistics.mean(scores):,.1f} (se {error:.1f}), total {sum(scores):,.0f}")


if __name__ == "__main__":
    main()
