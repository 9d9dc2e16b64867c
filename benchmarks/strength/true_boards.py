"""Klein's variants on boards with all colours, as distances to Static, beside those of [klein2015].

    playtree reproduce klein-6.1 --true-boards --full --runs 2 --store true.sqlite      # and the others of TABLES
    python -m benchmarks.strength.true_boards true.sqlite

Distances are paired by board and seed; intervals are over boards. His boards had lost a colour (klein2015.toml).
"""

import argparse
from collections.abc import Iterator

from playtree.experiments.papers.catalogue import published_table
from playtree.experiments.papers.compare import runs_of, searches_of
from playtree.experiments.papers.scale import Scale
from playtree.experiments.statistics import Place, mean_of
from playtree.experiments.store import Store

TABLES = (
    "klein-6.1", "klein-6.3", "klein-6.4", "klein-6.5", "klein-6.7", "klein-6.8", "klein-6.9", "klein-6.10",
    "klein-B.2", "klein-7.0.3", "klein-7.0.4", "klein-7.0.5", "klein-7.0.6",
)  # fmt: skip
BOARDS, STATIC = "schadd-klein", "Static"

Figures = dict[Place, dict[str, float]]


def found_in(store: Store, runs: int) -> Iterator[tuple[str, str, dict[str, float], Figures]]:
    """Table, row, what is published of it, and ours by board and seed; each search once."""
    seen, scale = set[str](), Scale(runs=runs, true_boards=True)
    for name in TABLES:
        table = published_table(name)
        searches = searches_of(table)
        for row in table.rows:
            if row["name"] not in searches or row.get("boards", BOARDS) != BOARDS:
                continue
            made = runs_of(table, row, searches[row["name"]], scale)
            if made[0].key in seen:
                continue
            seen.add(made[0].key)
            records = store.records(run.key for run in made)
            yield name, row["name"], row["published"], {(each["game"], each["seed"]): each for each in records}


def cells_of(rows: list[tuple[str, str, dict[str, float], Figures]]) -> Iterator[tuple[str, ...]]:
    """What stands in each line."""
    static, published = next((ours, known["mean"]) for _, name, known, ours in rows if name == STATIC)
    for table, name, known, ours in rows:
        if not ours:
            continue
        score, depth = (mean_of({at: each[figure] for at, each in ours.items()}) for figure in ("score", "depth"))
        further = mean_of({at: each["score"] - static[at]["score"] for at, each in ours.items()})
        his = f"{known['mean'] - published:+,.0f}" if "mean" in known else ""
        distances = (f"{further.value:+,.0f} ± {further.half:.0f}", his) if name != STATIC else ("", "")
        number = table.removeprefix("klein-")
        yield name, number, f"{score.value:,.0f}", f"{depth.value:.1f}", *distances, f"{len(ours):,}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("store")
    parser.add_argument("--runs", type=int, default=2)
    given = parser.parse_args()
    with Store(given.store) as store:
        rows = list(found_in(store, given.runs))
    print("| row | its table | mean | depth | distance to Static | Klein's, on his boards | n |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for cells in cells_of(rows):
        print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
