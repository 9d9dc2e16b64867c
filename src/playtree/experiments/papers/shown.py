"""A reproduction as a table to read and as data."""

from playtree.experiments.papers.catalogue import Published
from playtree.experiments.papers.compare import Reproduction, Row
from playtree.experiments.papers.scale import Scale, scale_words
from playtree.experiments.tables import Table


def comparison(table: Published, scale: Scale, found: Reproduction) -> Table:
    """The figures side by side."""
    words = scale_words(table, scale)
    title = f"{table.id} {table.source}: {table.title}"
    rows = [
        (row.name, row.published, row.ours, row.difference, row.low, row.high, row.n, row.note) for row in found.rows
    ]
    return Table(
        f"{title}, scaled: {', '.join(words)}" if words else title,
        ("figure", "published", "ours", "difference", "low", "high", "n", "note"),
        rows,
        dict.fromkeys(("published", "ours", "difference", "low", "high"), 2),
        (f"low, high: 95 % interval of ours, over {'plays' if table.kind == 'match' else 'boards'}.",),
    )


def comparison_data(table: Published, scale: Scale, found: Reproduction) -> dict[str, object]:
    """The same as data."""
    return {
        "table": table.id,
        "title": table.title,
        "source": table.source,
        "scaled": scale_words(table, scale),
        "rows": [_row(row) for row in found.rows],
    }


def _row(row: Row) -> dict[str, object]:
    interval = None if row.low is None else [row.low, row.high]
    return {"name": row.name, "published": row.published, "ours": row.ours, "interval": interval, "n": row.n}
