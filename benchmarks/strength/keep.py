"""The best game of each board as a solution file: python -m benchmarks.strength.keep portfolio.jsonl

Reads results of `benchmarks.strength.totals` and writes docs/solutions/SET-NN.json for each board with a better game
than the one kept there. A file names its board, which is not part of the project. What is kept was replayed by the rule
book; `playtree verify docs/solutions/*.json` does it again.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from playtree.games.samegame.game import SameGame
from playtree.games.samegame.sets import load_board
from playtree.games.samegame.solutions import SOLUTION_FORMAT

KEPT = Path(__file__).parents[2] / "docs" / "solutions"


def better_games(files: list[Path], boards: str, folder: Path) -> dict[Path, dict[str, Any]]:
    """The best game of each board of a set, by the file it belongs into, where it is better than the one there."""
    scores = {file: score_of(file) for file in folder.glob(f"{boards}-*.json")}
    best: dict[Path, dict[str, Any]] = {}
    rows = (json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines())
    for row in (row for row in rows if row["set"] == boards):
        target = folder / f"{boards}-{row['board']:02}.json"
        if target not in scores or row["score"] > scores[target]:
            scores[target], best[target] = row["score"], row
    return best


def score_of(file: Path) -> float:
    """What a solution file claims."""
    return float(json.loads(file.read_text(encoding="utf-8"))["score"])


def as_solution(row: dict[str, Any]) -> dict[str, Any]:
    """A solution file; ValueError if the rule book gives another score."""
    replay = SameGame(load_board(row["set"], row["board"])).replay(row["moves"])
    if replay.score != row["score"]:
        raise ValueError(f"{row['set']}:{row['board']} claims {row['score']}, rules give {replay.score}")
    how = {name: row[name] for name in ("recipe", "policy", "seconds", "iterations", "threads", "seed")}
    return {
        "format": SOLUTION_FORMAT,
        "score": int(replay.score),
        "cleared": replay.cleared,
        "game": f"{row['set']}:{row['board']}",
        "moves": row["moves"],
        "metadata": how,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, help="results of benchmarks.strength.totals")
    parser.add_argument("--set", default="standard", help="whose games are kept")
    parser.add_argument("--into", type=Path, default=KEPT, metavar="FOLDER")
    arguments = parser.parse_args()
    arguments.into.mkdir(parents=True, exist_ok=True)
    for target, row in sorted(better_games(arguments.files, arguments.set, arguments.into).items()):
        target.write_text(json.dumps(as_solution(row)) + "\n", encoding="utf-8")
        print(f"{target.name}: {row['score']:g}")
    kept = [score_of(file) for file in arguments.into.glob(f"{arguments.set}-*.json")]
    print(f"{len(kept)} games kept, {sum(kept):,.0f} points in all")


if __name__ == "__main__":
    main()
