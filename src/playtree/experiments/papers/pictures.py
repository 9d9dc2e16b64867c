"""The plot of a reproduction, as the paper draws it."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from playtree.experiments.papers.catalogue import Published
from playtree.experiments.papers.compare import Reproduction, Row
from playtree.experiments.plots.canvas import line, picture, show_legend, show_title
from playtree.experiments.plots.results import box_plot, budget_plot, histogram
from playtree.experiments.plots.tuning import compared_plot
from playtree.experiments.report import Group


def draw(table: Published, found: Reproduction, path: Path) -> list[Path]:
    """Draw the table; return the pictures that were written, none where there is nothing to draw."""
    title = f"{table.id}: {table.title}"
    kind = table.settings.get("plot")
    if found.tunings and len(found.tunings) > 1:
        compared_plot(found.tunings, path, title)
    elif kind in ("box", "restarts") and found.groups:
        box_plot(found.groups, path, title)
    elif kind == "budget" and found.groups:
        budget_plot(_curves(found.groups), path, title)
    elif kind == "seconds" and found.groups:
        _seconds_plot(_curves(found.groups), path, title)
    elif kind == "histogram" and found.groups:
        return _histograms(found.groups, path, title)
    elif kind == "limits":
        _limits_plot(found.rows, path, title)
    else:
        return []
    return [path]


def _curves(groups: Sequence[Group]) -> list[Group]:
    """The groups under the names of their curves: what stands before the last comma, after which comes the budget."""
    return [replace(group, label=group.label.rpartition(", ")[0]) for group in groups]


def _histograms(groups: Sequence[Group], path: Path, title: str) -> list[Path]:
    """A picture for each budget."""
    paths = []
    for limit in dict.fromkeys(next(iter(group.budget.values())) for group in groups):
        chosen = [group for group in groups if next(iter(group.budget.values())) == limit]
        paths.append(path.with_stem(f"{path.stem}-{limit:g}"))
        histogram(_curves(chosen), paths[-1], f"{title}, {limit:,} nodes")
    return paths


def _seconds_plot(groups: Sequence[Group], path: Path, title: str) -> None:
    """The mean time against the nodes, both logarithmic, as in figure 2 of [matsumoto2010]."""
    curves: dict[str, list[Group]] = {}
    for group in groups:
        curves.setdefault(group.label, []).append(group)
    with picture(path) as axes:
        for index, (label, found) in enumerate(curves.items()):
            nodes = [next(iter(group.budget.values())) for group in found]
            times = [1000 * group.mean("seconds") for group in found]
            axes.plot(nodes, times, **line(index), marker="o", markersize=3, label=label)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel("nodes")
        axes.set_ylabel("milliseconds")
        show_legend(axes, len(curves))
        show_title(axes, title)


def _limits_plot(rows: Sequence[Row], path: Path, title: str) -> None:
    """The per cent of wins against the seconds of a move, with intervals. A row is called "0.5 s: timed"."""
    with picture(path) as axes:
        for index, name in enumerate(dict.fromkeys(row.name.rpartition(": ")[2] for row in rows)):
            chosen = [row for row in rows if row.name.endswith(f": {name}")]
            seconds = [float(row.name.partition(" s")[0]) for row in chosen]
            ours = [row.ours or 0.0 for row in chosen]
            below = [mean - (row.low or 0.0) for mean, row in zip(ours, chosen, strict=True)]
            above = [(row.high or 0.0) - mean for mean, row in zip(ours, chosen, strict=True)]
            axes.errorbar(seconds, ours, yerr=(below, above), **line(index), marker="o", capsize=3, label=name)
        axes.set_xscale("log")
        axes.set_ylim(0, 100)
        axes.set_xlabel("seconds a move, as published")
        axes.set_ylabel("per cent of wins")
        show_legend(axes, 2)
        show_title(axes, title)
