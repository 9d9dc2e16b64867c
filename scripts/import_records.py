"""Bring results that were kept as lines of JSON into a store of experiments, where `playtree reproduce` finds them.

    python scripts/import_records.py klein.jsonl schadd.jsonl --store reproduced.sqlite --commit 070733f=cde5aa77c24a
    python scripts/import_records.py klein.jsonl --rename klein-local=klein-local-ahead

A line has recipe, board, seed, score and depth; set (schadd unless given), rules, policy, ru or nodes, searches, and
the other figures of a run where they were counted. What the store has already stays as it is; a line that was cut off
is passed by.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playtree.experiments.parameters import with_parameters
from playtree.experiments.provenance import provenance
from playtree.experiments.runs import Run
from playtree.experiments.searches import complete, search_named
from playtree.experiments.store import COLUMNS, Store

FIGURES = {*COLUMNS} - {"key", "label", "game", "options", "search", "budget", "seed", "moves", "history", "depths"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--store", default="reproduced.sqlite")
    parser.add_argument("--commit", action="append", default=[], metavar="SOURCE=COMMIT", help="of a source's digest")
    parser.add_argument("--rename", action="append", default=[], metavar="OLD=NEW", help="a recipe that has a new name")
    arguments = parser.parse_args()
    names = dict(pair.split("=") for pair in arguments.rename)
    commits = dict(pair.split("=") for pair in arguments.commit)
    found = []
    for line in lines_of(arguments.files):
        run = run_of({**line, "recipe": names.get(line["recipe"], line["recipe"])})
        figures = {name: line[name] for name in FIGURES & set(line)}
        figures["seconds"] = line["time"] if "time" in line else line["seconds"]
        commit = next((name for source, name in commits.items() if line["source"].startswith(source)), "")
        found.append((run, {"machine": provenance()["machine"], "git_commit": commit, **figures, "key": run.key}))
    with Store(arguments.store, make=True) as store:
        before = len(store.finished())
        store.exchange(found, (), 0)
        print(f"{len(found)} lines, {len(store.finished()) - before} new results")


def lines_of(files: list[Path]) -> Iterator[dict[str, Any]]:
    for file in files:
        for text in file.read_text(encoding="utf-8").splitlines(keepends=True):
            if text.endswith("\n"):
                yield json.loads(text)


def run_of(line: dict[str, Any]) -> Run:
    """The run that the line is the result of, as `playtree reproduce` would make it."""
    rules = line.get("rules", "schadd-program" if line["recipe"].endswith("-program") else "samegame")
    changes: dict[str, Any] = {}
    if "policy" in line:
        changes["policy"] = line["policy"] + ("" if line["policy"] == "random" else ",epsilon=0.003")
    if line.get("searches") and "place" in line:
        changes |= {"allocation.kind": "restarts", "allocation.searches": line["searches"]}
    search = complete(line["recipe"], with_parameters(search_named(line["recipe"]), changes))
    budget = {"ru": int(line["ru"])} if "ru" in line else {"nodes": int(line["nodes"])}
    options = {} if rules == "samegame" else {"rules": rules}
    return Run(line["recipe"], f"{line.get('set', 'schadd')}:{line['board']}", options, search, budget, line["seed"])


if __name__ == "__main__":
    main()
