"""A table of results in the forms people need: columns of text, Markdown, CSV, LaTeX."""

import csv
import io
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Table:
    """columns: their titles. rows: text, numbers or None. digits: decimals of a column, 1 unless given."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    digits: dict[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def cells(self) -> list[list[str]]:
        """The rows as people read them."""
        return [
            [cell_text(value, self.digits.get(name)) for name, value in zip(self.columns, row, strict=True)]
            for row in self.rows
        ]

    def is_number(self, column: int) -> bool:
        """Whether the column holds numbers, which stand at the right."""
        return all(row[column] is None or isinstance(row[column], int | float) for row in self.rows)


def cell_text(value: Any, digits: int | None = None) -> str:
    """A value of a table as text; nothing for what is not known.

    >>> cell_text(2653.4, 0), cell_text(None), cell_text(0.00002, 4)
    ('2,653', '', '< 0.0001')
    """
    if _is_unknown(value):
        return ""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    if isinstance(value, int) and digits is None:
        return f"{value:,}"
    if digits == 4 and 0 <= value < 1e-4:
        return "< 0.0001"
    return f"{value:,.{1 if digits is None else digits}f}"


def as_text(table: Table) -> str:
    """Columns of text."""
    cells = [list(table.columns), *table.cells()]
    widths = [max(len(row[column]) for row in cells) for column in range(len(table.columns))]
    lines = []
    for row in cells:
        padded = [
            cell.rjust(width) if table.is_number(column) else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(padded).rstrip())
    return _joined([table.title, "", *lines, "", *table.notes])


def as_markdown(table: Table) -> str:
    """A table of Markdown."""
    sides = ["---:" if table.is_number(column) else "---" for column in range(len(table.columns))]
    rows = [list(table.columns), sides, *([cell.replace("|", "\\|") for cell in row] for row in table.cells())]
    notes = [line for note in table.notes for line in ("", note)]
    return _joined([f"**{table.title}**", "", *("| " + " | ".join(row) + " |" for row in rows), *notes])


def as_csv(table: Table) -> str:
    """Values separated by commas, in full; without title and notes."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows([["" if _is_unknown(value) else value for value in row] for row in table.rows])
    return file.getvalue()


def as_latex(table: Table) -> str:
    """A tabular of LaTeX with the rules of the package booktabs."""
    kinds = "".join("r" if table.is_number(column) else "l" for column in range(len(table.columns)))
    rows = [" & ".join(map(latex_text, row)) + r" \\" for row in table.cells()]
    head = " & ".join(map(latex_text, table.columns)) + r" \\"
    body = [rf"\begin{{tabular}}{{{kinds}}}", r"\toprule", head, r"\midrule", *rows, r"\bottomrule", r"\end{tabular}"]
    notes = [rf"\\ {latex_text(note)}" for note in table.notes]
    caption = rf"\caption{{{latex_text(table.title)}}}"
    return _joined([r"\begin{table}", r"\centering", caption, *body, *notes, r"\end{table}"])


def latex_text(text: str) -> str:
    """A text with the signs that LaTeX would take for commands."""
    special = {"\\": r"\textbackslash{}", "±": r"$\pm$", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    special |= {"<": r"\textless{}", ">": r"\textgreater{}", "−": r"$-$", "×": r"$\times$"}
    special |= {sign: f"\\{sign}" for sign in "&%$#_{}"}
    return "".join(special.get(sign, sign) for sign in text)


def _is_unknown(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(lines).strip("\n") + "\n"


FORMATS: dict[str, Callable[[Table], str]] = {
    "text": as_text,
    "markdown": as_markdown,
    "csv": as_csv,
    "latex": as_latex,
}
