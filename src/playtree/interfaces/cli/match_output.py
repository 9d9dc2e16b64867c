"""How a match is watched, and what is said at its end."""

import time

from rich.console import Console
from rich.status import Status

from playtree.interfaces.cli.output import is_live, print_table
from playtree.interfaces.cli.run_progress import LINE_SECONDS
from playtree.matches.outcomes import Tally, tally
from playtree.matches.play import PlayRecord
from playtree.matches.tournament import GameSummary, Match, Tournament, overall


class MatchProgress:
    """A line that changes on a terminal; elsewhere a line now and then, and one for each game."""

    def __init__(self, console: Console, tournament: Tournament) -> None:
        self._console, self._tournament = console, tournament
        self._status: Status | None = None
        self._next_line = time.monotonic() + LINE_SECONDS

    def __enter__(self) -> "MatchProgress":
        match = self._tournament.match
        words = f"{match.first} against {match.second}: the first play"
        if is_live(self._console):
            self._status = self._console.status(words)
            self._status.start()
        else:
            self._console.print(words)
        return self

    def __exit__(self, *_: object) -> None:
        if self._status:
            self._status.stop()

    def played(self, record: PlayRecord) -> None:
        """Say how the match stands after a play."""
        records, plays = self._tournament.records[record.game], self._tournament.match.plays
        counts = tally(each.points for each in records)
        words = f"{record.game}: {counts.plays} of {plays} plays, {standing(counts)}"
        if self._status:
            self._status.update(words)
        is_due = not self._status and time.monotonic() >= self._next_line
        if counts.plays == plays or is_due:
            self._next_line = time.monotonic() + LINE_SECONDS
            self._console.print(words)


def standing(counts: Tally) -> str:
    return f"{counts.words()} % ({counts.wins} won, {counts.draws} drawn, {counts.losses} lost)"


def print_summaries(console: Console, match: Match, summaries: list[GameSummary]) -> None:
    """The table of a match."""
    console.print(f"\n{match.first} against {match.second}, win ratios of {match.first} in percent")
    rows = [
        {
            "game": each.game,
            "plays": each.tally.plays,
            "won": each.tally.wins,
            "drawn": each.tally.draws,
            "lost": each.tally.losses,
            "ratio": each.tally.words(),
            "verdict": each.tally.verdict if each.tally.plays else "-",
            "states/s A": f"{each.states_per_second[0]:,.0f}",
            "states/s B": f"{each.states_per_second[1]:,.0f}",
            "moves": f"{each.length:.1f}",
            "late ms": f"{1000 * max(each.late):.1f}",
            "MB": f"{each.memory / 1e6:.0f}",
        }
        for each in summaries
    ]
    print_table(rows, right=[name for name in rows[0] if name not in ("game", "verdict")], console=console)
    if len(summaries) > 1:
        data = overall(summaries)
        counts = ":".join(map(str, data["better_similar_worse"]))
        console.print(f"{100 * data['win_ratio']:.2f} % on average, better:similar:worse {counts}")
