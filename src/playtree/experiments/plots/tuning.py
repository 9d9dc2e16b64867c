"""Pictures of a tuning: how fitness converges, how much was cut, and where the parameters went."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from playtree.experiments.plots.canvas import colour, line, picture, show_legend, show_title, thousands, whole_numbers
from playtree.experiments.tune import Tuning
from playtree.tuning import Number


def convergence_plot(tuning: Tuning, path: str | Path, title: str = "") -> None:
    """The average score of the elites by the number of games played, as in figure 1 of [tak2010]."""
    with picture(path) as axes:
        games = np.cumsum(tuning.played)
        axes.plot(games, tuning.elites, color=colour(0), marker="o", markersize=3)
        axes.set_xlabel("games played")
        axes.set_ylabel("mean score of the elites")
        thousands(axes.xaxis)
        thousands(axes.yaxis)
        show_title(axes, title)


def cut_plot(tuning: Tuning, path: str | Path, title: str = "") -> None:
    """The positions cut off in each iteration, in per cent, as in figure 2 of [tak2010]."""
    with picture(path) as axes:
        cut = [100 * (1 - played / tuning.most) for played in tuning.played]
        axes.plot(range(1, len(cut) + 1), cut, color=colour(0), marker="o", markersize=3)
        axes.set_xlabel("iteration")
        whole_numbers(axes.xaxis)
        axes.set_ylabel("positions cut off (%)")
        axes.set_ylim(bottom=0)
        show_title(axes, title)


def parameter_plot(tuning: Tuning, path: str | Path, title: str = "") -> None:
    """Mean and deviation of each number over the iterations, as a share of its range."""
    kinds = tuning.method.space.parameters
    with picture(path) as axes:
        steps = range(len(tuning.method.history) + 1)
        shown = [place for place, kind in enumerate(kinds.values()) if isinstance(kind, Number)]
        for index, place in enumerate(shown):
            means = np.array([0.5, *(past.means[place] for past in tuning.method.history)])
            spreads = np.array([0.5, *(past.deviations[place] for past in tuning.method.history)])
            axes.plot(steps, means, **line(index), label=list(kinds)[place])
            low, high = np.clip(means - spreads, 0, 1), np.clip(means + spreads, 0, 1)
            axes.fill_between(steps, low, high, color=colour(index), alpha=0.12, linewidth=0)
        axes.set_xlabel("iteration")
        whole_numbers(axes.xaxis)
        axes.set_ylabel("share of the range")
        axes.set_ylim(0, 1)
        show_legend(axes, len(shown))
        show_title(axes, title)


TUNING_PLOTS = {"convergence": convergence_plot, "cut": cut_plot, "parameters": parameter_plot}


def compared_plot(tunings: Mapping[str, Tuning], path: str | Path, title: str = "") -> None:
    """The convergence of several tunings together, as in figure 1 of [tak2010]."""
    with picture(path) as axes:
        for index, (name, tuning) in enumerate(tunings.items()):
            games = np.cumsum(tuning.played)
            axes.plot(games, tuning.elites, **line(index), marker="o", markersize=3, label=name)
        axes.set_xlabel("games played")
        axes.set_ylabel("mean score of the elites")
        thousands(axes.xaxis)
        thousands(axes.yaxis)
        show_legend(axes, len(tunings))
        show_title(axes, title)
