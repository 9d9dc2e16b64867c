"""`playtree speed`: measure the simulations of a game."""

import argparse
import sys

from playtree.compiled.announce import announced
from playtree.errors import InputError
from playtree.games.interface import policy_from_text
from playtree.games.turns import TurnGame
from playtree.interfaces.cli.arguments import add_board, add_json, describe, load_game, number, whole_number
from playtree.interfaces.cli.output import print_json
from playtree.interfaces.cli.progress import COMPILING
from playtree.interfaces.cli.words import game_words
from playtree.search.speed import measured_speed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Measure how many games a simulation policy plays per second from the start, after everything is compiled.",
        "speed samegame",
        "speed random:1 --policy tabu-color-random --threads 2 --seconds 5 --json",
        takes_board=True,
    )
    add_board(parser)
    parser.add_argument("--policy", metavar="P", help="see playtree policies; the game's first unless given")
    parser.add_argument("--threads", type=whole_number, default=1, metavar="T", help="1 unless given")
    parser.add_argument("--seconds", type=number, default=2.0, metavar="S", help="how long to measure, 2 unless given")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    with announced(lambda: print(COMPILING, file=sys.stderr)):
        game = load_game(arguments)
        if isinstance(game, TurnGame) and len(game.players) > 1:
            raise InputError(
                f"{arguments.board}: found {len(game.players)} players, {', '.join(game.players)}; "
                "expected a game of one player (playtree rbg speed measures the others)"
            )
        name = arguments.policy or next(iter(game.policies))
        policy = policy_from_text(game, name)
        speed = measured_speed(game, policy, seconds=arguments.seconds, threads=arguments.threads)
    if arguments.json:
        print_json(
            {
                "playouts_per_second": round(speed.playouts_per_second, 1),
                "moves_per_second": round(speed.moves_per_second, 1),
                "threads": speed.threads,
                "policy": name,
                "board": arguments.board,
                "playouts": speed.playouts,
                "moves": speed.moves,
                "seconds": round(speed.seconds, 3),
            }
        )
        return 0
    print(f"{arguments.board}: {game_words(game)}; policy {name}, threads {speed.threads}, {speed.seconds:.1f} s")
    print(f"{speed.playouts_per_second:,.0f} playouts per second")
    print(f"{speed.moves_per_second:,.0f} moves per second, {speed.moves / max(speed.playouts, 1):.1f} in a playout")
    return 0
