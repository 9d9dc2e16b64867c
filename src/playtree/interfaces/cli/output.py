"""Where output goes and what it looks like: rich on a terminal, plain lines on a pipe or in a file."""

import json
import math
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TextIO

from rich.console import Console, ConsoleOptions, JustifyMethod, RenderResult
from rich.table import Table

from playtree.interfaces.cli.columns import Column, parts_of

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
    """Print data as one JSON value, null where a number is not known: JSON has neither NaN nor infinity."""
    print(json.dumps(_known(data), default=_plain, allow_nan=False))


def print_table(
    rows: Sequence[Mapping[str, object]], *, right: Collection[str] = (), console: Console | None = None
) -> None:
    """Print rows with the same keys as a table that fits the terminal; on a pipe as columns, one row to a line.

    right: columns of numbers.
    """
    console = console or console_on()
    names = list(rows[0]) if rows else []
    cells = [[str(row[name]) for name in names] for row in rows]
    if console.is_terminal:
        columns = [Column(name, [row[place] for row in cells], name in right) for place, name in enumerate(names)]
        for number, part in enumerate(parts_of(columns, console.width)):
            table = Table(box=None, pad_edge=False, padding=(0, part.gap, 0, 0), header_style="bold")
            for place, width in part.widths.items():
                justify: JustifyMethod = "right" if columns[place].is_number else "left"
                table.add_column(names[place], width=width, justify=justify, overflow="fold")
            for row in cells:
                table.add_row(*(row[place] for place in part.widths))
            if number:
                console.print()
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
    return _known(item())


def _known(value: Any) -> Any:
    """The same data, with None for numbers that are not finite."""
    if isinstance(value, Mapping):
        return {key: _known(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_known(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
