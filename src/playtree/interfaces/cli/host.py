"""`playtree host`: a game manager, for programs that play over the network."""

import argparse
import math
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

from playtree.games.rbg import Rbg
from playtree.interfaces.cli.arguments import add_json, add_limit, describe, number, whole_number
from playtree.interfaces.cli.output import print_json
from playtree.matches.host import LOOPBACK, HostSettings, Manager, Watcher, listen
from playtree.matches.protocol import RESET, move_to_bytes
from playtree.matches.records import GameRecord
from playtree.rbg.interpreter import Move
from playtree.rbg.limits import limits_from_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Let programs play a board game over the network, by the protocol of Regular Boardgames: one connection per "
        "player, in the order of the players. A program that sends no legal move in time loses the game; one that is "
        "gone loses all that are left. Times are in seconds; inf is no limit.",
        "host breakthrough --port 7784 --games 10",
        "host my.rbg --port 7784 --deadline 0.6 --log results.txt --moves moves.txt",
        "host chess --port 7784 --address 0.0.0.0      for players on other machines",
    )
    given = HostSettings()
    parser.add_argument("game", metavar="GAME", help="a board game given by rules: its name, or a rules file")
    parser.add_argument(
        "--port", type=whole_number, required=True, metavar="P", help="where to wait; 0 is any free one"
    )
    parser.add_argument("--address", default=LOOPBACK, metavar="A", help="of this machine; only itself unless given")
    parser.add_argument("--games", type=whole_number, default=given.games, metavar="N", help="1 unless given")
    parser.add_argument(
        "--deadline", type=seconds, default=given.deadline, metavar="S", help="per move, 10 unless given"
    )
    parser.add_argument("--preparation", type=seconds, default=given.preparation, metavar="S", help="60 unless given")
    parser.add_argument(
        "--grace", type=seconds, default=given.grace, metavar="S", help="how late loses the game, 2 unless given"
    )
    parser.add_argument("--shutdown", type=seconds, default=math.inf, metavar="S", help="begin no game after this")
    parser.add_argument("--stop-at-fault", action="store_true", help="end with the first game that a player breaks off")
    parser.add_argument("--log", metavar="FILE", help="append a line for each game: time, moves, choices, scores")
    parser.add_argument("--moves", metavar="FILE", help="append each move, and reset after each game")
    add_limit(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    settings = HostSettings(
        arguments.deadline,
        arguments.preparation,
        arguments.grace,
        arguments.games,
        arguments.shutdown,
        arguments.stop_at_fault,
    )
    game = Rbg(arguments.game, limits=limits_from_text(",".join(arguments.limit)))
    with ExitStack() as files, listen(arguments.port, arguments.address) as listener:
        named = (arguments.log, arguments.moves)
        log, moves = (files.enter_context(Path(file).open("a")) if file else None for file in named)
        watcher = HostLines(log, moves, sys.stderr if arguments.json else sys.stdout)
        manager = Manager(game, settings, watcher)
        host, port = listener.getsockname()[:2]
        try:
            watcher.say(f"{game.name}: waiting for {len(game.players)} players on {host}:{port}")
            manager.run(listener)
        finally:
            if arguments.json:
                print_json({"game": game.name, "games": [record.to_dict() for record in manager.records]})
    return 0


def seconds(text: str) -> float:
    """A time that may be infinite."""
    return math.inf if text == "inf" else number(text)


class HostLines(Watcher):
    """Says what happens, line by line, and keeps the logs. Each line is written at once."""

    def __init__(self, log: TextIO | None, moves: TextIO | None, stream: TextIO) -> None:
        self._log, self._moves, self._stream = log, moves, stream

    def say(self, words: str) -> None:
        print(words, file=self._stream, flush=True)

    def moved(self, move: Move) -> None:
        if self._moves:
            print(move_to_bytes(move).decode(), file=self._moves, flush=True)

    def ended(self, record: GameRecord) -> None:
        self.say(record.line())
        if self._log:
            print(record.line(), file=self._log, flush=True)
        if self._moves:
            print(RESET.decode(), file=self._moves, flush=True)
