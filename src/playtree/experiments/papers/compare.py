"""The figures of a published table beside ours."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from playtree.experiments.papers.catalogue import Published
from playtree.experiments.papers.scale import Scale
from playtree.experiments.parameters import with_parameters
from playtree.experiments.report import Group, groups_of
from playtree.experiments.runs import Run
from playtree.experiments.searches import Search, complete, search_named
from playtree.experiments.statistics import Place, mean_of
from playtree.experiments.store import Store
from playtree.experiments.tune import Tuning

DERIVED = {"mean": ("score", 1.0), "milliseconds": ("seconds", 1000.0)}  # figures by the field of a run and a factor


@dataclass(frozen=True)
class Row:
    """A figure of a table. published, ours: None where there is none. low, high: 95 % interval of ours."""

    name: str
    published: float | None
    ours: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0
    note: str = ""

    @property
    def difference(self) -> float | None:
        """Ours minus published."""
        return None if self.published is None or self.ours is None else self.ours - self.published


@dataclass(frozen=True)
class Reproduction:
    """rows: figure by figure. groups: the results, for plots. tunings: by name, where there are some."""

    rows: list[Row]
    groups: list[Group] = field(default_factory=list)
    tunings: dict[str, Tuning] = field(default_factory=dict)


def searches_of(table: Published) -> dict[str, Search]:
    """The searches of a table by the names of their rows."""
    return {row["name"]: search_of(row) for row in table.rows if "recipe" in row}


def search_of(row: Mapping[str, Any]) -> Search:
    """The search of a row: its recipe with what the row changes."""
    changes = {**row.get("set", {}), **({"policy": row["policy"]} if "policy" in row else {})}
    return complete(row["name"], with_parameters(search_named(row["recipe"]), changes))


def runs_of(table: Published, row: Mapping[str, Any], search: Search, scale: Scale) -> list[Run]:
    """The runs of a row at a scale."""
    settings = {**table.settings, **row}
    options = {"rules": settings["rules"]} if "rules" in settings else {}
    budget = scale.limits(settings["budget"])
    return [
        Run(row["name"], game, options, search, budget, seed)
        for seed in range(scale.runs or 1)
        for game in scale.games(settings["boards"], settings.get("only_board"))
    ]


def compared(table: Published, runs: Mapping[str, Iterable[Run]], store: Store) -> Reproduction:
    """All rows of the table beside the results that the store has of their runs."""
    groups, rows = [], []
    for row in table.rows:
        records = store.records(run.key for run in runs.get(row["name"], ()))
        found = groups_of({**record, "label": row["name"]} for record in records)
        groups += found
        if not found:
            note = row.get("note", "not run")
            rows += [Row(f"{row['name']}: {name}", value, None, note=note) for name, value in _plain(row)]
        for group in found:
            rows += list(_compared(row, group, table.settings.get("figures", ["mean"])))
    return Reproduction(rows, groups)


def _plain(row: Mapping[str, Any]) -> list[tuple[str, float]]:
    return [(name, value) for name, value in row["published"].items() if not isinstance(value, list)]


def _compared(row: Mapping[str, Any], group: Group, always: Iterable[str]) -> Iterator[Row]:
    """Each published figure of a row beside ours; those of `always` also where none is published."""
    published = {**dict.fromkeys(always), **row["published"]}
    for name, value in published.items():
        if name == "scores":
            yield from _boards(row["name"], value, group)
        elif name == "total":
            best = _by_board(group, max)
            found = sum(best.values()) if len(best) == len(row["published"].get("scores", best)) else None
            yield Row(f"{row['name']}: total", value, found, n=len(group.records))
        else:
            yield _figure(row["name"], name, value, group)


def _figure(row: str, name: str, value: float | None, group: Group) -> Row:
    if name == "deviation":
        scores = list(group.scores.values())
        spread = float(np.std(scores, ddof=1)) if len(scores) > 1 else None
        return Row(f"{row}: {name}", value, spread, n=len(scores))
    if name in ("min", "max"):
        best = _by_board(group, min if name == "min" else max)
        values: dict[Place, float] = {(board, 0): score for board, score in best.items()}
    else:
        field, factor = DERIVED.get(name, (name, 1.0))
        values = {place: factor * found[field] for place, found in group.records.items()}
    mean = mean_of(values)
    low, high = (None, None) if np.isnan(mean.half) else (mean.value - mean.half, mean.value + mean.half)
    return Row(f"{row}: {name}", value, mean.value, low, high, len(group.records))


def _by_board(group: Group, chosen: Callable[[list[float]], float]) -> dict[str, float]:
    boards: dict[str, list[float]] = {}
    for (board, _), score in group.scores.items():
        boards.setdefault(board, []).append(score)
    return {board: chosen(scores) for board, scores in boards.items()}


def _boards(row: str, published: list[float], group: Group) -> Iterator[Row]:
    best = _by_board(group, max)
    for number, value in enumerate(published, start=1):
        found = next((score for board, score in best.items() if board.endswith(f":{number}")), None)
        if found is not None:
            yield Row(f"{row}: board {number}", value, found, n=1)
