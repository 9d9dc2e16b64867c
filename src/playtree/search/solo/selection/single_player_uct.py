"""SP-MCTS: UCT plus the possible deviation of a child and a share of its best result [schadd2012] formula 1, 4.2.

    mean + W * top + C * sqrt(ln N / n) + sqrt((sum x^2 - n * mean^2 + D) / n)

N, n: visits of the parent and the child; x: results seen below the child.
"""

import math
from typing import NamedTuple

from playtree.search.solo.selection.interface import Child, child_value, parent_term, takes_roots


class SinglePlayerUct(NamedTuple):
    """c: weight of exploration. d: keeps the deviation of rarely visited children large. w: weight of the best."""

    c: float = 0.5
    d: float = 10_000.0
    w: float = 0.02


@parent_term.when(SinglePlayerUct)
def _parent_term(rule: SinglePlayerUct, parent_visits: float) -> float:
    return math.sqrt(math.log(parent_visits))


@child_value.when(SinglePlayerUct)
def _child_value(rule: SinglePlayerUct, child: Child, parent: float, weight: float) -> float:
    deviation = weight * rule.c * parent + math.sqrt(child.spread + rule.d)
    return child.mean + rule.w * child.top + deviation * child.inverse


@takes_roots.when(SinglePlayerUct)
def _takes_roots(rule: SinglePlayerUct) -> bool:
    return True
