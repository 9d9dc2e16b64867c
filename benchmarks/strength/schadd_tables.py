"""Tables 1 and 2 of [schadd2012]: SP-MCTS with one tree per board, on the 250 boards of the set `schadd`.

    python -m benchmarks.strength.schadd_tables --recipe schadd-exploitation-program --nodes 1e5 --out schadd.jsonl
    python -m benchmarks.strength.schadd_tables --policy random --nodes 1e7 --boards 1-25 --out schadd.jsonl
    python -m benchmarks.strength.schadd_tables --report --out schadd.jsonl

Appends one JSON line per board to the file as it goes; what the file already holds is not searched again, so a stopped
run goes on where it was. Prints the means beside the paper's figures (playtree reproduce). Needs PLAYTREE_DATA.
"""

import argparse
import json
import math
import queue
import statistics
import sys
import threading
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from playtree.compiled.sources import program_digest
from playtree.errors import PlaytreeError
from playtree.experiments.papers.catalogue import published_table
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.rules import rules_from_text
from playtree.games.samegame.sets import load_board
from playtree.search.solo.recipes.catalogue import recipe_named
from playtree.search.solo.recipes.schadd import SETTINGS
from playtree.search.solve import solve

RECIPES = [f"schadd-{setting}{rule}" for setting in SETTINGS for rule in ("", "-program")]
POLICIES = {  # epsilon = 0.003 in all experiments of the paper (section 6)
    "random": "random",
    "tabu-random": "tabu-random,epsilon=0.003",
    "tabu-color-random": "tabu-color-random,epsilon=0.003",
}
BOARDS = 250


@dataclass(frozen=True)
class Experiment:
    """What is the same for all boards of a row of a table."""

    recipe: str
    rules: str
    policy: str
    nodes: int
    seed: int

    @property
    def setting(self) -> str:
        """The setting of C and D."""
        return self.recipe.removeprefix("schadd-").removesuffix("-program")


Record = dict[str, Any]


def searched(experiment: Experiment, number: int) -> Record:
    """Search one board with one tree."""
    variant = replace(recipe_named(experiment.recipe).variant, policy=POLICIES[experiment.policy])
    game = SameGame(load_board("schadd", number), rules_from_text(experiment.rules))
    solution = solve(game, variant, nodes=experiment.nodes, seed=experiment.seed)
    found = solution.statistics
    return {
        **asdict(experiment),
        "board": number,
        "score": solution.score,
        "cleared": solution.cleared,
        "moves": len(solution.moves),
        "depth": round(found.depth, 3),
        "deepest": found.deepest,
        "iterations": found.iterations,
        "proven": solution.proven,
        "seconds": round(solution.seconds, 2),
        "source": program_digest(),
    }


def searched_in_parallel(experiment: Experiment, numbers: list[int], workers: int) -> Iterator[Record]:
    """Search the boards, `workers` at a time, and yield each as it is done. Ctrl-C ends it at once."""
    waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
    done: queue.SimpleQueue[Record | BaseException] = queue.SimpleQueue()
    for number in numbers:
        waiting.put(number)

    def work() -> None:
        try:
            while True:
                done.put(searched(experiment, waiting.get_nowait()))
        except queue.Empty:
            return
        except BaseException as failure:
            done.put(failure)

    for _ in range(workers):
        threading.Thread(target=work, daemon=True).start()
    for _ in numbers:
        record = done.get()
        if isinstance(record, BaseException):
            raise record
        yield record


def experiment_of(record: Record) -> Experiment:
    return Experiment(**{name: record[name] for name in Experiment.__dataclass_fields__})


def read_records(path: Path) -> dict[Experiment, dict[int, Record]]:
    """The records of a results file by experiment and board."""
    found: dict[Experiment, dict[int, Record]] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        record = json.loads(line)
        found.setdefault(experiment_of(record), {})[record["board"]] = record
    return found


def drop_cut_line(path: Path) -> None:
    """Remove the end of a results file that a stop left without its line break."""
    if path.exists() and not (text := path.read_text(encoding="utf-8")).endswith("\n"):
        path.write_text(text[: text.rfind("\n") + 1], encoding="utf-8")


def published(experiment: Experiment) -> list[Record]:
    """The rows of the paper for this setting, policy and number of nodes."""
    wanted = (f"schadd-{experiment.setting}-program", POLICIES[experiment.policy], experiment.nodes)
    rows = []
    for number in (1, 2):
        table = published_table(f"schadd-{number}")
        for row in table.rows:
            policy = row.get("policy", POLICIES["tabu-color-random"])
            if (row["recipe"], policy, {**table.settings, **row}["budget"]["nodes"]) == wanted:
                rows.append({"table": number, **row["published"]})
    return rows


def report(experiment: Experiment, records: list[Record]) -> str:
    """Mean with its 95 % interval, standard deviation, mean depth and mean deepest node, with the paper's below."""
    scores = [record["score"] for record in records]
    deviation = statistics.stdev(scores) if len(scores) > 1 else math.nan
    interval = 1.96 * deviation / math.sqrt(len(scores))
    head = f"{experiment.recipe}, {experiment.rules}, {experiment.policy}, {experiment.nodes:,} nodes"
    lines = [
        f"{head}, seed {experiment.seed}",
        f"{'':22}{'mean':>9}{'+-':>7}{'sd':>7}{'depth':>8}{'deepest':>9}{'n':>6}",
    ]
    depth, deepest = (statistics.fmean(record[name] for record in records) for name in ("depth", "deepest"))
    lines.append(
        f"{'ours':22}{statistics.fmean(scores):9,.1f}{interval:7.1f}{deviation:7.0f}{depth:8.1f}{deepest:9.1f}{len(scores):6}"
    )
    for row in published(experiment):
        shown = [f"{row[name]}" if name in row else "?" for name in ("depth", "deepest")]
        interval = 1.96 * row["deviation"] / math.sqrt(BOARDS)
        name = f"paper, table {row['table']}"
        lines.append(
            f"{name:22}{row['mean']:9,.1f}{interval:7.1f}{row['deviation']:7}{shown[0]:>8}{shown[1]:>9}{BOARDS:6}"
            f"   ours / paper {statistics.fmean(scores) / row['mean']:.3f}"
        )
    seconds = statistics.fmean(record["seconds"] for record in records)
    cleared = statistics.fmean(bool(record["cleared"]) for record in records)
    versions = len({record["source"] for record in records})
    mixed = f", made by {versions} versions of the program" if versions > 1 else ""
    lines.append(f"{'':22}cleared {cleared:.0%}, {seconds:.1f} s a board{mixed}")
    return "\n".join(lines)


def board_numbers(text: str) -> list[int]:
    """The board numbers that "7" or "1-25" means."""
    first, _, last = text.partition("-")
    numbers = list(range(int(first), int(last or first) + 1))
    if not numbers or numbers[0] < 1 or numbers[-1] > BOARDS:
        raise ValueError
    return numbers


def node_count(text: str) -> int:
    return int(float(text))


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recipe", choices=RECIPES, default="schadd-balanced-program")
    parser.add_argument("--policy", choices=list(POLICIES), default="tabu-color-random")
    parser.add_argument("--rules", help="default: schadd-program for recipes that end in -program, else samegame")
    parser.add_argument("--nodes", type=node_count, default=100_000, help="nodes in memory per board, such as 1e6")
    parser.add_argument("--boards", type=board_numbers, default="1-250", help="such as 1-25")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2, help="boards searched at the same time")
    parser.add_argument("--out", type=Path, default=Path("schadd_tables.jsonl"), help="results file, appended to")
    parser.add_argument("--report", action="store_true", help="only print what the results file holds")
    return parser.parse_args()


def run(arguments: argparse.Namespace) -> None:
    rules = arguments.rules or ("schadd-program" if arguments.recipe.endswith("-program") else "samegame")
    experiment = Experiment(arguments.recipe, rules, arguments.policy, arguments.nodes, arguments.seed)
    drop_cut_line(arguments.out)
    known = read_records(arguments.out).get(experiment, {})
    missing = [number for number in arguments.boards if number not in known]
    with arguments.out.open("a", encoding="utf-8") as file:
        for done, record in enumerate(searched_in_parallel(experiment, missing, arguments.workers), start=1):
            file.write(json.dumps(record) + "\n")
            file.flush()
            known[record["board"]] = record
            mean = statistics.fmean(entry["score"] for entry in known.values())
            print(
                f"{done}/{len(missing)}  board {record['board']}: {record['score']:g}, depth {record['depth']:.1f}, "
                f"{record['seconds']:.1f} s; mean of {len(known)}: {mean:.1f}",
                file=sys.stderr,
            )
    print(report(experiment, [known[number] for number in arguments.boards]))


def main() -> int:
    arguments = parsed()
    try:
        if arguments.report:
            for experiment, records in read_records(arguments.out).items():
                print(report(experiment, list(records.values())), end="\n\n")
        else:
            run(arguments)
    except PlaytreeError as error:
        print(f"schadd_tables: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
