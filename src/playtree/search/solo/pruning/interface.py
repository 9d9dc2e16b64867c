"""Pruning: which positions are not worth a node. Solved subtrees are always left; VS-pruning is the game's."""

from typing import Any

from playtree.compiled.generic import generic


@generic(borrows=True)
def is_hopeless(rule: Any, game: Any, state: Any, gained: float, best: float) -> bool:
    """Whether nothing below this state, reached with `gained`, can beat the best game so far."""
