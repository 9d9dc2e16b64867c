"""What a search found, in words and as data."""

from rich.console import Console
from rich.text import Text

from playtree.games.interface import Game
from playtree.games.saved import as_data
from playtree.interfaces.cli.output import counted, labelled, number_words, plain_number
from playtree.interfaces.cli.words import ending_words, game_data, line_words, state_after
from playtree.search.result import Solution


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
        "proven": solution.proven,
        "interrupted": solution.stopped,
        "history": [[round(seconds, 3), plain_number(score)] for seconds, score in solution.history],
        **game_data(game),
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
            ("search", f"{done.iterations:,} iterations, {done.playouts:,} playouts ({per_second:,.0f} per second)"),
            ("tree", f"{searches}, {done.nodes:,} nodes, {done.ru:,.0f} resource units"),
            ("depth", f"{done.depth:.1f} on average, {done.deepest} at the deepest"),
            ("time", f"{solution.seconds:.1f} s, {settings}"),
        )
    )
