"""`playtree experiment`: run a plan, and say, draw and export what came out."""

import argparse

from playtree.interfaces.cli.arguments import add_json, describe, usable_cores, whole_number
from playtree.interfaces.cli.experiment_actions import ACTIONS

PLOT_KINDS = ("box", "depths", "budget", "histogram")
TABLE_FORMATS = ("text", "markdown", "csv", "latex")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Run a plan, a TOML file of boards, searches, seeds and budgets, over all cores, and report on it. Each result "
        "is stored as it arrives; a run that was ended or killed goes on where it was, and two may work on one plan. "
        "The results lie beside the plan, in a file of its name that ends with .sqlite.",
        "experiment run plan.toml",
        "experiment status plan.toml",
        "experiment report plan.toml --format markdown --against klein-static",
        "experiment plot plan.toml --kind box --out boxes.svg",
        "experiment export plan.toml --out results.parquet",
    )
    actions = parser.add_subparsers(metavar="ACTION", dest="action", required=True)
    for name, (_, summary) in ACTIONS.items():
        action = actions.add_parser(name, help=summary, description=summary)
        action.add_argument("plan", metavar="PLAN", help="a plan in TOML")
        action.add_argument("--store", metavar="FILE", help="the results, PLAN with the ending .sqlite unless given")
        _ADD[name](action)


def _add_run(action: argparse.ArgumentParser) -> None:
    action.add_argument(
        "--workers", type=whole_number, default=usable_cores(), metavar="N", help="processes, all cores unless given"
    )
    action.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler such as tcp://host:8786 instead")
    add_json(action)


def _add_report(action: argparse.ArgumentParser) -> None:
    action.add_argument("--format", choices=TABLE_FORMATS, default="text", help="text unless given")
    action.add_argument("--against", metavar="SEARCH", help="also compare all with this one, in pairs")
    action.add_argument("--boards", action="store_true", help="a row for each board")
    action.add_argument("--out", metavar="FILE", help="write it there")
    add_json(action)


def _add_plot(action: argparse.ArgumentParser) -> None:
    action.add_argument("--kind", choices=PLOT_KINDS, default="box", help="box unless given")
    action.add_argument("--out", metavar="FILE", required=True, help="a picture that ends with .png or .svg")
    action.add_argument("--title", default="", metavar="TEXT", help="above the picture")


def _add_export(action: argparse.ArgumentParser) -> None:
    action.add_argument("--out", metavar="FILE", required=True, help="a file that ends with .csv or .parquet")


_ADD = {"run": _add_run, "status": add_json, "report": _add_report, "plot": _add_plot, "export": _add_export}


def run(arguments: argparse.Namespace) -> int:
    return ACTIONS[arguments.action][0](arguments)
