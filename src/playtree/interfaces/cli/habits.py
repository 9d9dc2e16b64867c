"""Options on how agents think, which several commands share."""

import argparse

from playtree.interfaces.cli.arguments import whole_number
from playtree.matches.players import USUAL, Habits, player_names
from playtree.search.versus.recipes import OTHER_FORMS


def recipes_text() -> str:
    """What a player may be called."""
    return f"{', '.join(player_names())}, {OTHER_FORMS}"


def add_habits(parser: argparse.ArgumentParser, *, may_think_on: bool = False) -> None:
    parser.add_argument(
        "--memory",
        type=whole_number,
        default=USUAL.memory_megabytes,
        metavar="MB",
        help=f"the most that the tree of an agent takes, {USUAL.memory_megabytes} unless given",
    )
    parser.add_argument(
        "--threads", type=whole_number, default=1, metavar="N", help="that grow the tree of an agent, 1 unless given"
    )
    if may_think_on:
        parser.add_argument("--think-on", action="store_true", help="think on the time of others too")


def habits_of(arguments: argparse.Namespace) -> Habits:
    return Habits(getattr(arguments, "think_on", False), arguments.memory, arguments.threads)
