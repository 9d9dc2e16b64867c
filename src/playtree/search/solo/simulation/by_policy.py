"""The game's own policy plays, by name: uniform moves, the strategies of SameGame, or a user's own function."""

from typing import Any, NamedTuple

from playtree.search.solo.simulation.interface import learn, learns


class ByPolicy(NamedTuple):
    """playouts: per iteration; always 1."""

    playouts: int = 1


@learns.when(ByPolicy)
def _no(rule: ByPolicy) -> bool:
    return False


@learn.when(ByPolicy)
def _learn(rule: ByPolicy, learned: Any, codes: Any, length: int, score: float) -> None:
    return None
