"""Runs a published table again and sets ours beside it."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from playtree.errors import InputError
from playtree.experiments.executors import Crew
from playtree.experiments.papers.catalogue import Published
from playtree.experiments.papers.scale import Scale
from playtree.experiments.papers.tunings import TAK_CUTS, paper_tuning
from playtree.experiments.parameters import with_parameters
from playtree.experiments.report import Group, groups_of
from playtree.experiments.runner import Progress, run_all
from playtree.experiments.runs import Run
from playtree.experiments.searches import Search, complete, search_named
from playtree.experiments.statistics import Place, mean_of
from playtree.experiments.store import Store
from playtree.experiments.tune import Tuning, tune

Crews = Callable[[], AbstractContextManager[Crew]]
Report = Callable[[Progress], None]


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


def check_runnable(table: Published) -> None:
    """Refuse a table that this version cannot run."""
    if not table.is_runnable:
        raise InputError(
            f"{table.id}: its matches need an agent for several players, which this version does not have; expected a "
            "table of a single-player paper"
        )


def reproduce(
    table: Published, scale: Scale, store: Store, crews: Crews, report: Report = lambda progress: None
) -> Reproduction:
    """Run what is missing in the store and compare."""
    check_runnable(table)
    return _KINDS[table.kind](table, scale, store, crews, report)


def _searches(table: Published, scale: Scale, store: Store, crews: Crews, report: Report) -> Reproduction:
    searches = {row["name"]: _search(row) for row in table.rows if "recipe" in row}
    return _played(table, searches, scale, store, crews, report)


def _search(row: Mapping[str, Any]) -> Search:
    changes = {**row.get("set", {}), **({"policy": row["policy"]} if "policy" in row else {})}
    return complete(row["name"], with_parameters(search_named(row["recipe"]), changes))


def _played(
    table: Published, searches: dict[str, Search], scale: Scale, store: Store, crews: Crews, report: Report
) -> Reproduction:
    """The rows of the table for which there is a search."""
    runs = {
        row["name"]: _runs(table, row, searches[row["name"]], scale) for row in table.rows if row["name"] in searches
    }
    run_all([run for found in runs.values() for run in found], store, crews, on_progress=report)
    groups, rows = [], []
    for row in table.rows:
        if row["name"] not in runs:
            rows += [
                Row(f"{row['name']}: {name}", value, None, note=row.get("note", "")) for name, value in _plain(row)
            ]
            continue
        records = store.records(run.key for run in runs[row["name"]])
        [group] = groups_of({**record, "label": row["name"]} for record in records)
        groups.append(group)
        rows += list(_compared(row, group))
    return Reproduction(rows, groups)


def _runs(table: Published, row: Mapping[str, Any], search: Search, scale: Scale) -> list[Run]:
    settings = {**table.settings, **row}
    options = {"rules": settings["rules"]} if "rules" in settings else {}
    budget = scale.limits(settings["budget"])
    return [
        Run(row["name"], game, options, search, budget, seed)
        for seed in range(scale.runs or 1)
        for game in scale.games(settings["boards"], settings.get("one_board", False))
    ]


def _plain(row: Mapping[str, Any]) -> list[tuple[str, float]]:
    return [(name, value) for name, value in row["published"].items() if not isinstance(value, list)]


def _compared(row: Mapping[str, Any], group: Group) -> Iterator[Row]:
    """Each published figure of a row beside ours; the mean score in any case."""
    published = {"mean": None, **row["published"]}
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
        values = {place: found["score" if name == "mean" else name] for place, found in group.records.items()}
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


def _complexities(table: Published, scale: Scale, store: Store, crews: Crews, report: Report) -> Reproduction:
    from playtree.games.samegame.complexity import ESTIMATES, RandomBoards, sampled, summary_of

    rows = []
    for row in table.rows:
        found = summary_of(sampled(ESTIMATES[row["estimate"]].measure, RandomBoards(), scale.instances))
        half = 1.96 * found.standard_error
        published = row["published"]
        low, high = found.log_average - half, found.log_average + half
        name, value = f"{row['name']}: log10, average", published["log_average"]
        rows.append(Row(name, value, found.log_average, low, high, scale.instances))
        deviation = Row(f"{row['name']}: log10, deviation", published["deviation"], found.deviation)
        rows.append(replace(deviation, n=scale.instances))
    return Reproduction(rows)


def _tunings(table: Published, scale: Scale, store: Store, crews: Crews, report: Report) -> Reproduction:
    plan = paper_tuning(table.settings["plan"], scale.budget)
    tuning = tune(plan, store, crews)
    spreads, rows = tuning.method.distributions(), []
    for row in table.rows:
        for name, value in row["published"].items():
            at = spreads[name]
            note = "interval: one deviation of the distribution"
            rows.append(
                Row(f"{row['name']}: {name}", value, at["mean"], at["low"], at["high"], sum(tuning.played), note)
            )
    return Reproduction(rows, tunings={plan.name: tuning})


def _cuts(table: Published, scale: Scale, store: Store, crews: Crews, report: Report) -> Reproduction:
    """Tune once with each cut; then play with what was found, where the table has scores."""
    plans = {name: paper_tuning("per-game", scale.budget, cut) for name, cut in TAK_CUTS.items()}
    tunings = {name: tune(plan, store, crews) for name, plan in plans.items()}
    stated = {row["name"]: row["published"]["saved"] for row in table.rows if "saved" in row["published"]}
    rows = []
    for name, tuning in tunings.items():
        saved = 1 - sum(tuning.played) / (tuning.most * len(tuning.played))
        rows.append(Row(f"{name}: saved", stated.get(f"{name}: saved"), saved, n=sum(tuning.played)))
    searches: dict[str, Search] = {}
    played = []
    for row in table.rows:
        cut = row["name"].rpartition(",")[0]
        if cut in tunings:
            searches[row["name"]] = plans[cut].search_with(tunings[cut].method.best())
            played.append({**row, "budget": {"nodes": row["published"]["nodes"]}})
    if not played:
        return Reproduction(rows, tunings=tunings)
    settings = {**table.settings, "boards": "schadd", "runs": 1}
    found = _played(replace(table, rows=tuple(played), settings=settings), searches, scale, store, crews, report)
    return Reproduction([*rows, *found.rows], found.groups, tunings)


_KINDS: dict[str, Callable[[Published, Scale, Store, Crews, Report], Reproduction]] = {
    "search": _searches,
    "complexity": _complexities,
    "tuning": _tunings,
    "cuts": _cuts,
}
