"""`playtree boards`: list the known sets of boards, or the boards of one."""

import argparse

from playtree.games.samegame.sets import BoardSet, board_set, board_sets, data_folder
from playtree.interfaces.cli.arguments import add_json, describe
from playtree.interfaces.cli.output import print_json, print_table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "List the known sets of boards, or the boards of one. Public sets are read from the data folder when their "
        "files are there: the folder named by the environment variable PLAYTREE_DATA, else the platform's.",
        "boards",
        "boards mini20 --json",
    )
    parser.add_argument("set", metavar="SET", nargs="?", help="list the boards of this set")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    rows = boards_of(board_set(arguments.set)) if arguments.set else sets()
    if arguments.json:
        print_json(rows)
        return 0
    if arguments.set:
        print_table([{**row, "counts": " ".join(map(str, row["counts"]))} for row in rows])  # type: ignore[call-overload]
        return 0
    print_table([{**row, "available": "yes" if row["available"] else "no"} for row in rows])
    if not all(row["available"] for row in rows):
        print(f"\nfiles of the sets that are not available are looked for in {data_folder()}")
    return 0


def sets() -> list[dict[str, object]]:
    return [
        {
            "name": known.name,
            "boards": known.size,
            "available": known.available(),
            "summary": known.summary,
            "source": known.source,
        }
        for known in board_sets()
    ]


def boards_of(known: BoardSet) -> list[dict[str, object]]:
    """The boards of a set. counts: blocks of colour 1, 2 and so on."""
    rows: list[dict[str, object]] = []
    for number in range(1, known.size + 1):
        board = known.load(number)
        rows.append(
            {
                "board": f"{known.name}:{number}",
                "columns": board.columns,
                "rows": board.rows,
                "blocks": board.blocks,
                "counts": board.counts()[1 : board.colours + 1].tolist(),
            }
        )
    return rows
