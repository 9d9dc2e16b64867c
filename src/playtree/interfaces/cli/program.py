"""The program `playtree`: finds the command, runs it, and turns what goes wrong into one line and an exit code.

0    all is well
1    what was checked is wrong (verify)
2    wrong input, or a result that could not be saved
130  ended by Ctrl-C
141  the reader of our output went away
"""

import argparse
import contextlib
import importlib
import importlib.metadata
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from playtree.compiled.raised import said_once
from playtree.errors import PlaytreeError

COMMANDS = {
    "solve": "search for the best game",
    "play": "play in the terminal, with hints",
    "match": "let two recipes play many games against each other",
    "host": "let programs play a board game over the network",
    "join": "play over the network under a game manager",
    "show": "draw a board, or step through a solution",
    "verify": "re-score solution files with the rule book",
    "generate": "make boards by seed",
    "boards": "list the known sets of boards",
    "recipes": "list the searches by name",
    "policies": "list the simulation policies of a game",
    "experiment": "run plans of searches over all cores, resume, report",
    "tune": "find good numbers for a search",
    "reproduce": "run the published tables again, beside their figures",
    "speed": "measure playouts per second",
    "complexity": "estimate how large a game is",
    "rbg": "check, look into and count board games given by rules",
}

EXAMPLES = """\
examples:
  playtree solve random:2026                  solve a random board for ten seconds
  playtree solve mini20:1 --seconds 60 --out best.json
  playtree show --solution best.json          step through what was found
  playtree play mini20:1                      try it yourself

playtree COMMAND --help tells more about each command."""

WRONG_INPUT, INTERRUPTED, NO_READER = 2, 130, 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    _prepare_streams()
    try:
        parsed = _parsed(sys.argv[1:] if arguments is None else arguments)
        with said_once():
            code: int = parsed.run(parsed)
        sys.stdout.flush()
        return code
    except PlaytreeError as error:
        return complain(error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _discard_output()
        return NO_READER
    except OSError as error:
        _discard_output()
        return complain(
            f"{error.filename or 'output'}: could not be written ({error.strerror}); expected a writable place"
        )


def complain(message: object) -> int:
    """Say on standard error what is wrong, in one line, and return the exit code for it."""
    print(f"playtree: {' '.join(str(message).split())}", file=sys.stderr)
    return WRONG_INPUT


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the arguments. Only the module of the chosen command is imported, which keeps the start fast."""
    raw = argparse.RawDescriptionHelpFormatter
    listing = "\n".join(f"  {name:<11} {summary}" for name, summary in COMMANDS.items())
    description = f"Search anything that can be played.\n\ncommands:\n{listing}"
    parser = argparse.ArgumentParser("playtree", description=description, epilog=EXAMPLES, formatter_class=raw)
    parser.usage = "playtree [-h] [--version] COMMAND ..."
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    parser.set_defaults(run=lambda parsed: _no_command(parser, parsed))
    commands = parser.add_subparsers(prog="playtree", metavar="COMMAND", help=argparse.SUPPRESS)
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    for name in COMMANDS:
        command = commands.add_parser(name, formatter_class=raw)
        if name == chosen:
            module = importlib.import_module(f"playtree.interfaces.cli.{name}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return parser.parse_args(arguments)


def _prepare_streams() -> None:
    """Replace streams that are closed, and let names be shown that the terminal's encoding does not have."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115  # open until the program ends
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _no_command(parser: argparse.ArgumentParser, parsed: argparse.Namespace) -> int:
    if parsed.version:
        print(_version())
    else:
        parser.print_help()
    return 0


def _version() -> str:
    try:
        return f"playtree {importlib.metadata.version('playtree')}"
    except importlib.metadata.PackageNotFoundError:
        return "playtree, not installed: run from its source"


def _discard_output() -> None:
    """Keep the interpreter from complaining when it flushes, at its end, what nobody can take."""
    with contextlib.suppress(OSError, ValueError):  # standard output may be no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
