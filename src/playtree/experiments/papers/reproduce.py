"""Runs a published table again and sets ours beside it."""

from collections.abc import Callable
from dataclasses import replace
from itertools import zip_longest

from playtree.experiments.executors import Crews
from playtree.experiments.papers.catalogue import Published
from playtree.experiments.papers.compare import Reproduction, Row, compared, runs_of, searches_of
from playtree.experiments.papers.matches import measured_agents, played_matches
from playtree.experiments.papers.scale import Scale, scale_words
from playtree.experiments.papers.stored import keep_reproduction
from playtree.experiments.papers.tunings import TAK_CUTS, paper_tuning
from playtree.experiments.runner import Progress, run_all
from playtree.experiments.searches import Search
from playtree.experiments.store import Store
from playtree.experiments.tune import tune

Report = Callable[[Progress], None]


def reproduce(
    table: Published, scale: Scale, store: Store, crews: Crews, report: Report = lambda progress: None
) -> Reproduction:
    """Run what is missing in the store and compare."""
    found = _KINDS[table.kind](table, scale, store, crews, report)
    if table.kind != "search":  # whose records tell everything
        keep_reproduction(store, table.id, found, scale.budget, scale_words(table, scale))
    return found


def _searches(table: Published, scale: Scale, store: Store, crews: Crews, report: Report) -> Reproduction:
    return _played(table, searches_of(table), scale, store, crews, report)


def _played(
    table: Published, searches: dict[str, Search], scale: Scale, store: Store, crews: Crews, report: Report
) -> Reproduction:
    """The rows of the table for which there is a search."""
    runs = {
        row["name"]: runs_of(table, row, searches[row["name"]], scale) for row in table.rows if row["name"] in searches
    }
    in_turn = [
        run for found in zip_longest(*runs.values()) for run in found if run
    ]  # so that what is half done compares
    run_all(in_turn, store, crews, on_progress=report)
    return compared(table, runs, store)


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


def _matches(table: Published, scale: Scale, store: Store, crews: Crews, report: Report) -> Reproduction:
    with crews() as crew:
        processes = crew.size()
    return played_matches(table, scale, store.path.with_suffix(".matches"), processes, report)


def _efficiency(table: Published, scale: Scale, store: Store, crews: Crews, report: Report) -> Reproduction:
    return measured_agents(table, scale, report)


_KINDS: dict[str, Callable[[Published, Scale, Store, Crews, Report], Reproduction]] = {
    "search": _searches,
    "complexity": _complexities,
    "tuning": _tunings,
    "cuts": _cuts,
    "match": _matches,
    "efficiency": _efficiency,
}
