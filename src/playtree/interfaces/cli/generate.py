"""`playtree generate`: make SameGame boards by seed."""

import argparse
import json
from pathlib import Path

from playtree.errors import InputError
from playtree.files import replace_file
from playtree.games.catalogue import GENERATORS, size_from_text
from playtree.games.samegame.formats import FORMATS, write_board
from playtree.games.samegame.rules import rules_from_text
from playtree.interfaces.cli.arguments import add_json, describe, seed, whole_number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Make SameGame boards by seed. A seed always gives the same board; random:SEED is the same board as "
        "generate --kind random --seed SEED.",
        "generate --seed 7",
        "generate --kind dominated --size 10x10 --colours 4 --count 5 --out boards.txt",
    )
    parser.add_argument("--kind", choices=list(GENERATORS), default="random", help="random unless given")
    parser.add_argument("--seed", type=seed, default=0, metavar="K", help="of the first board, 0 unless given")
    parser.add_argument("--size", default="15x15", metavar="CxR", help="columns x rows, 15x15 unless given")
    parser.add_argument("--colours", type=whole_number, default=5, metavar="N", help="5 unless given")
    parser.add_argument(
        "--count",
        type=whole_number,
        default=1,
        metavar="N",
        help="boards, with seeds K, K + 1 and so on, 1 unless given",
    )
    parser.add_argument("--format", choices=FORMATS, default="digits", help="digits unless given")
    parser.add_argument("--rules", metavar="RULES", help="written along in the format json")
    parser.add_argument("--out", metavar="FILE", help="write to a file instead of standard output")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.count < 1:
        raise InputError(f"count is {arguments.count}; expected at least 1")
    columns, rows = size_from_text(arguments.size)
    rules = rules_from_text(arguments.rules) if arguments.rules else None
    make, format_name = GENERATORS[arguments.kind], "json" if arguments.json else arguments.format
    seeds = range(arguments.seed, arguments.seed + arguments.count)
    texts = [write_board(make(seed, columns, rows, arguments.colours), format_name, rules) for seed in seeds]
    if format_name == "json" and len(texts) > 1:
        text = json.dumps([json.loads(board) for board in texts], indent=2) + "\n"
    else:
        text = "\n".join(texts)
    if arguments.out:
        replace_file(Path(arguments.out), text)
    else:
        print(text, end="")
    return 0
