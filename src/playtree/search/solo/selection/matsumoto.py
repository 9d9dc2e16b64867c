"""SP-MCTS as Matsumoto has it: the deviation is multiplied with a constant, not raised by one [matsumoto2010] 3.1.

    mean + C * sqrt(ln N / n) + D * sqrt((sum x^2 - n * mean^2) / n)

N, n: visits of the parent and the child; x: results seen below the child. His parents compete with their children: that
is where a descent ends, `expansion/competing.py`.
"""

import math
from typing import NamedTuple

from playtree.search.solo.selection.interface import Child, child_value, parent_term, takes_roots


class Matsumoto(NamedTuple):
    """c: weight of exploration. d: weight of the deviation."""

    c: float = 0.1
    d: float = 32.0


@parent_term.when(Matsumoto)
def _parent_term(rule: Matsumoto, parent_visits: float) -> float:
    return math.sqrt(math.log(parent_visits))


@child_value.when(Matsumoto)
def _child_value(rule: Matsumoto, child: Child, parent: float, weight: float) -> float:
    return child.mean + (weight * rule.c * parent + rule.d * math.sqrt(child.spread)) * child.inverse


@takes_roots.when(Matsumoto)
def _takes_roots(rule: Matsumoto) -> bool:
    return True
