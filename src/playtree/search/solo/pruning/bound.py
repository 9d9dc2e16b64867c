"""State pruning: no node where gain and upper bound do not exceed the best score [klein2015] 2.4.1."""

from typing import Any, NamedTuple

from playtree.compiled import calls
from playtree.search.solo.pruning.interface import is_hopeless


class NoPruning(NamedTuple):
    """margin: always 0."""

    margin: float = 0.0


class ByBound(NamedTuple):
    """margin: by how much the best score has to be exceeded at least."""

    margin: float = 0.0


@is_hopeless.when(NoPruning)
def _never(rule: NoPruning, game: Any, state: Any, gained: float, best: float) -> bool:
    return False


@is_hopeless.when(ByBound)
def _by_bound(rule: ByBound, game: Any, state: Any, gained: float, best: float) -> bool:
    return gained + calls.bound(game.bound, game.data, state) <= best + rule.margin
