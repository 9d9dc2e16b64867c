"""The four pictures of a plan: box plots, nodes by depth, scores against the budget, histograms of scores."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from playtree.errors import InputError
from playtree.experiments.plots.canvas import colour, line, picture, show_legend, show_title, thousands, whole_numbers
from playtree.experiments.report import Group
from playtree.experiments.runs import budget_words
from playtree.experiments.statistics import summary_of

BOX = 0.5  # width


def names_of(groups: Sequence[Group]) -> list[str]:
    """What tells the groups apart: the search, the budget, or both."""
    labels, budgets = {group.label for group in groups}, {budget_words(group.budget) for group in groups}
    if len(budgets) == 1:
        return [group.label for group in groups]
    if len(labels) == 1:
        return [budget_words(group.budget) for group in groups]
    return [f"{group.label}\n{budget_words(group.budget)}" for group in groups]


def box_plot(groups: Sequence[Group], path: str | Path, title: str = "") -> None:
    """Min, Q1, Q2, Q3 and max of the runs on a board, averaged over the boards, as in figure 6.1 of [klein2015].

    The dot is the mean over all runs with its 95 % interval.
    """
    summaries = [summary_of(group.scores) for group in groups]
    with picture(path, height=1.4 + 0.5 * len(groups)) as axes:
        boxes = [
            dict(zip(("whislo", "q1", "med", "q3", "whishi"), summary.quartiles, strict=True), fliers=[])
            for summary in summaries
        ]
        places = list(range(len(groups), 0, -1))
        axes.bxp(boxes, positions=places, orientation="horizontal", widths=BOX, showfliers=False, **_LINES)
        means = [summary.mean.value for summary in summaries]
        halves = np.nan_to_num([summary.mean.half for summary in summaries])
        below = [place - 0.68 * BOX for place in places]  # the interval would hide the box
        axes.errorbar(means, below, xerr=halves, fmt="o", color=colour(1), markersize=4, capsize=2, linewidth=1)
        axes.set_yticks(places, names_of(groups))
        axes.grid(visible=False, axis="y")
        axes.set_xlabel("score")
        thousands(axes.xaxis)
        show_title(axes, title)


_LINES: dict[str, Any] = {
    name: {"color": colour(0), "linewidth": 1.3} for name in ("boxprops", "whiskerprops", "capprops", "medianprops")
}


def depth_plot(groups: Sequence[Group], path: str | Path, title: str = "") -> None:
    """How many nodes of a tree lie at each depth, averaged over the runs, as in figure 6.3 of [klein2015]."""
    with picture(path) as axes:
        for index, (group, name) in enumerate(zip(groups, names_of(groups), strict=True)):
            shares = depth_shares(group)
            axes.plot(range(len(shares)), 1000 * shares, **line(index), label=name.replace("\n", ", "))
        axes.set_xlabel("depth")
        whole_numbers(axes.xaxis)
        axes.set_ylabel("nodes (per mille)")
        axes.set_ylim(bottom=0)
        axes.set_xlim(left=0)
        show_legend(axes, len(groups))
        show_title(axes, title)


def depth_shares(group: Group) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The share of the nodes at each depth: the mean over the runs."""
    rows = [record["depths"] for record in group.records.values() if record["depths"]]
    if not rows:
        raise InputError(f"{group.label}: found no depths of nodes in its results; expected a tree search")
    shares = np.zeros((len(rows), max(map(len, rows))))
    for place, row in enumerate(rows):
        shares[place, : len(row)] = np.array(row) / max(sum(row), 1)
    return shares.mean(axis=0)


def budget_plot(groups: Sequence[Group], path: str | Path, title: str = "") -> None:
    """The mean score with its 95 % interval against the budget, a curve a search."""
    limit = next(iter(groups[0].budget))
    if any(limit not in group.budget for group in groups):
        raise InputError("budget plot: found budgets of several kinds; expected one of seconds, iterations, nodes, ru")
    curves: dict[str, list[Group]] = {}
    for group in groups:
        curves.setdefault(group.label, []).append(group)
    with picture(path) as axes:
        for index, (label, found) in enumerate(curves.items()):
            found = sorted(found, key=lambda group: group.budget[limit])
            means = [summary_of(group.scores).mean for group in found]
            axes.errorbar(
                [group.budget[limit] for group in found],
                [mean.value for mean in means],
                yerr=np.nan_to_num([mean.half for mean in means]),
                **line(index),
                label=label,
                marker="o",
                markersize=4,
                capsize=2,
                linewidth=1.3,
            )
        limits = sorted({group.budget[limit] for group in groups})
        if len(limits) > 1:
            axes.set_xscale("log")
        if len(limits) <= 8:
            axes.set_xticks(limits, [f"{value:,.6g}" for value in limits])
            axes.minorticks_off()
        axes.set_xlabel({"ru": "resource units"}.get(limit, limit))
        axes.set_ylabel("mean score")
        thousands(axes.yaxis)
        show_legend(axes, len(curves))
        show_title(axes, title)


def histogram(groups: Sequence[Group], path: str | Path, title: str = "") -> None:
    """How often each range of scores came up, a line a search, as in figure 1 of [matsumoto2010]."""
    every = np.concatenate([list(group.scores.values()) for group in groups])
    bins = np.histogram_bin_edges(every, bins=min(40, max(5, int(np.sqrt(len(every))))))
    centres = (bins[:-1] + bins[1:]) / 2
    with picture(path) as axes:
        for index, (group, name) in enumerate(zip(groups, names_of(groups), strict=True)):
            counts, _ = np.histogram(list(group.scores.values()), bins)
            label = name.replace("\n", ", ")
            axes.plot(centres, counts, **line(index), label=label, marker="o", markersize=3, linewidth=1.3)
        axes.set_xlabel("score")
        axes.set_ylabel("runs")
        whole_numbers(axes.yaxis)
        thousands(axes.xaxis)
        show_legend(axes, len(groups))
        show_title(axes, title)


PLOTS: dict[str, Callable[[Sequence[Group], str | Path, str], None]] = {
    "box": box_plot,
    "depths": depth_plot,
    "budget": budget_plot,
    "histogram": histogram,
}
