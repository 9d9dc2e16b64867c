"""The tables of [pawlik2021]: matches between agents, and how fast they are.

A figure of a row is a match of an agent against the one of the table, `timed` by the clock or `fixed` to the states
that the other agent makes in that time. Plays are kept in a folder beside the store, one file a match.
"""

import hashlib
import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playtree.experiments.papers.catalogue import Published
from playtree.experiments.papers.compare import Reproduction, Row
from playtree.experiments.papers.scale import Scale
from playtree.experiments.runner import Progress
from playtree.games.rbg import Rbg
from playtree.matches.calibration import MEASURED_SECONDS, Calibration
from playtree.matches.play import forget_peak_memory, peak_memory
from playtree.matches.players import player_from_recipe
from playtree.matches.tournament import GameSummary, Limit, Match, Tournament, overall
from playtree.search.versus.budget import MoveBudget

SHORTEST_MEASURE = 0.2  # seconds
MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Figure:
    """One published figure and the match that gives ours."""

    name: str
    published: float | None
    match: Match


def figures_of(table: Published, scale: Scale, folder: Path) -> list[Figure]:
    """All figures of a table of matches at a scale. folder: for the files of agents that have no name."""
    rows = table.rows if "games" in table.settings else table.rows[: scale.boards]  # else a row is a game
    return [figure for row in rows for figure in _figures(table, row, scale, folder)]


def _figures(table: Published, row: dict[str, Any], scale: Scale, folder: Path) -> Iterator[Figure]:
    settings = {**table.settings, **row}
    games = (row["game"],) if "game" in row else tuple(settings["games"])[: scale.boards]
    for name in row.get("figures", row["published"]):
        agent = row["agents"][name] if "agents" in row else _agent(row, folder)
        limit = _limit(settings["against"], settings["seconds"] * scale.budget, scale, is_timed=name != "fixed")
        match = Match(agent, settings["against"], games, scale.runs or settings["plays"], limit)
        yield Figure(f"{row['name']}: {name}", row["published"].get(name), match)


def _agent(row: dict[str, Any], folder: Path) -> str:
    """The name of the row's agent, or the file of one with the final roll-up, which no name has."""
    if "final_rollup" not in row:
        return str(row["agent"])
    parameters = {"is_nodal": True, "greedy_choice": False, "final_rollup_factor": row["final_rollup"]}
    algorithm = {"tree_strategy": "semisplit", "simulation_strategy": "semisplit", "parameters": parameters}
    folder.mkdir(exist_ok=True)
    file = folder / f"final-rollup-{row['final_rollup']}.json"
    file.write_text(json.dumps({"algorithm": algorithm}), encoding="utf-8")
    return str(file)


def _limit(against: str, seconds: float, scale: Scale, *, is_timed: bool) -> Limit:
    measured = max(SHORTEST_MEASURE, MEASURED_SECONDS * min(scale.budget, 1.0))
    return MoveBudget(seconds=seconds) if is_timed else Calibration("states", against, seconds, measured)


def played_matches(
    table: Published, scale: Scale, folder: Path, processes: int, report: Callable[[Progress], None]
) -> Reproduction:
    """Play what is missing, and compare."""
    figures = figures_of(table, scale, folder)
    folder.mkdir(exist_ok=True)
    total = sum(figure.match.plays * len(figure.match.games) for figure in figures)
    rows, done = [], 0
    for figure in figures:
        tournament = Tournament(figure.match, file=_file(figure.match, folder), processes=processes)
        for _ in tournament.run():
            report(Progress(total, done + sum(map(len, tournament.records.values())), None))
        done += figure.match.plays * len(figure.match.games)
        rows.append(_row(figure, tournament.summaries()))
    return Reproduction(rows)


def _row(figure: Figure, games: list[GameSummary]) -> Row:
    """The mean of the win ratios of all games in per cent; its interval is made of theirs, none of which is empty."""
    found = overall(games)
    ours = 100 * found["win_ratio"]
    widest = [max(abs(end - game.tally.win_ratio) for end in game.tally.interval) for game in games]
    half = 100 * math.sqrt(sum(each**2 for each in widest)) / len(games)
    note = ":".join(map(str, found["better_similar_worse"])) + " games better:similar:worse"
    low, high = max(ours - half, 0.0), min(ours + half, 100.0)
    return Row(figure.name, figure.published, ours, low, high, found["plays"], note)


def _file(match: Match, folder: Path) -> Path:
    digest = hashlib.sha256(json.dumps(match.header(), sort_keys=True).encode()).hexdigest()[:16]
    return folder / f"{digest}.jsonl"


def measured_agents(table: Published, scale: Scale, report: Callable[[Progress], None]) -> Reproduction:
    """Table 5.1: states a second and memory in the first turn of each game."""
    seconds = table.settings["seconds"] * scale.budget
    chosen = table.rows[: scale.boards]
    rows = []
    for number, row in enumerate(chosen):
        report(Progress(len(chosen), number, None))
        rate, memory = _first_turn("orthodox", row["game"], seconds)
        split_rate, split_memory = _first_turn("semisplit-nodal", row["game"], seconds)
        ours = {"states_per_second": rate, "memory": memory, "speed_up": 100 * split_rate / rate}
        ours["split_memory"] = split_memory
        rows += [Row(f"{row['name']}: {name}", row["published"][name], value, n=1) for name, value in ours.items()]
    report(Progress(len(chosen), len(chosen), None))
    return Reproduction(rows)


def _first_turn(recipe: str, game: str, seconds: float) -> tuple[float, float]:
    """States a second, and megabytes by which the process grew."""
    player = player_from_recipe(recipe, Rbg(game))
    player.begin(0)
    forget_peak_memory()
    before = peak_memory()
    chosen = player.choose(MoveBudget(seconds=seconds))
    return chosen.states / chosen.seconds, (peak_memory() - before) / MEGABYTE
