"""`playtree tune`: find good numbers for a search by the cross-entropy method."""

import argparse
import sys
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console

from playtree.errors import SaveError
from playtree.experiments.executors import crew_at, process_crews
from playtree.experiments.plots.canvas import check_picture
from playtree.experiments.searches import check_search, search_toml
from playtree.experiments.store import Store
from playtree.experiments.tune import TuneProgress, Tuning, result_of, tune
from playtree.experiments.tune_plan import TunePlan, read_tune_plan
from playtree.files import check_place
from playtree.games.catalogue import load
from playtree.interfaces.cli.arguments import add_json, describe, usable_cores, whole_number
from playtree.interfaces.cli.output import console_on, is_live, labelled, print_json
from playtree.interfaces.cli.run_progress import resumable
from playtree.search.budget import Budget


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Tune the numbers of a search by the cross-entropy method: a plan in TOML says which numbers within which "
        "bounds, how many samples and games. Every game is stored as it ends; the same command goes on after any kill. "
        "The result is a recipe file for --recipe of playtree solve.",
        "tune plan.toml --out tuned.toml",
        "tune plan.toml --plots tuning.svg",
    )
    parser.add_argument("plan", metavar="PLAN", help="a plan in TOML, see docs/experiments.md")
    parser.add_argument("--store", metavar="FILE", help="the games, PLAN with the ending .sqlite unless given")
    parser.add_argument("--out", metavar="FILE", help="the recipe, PLAN with the ending .recipe.toml unless given")
    parser.add_argument("--plots", metavar="FILE", help="pictures FILE-convergence, -cut and -parameters (.png, .svg)")
    parser.add_argument(
        "--workers", type=whole_number, default=usable_cores(), metavar="N", help="processes, all cores unless given"
    )
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler such as tcp://host:8786 instead")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    plan = read_tune_plan(arguments.plan)
    _check(plan, arguments)
    path = Path(arguments.plan)
    crews = partial(crew_at, arguments.scheduler) if arguments.scheduler else process_crews(arguments.workers)
    console = console_on(sys.stderr)
    store_path = arguments.store or path.with_suffix(".sqlite")
    watched = console.status("") if is_live(console) else nullcontext()
    with resumable(plan.name, console), Store(store_path, make=True) as store, watched as status:
        tuning = tune(plan, store, crews, partial(_tell, console, status))
    out = Path(arguments.out) if arguments.out is not None else path.with_suffix(".recipe.toml")
    _save(out, search_toml(plan.search_with(tuning.method.best())))
    if arguments.plots is not None:
        _draw(tuning, check_picture(arguments.plots), plan.name)
    found = result_of(plan, tuning)
    if arguments.json:
        print_json({**found, "recipe": str(out)})
        return 0
    values = [(name, f"{value:.6g}" if isinstance(value, float) else str(value)) for name, value in _best(found)]
    console_on().print(labelled(*values, ("games", f"{found['games']:,}, {found['saved']:.0%} saved by cutting")))
    print(f"wrote {out}")
    return 0


def _best(found: dict[str, Any]) -> list[tuple[str, Any]]:
    return list(found["parameters"].items())


def _check(plan: TunePlan, arguments: argparse.Namespace) -> None:
    """Find what is wrong before anything is written."""
    if arguments.out is not None:
        check_place(arguments.out)
    if arguments.plots is not None:
        check_picture(arguments.plots)
    for board in plan.boards or ("random:1",):
        game = load(board, **plan.options)
    check_search(plan.search_with(plan.method().best()), game, Budget(**plan.budget))  # type: ignore[arg-type]


def _tell(console: Console, status: object, at: TuneProgress) -> None:
    fitness = "" if at.fitness is None else f", elites at {at.fitness:,.1f}"
    iteration = min(at.iteration + 1, at.iterations)
    words = f"iteration {iteration} of {at.iterations}, sample {at.sample} of {at.samples}{fitness}"
    if status is not None:
        status.update(words)  # type: ignore[attr-defined]
    elif at.sample == at.samples:
        console.print(words)


def _draw(tuning: Tuning, path: Path, title: str) -> None:
    from playtree.experiments.plots.tuning import TUNING_PLOTS

    for name, draw in TUNING_PLOTS.items():
        draw(tuning, path.with_stem(f"{path.stem}-{name}"), title)


def _save(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SaveError(f"{path}: could not be written ({error.strerror}); expected a writable place") from None
