"""`playtree reproduce`: run a published table again and set ours beside it."""

import argparse
import sys
from pathlib import Path

from playtree.errors import InputError, reason_of
from playtree.experiments.executors import process_crews
from playtree.experiments.papers.catalogue import Published, published_table, published_tables
from playtree.experiments.papers.compare import Reproduction
from playtree.experiments.papers.pages import filled
from playtree.experiments.papers.reproduce import reproduce
from playtree.experiments.papers.scale import scale_of
from playtree.experiments.papers.shown import comparison, comparison_data
from playtree.experiments.plots.canvas import check_picture
from playtree.experiments.store import Store
from playtree.experiments.tables import FORMATS
from playtree.files import replace_file
from playtree.interfaces.cli.arguments import add_json, describe, number, usable_cores, whole_number
from playtree.interfaces.cli.output import console_on, print_json, print_table
from playtree.interfaces.cli.result_tables import print_result
from playtree.interfaces.cli.run_progress import run_bar

STORE = "reproduced.sqlite"
TABLE_FORMATS = ("text", "markdown", "csv", "latex")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Run a published table or figure and print published, ours, difference and interval. Without TABLE, list them. "
        "What takes hours runs at a scale of minutes, and says so, unless --full is given. Results are kept, and a run "
        "that was ended goes on where it was.",
        "reproduce",
        "reproduce klein-6.3 --boards 50 --runs 1",
        "reproduce schadd-2 --full --rows 100,000 --format markdown",
        "reproduce --into docs/results.md",
    )
    parser.add_argument("table", metavar="TABLE", nargs="?", help="such as klein-6.3, schadd-2, tak-fig2")
    parser.add_argument("--rows", nargs="+", metavar="WORD", help="only rows with one of these words in their names")
    parser.add_argument("--runs", type=whole_number, metavar="R", help="runs on each board, or plays of each game")
    parser.add_argument("--boards", type=whole_number, metavar="N", help="the first N boards, or games, only")
    parser.add_argument("--scale", type=number, metavar="X", help="factor on the budget of each run")
    parser.add_argument("--full", action="store_true", help="as published, however long it takes")
    parser.add_argument("--true-boards", action="store_true", help="Klein's tables on the boards of the set schadd")
    parser.add_argument("--store", default=STORE, metavar="FILE", help=f"the results, {STORE} unless given")
    parser.add_argument("--into", metavar="PAGE", help="fill the tables of a Markdown page from the results")
    parser.add_argument("--plot", metavar="FILE", help="the picture, TABLE.svg unless given (.png, .svg)")
    parser.add_argument("--no-plot", action="store_true", help="draw nothing")
    parser.add_argument(
        "--workers", type=whole_number, default=usable_cores(), metavar="N", help="processes, all cores unless given"
    )
    parser.add_argument("--format", choices=TABLE_FORMATS, default="text", help="text unless given")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.into is not None:
        return _fill(arguments)
    if arguments.table is None:
        return _list(arguments)
    table = published_table(arguments.table)
    if arguments.rows:
        table = table.only(arguments.rows)
    asked = {"boards": arguments.boards, "runs": arguments.runs, "budget": arguments.scale}
    scale = scale_of(table, **asked, full=arguments.full, true_boards=arguments.true_boards)
    picture = None if arguments.no_plot else check_picture(arguments.plot or f"{table.id}.svg")
    crews = process_crews(arguments.workers)
    with Store(arguments.store, make=True) as store, run_bar(table.id, console_on(sys.stderr)) as bar:
        found = reproduce(table, scale, store, crews, bar)
    drawn = _draw(table, found, picture)
    if arguments.json:
        print_json(comparison_data(table, scale, found))
        return 0
    shown = comparison(table, scale, found)
    if arguments.format == "text":
        print_result(shown)
    else:
        print(FORMATS[arguments.format](shown), end="" if arguments.format == "csv" else "\n")
    for path in drawn:
        print(f"wrote {path}", file=sys.stderr)
    return 0


def _fill(arguments: argparse.Namespace) -> int:
    """Fill the tables of a page; one without results stays as it is."""
    if arguments.table is not None:
        raise InputError(f"--into: found the table {arguments.table}; expected none, the page says which")
    page = Path(arguments.into)
    try:
        text = page.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{page}: {reason_of(error)}; expected a page of Markdown") from None
    with Store(arguments.store) as store:
        new, found = filled(text, store)
    replace_file(page, new)
    if arguments.json:
        print_json([{"table": words, "filled": has_results} for words, has_results in found.items()])
        return 0
    for words, has_results in found.items():
        print(f"{words}: {'filled' if has_results else 'no results, left as it is'}")
    return 0


def _draw(table: Published, found: Reproduction, picture: Path | None) -> list[Path]:
    from playtree.experiments.papers.pictures import draw

    return [] if picture is None else draw(table, found, picture)


def _list(arguments: argparse.Namespace) -> int:
    tables = published_tables().values()
    if arguments.json:
        print_json([{"table": it.id, "title": it.title, "source": it.source} for it in tables])
        return 0
    print_table(
        [
            {
                "table": it.id,
                "title": it.title,
                "source": it.source,
            }
            for it in tables
        ]
    )
    return 0
