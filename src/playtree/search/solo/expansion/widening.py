"""Progressive widening: a node with n visits has at most k n^a children; then the tried ones are selected from.

[coulom2007], named by [schadd2012] 7 as what SP-MCTS could gain by. A child is drawn at random from the untried
actions, and the simulation starts there. Where all tried children are closed, one more is tried.
"""

from typing import Any, NamedTuple

from playtree.compiled.decorator import compiled
from playtree.search.solo.expansion.interface import (
    adds_all,
    adopts,
    ends_at,
    has_added_all,
    lists,
    steps_down,
)
from playtree.search.tree import NOT_LISTED


class Widening(NamedTuple):
    """factor: k. power: a."""

    factor: float = 1.0
    power: float = 0.5


@compiled(inline=True, borrows=True)
def is_wide(rule: Widening, tree: Any, node: int) -> bool:
    """Whether a listed node gets no more children now: all were tried, or enough of them and one is open."""
    tried, untried = tree.tried[node], tree.count[node] - tree.tried[node]
    if untried == 0:
        return True
    return tried >= rule.factor * float(tree.visits[node]) ** rule.power and tree.open[node] > untried


@ends_at.when(Widening)
def _ends_at(rule: Widening, tree: Any, node: int) -> bool:
    return tree.count[node] == NOT_LISTED or not is_wide(rule, tree, node)


@lists.when(Widening)
def _lists(rule: Widening, tree: Any, node: int) -> bool:
    return tree.count[node] == NOT_LISTED and tree.visits[node] > 0


@steps_down.when(Widening)
def _steps_down(rule: Widening, tree: Any, node: int) -> bool:
    return not is_wide(rule, tree, node)


def _never(rule: Widening, tree: Any, node: int) -> bool:
    return False


for _question in (adopts, adds_all, has_added_all):
    _question.when(Widening)(_never)
