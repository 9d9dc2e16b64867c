"""UCT: the average plus an upper confidence bound [kocsis2006].

    mean + C * sqrt(ln N / n)

N, n: visits of the parent and the child.
"""

import math
from typing import NamedTuple

from playtree.search.solo.selection.interface import Child, child_value, parent_term


class Uct(NamedTuple):
    """c: weight of exploration."""

    c: float = 0.5


@parent_term.when(Uct)
def _parent_term(rule: Uct, parent_visits: float) -> float:
    return math.sqrt(math.log(parent_visits))


@child_value.when(Uct)
def _child_value(rule: Uct, child: Child, parent: float, weight: float) -> float:
    return child.mean + weight * rule.c * parent * child.inverse
