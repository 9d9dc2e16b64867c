"""The actions of `playtree experiment`."""

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path

from playtree.errors import InputError, SaveError
from playtree.experiments.plan import Plan, read_plan
from playtree.experiments.report import Group, board_table, comparison_table, groups_of, score_table, status_table
from playtree.experiments.runs import Run, budget_words
from playtree.experiments.store import Store
from playtree.experiments.tables import FORMATS
from playtree.interfaces.cli.output import console_on, print_json
from playtree.interfaces.cli.result_tables import print_result
from playtree.interfaces.cli.run_progress import run_bar

ENDING = ".sqlite"


def store_path(arguments: argparse.Namespace) -> Path:
    return Path(arguments.store) if arguments.store else Path(arguments.plan).with_suffix(ENDING)


def run_plan(arguments: argparse.Namespace) -> int:
    from playtree.experiments.executors import crew_at, process_crews
    from playtree.experiments.readiness import check_plan
    from playtree.experiments.runner import run_all

    plan = read_plan(arguments.plan)
    runs = check_plan(plan)
    crews = partial(crew_at, arguments.scheduler) if arguments.scheduler else process_crews(arguments.workers)
    with Store(store_path(arguments), make=True) as store, run_bar(plan.name, console_on(sys.stderr)) as bar:
        made = run_all(runs, store, crews, on_progress=bar)
        records = list(store.records(run.key for run in runs))
    data = {"plan": plan.name, "runs": len(runs), "made": made, "store": str(store_path(arguments))}
    if arguments.json:
        print_json(data)
        return 0
    print_result(score_table(f"{plan.name}: {len(records):,} runs, {made:,} made now", _named(plan, records)))
    return 0


def show_status(arguments: argparse.Namespace) -> int:
    plan, store = read_plan(arguments.plan), _opened(arguments)
    with store:
        finished, owners = store.finished(), store.owners()
    runs = plan.runs()
    totals = Counter(_row_of(run) for run in runs)
    done = Counter(_row_of(run) for run in runs if run.key in finished)
    workers = [{name: owner[name] for name in ("host", "pid", "claims")} for owner in owners]
    if arguments.json:
        data = {"plan": plan.name, "runs": len(runs), "done": done.total(), "at_work": workers}
        print_json(data)
        return 0
    print_result(status_table(f"{plan.name}: {done.total():,} of {len(runs):,} runs done", totals, done))
    for worker in workers:
        print(f"at work: process {worker['pid']} on {worker['host']}, {worker['claims']} runs claimed")
    return 0


def show_report(arguments: argparse.Namespace) -> int:
    plan, groups = _results(arguments)
    tables = [board_table(plan.name, groups) if arguments.boards else score_table(plan.name, groups)]
    if arguments.against:
        tables.append(comparison_table(groups, arguments.against))
    if arguments.json:
        print_json([asdict(table) for table in tables])
        return 0
    text = "\n".join(FORMATS[arguments.format](table) for table in tables)
    if arguments.out:
        _save(arguments.out, text)
    elif arguments.format == "text":
        for number, table in enumerate(tables):
            print("\n" * bool(number), end="")
            print_result(table)
    else:
        print(text, end="")
    return 0


def draw_plot(arguments: argparse.Namespace) -> int:
    from playtree.experiments.plots.results import PLOTS

    plan, groups = _results(arguments)
    PLOTS[arguments.kind](groups, arguments.out, arguments.title or plan.name)
    print(f"wrote {arguments.out}")
    return 0


def export_results(arguments: argparse.Namespace) -> int:
    from playtree.experiments.export import export_records

    plan = read_plan(arguments.plan)
    with _opened(arguments) as store:
        count = export_records(store.records(labels_of(plan)), arguments.out)
    print(f"wrote {count:,} results to {arguments.out}")
    return 0


def _opened(arguments: argparse.Namespace) -> Store:
    return Store(store_path(arguments))


def _results(arguments: argparse.Namespace) -> tuple[Plan, list[Group]]:
    plan = read_plan(arguments.plan)
    with _opened(arguments) as store:
        records = list(store.records(labels_of(plan)))
    if not records:
        raise InputError(f"{store_path(arguments)}: found no results of this plan; expected `playtree experiment run`")
    return plan, _named(plan, records)


def _named(plan: Plan, records: list[dict[str, object]]) -> list[Group]:
    """The records by search, under the names that the plan has for them now."""
    labels = labels_of(plan)
    return groups_of({**record, "label": label} for record in records for label in labels[str(record["key"])])


def labels_of(plan: Plan) -> dict[str, list[str]]:
    """The runs of a plan by their keys, each once, with the names of the searches that make them."""
    found = dict[str, list[str]]()
    for run in plan.runs():
        labels = found.setdefault(run.key, [])
        if run.label not in labels:
            labels.append(run.label)
    return found


def _row_of(run: Run) -> tuple[str, str]:
    return run.label, budget_words(run.budget)


def _save(path: str, text: str) -> None:
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise SaveError(f"{path}: could not be written ({error.strerror}); expected a writable place") from None


ACTIONS: dict[str, tuple[Callable[[argparse.Namespace], int], str]] = {
    "run": (run_plan, "make all runs that have no result yet"),
    "status": (show_status, "say how much is done, and who is at work"),
    "report": (show_report, "print tables of the results so far"),
    "plot": (draw_plot, "draw the results so far"),
    "export": (export_results, "write the results so far for other programs"),
}
