"""How a plan is watched: a bar with the time left on a terminal, a line now and then elsewhere."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
from rich.progress import Progress as Bar

from playtree.experiments.runner import Progress
from playtree.interfaces.cli.output import is_live

LINE_SECONDS = 10.0


@contextmanager
def resumable(name: str, console: Console) -> Iterator[None]:
    """Whoever interrupts what is done here learns that nothing is lost."""
    try:
        yield
    except KeyboardInterrupt:
        console.print(f"{name}: stopped; the same command goes on")
        raise


@contextmanager
def run_bar(name: str, console: Console) -> Iterator[Callable[[Progress], None]]:
    """What a runner may tell its progress."""
    watched = _bar(name, console) if is_live(console) else nullcontext(_lines(name, console))
    with resumable(name, console), watched as tell:
        yield tell


@contextmanager
def _bar(name: str, console: Console) -> Iterator[Callable[[Progress], None]]:
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[left]}")
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task(name, total=None, left="")
        yield lambda at: bar.update(task, total=at.total, completed=at.done, left=left_words(at.seconds_left))


def _lines(name: str, console: Console) -> Callable[[Progress], None]:
    next_line = time.monotonic() + LINE_SECONDS

    def tell(at: Progress) -> None:
        nonlocal next_line
        if time.monotonic() >= next_line:
            next_line = time.monotonic() + LINE_SECONDS
            console.print(f"{name}: {at.done:,} of {at.total:,} runs{left_words(at.seconds_left)}")

    return tell


def left_words(seconds: float | None) -> str:
    """How long it takes still.

    >>> left_words(4000), left_words(65), left_words(3), left_words(None)
    (', 1 h 06 min left', ', 1 min 05 s left', ', 3 s left', '')
    """
    if seconds is None:
        return ""
    whole = round(seconds)
    if whole >= 3600:
        return f", {whole // 3600} h {whole % 3600 // 60:02} min left"
    return f", {whole // 60} min {whole % 60:02} s left" if whole >= 60 else f", {whole} s left"
