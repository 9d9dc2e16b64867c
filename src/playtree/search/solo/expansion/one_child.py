"""One child per iteration: untried children first, drawn at random, and the simulation starts there [klein2015] 5.1."""

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


class OneChild(NamedTuple):
    """after: a node gets no child before so many visits [klein2015] 3.7.1."""

    after: int = 1


@ends_at.when(OneChild)
def _ends_at(rule: OneChild, tree: Any, node: int) -> bool:
    return tree.count[node] == NOT_LISTED or tree.tried[node] < tree.count[node]


@lists.when(OneChild)
def _lists(rule: OneChild, tree: Any, node: int) -> bool:
    return tree.count[node] == NOT_LISTED and tree.visits[node] >= rule.after


@steps_down.when(OneChild)
def _steps_down(rule: OneChild, tree: Any, node: int) -> bool:
    return tree.tried[node] < tree.count[node]


def _never(rule: OneChild, tree: Any, node: int) -> bool:
    return False


for _question in (adopts, adds_all, has_added_all):
    _question.when(OneChild)(_never)
