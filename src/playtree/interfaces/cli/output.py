"""Where output goes and what it looks like: rich on a terminal, plain lines on a pipe or in a file."""

import json
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TextIO

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table

BOUNDLESS = 100_000  # columns, where lines are not to be broken


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Raise what happened, so that a search goes on without its reader; rich would leave the program."""
        raise BrokenPipeError


def console_on(stream: TextIO | None = None) -> Console:
    """A console on standard output, or on another stream. Text is taken as it is; pipes get lines of any length."""
    stream = sys.stdout if stream is None else stream
    console = _Console(file=stream, markup=False, highlight=False, emoji=False)
    if not console.is_terminal:
        console.width = BOUNDLESS
    return console


def is_live(console: Console) -> bool:
    """Whether pictures that move can be shown."""
    return console.is_terminal and not console.is_dumb_terminal


def print_json(data: Any) -> None:
    """Print data as one JSON value."""
    print(json.dumps(data, default=_plain))


def print_table(
    rows: Sequence[Mapping[str, object]], *, right: Collection[str] = (), console: Console | None = None
) -> None:
    """Print rows with the same keys as a table; on a pipe as columns, one row to a line. right: columns of numbers."""
    console = console or console_on()
    names = list(rows[0]) if rows else []
    cells = [[str(row[name]) for name in names] for row in rows]
    if console.is_terminal:
        table = Table(box=None, pad_edge=False, header_style="bold")
        for place, name in enumerate(names):
            table.add_column(name, no_wrap=place == 0, justify="right" if name in right else "left")
        for row in cells:
            table.add_row(*row)
        console.print(table)
        return
    widths = [max(len(row[column]) for row in [names, *cells]) for column in range(len(names))]
    for row in [names, *cells]:
        placed = zip(names, row, widths, strict=True)
        line = "  ".join(cell.rjust(w) if name in right else cell.ljust(w) for name, cell, w in placed)
        console.print(line.rstrip(), soft_wrap=True)


@dataclass(frozen=True)
class Labelled:
    """Labels and what they say, one under the other; on a terminal long texts are broken beside their label."""

    pairs: tuple[tuple[str, str], ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if console.is_terminal:
            table = Table.grid(padding=(0, 2, 0, 0), pad_edge=False)
            table.add_column(style="dim")
            for pair in self.pairs:
                table.add_row(*pair)
            yield table
            return
        width = max(len(label) for label, _ in self.pairs)
        for label, says in self.pairs:
            yield f"{label:<{width}}  {says}"


def labelled(*pairs: tuple[str, str]) -> Labelled:
    return Labelled(pairs)


def counted(count: int, one: str, more: str = "") -> str:
    """A number of things: 1 move, 2 moves."""
    return f"{count:,} {one if count == 1 else more or one + 's'}"


def number_words(value: float) -> str:
    """A score or another number as people read it."""
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.6g}"


def points_words(points: float) -> str:
    """A number of points: 1 point, 16 points."""
    return f"{number_words(points)} point{'' if points == 1 else 's'}"


def plain_number(value: float) -> float:
    """A whole number as int, for JSON."""
    return int(value) if float(value).is_integer() else float(value)


def _plain(value: object) -> object:
    item = getattr(value, "item", None)
    if item is None:
        raise TypeError(f"{value!r} has no place in JSON")
    return item()
