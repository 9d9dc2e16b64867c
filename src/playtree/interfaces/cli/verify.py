"""`playtree verify`: re-score solution files with the slow rules, which no search uses."""

import argparse
import sys

from playtree.errors import InputError
from playtree.games.saved import read_saved_game, replayed, wrong_claim
from playtree.interfaces.cli.arguments import add_json, describe
from playtree.interfaces.cli.output import counted, number_words, plain_number, print_json
from playtree.interfaces.cli.program import complain
from playtree.interfaces.cli.words import ending_words, state_after

RIGHT, WRONG = 0, 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Replay solution files by the rule book and compare their claims. Exit code 0: all are right; 1: a claim is "
        "wrong; 2: a file cannot be read, or its moves do not fit its board.",
        "verify best.json",
        "verify solutions/*.json --json",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="a solution file")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    verdicts = [verdict(file, quiet=arguments.json) for file in arguments.files]
    if arguments.json:
        print_json({"right": all(found["right"] for _, found in verdicts), "files": [found for _, found in verdicts]})
    return max(code for code, _ in verdicts)


def verdict(file: str, *, quiet: bool) -> tuple[int, dict[str, object]]:
    """Check one file and say what was found; return the exit code and the same as data."""
    try:
        saved = read_saved_game(file)
        replay = replayed(saved, file)
    except InputError as error:
        return complain(error), {"file": file, "right": False, "error": str(error)}
    wrong = wrong_claim(saved, replay)
    data = {
        "file": file,
        "right": wrong is None,
        "score": plain_number(replay.score),
        "claimed": plain_number(saved.score),
        "cleared": replay.cleared,
        "moves": len(saved.line),
    }
    if wrong is not None:
        print(f"playtree: {file}: {wrong}", file=sys.stderr)
        return WRONG, {**data, "error": wrong}
    if not quiet:
        ending = ending_words(saved.game, state_after(saved.game, saved.line))
        facts = [f"score {number_words(replay.score)}", ending, counted(len(saved.line), "move")]
        print(f"{file}: right, {', '.join(filter(None, facts))}")
    return RIGHT, data
