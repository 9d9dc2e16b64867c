"""What a search found, in words and as data."""

from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.text import Text

from playtree.games.interface import Game
from playtree.games.saved import as_data
from playtree.interfaces.cli.insight import memory_facts
from playtree.interfaces.cli.output import counted, labelled, number_words, plain_number
from playtree.interfaces.cli.words import ending_words, game_data, line_words, state_after
from playtree.search.result import SearchRecord, Solution, Statistics


def solution_data(game: Game, solution: Solution, given: dict[str, object]) -> dict[str, object]:
    """A solution as one JSON object. given: what was asked for, such as board, seed and recipe."""
    done = solution.statistics
    return {
        "score": plain_number(solution.score),
        "cleared": solution.cleared,
        "moves": as_data(game, solution.moves),
        "verified": True,  # a line that the slow rules score otherwise never becomes a solution
        "seconds": round(solution.seconds, 3),
        "iterations": done.iterations,
        "playouts": done.playouts,
        "nodes": done.nodes,
        "ru": done.ru,
        **given,
        "depth": round(done.depth, 3),
        "deepest": done.deepest,
        "searches": done.searches,
        "statistics": statistics_data(done),
        "memory_full": done.without_room > 0,
        "proven": solution.proven,
        "interrupted": solution.stopped,
        **({"story": list(solution.story)} if solution.story else {}),
        "history": [[round(seconds, 3), plain_number(score)] for seconds, score in solution.history],
        **({"records": [record_data(game, record) for record in solution.records]} if solution.records else {}),
        **game_data(game),
    }


def statistics_data(done: Statistics) -> dict[str, Any]:
    """Statistics as one JSON object."""
    depths = {"depth": done.depth, "duplicate_depth": done.duplicate_depth}
    return {**asdict(done), "ru": done.ru, **{name: round(depth, 3) for name, depth in depths.items()}}


def record_data(game: Game, record: SearchRecord) -> dict[str, Any]:
    """A search as one JSON object; a line stands where it was new."""
    course, last = [], None
    for at in record.course:
        snapshot = {**asdict(at), "seconds": round(at.seconds, 4), "depth": round(at.depth, 3)}
        snapshot["line"] = None if at.line == last else as_data(game, at.line)
        last = at.line
        course.append(snapshot)
    return {
        "score": plain_number(record.score),
        "line": as_data(game, record.line),
        "solved": record.is_solved,
        "statistics": statistics_data(record.statistics),
        "course": course,
    }


def print_solution(console: Console, game: Game, solution: Solution, settings: str) -> None:
    """Print a solution for people."""
    done = solution.statistics
    ending = ending_words(game, state_after(game, solution.moves))
    facts = [ending, counted(len(solution.moves), "move"), "replayed and verified"]
    if solution.proven:
        facts.append("no better game exists")
    if solution.stopped:
        facts.append("stopped by Ctrl-C")
    score = Text.assemble("score ", (number_words(solution.score), "bold green"))
    console.print(Text(", ").join([score, *map(Text, filter(None, facts))]))
    searches = counted(done.searches, "search", "searches")
    per_second = done.playouts / max(solution.seconds, 1e-9)
    console.print(
        labelled(
            ("moves", line_words(game, solution.moves)),
            *(("" if index else "did", part) for index, part in enumerate(solution.story)),
            ("search", f"{done.iterations:,} iterations, {done.playouts:,} playouts ({per_second:,.0f} per second)"),
            ("tree", f"{searches}, {done.nodes:,} nodes, {done.ru:,.0f} resource units"),
            ("depth", f"{done.depth:.1f} on average, {done.deepest} at the deepest"),
            *memory_facts(done),
            ("time", f"{solution.seconds:.1f} s, {settings}"),
        )
    )
