"""UCB1-Tuned: the exploration term is scaled by an upper bound of the variance [auer2002], [klein2015] 6.5.

    mean + C * sqrt(ln N / n * min(1/4, V)),  V = spread / n + sqrt(2 ln N / n)

N, n: visits of the parent and the child; spread: sum of squared results minus n times the squared mean.
"""

import math
from typing import NamedTuple

from playtree.search.solo.selection.interface import Child, child_value, parent_term, takes_roots


class Ucb1Tuned(NamedTuple):
    """c: weight of exploration."""

    c: float = 0.038


@parent_term.when(Ucb1Tuned)
def _parent_term(rule: Ucb1Tuned, parent_visits: float) -> float:
    return math.log(parent_visits)


@child_value.when(Ucb1Tuned)
def _child_value(rule: Ucb1Tuned, child: Child, parent: float, weight: float) -> float:
    share = child.inverse * child.inverse
    variance = child.spread * share + math.sqrt(2.0 * parent * share)
    return child.mean + weight * rule.c * math.sqrt(parent * share * min(0.25, variance))


@takes_roots.when(Ucb1Tuned)
def _takes_roots(rule: Ucb1Tuned) -> bool:
    return True
