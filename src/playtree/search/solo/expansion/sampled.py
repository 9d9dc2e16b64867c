"""The simulation strategy chooses below T visits, selection from then on; one child per iteration [schadd2012] 4.2,
4.4.

The descent ends at a node with fewer than T visits, and the simulation starts there. Where its line runs through nodes
of the tree they take part in the iteration; the first position that is no node becomes one. `SampledThenAll` is the
reading of [tak2010] 4.1, 4.2 and of the program behind the paper's tables: with the T-th visit all remaining children
are added, that is, they count as nodes in memory.
"""

from typing import Any, NamedTuple

from playtree.search.solo.expansion.interface import (
    adds_all,
    adopts,
    ends_at,
    has_added_all,
    lists,
    steps_down,
)
from playtree.search.tree import NOT_LISTED

LISTED = 2  # the visit with which the actions of a node are known at the latest


class Sampled(NamedTuple):
    """threshold: T, visits from which selection chooses."""

    threshold: int = 10


class SampledThenAll(NamedTuple):
    """threshold: T, visits from which selection chooses and all children count as nodes."""

    threshold: int = 10


def _ends_at(rule: Any, tree: Any, node: int) -> bool:
    return tree.visits[node] < rule.threshold or tree.count[node] == NOT_LISTED or tree.tried[node] < tree.count[node]


def _lists(rule: Any, tree: Any, node: int) -> bool:
    return tree.count[node] == NOT_LISTED


def _steps_down(rule: Any, tree: Any, node: int) -> bool:
    return tree.visits[node] >= rule.threshold and tree.tried[node] < tree.count[node]


def _adopts(rule: Any, tree: Any, node: int) -> bool:
    return tree.visits[node] < rule.threshold


def _never(rule: Any, tree: Any, node: int) -> bool:
    return False


def _at_threshold(rule: Any, tree: Any, node: int) -> bool:
    return tree.visits[node] == max(rule.threshold, LISTED)


def _past_threshold(rule: Any, tree: Any, node: int) -> bool:
    return tree.visits[node] >= max(rule.threshold, LISTED)


for _kind in (Sampled, SampledThenAll):
    ends_at.when(_kind)(_ends_at)
    lists.when(_kind)(_lists)
    steps_down.when(_kind)(_steps_down)
    adopts.when(_kind)(_adopts)
adds_all.when(Sampled)(_never)
adds_all.when(SampledThenAll)(_at_threshold)
has_added_all.when(Sampled)(_never)
has_added_all.when(SampledThenAll)(_past_threshold)
