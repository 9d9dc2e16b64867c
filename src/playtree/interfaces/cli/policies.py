"""`playtree policies`: list the simulation policies and the guides of a game with their parameters."""

import argparse

from playtree.interfaces.cli.arguments import add_board, add_json, describe, load_game
from playtree.interfaces.cli.output import print_json, print_table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "List the simulation policies of a game, SameGame unless given, with their parameters, and the guides between "
        "whose moves searches that learn a policy (nrpa) choose. Both are used as --policy NAME, or with numbers as "
        "--policy tabu-color-random,epsilon=0.003,switch=48.",
        "policies",
        "policies random:1 --json",
        takes_board=True,
    )
    add_board(parser, default="samegame")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    game = load_game(arguments)
    kinds = [(kind, "policy") for kind in game.policies.values()] + [(kind, "guide") for kind in game.guides.values()]
    if arguments.json:
        print_json(
            [
                {
                    "name": kind.name,
                    "use": use,
                    "summary": kind.summary,
                    "source": kind.source,
                    "parameters": {name: vars(parameter) for name, parameter in kind.parameters.items()},
                }
                for kind, use in kinds
            ]
        )
        return 0
    print_table(
        [{"name": kind.name, "use": use, "summary": kind.summary, "source": kind.source} for kind, use in kinds]
    )
    rows = [
        {
            "policy": kind.name,
            "parameter": name,
            "default": f"{parameter.default:g}",
            "from": f"{parameter.low:g}",
            "to": f"{parameter.high:g}",
            "meaning": parameter.meaning,
        }
        for kind, _ in kinds
        for name, parameter in kind.parameters.items()
    ]
    if rows:
        print()
        print_table(rows)
    return 0
