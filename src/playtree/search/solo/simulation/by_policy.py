"""The game's own policy plays, by name: uniform moves, the strategies of SameGame, or a user's own function."""

from typing import Any, NamedTuple

from playtree.search.solo.simulation.interface import greed, learn, learns, promise


class ByPolicy(NamedTuple):
    """playouts: per iteration; always 1."""

    playouts: int = 1


@learns.when(ByPolicy)
def _no(rule: ByPolicy) -> bool:
    return False


@greed.when(ByPolicy)
def _none(rule: ByPolicy) -> float:
    return 0.0


@promise.when(ByPolicy)
def _nothing(rule: ByPolicy, learned: Any, codes: Any, place: int, code: Any) -> float:
    return 0.0


@learn.when(ByPolicy)
def _learn(rule: ByPolicy, learned: Any, codes: Any, length: int, score: float) -> None:
    return None
