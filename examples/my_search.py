"""A selection formula of one's own: UCB-V, whose bound grows with the variance of the results [audibert2009].

    playtree solve random:1 --recipe klein-static --with selection=my_search:UcbV,c=0.1     (from the folder examples)

    mean + C * (sqrt(2 V ln N / n) + 3 b ln N / n),  V = spread / n

N, n: visits of the parent and the child; b: the range of the results.
"""

import math
from typing import NamedTuple

from playtree.search.solo.selection.interface import Child, child_value, parent_term


class UcbV(NamedTuple):
    """c: weight of exploration. b: range of the results, in the units of the normalisation."""

    c: float = 0.2
    b: float = 0.1


@parent_term.when(UcbV)
def log_of_visits(rule: UcbV, parent_visits: float) -> float:
    return math.log(parent_visits)


@child_value.when(UcbV)
def upper_bound(rule: UcbV, child: Child, parent: float, weight: float) -> float:
    share = child.inverse * child.inverse  # 1 / n
    variance = child.spread * share
    return child.mean + weight * rule.c * (math.sqrt(2.0 * variance * parent * share) + 3.0 * rule.b * parent * share)
