"""A match between two recipes: many plays of one or more games, with seats swapped, over processes, resumable."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from playtree.errors import InputError
from playtree.games.boardgames import rules_path
from playtree.matches.calibration import Calibration
from playtree.matches.clock import Clock
from playtree.matches.interrupts import uninterrupted
from playtree.matches.outcomes import Tally, tally
from playtree.matches.play import FIRST, SECOND, PlayRecord, record_from
from playtree.matches.players import AUTO, USUAL, Habits, known_recipe, resolved
from playtree.matches.results_file import ResultsFile
from playtree.matches.sources import GameSource, own_turns
from playtree.matches.workers import Task, played
from playtree.rbg.limits import DEFAULT_LIMITS, Limits
from playtree.rbg.reading import read_file
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.configuration import Configuration
from playtree.search.versus.design import Design, Mast, Rave
from playtree.search.versus.recipes import is_file

ALL15 = (  # [pawlik2021] 5.1.5
    *("amazons", "breakthrough", "breakthru", "chess", "chessNoCheck", "englishDraughts", "foxAndHounds", "go"),
    *("gomoku", "hex", "knightthrough", "pentago", "reversi", "skirmish", "theMillGame"),
)

Limit = MoveBudget | Calibration | Clock

_USUAL_DESIGN = asdict(Design()) | {"mast": asdict(Mast()), "rave": asdict(Rave())}
USUAL_FILE = asdict(Configuration(Design())) | {"design": _USUAL_DESIGN}


@dataclass(frozen=True)
class Match:
    """first, second: recipes. games: names or rules files. plays: of each game. limit: on moves, or on a whole game.

    limits: what rules may cost. odds: how many times as much as the limit the first has.
    """

    first: str
    second: str
    games: tuple[str, ...]
    plays: int
    limit: Limit
    seed: int = 0
    habits: Habits = USUAL
    limits: Limits = DEFAULT_LIMITS
    odds: float = 1.0

    def __post_init__(self) -> None:
        for recipe in (self.first, self.second):
            known = known_recipe(recipe)
            if known is not None and known.thinks_on and not is_timed(self.limit):
                found = f"{recipe}: found simulate_during_opp_turn with a count of simulations or states"
                raise InputError(f"{found}, which thinking on others' time is not part of; expected seconds or a clock")
        if not self.games:
            raise InputError("found no game; expected at least one")
        if self.plays < 1:
            raise InputError(f"plays is {self.plays}; expected at least 1")
        if not self.odds > 0:
            raise InputError(f"odds is {self.odds:g}; expected a number above 0")

    def header(self) -> dict[str, Any]:
        """What must be equal for a match to be gone on with: all but the number of plays, and the list of games."""
        limit = {name: value for name, value in asdict(self.limit).items() if value is not None and name != "left"}
        found = {"first": self.first, "second": self.second, "limit": limit, "seed": self.seed}
        found |= {name: value for name, value in asdict(self.habits).items() if value != getattr(USUAL, name)}
        found |= {"limits": asdict(self.limits)} if self.limits != DEFAULT_LIMITS else {}
        found |= {"odds": self.odds} if self.odds != 1 else {}
        known = {recipe: known_recipe(recipe) for recipe in (self.first, self.second) if is_file(recipe)}
        files = {recipe: without(asdict(each), USUAL_FILE) for recipe, each in known.items() if each}
        return found | ({"files": files} if files else {})


def without(data: dict[str, Any], usual: dict[str, Any]) -> dict[str, Any]:
    """What is other than usual, so that a number that is new some day does not part old matches from their files."""
    other = {name: value for name, value in data.items() if value != usual[name] or isinstance(value, dict)}
    return {name: without(value, usual[name]) if isinstance(value, dict) else value for name, value in other.items()}


def is_timed(limit: Limit) -> bool:
    """Whether the clock ends a search."""
    return isinstance(limit, Clock) or (isinstance(limit, MoveBudget) and limit.seconds is not None)


@dataclass(frozen=True)
class GameSummary:
    """What a match says about one game. Pairs hold the first and the second side.

    length: moves of a play, on average. late: the most by which a move exceeded its seconds.
    """

    game: str
    tally: Tally
    states_per_second: tuple[float, float]
    simulations_per_second: tuple[float, float]
    length: float
    late: tuple[float, float]
    memory: int

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            **tally_data(self.tally),
            "verdict": self.tally.verdict,
            "states_per_second": [round(each, 1) for each in self.states_per_second],
            "simulations_per_second": [round(each, 1) for each in self.simulations_per_second],
            "mean_length": round(self.length, 2),
            "late_seconds": [round(each, 6) for each in self.late],
            "peak_memory": self.memory,
        }


def tally_data(counts: Tally) -> dict[str, Any]:
    names = {"plays": counts.plays, "wins": counts.wins, "draws": counts.draws, "losses": counts.losses}
    return {**names, "win_ratio": counts.win_ratio, "interval": list(counts.interval)}


def summary(game: str, records: Iterable[PlayRecord]) -> GameSummary:
    """What the plays of a game say."""
    known = list(records)
    return GameSummary(
        game,
        tally(record.points for record in known),
        _rate(known, "states"),
        _rate(known, "simulations"),
        float(np.mean([record.moves for record in known])) if known else 0.0,
        (_most(known, FIRST), _most(known, SECOND)),
        max((record.memory for record in known), default=0),
    )


def _most(records: Iterable[PlayRecord], side: int) -> float:
    return max((record.late[side] for record in records), default=0.0)


def _rate(records: list[PlayRecord], unit: str) -> tuple[float, float]:
    """Units per second of thinking."""
    rates = []
    for side in (FIRST, SECOND):
        seconds = sum(record.seconds[side] for record in records)
        made: int = sum(getattr(record, unit)[side] for record in records)
        rates.append(made / seconds if seconds else 0.0)
    return rates[0], rates[1]


@dataclass(frozen=True)
class GameRules:
    """A game as those who play it load it (workers.py). digest: a name for the rules that changes with them."""

    name: str
    source: GameSource
    digest: str


def rules_named(source: str, limits: Limits = DEFAULT_LIMITS) -> GameRules:
    """The rules of a game of ours, of a rules file, or of a game of one's own, package.module:name."""
    own = own_turns(source)
    if own is not None:
        return GameRules(own.name, GameSource(source), own.digest)
    path = rules_path(source)
    text = read_file(path, limits)
    return GameRules(path.stem, GameSource(path.name, text, limits), hashlib.sha256(text.encode()).hexdigest()[:16])


def by_name(games: Iterable[GameRules]) -> dict[str, GameRules]:
    """Games by their names, by which records tell them apart."""
    found = dict[str, GameRules]()
    for game in games:
        other = found.setdefault(game.name, game)
        if other.digest != game.digest:
            raise InputError(f"games: found two with other rules named {game.name}; expected names that differ")
    return found


class Tournament:
    """A match being played. records: of each game, those of an earlier run included."""

    def __init__(self, match: Match, *, file: Path | None = None, processes: int = 1) -> None:
        if processes < 1:
            raise InputError(f"processes is {processes}; expected at least 1")
        self.match, self.processes, self._path = match, processes, file
        self.games = by_name(rules_named(game, match.limits) for game in match.games)
        self.records: dict[str, list[PlayRecord]] = {name: [] for name in self.games}
        self._limits: dict[str, MoveBudget] = {}
        self.picked: dict[str, str] = {}  # of each game, the recipe that `auto` stands for

    def check(self) -> None:
        """Refuse now what would end the match at its beginning: a game of one player, a file that is not to be used."""
        for game in self.games.values():
            game.source.load()
        if self._path is not None:
            with ResultsFile(self._path, self.match.header()) as file:
                self._remember(file)

    def run(self) -> Iterator[PlayRecord]:
        """Play what is missing, and yield each play when it is over and written down."""
        if self._path is None:
            yield from self._play(None)
            return
        with ResultsFile(self._path, self.match.header()) as file:
            self._remember(file)
            yield from self._play(file)

    def summaries(self) -> list[GameSummary]:
        return [summary(name, records) for name, records in self.records.items()]

    def missing(self, game: str) -> list[int]:
        """The plays of a game that are still to be made."""
        known = {record.number for record in self.records[game]}
        return [number for number in range(self.match.plays) if number not in known]

    def limit(self, game: str) -> MoveBudget | None:
        """The limit on moves of a game, once it is known."""
        return self.match.limit if isinstance(self.match.limit, MoveBudget) else self._limits.get(game)

    def _remember(self, file: ResultsFile) -> None:
        """Know what the file tells, and only that."""
        self.records = {name: [] for name in self.games}
        for line, entry in enumerate(file.entries, 2):
            try:
                self._take(entry)
            except (TypeError, ValueError):
                found = f"{self._path}:{line}: found a line that tells of no play"
                raise InputError(f"{found}; expected the results of a match") from None

    def _take(self, entry: dict[str, Any]) -> None:
        """Remember what a line of the file tells. TypeError, ValueError: it is none of ours."""
        name = entry.get("game")
        if name not in self.games:
            return
        if entry.get("rules", self.games[name].digest) != self.games[name].digest:
            raise InputError(f"{self._path}: found plays of {name} by other rules; expected another file")
        if "calibrated" in entry:
            self._limits[name] = MoveBudget(**entry["calibrated"])
        elif "picked" in entry:
            self.picked[name] = entry["picked"]
        elif "number" in entry:
            record = record_from(entry)
            if record.number in [known.number for known in self.records[name]]:
                raise ValueError
            if record.number < self.match.plays:
                self.records[name].append(record)

    def _play(self, file: ResultsFile | None) -> Iterator[PlayRecord]:
        for record in played(self._tasks(file), self.processes):
            with uninterrupted():
                if file is not None:
                    file.append(record.to_dict())
                self.records[record.game].append(record)
            yield record

    def _tasks(self, file: ResultsFile | None) -> Iterator[Task]:
        match = self.match
        clock = match.limit if isinstance(match.limit, Clock) else None
        for name, game in self.games.items():
            missing = self.missing(name)
            if missing and file is not None:
                self._note_rules(name, file)
            if missing and isinstance(match.limit, Calibration) and name not in self._limits:
                self._calibrate(match.limit, name, file)
            if missing and AUTO in (match.first, match.second) and name not in self.picked:
                self._pick(name, file)
            recipes = (self._resolved(name, match.first), self._resolved(name, match.second))
            for number in missing:
                yield Task(game.source, recipes, self.limit(name), clock, match.seed, number, match.habits, match.odds)

    def _resolved(self, game: str, recipe: str) -> str:
        return self.picked.get(game, recipe) if recipe == AUTO else recipe

    def _pick(self, name: str, file: ResultsFile | None) -> None:
        """Let `auto` measure a game once, for all processes and for good."""
        why = list[str]()
        self.picked[name] = resolved(AUTO, self.games[name].source.load(), self.match.habits, say=why.append)
        if file is not None:
            file.append({"game": name, "picked": self.picked[name], "why": why[0]})

    def _note_rules(self, name: str, file: ResultsFile) -> None:
        if not any(entry.get("game") == name and "rules" in entry for entry in file.entries):
            file.append({"game": name, "rules": self.games[name].digest})

    def _calibrate(self, calibration: Calibration, name: str, file: ResultsFile | None) -> None:
        game = self.games[name].source.load()
        self._limits[name] = MoveBudget(**{calibration.unit: calibration.measure(game)})
        if file is not None:
            limits = {unit: value for unit, value in asdict(self._limits[name]).items() if value is not None}
            file.append({"game": name, "calibrated": limits})


def overall(summaries: list[GameSummary]) -> dict[str, Any]:
    """What a whole match says, as data: sums and, where there are several games, the mean of their win ratios."""
    counts = Tally(*(sum(getattr(each.tally, name) for each in summaries) for name in ("wins", "draws", "losses")))
    data = tally_data(counts)
    data["states_per_second"] = [
        float(np.mean([each.states_per_second[side] for each in summaries])) for side in (0, 1)
    ]
    if len(summaries) > 1:
        begun = [each for each in summaries if each.tally.plays]
        data["win_ratio"] = float(np.mean([each.tally.win_ratio for each in begun])) if begun else 0.5
        half = float(np.sqrt(sum(each.tally.half_width**2 for each in begun)) / max(len(begun), 1))
        data["interval"] = [max(data["win_ratio"] - half, 0.0), min(data["win_ratio"] + half, 1.0)]
    verdicts = [each.tally.verdict for each in summaries if each.tally.plays]
    data["better_similar_worse"] = [verdicts.count(word) for word in ("better", "similar", "worse")]
    return data
