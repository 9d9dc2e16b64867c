"""The rule of the program behind the tables of [schadd2012], which is not formula 1: the deviation multiplies.

    mean + C * sqrt(sqrt(N) / n) * sqrt((sum x^2 - n * mean^2 + D) / (n + 1)),  mean = (1 - W) * average + W * top

N, n: visits of the parent and the child; x: results seen below the child.
"""

import math
from typing import NamedTuple

from playtree.search.solo.selection.interface import Child, child_value, parent_term, takes_roots


class SchaddProgram(NamedTuple):
    """c: weight of exploration. d: keeps the deviation of rarely visited children large. w: weight of the best."""

    c: float = 0.5
    d: float = 10_000.0
    w: float = 0.0


@parent_term.when(SchaddProgram)
def _parent_term(rule: SchaddProgram, parent_visits: float) -> float:
    return math.sqrt(math.sqrt(parent_visits))


@child_value.when(SchaddProgram)
def _child_value(rule: SchaddProgram, child: Child, parent: float, weight: float) -> float:
    deviation = math.sqrt((child.spread + rule.d) / (child.visits + 1.0))
    mean = (1.0 - rule.w) * child.mean + rule.w * child.top
    return mean + weight * rule.c * parent * child.inverse * deviation


@takes_roots.when(SchaddProgram)
def _takes_roots(rule: SchaddProgram) -> bool:
    return True
