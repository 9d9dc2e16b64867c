"""`playtree play`: play in the terminal, by cursor on a SameGame board, in turns on others, else by typing moves."""

import argparse
import re
import sys
from pathlib import Path

from playtree.compiled.announce import announced
from playtree.errors import InputError
from playtree.games.samegame.game import SameGame
from playtree.games.saved import as_data
from playtree.games.turns import TurnGame
from playtree.interfaces.cli.arguments import add_board, add_json, describe, load_game, number, seed
from playtree.interfaces.cli.habits import add_habits, habits_of
from playtree.interfaces.cli.output import console_on, is_live, plain_number, print_json
from playtree.interfaces.cli.play_board import BoardScreen, play_on_board
from playtree.interfaces.cli.play_commands import Player
from playtree.interfaces.cli.play_lines import play_by_lines
from playtree.interfaces.cli.play_opponent import Machine, seats_against
from playtree.interfaces.cli.play_turns import Table, play_turns
from playtree.interfaces.cli.progress import COMPILING
from playtree.interfaces.session import Session
from playtree.matches.players import DEFAULT


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Play in the terminal. On a SameGame board the cursor keys choose a group and Enter removes it; moves can also "
        "be typed, such as 3,0 (column,row from the bottom left). h asks the solver for a hint, u takes a move back, r "
        "starts again, s saves the game, q ends it. Where standard input is no terminal the same is read line by line. "
        "A board game given by rules is played in turns by the people at the terminal, or against the machine with "
        "--against: moves are named by squares, such as e2 e4, or picked from the list that m shows; t tells what the "
        "machine thinks.",
        "play mini20:1",
        "play breakthrough",
        "play breakthrough --against semisplit-nodal --side black --seconds 3",
        "play random:7 --size 8x8 --colours 4",
        takes_board=True,
    )
    add_board(parser)
    parser.add_argument(
        "--seconds", type=number, default=1.0, metavar="S", help="of thinking, for a move or a hint, 1 unless given"
    )
    parser.add_argument("--against", metavar="RECIPE", help="of the machine, in a board game of several players")
    parser.add_argument("--side", metavar="PLAYER", help="who you are, by name or number; the first unless given")
    add_habits(parser, may_think_on=True)
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="of the machine, 0 unless given")
    parser.add_argument("--out", metavar="FILE", help="where s saves; a new file named after BOARD unless given")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.board.partition(":")[0] == "-":
        raise InputError("found '-' as BOARD; expected another form, since play reads your moves from standard input")
    if not arguments.seconds > 0:
        raise InputError(f"seconds is {arguments.seconds:g}; expected a number above 0")
    game = load_game(arguments)
    if arguments.think_on and arguments.against is None:
        raise InputError("found --think-on without --against; expected an opponent")
    console = console_on(sys.stderr if arguments.json else sys.stdout)
    if isinstance(game, TurnGame) and len(game.players) > 1:
        if arguments.out is not None:
            raise InputError(f"{arguments.board}: found --out; expected it with a puzzle, whose games can be saved")
        with announced(lambda: print(COMPILING, file=sys.stderr)):
            table = turns_table(game, arguments)
            try:
                play_turns(table, console)
            finally:
                table.rest()
        if arguments.json:
            print_json(table.to_dict())
        return 0
    if arguments.against is not None or arguments.side is not None:
        raise InputError(f"{arguments.board}: found --against or --side; expected a board game of several players")
    session = Session(game)
    target = Path(arguments.out) if arguments.out else unused_file(arguments.board)
    player = Player(session, arguments.board, target, arguments.seconds)
    if isinstance(session.game, SameGame) and is_live(console) and sys.stdin.isatty():
        play_on_board(BoardScreen(player, f"{arguments.board}, {session.game.rules.name}"), console)
    else:
        play_by_lines(player, console)
    if arguments.json:
        data = {"score": plain_number(session.score), "over": session.is_over, "cleared": session.played.cleared}
        print_json(data | {"moves": as_data(session.game, session.line), "board": arguments.board})
    return 0


def turns_table(game: TurnGame, arguments: argparse.Namespace) -> Table:
    """A table for people alone, or with the machine on the other side."""
    habits = habits_of(arguments)

    def say(words: str) -> None:
        print(words, file=sys.stderr if arguments.json else sys.stdout, flush=True)

    def adviser() -> Machine:
        return Machine(game, arguments.against or DEFAULT, arguments.seconds, habits=habits)

    if arguments.against is None:
        if arguments.side is not None:
            raise InputError("found --side without --against; expected an opponent")
        return Table(game, None, adviser)
    seats = seats_against(game, arguments.side)
    return Table(game, Machine(game, arguments.against, arguments.seconds, seats, arguments.seed, habits, say))


def unused_file(board: str) -> Path:
    """A name for a solution file of this board that is not taken."""
    name = re.sub(r"\W+", "-", Path(board).stem if Path(board).is_file() else board).strip("-") or "game"
    names = (Path(f"{name}-{count}.json") for count in range(1, 10_000))
    return next(path for path in names if not path.exists())
