"""What the records of a plan say, as tables. A report is a function of the records and nothing else."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from playtree.errors import InputError
from playtree.experiments.runs import budget_words
from playtree.experiments.statistics import Place, compared, summary_of
from playtree.experiments.tables import Table

Record = dict[str, Any]
QUARTILES_NOTE = (
    "± is half of the 95 % interval of the mean over boards. min to max: runs on a board, averaged over boards."
)
PAIRS_NOTE = (
    "low, high: 95 % interval by bootstrap over boards. p: Wilcoxon, two-sided. better: share of pairs, ties as half."
)
ORDER = ("nodes", "ru", "iterations", "seconds")


@dataclass(frozen=True)
class Group:
    """The records of one search with one budget, by board and seed."""

    label: str
    budget: dict[str, float]
    records: dict[Place, Record]

    @property
    def scores(self) -> dict[Place, float]:
        """The scores by board and seed."""
        return {place: record["score"] for place, record in self.records.items()}

    def mean(self, field: str) -> float:
        """The mean of another column."""
        return float(np.mean([record[field] for record in self.records.values()]))


def groups_of(records: Iterable[Record]) -> list[Group]:
    """The records by search and budget, in the order in which they come."""
    found: dict[tuple[str, str], Group] = {}
    for record in records:
        key = (record["label"], budget_words(record["budget"]))
        group = found.setdefault(key, Group(record["label"], record["budget"], {}))
        group.records[record["game"], record["seed"]] = record
    return sorted(found.values(), key=lambda group: [group.budget.get(name, 0) for name in ORDER])


def score_table(title: str, groups: Iterable[Group]) -> Table:
    """Mean with its 95 % interval, deviation, quartiles [klein2015] 5.4, and what the search looked like."""
    rows = []
    groups = list(groups)
    for group in groups:
        summary = summary_of(group.scores)
        rows.append(
            (
                group.label,
                budget_words(group.budget),
                summary.boards,
                summary.runs,
                summary.mean.value,
                summary.mean.half,
                summary.deviation,
                *summary.quartiles,
                *(group.mean(field) for field in ("depth", "nodes", "seconds")),
            )
        )
    names = ("search", "budget", "boards", "n", "mean", "±", "sd", "min", "Q1", "Q2", "Q3", "max")
    whole = ("mean", "±", "sd", "min", "Q1", "Q2", "Q3", "max", "nodes")
    return Table(
        title,
        (*names, "depth", "nodes", "seconds"),
        rows,
        {**dict.fromkeys(whole, 0), "depth": 2, "seconds": 2},
        (QUARTILES_NOTE, *origin_note(groups)),
    )


def comparison_table(groups: Iterable[Group], reference: str) -> Table:
    """Every other search against `reference`, in pairs of equal board and seed, by budget."""
    groups = list(groups)
    labels = list(dict.fromkeys(group.label for group in groups))
    if reference not in labels:
        raise InputError(f"against '{reference}': found no results of it; expected one of: {', '.join(labels)}")
    theirs = {budget_words(group.budget): group for group in groups if group.label == reference}
    rows = []
    for group in groups:
        other = theirs.get(budget_words(group.budget))
        found = compared(group.scores, other.scores) if other and group.label != reference else None
        if found:
            row = (found.n, found.difference, found.low, found.high, found.p, found.wins)
            rows.append((group.label, budget_words(group.budget), *row))
    return Table(
        f"against {reference}, paired by board and seed",
        ("search", "budget", "n", "difference", "low", "high", "p", "better"),
        rows,
        {"difference": 1, "low": 1, "high": 1, "p": 4, "better": 3},
        (PAIRS_NOTE,),
    )


def board_table(title: str, groups: Iterable[Group]) -> Table:
    """The best and the mean score of each search on each board."""
    groups = list(groups)
    names = [f"{group.label}, {budget_words(group.budget)}" for group in groups]
    boards = list(dict.fromkeys(board for group in groups for board, _ in group.records))
    rows = []
    for board in boards:
        scores = [[score for (place, _), score in group.scores.items() if place == board] for group in groups]
        rows.append((board, *(value for found in scores for value in _best_and_mean(found))))
    columns = tuple(f"{name}: {what}" for name in names for what in ("best", "mean"))
    return Table(title, ("board", *columns), rows, dict.fromkeys(columns, 0))


def _best_and_mean(scores: list[float]) -> tuple[float | None, float | None]:
    return (max(scores), float(np.mean(scores))) if scores else (None, None)


def origin_note(groups: Iterable[Group]) -> tuple[str, ...]:
    """By which program on which machine the results were made, with a warning if there were several programs."""
    records = [record for group in groups for record in group.records.values()]
    commits = {record["git_commit"] or record["version"] or f"of source {record['source']}" for record in records}
    machines = {record["machine"] for record in records}
    mixed = len({record["source"] for record in records}) > 1
    words = f"Made on {'; '.join(sorted(machines))} by commit {', '.join(sorted(commits))}."
    return (words + (" The code of the search changed between runs." if mixed else ""),) if records else ()


def status_table(title: str, totals: Mapping[tuple[str, str], int], done: Mapping[tuple[str, str], int]) -> Table:
    """How many runs of each search and budget have a result."""
    rows = [(label, budget, done.get((label, budget), 0), total) for (label, budget), total in totals.items()]
    return Table(title, ("search", "budget", "done", "runs"), rows)
