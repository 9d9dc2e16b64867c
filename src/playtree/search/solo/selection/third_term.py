"""UCT guided by the best result, and with a third term for what is still to be had [klein2015] 6.3, 6.5, 6.10, C.1.

    TopScore        top                             + C * sqrt(ln N / n)
    ThirdAverage    mean + local                    + C * sqrt(ln N / n)
    ThirdAveragePlus  mean + local + reward         + C * sqrt(ln N / n)
    ThirdTop        top + local_top                 + C * sqrt(ln N / n)
    TopThirdAverage top + local                     + C * sqrt(ln N / n)

mean, top: average and best result of whole games through the child; local, local_top: the same from the child on;
reward: points of the move to the child. Leaving the reward out favours moves that keep large groups.
"""

import math
from typing import Any, NamedTuple

from playtree.search.solo.selection.interface import Child, child_value, parent_term


class TopScore(NamedTuple):
    """c: weight of exploration."""

    c: float = 0.195


class ThirdAverage(NamedTuple):
    """c: weight of exploration."""

    c: float = 0.041


class ThirdAveragePlus(NamedTuple):
    """c: weight of exploration."""

    c: float = 0.042


class ThirdTop(NamedTuple):
    """c: weight of exploration."""

    c: float = 0.21


class TopThirdAverage(NamedTuple):
    """c: weight of exploration."""

    c: float = 0.148


def _parent_term(rule: Any, parent_visits: float) -> float:
    return math.sqrt(math.log(parent_visits))


@child_value.when(TopScore)
def _top_score(rule: TopScore, child: Child, parent: float, weight: float) -> float:
    return child.top + weight * rule.c * parent * child.inverse


@child_value.when(ThirdAverage)
def _third_average(rule: ThirdAverage, child: Child, parent: float, weight: float) -> float:
    return child.mean + child.local + weight * rule.c * parent * child.inverse


@child_value.when(ThirdAveragePlus)
def _third_average_plus(rule: ThirdAveragePlus, child: Child, parent: float, weight: float) -> float:
    return child.mean + child.local + child.reward + weight * rule.c * parent * child.inverse


@child_value.when(ThirdTop)
def _third_top(rule: ThirdTop, child: Child, parent: float, weight: float) -> float:
    return child.top + child.local_top + weight * rule.c * parent * child.inverse


@child_value.when(TopThirdAverage)
def _top_third_average(rule: TopThirdAverage, child: Child, parent: float, weight: float) -> float:
    return child.top + child.local + weight * rule.c * parent * child.inverse


for _kind in (TopScore, ThirdAverage, ThirdAveragePlus, ThirdTop, TopThirdAverage):
    parent_term.when(_kind)(_parent_term)
