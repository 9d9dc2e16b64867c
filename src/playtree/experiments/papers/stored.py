"""What a store holds of a published table, without running anything."""

from dataclasses import asdict, dataclass
from typing import Any

from playtree.experiments.papers.catalogue import Published
from playtree.experiments.papers.compare import Reproduction, Row, compared, runs_of, searches_of
from playtree.experiments.papers.scale import Scale
from playtree.experiments.provenance import provenance
from playtree.experiments.report import Group, origin_note
from playtree.experiments.runs import budget_words
from playtree.experiments.store import Store
from playtree.games.samegame.sets import board_set


@dataclass(frozen=True)
class Stored:
    """rows: figure by figure. notes: scale, budget, machine and commit, as sentences."""

    rows: list[Row]
    notes: list[str]


def keep_reproduction(store: Store, table: str, found: Reproduction, budget: float, scaled: list[str]) -> None:
    """Keep the figures of a table whose results are no searches of single boards, beside others of that scale."""
    kept: dict[str, Any] = store.checkpoint(f"reproduction {table}") or {}
    made = {name: provenance()[name] for name in ("machine", "git_commit", "version")}
    before = kept.get(", ".join(scaled), {"rows": []})["rows"]
    rows = {row["name"]: row for row in [*before, *map(asdict, found.rows)]}
    kept[", ".join(scaled)] = {"rows": list(rows.values()), "budget": budget, **made}
    store.keep(f"reproduction {table}", kept)


def stored(table: Published, store: Store, *, budget: float = 1.0, true_boards: bool = False) -> Stored | None:
    """All results of the table that the store has with the budget times `budget`, or None if there are none.

    Of matches, tunings and complexities those with the most games for a figure, at any budget unless it is scaled.
    """
    return _searched(table, store, budget, true_boards) if table.kind == "search" else _kept(table, store, budget)


def _kept(table: Published, store: Store, budget: float) -> Stored | None:
    kept: dict[str, Any] = store.checkpoint(f"reproduction {table.id}") or {}
    fitting = {scaled: found for scaled, found in kept.items() if budget in (1.0, found.get("budget"))}
    if not fitting:
        return None
    scaled, found = max(fitting.items(), key=lambda item: max(row["n"] for row in item[1]["rows"]))
    rows = [Row(**row) for row in found["rows"]]
    if table.kind == "match":
        names = {row.name.rpartition(": ")[0] for row in rows}
        rows += [Row(f"{row['name']}: any", None, None) for row in table.rows if row["name"] not in names]
    words = f"Scaled: {scaled}." if scaled else "At the published scale."
    return Stored(rows, [words, f"Made on {found['machine']} by commit {found['git_commit'] or found['version']}."])


def _searched(table: Published, store: Store, budget: float, true_boards: bool) -> Stored | None:
    scale = Scale(runs=table.settings["runs"], budget=budget, true_boards=true_boards)
    searches = searches_of(table)
    runs = {
        row["name"]: runs_of(table, row, searches[row["name"]], scale) for row in table.rows if row["name"] in searches
    }
    found = compared(table, runs, store)
    if not found.groups:
        return None
    return Stored(found.rows, [_scale_note(table, scale, found.groups), *origin_note(found.groups)])


def _scale_note(table: Published, scale: Scale, groups: list[Group]) -> str:
    """On how many boards, how often on each, and with which budget the results were made."""
    boards = [len({board for board, _ in group.records}) for group in groups]
    size = 1 if "only_board" in table.settings else board_set(table.settings["boards"]).size
    runs = [len(group.records) / count for group, count in zip(groups, boards, strict=True)]
    budgets = dict.fromkeys(budget_words(group.budget) for group in groups)
    words = [
        f"{_range(boards)} of {size} boards of {scale.set_of(table.settings['boards'])}",
        f"{_range(runs)} of {table.settings['runs']} runs a board",
        "; ".join(budgets) + (f" (the published budget times {scale.budget:g})" if scale.budget != 1 else ""),
    ]
    return ", ".join(words) + "."


def _range(numbers: list[int] | list[float]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low:.3g}" if low == high else f"{low:.3g} to {high:.3g}"
