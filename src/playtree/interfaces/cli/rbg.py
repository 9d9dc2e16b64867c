"""`playtree rbg`: check, look into and count games given by a rules file."""

import argparse

from playtree.errors import InputError
from playtree.games.boardgames import game_names, load_game
from playtree.interfaces.cli.arguments import add_json, describe, whole_number
from playtree.interfaces.cli.output import print_json
from playtree.interfaces.cli.rbg_actions import ACTIONS
from playtree.rbg import Limits


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Check, look into and count board games given by rules in the language of Regular Boardgames. FILE is a "
        f"path, or a game of ours: {', '.join(game_names())}.",
        "rbg check my.rbg",
        "rbg moves chess --after '53 37 37 38 37 48'",
        "rbg perft breakthrough 3 --divide",
    )
    actions = parser.add_subparsers(metavar="ACTION", dest="action", required=True)
    for name, (_, summary) in ACTIONS.items():
        action = actions.add_parser(name, help=summary, description=summary)
        action.add_argument("file", metavar="FILE", help="a path, or the name of a game of ours")
        if name == "perft":
            action.add_argument("depth", metavar="DEPTH", type=whole_number, help="how many moves, at least 1")
            action.add_argument("--divide", action="store_true", help="a count for each first move")
        if name in ("draw", "moves", "perft"):
            action.add_argument("--after", default="", metavar="MOVES", help="made before, with ; between them")
        action.add_argument("--limit", action="append", default=[], metavar="NAME=NUMBER", help="raise a limit")
        add_json(action)


def run(arguments: argparse.Namespace) -> int:
    limits = chosen_limits(arguments.limit)
    text, data = ACTIONS[arguments.action][0](load_game(arguments.file, limits), limits, arguments)
    if arguments.json:
        print_json(data)
    else:
        print(text)
    return 0


def chosen_limits(settings: list[str]) -> Limits:
    limits = Limits()
    for setting in settings:
        name, _, number = setting.partition("=")
        if not (number.isascii() and number.isdecimal() and len(number) < 16):
            raise InputError(f"limit '{setting}'; expected NAME=NUMBER such as moves=5000000")
        limits = limits.raised(name.strip().replace("-", "_"), int(number))
    return limits
