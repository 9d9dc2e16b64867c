"""`playtree show`: draw a board, or step through a solution."""

import argparse
import sys

from playtree.errors import InputError
from playtree.games.interface import Game
from playtree.games.samegame.formats import digit_rows
from playtree.games.samegame.game import SameGame
from playtree.games.saved import SavedGame, as_data, read_saved_game, replayed
from playtree.interfaces.cli.arguments import add_board, add_json, describe, load_game, whole_number
from playtree.interfaces.cli.output import console_on, counted, is_live, plain_number, print_json
from playtree.interfaces.cli.steps import Step, draw_step, steps_of, walk
from playtree.interfaces.cli.words import game_data, game_words, picture


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Draw a board, or step through a solution: space or Enter goes on, b back, q ends. Where the output is no "
        "terminal all steps are printed. The board of a solution need not be given.",
        "show mini20:1",
        "show --solution best.json",
        "show mini20:1 --solution best.json --step 12",
        takes_board=True,
    )
    add_board(parser, default="")
    parser.add_argument("--solution", metavar="FILE", help="a solution file of this board")
    parser.add_argument("--step", type=whole_number, metavar="N", help="draw the position after N moves only")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    if not arguments.board and not arguments.solution:
        raise InputError("found neither BOARD nor --solution FILE; expected one of them at least")
    if arguments.solution:
        return show_solution(arguments, fitting(arguments, read_saved_game(arguments.solution)))
    if arguments.step is not None:
        raise InputError("found --step without --solution FILE; expected both")
    game = load_game(arguments)
    if arguments.json:
        print_json({"board": arguments.board, **game_data(game), "moves": as_data(game, game.legal(game.start))})
    else:
        console = console_on()
        console.print(picture(game, game.start))
        console.print(f"{arguments.board}: {game_words(game)}; {counted(len(game.legal(game.start)), 'move')}")
    return 0


def fitting(arguments: argparse.Namespace, saved: SavedGame) -> SavedGame:
    """The saved game, under the rules of BOARD where both are given; InputError if it is of another board."""
    if not arguments.board:
        return saved
    game = load_game(arguments)
    if picture(game, game.start).plain != picture(saved.game, saved.game.start).plain:
        raise InputError(
            f"{arguments.solution}: found the solution of another board; expected one of {arguments.board}"
        )
    return SavedGame(game, saved.line, saved.score, saved.cleared) if arguments.rules else saved


def show_solution(arguments: argparse.Namespace, saved: SavedGame) -> int:
    replayed(saved, arguments.solution)
    steps = steps_of(saved.game, saved.line)
    if arguments.step is not None and not 0 <= arguments.step < len(steps):
        raise InputError(f"step is {arguments.step}; expected 0..{len(steps) - 1}, the moves of {arguments.solution}")
    numbers = range(len(steps)) if arguments.step is None else [arguments.step]
    console = console_on()
    if arguments.json:
        print_json({**game_data(saved.game), "steps": [step_data(saved.game, steps[number]) for number in numbers]})
    elif arguments.step is None and is_live(console) and sys.stdin.isatty():
        walk(saved.game, steps, console)
    else:
        for number in numbers:
            console.print(draw_step(saved.game, steps, number))
            console.print()
    return 0


def step_data(game: Game, step: Step) -> dict[str, object]:
    """A step as data. move: the next one, null at the end."""
    move = None if step.move is None else as_data(game, [step.move])[0]
    data: dict[str, object] = {"score": plain_number(step.score), "move": move, "points": plain_number(step.points)}
    if isinstance(game, SameGame):
        data["cells"] = digit_rows(game.board_of(step.state))
    return data
