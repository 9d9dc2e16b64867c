"""What a worker does: one run, from its description to its record. Works in any process that has Playtree."""

from functools import lru_cache
from typing import Any

from playtree.experiments.provenance import provenance
from playtree.experiments.runs import Run
from playtree.experiments.searches import run_search
from playtree.games.interface import Game
from playtree.games.saved import as_data

GAMES_KEPT = 64
Record = dict[str, Any]


def perform(run: Run) -> Record:
    """Make the search and return its record: all columns of the store but the description of the run."""
    game = _game(run.game, tuple(sorted(run.options.items())), run.content)
    solution = run_search(run.search, game, run.limits, run.seed)
    done = solution.statistics
    return {
        "key": run.key,
        "score": solution.score,
        "cleared": solution.cleared,
        "proven": solution.proven,
        "moves": as_data(game, solution.moves),
        "seconds": solution.seconds,
        "history": [list(improvement) for improvement in solution.history],
        "iterations": done.iterations,
        "playouts": done.playouts,
        "nodes": done.nodes,
        "ru": done.ru,
        "depth": done.depth,
        "deepest": done.deepest,
        "terminals": done.terminals,
        "duplicates": done.duplicates,
        "duplicate_depth": done.duplicate_depth,
        "better_paths": done.better_paths,
        "pruned": done.pruned,
        "searches": done.searches,
        "depths": list(done.nodes_at),
        **provenance(),
    }


@lru_cache(maxsize=GAMES_KEPT)
def _game(game: str, options: tuple[tuple[str, Any], ...], content: str) -> Game:
    return Run("", game, dict(options), {}, {}, 0, content).load()
