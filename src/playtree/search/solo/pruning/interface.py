"""Pruning: which positions are not worth a node. Solved subtrees are always left; VS-pruning is the game's.

The loop asks three times: when a node's actions were listed, when a child is tried, and at the end of an iteration.
"""

from typing import Any

from playtree.compiled.generic import generic


@generic(borrows=True)
def narrowed(rule: Any, game: Any, state: Any, actions: Any) -> int:
    """Put those of a state's actions in front that are worth a node, and return how many they are."""


@narrowed.otherwise
def _all(rule: Any, game: Any, state: Any, actions: Any) -> int:
    return len(actions)


@generic(borrows=True)
def states_seen(rule: Any, actions: int) -> int:
    """How many states are inspected to list those actions."""


@states_seen.otherwise
def _one(rule: Any, actions: int) -> int:
    return 1


@generic
def cut_back(rule: Any, tree: Any, passes: Any, depth: int) -> int:
    """An iteration that reached this depth is over: cut nodes and return how many. Changes `tree` and `passes`.

    passes: int64[L], numbers of the rule for each depth, zero at the start.
    """


@cut_back.otherwise
def _nothing(rule: Any, tree: Any, passes: Any, depth: int) -> int:
    return 0


@generic(borrows=True)
def is_hopeless(rule: Any, game: Any, state: Any, gained: float, best: float) -> bool:
    """Whether nothing below this state, reached with `gained`, can beat the best game so far."""
