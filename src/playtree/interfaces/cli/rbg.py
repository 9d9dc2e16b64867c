"""`playtree rbg`: check, look into, count and time games given by a rules file."""

import argparse

from playtree.games.boardgames import game_names
from playtree.interfaces.cli.arguments import add_json, add_limit, describe, number, seed, whole_number
from playtree.interfaces.cli.output import print_json
from playtree.interfaces.cli.rbg_actions import ACTIONS
from playtree.rbg.limits import limits_from_text

STRATEGIES = ("Mod", "ModPlus", "ModShift", "ModPlusShift")
DESIGNS = ("orthodox", "semisplit")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Check, look into, count and time board games given by rules in the language of Regular Boardgames. FILE is a "
        f"path, or a game of ours: {', '.join(game_names())}.",
        "rbg check my.rbg",
        "rbg moves chess --after '53 37 37 38 37 48'",
        "rbg perft breakthrough 5 --divide",
        "rbg speed chess --design semisplit --split ModPlus",
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
        if name in ("moves", "perft"):
            action.add_argument("--interpreted", action="store_true", help="by the slow interpreter, uncompiled")
        if name == "speed":
            action.add_argument(
                "--design", choices=DESIGNS, default="orthodox", help="whole moves, or action by action"
            )
            action.add_argument("--seconds", type=number, default=1.0, metavar="S", help="CPU time, 1 unless given")
            action.add_argument("--seed", type=seed, default=0, metavar="K", help="of all randomness, 0 unless given")
        if name in ("speed", "ir"):
            action.add_argument("--split", choices=STRATEGIES, default="Mod", help="where moves are split")
        add_limit(action)
        add_json(action)


def run(arguments: argparse.Namespace) -> int:
    limits = limits_from_text(",".join(arguments.limit))
    text, data = ACTIONS[arguments.action][0](limits, arguments)
    if arguments.json:
        print_json(data)
    else:
        print(text)
    return 0
