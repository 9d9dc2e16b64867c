"""All moves as first: a child also learns from games in which its move was played later [klein2015] 3.5.1, 3.5.2.

    Amaf   amaf + C * sqrt(ln N / n)
    Rave   (1 - beta) * mean + beta * amaf + C * sqrt(ln N / n),   beta = m / (n + m + 4 b^2 n m)

N, n: visits of the parent and the child; amaf: average of the m games through the parent in which the child's move was
played there or later. What the same move is the game says (`code`). They count from the day the child is a node.
"""

import math
from typing import Any, NamedTuple

from playtree.search.solo.selection.interface import Child, child_value, keeps_moves, parent_term


class Amaf(NamedTuple):
    """c: weight of exploration."""

    c: float = 0.5


class Rave(NamedTuple):
    """c: weight of exploration. b: the larger, the sooner the child's own results count alone."""

    c: float = 0.5
    b: float = 0.05


@child_value.when(Amaf)
def _amaf(rule: Amaf, child: Child, parent: float, weight: float) -> float:
    return child.amaf + weight * rule.c * parent * child.inverse


@child_value.when(Rave)
def _rave(rule: Rave, child: Child, parent: float, weight: float) -> float:
    games = child.amaf_visits
    beta = games / (child.visits + games + 4.0 * rule.b * rule.b * child.visits * games)
    return (1.0 - beta) * child.mean + beta * child.amaf + weight * rule.c * parent * child.inverse


def _parent_term(rule: Any, parent_visits: float) -> float:
    return math.sqrt(math.log(parent_visits))


def _yes(rule: Any) -> bool:
    return True


for _kind in (Amaf, Rave):
    parent_term.when(_kind)(_parent_term)
    keeps_moves.when(_kind)(_yes)
