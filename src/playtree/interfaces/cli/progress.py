"""How a search is watched: a live picture on a terminal, a line per improvement elsewhere."""

from types import TracebackType
from typing import Protocol

from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.progress_bar import ProgressBar
from rich.status import Status
from rich.table import Table
from rich.text import Text

from playtree.interfaces.cli.output import is_live, number_words
from playtree.search.budget import Budget
from playtree.search.solo.method import Progress

COMPILING = "compiling the search, once"
LINE_SECONDS = 1.0


class Watcher(Protocol):
    """Is told what a search does, and leaves the console as it was."""

    def __enter__(self) -> "Watcher": ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None: ...
    def compiling(self) -> None: ...
    def report(self, progress: Progress) -> None: ...


def watcher_on(console: Console, title: str, picture: Text, budget: Budget, *, quiet: bool = False) -> Watcher:
    """The watcher for this console, which begins with a picture of the board.

    quiet: without the picture and, where there is no live panel, say only that something is being compiled.
    """
    if is_live(console):
        return LivePanel(console, title, None if quiet else picture, budget)
    return Lines(console, title, picture, quiet)


class Lines:
    """A line at the start, and one per improvement, at most one per second."""

    def __init__(self, console: Console, title: str, picture: Text, quiet: bool = False) -> None:
        self._console, self._quiet = console, quiet
        self._opening: list[Text | str] = [picture, "", title]
        self._score, self._next = -float("inf"), 0.0
        self._errors = Console(stderr=True, markup=False, highlight=False)

    def __enter__(self) -> "Lines":
        return self

    def __exit__(self, *_: object) -> None:
        """There is nothing to clear away."""

    def compiling(self) -> None:
        self._open()
        self._errors.print(COMPILING)

    def report(self, progress: Progress) -> None:
        self._open()
        if progress.score is None or progress.score <= self._score or progress.seconds < self._next:
            return
        self._score, self._next = progress.score, progress.seconds + LINE_SECONDS
        done = progress.statistics
        self._say(
            f"{progress.seconds:6.1f} s  score {number_words(progress.score)}  {rate_words(progress)} playouts/s"
            f"  {done.nodes:,} nodes  depth {done.depth:.1f}, deepest {done.deepest}"
        )

    def _open(self) -> None:
        while self._opening:
            self._say(self._opening.pop(0))

    def _say(self, line: Text | str) -> None:
        if self._quiet:
            return
        try:
            self._console.print(line)
            self._console.file.flush()
        except OSError:  # nobody reads any more; the search goes on, its result may still be saved
            self._quiet = True


class LivePanel:
    """A panel that is drawn anew at every report and vanishes at the end."""

    def __init__(self, console: Console, title: str, picture: Text | None, budget: Budget) -> None:
        self._console, self._title, self._picture, self._budget = console, title, picture, budget
        self._status: Status | None = None
        self._live = Live(
            console=console, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False
        )

    def __enter__(self) -> "LivePanel":
        return self

    def __exit__(self, *_: object) -> None:
        self._end_status()
        self._live.stop()

    def compiling(self) -> None:
        self._open()
        self._status = self._console.status(COMPILING)
        self._status.start()

    def report(self, progress: Progress) -> None:
        self._open()
        self._end_status()
        self._live.start()
        self._live.update(panel(self._title, self._budget, progress), refresh=True)

    def _open(self) -> None:
        if self._picture is not None:
            self._console.print(self._picture)
            self._console.print()
            self._picture = None

    def _end_status(self) -> None:
        if self._status is not None:
            self._status.stop()
            self._status = None


def panel(title: str, budget: Budget, progress: Progress) -> Panel:
    """The live picture of a search."""
    done = progress.statistics
    numbers = Table.grid(padding=(0, 2))
    for style in ("dim", "", "dim", ""):
        numbers.add_column(style=style, min_width=9)
    score = "-" if progress.score is None else number_words(progress.score)
    numbers.add_row("best score", Text(score, "bold green"), "tree", f"{done.nodes:,} nodes")
    numbers.add_row("playouts", f"{rate_words(progress)} per second", "depth", f"{done.depth:.1f} on average")
    numbers.add_row("searches", f"{done.searches}", "", f"{done.deepest} at the deepest")
    used, limit_words = spent(budget, progress)
    bar = Table.grid(padding=(0, 2))
    bar.add_row(ProgressBar(total=1.0, completed=min(used, 1.0), width=40), limit_words)
    return Panel(
        Group(numbers, Text(), bar),
        title=Text(title, overflow="ellipsis"),
        title_align="left",
        expand=False,
        border_style="dim",
    )


def spent(budget: Budget, progress: Progress) -> tuple[float, str]:
    """The share of the budget that is used, and the same in words."""
    done = progress.statistics
    elapsed = f"{progress.seconds:.1f} s"
    if budget.seconds is not None:
        return progress.seconds / budget.seconds, f"{elapsed} of {budget.seconds:g} s"
    for name, used, limit in (
        ("iterations", done.iterations, budget.iterations),
        ("resource units", done.ru, budget.ru),
        ("nodes", done.nodes, budget.nodes),
    ):
        if limit is not None:
            return used / limit, f"{used:,.0f} of {limit:,.0f} {name}, {elapsed}"
    return 0.0, elapsed


def rate_words(progress: Progress) -> str:
    """Playouts per second; nothing much can be said about the first moments."""
    return f"{progress.statistics.playouts / progress.seconds:,.0f}" if progress.seconds > 0.01 else "-"
