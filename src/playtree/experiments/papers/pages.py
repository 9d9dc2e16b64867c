"""Fills the tables of a page of Markdown from a store, and leaves its prose alone.

    <!-- table: klein-6.2 scale=0.2 figures=mean,depth true-boards -->
    whatever stands here is replaced
    <!-- end -->

scale: factor on the published budget, 1 unless given. figures: only these. A table without results stays as it is.
"""

import re
from dataclasses import dataclass

from playtree.errors import InputError
from playtree.experiments.papers.catalogue import Published, published_table
from playtree.experiments.papers.compare import Row
from playtree.experiments.papers.stored import Stored, stored
from playtree.experiments.store import Store

BLOCK = re.compile(r"^<!-- table:(?P<words>[^\n]*)-->\n(?P<body>.*?)^<!-- end -->$", re.MULTILINE | re.DOTALL)
OPENING = re.compile(r"^<!-- table:", re.MULTILINE)
MOST_NAMES = 6  # of rows that were not run
OPTIONS = "scale=X, figures=NAME,NAME, true-boards"


@dataclass(frozen=True)
class Block:
    """What the first line of a block asks for. figures: all if empty."""

    table: Published
    scale: float = 1.0
    figures: tuple[str, ...] = ()
    true_boards: bool = False


def filled(text: str, store: Store) -> tuple[str, dict[str, bool]]:
    """The page with its tables filled, and whether the store had results for each."""
    if len(OPENING.findall(text)) != len(BLOCK.findall(text)):
        raise InputError("found a table without an end; expected a line <!-- end --> after each <!-- table: ID -->")
    found = {}

    def fill(match: re.Match[str]) -> str:
        words = match["words"].strip()
        block = block_from_text(words)
        results = stored(block.table, store, budget=block.scale, true_boards=block.true_boards)
        found[words] = results is not None
        body = match["body"] if results is None else block_markdown(block, results)
        return f"<!-- table: {words} -->\n{body}<!-- end -->"

    return BLOCK.sub(fill, text), found


def block_from_text(words: str) -> Block:
    """The block of the words after `table:`."""
    name, *options = words.split() or [""]
    block: dict[str, object] = {}
    for option in options:
        key, _, value = option.partition("=")
        if key == "scale":
            block["scale"] = _factor(value)
        elif key == "figures" and value:
            block["figures"] = tuple(value.split(","))
        elif option == "true-boards":
            block["true_boards"] = True
        else:
            raise InputError(f"table: {words}: found '{option}'; expected {OPTIONS}")
    return Block(published_table(name), **block)  # type: ignore[arg-type]


def _factor(value: str) -> float:
    try:
        factor = float(value)
    except ValueError:
        factor = 0.0
    if not 0 < factor < float("inf"):
        raise InputError(f"table: found scale={value}; expected a number above 0")
    return factor


def block_markdown(block: Block, results: Stored) -> str:
    """The table as it stands in the page: what was run, and the names of what was not."""
    rows = [row for row in results.rows if not block.figures or row.name.rpartition(": ")[2] in block.figures]
    names = dict.fromkeys(row.name.rpartition(": ")[0] for row in rows)
    missing = dict.fromkeys(row.name.rpartition(": ")[0] for row in rows if row.ours is None)
    unrun = "; ".join(missing) if len(missing) <= MOST_NAMES else f"{len(missing)} of {len(names)} rows"
    lines = [
        f"**{block.table.id} {block.table.source}: {block.table.title}**",
        "",
        "| figure | published | ours | difference | 95 % interval | n |",
        "|---|---:|---:|---:|---:|---:|",
        *("| " + " | ".join(_cells(row)) + " |" for row in rows if row.ours is not None),
        "",
        *results.notes,
        *([f"Not run: {unrun}."] if missing else []),
    ]
    return "\n".join(lines) + "\n"


def _cells(row: Row) -> tuple[str, ...]:
    difference = "" if row.difference is None else f"{row.difference:+,.{_digits(row)}f}"
    interval = "" if row.low is None or row.high is None else f"{_number(row, row.low)} to {_number(row, row.high)}"
    name = row.name.replace("|", "\\|")
    return name, _number(row, row.published), _number(row, row.ours), difference, interval, f"{row.n:,}"


def _number(row: Row, value: float | None) -> str:
    return "" if value is None else f"{value:,.{_digits(row)}f}"


def _digits(row: Row) -> int:
    """Decimals by the size of the figure."""
    size = max(abs(value) for value in (row.published or 0.0, row.ours or 0.0))
    return 0 if size >= 100 else 1 if size >= 10 else 2
