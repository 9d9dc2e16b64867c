"""One weight for the whole search: constant, cooled like an annealing, or driven by the depth and ends of the tree.

    Constant          1
    Annealing         R_left / R_total                              SA-UCT, [klein2015] 3.7.2
    AnnealingFast     max(exp(-5 (1 - R_left / R_total)), floor)    [klein2015] 6.9.2
    DepthBlock        times `rise` in each iteration while the mean depth is above the ideal one [klein2015] 6.9.1
    LeafBlock         times `rise` whenever the end of a game enters the tree                    [klein2015] 6.9.2

Late urgency: once less than `late` of the budget is left, times `fall` in each iteration while the mean depth is
below half the ideal one (DepthBlock, LeafBlockUrgent), or while the tree has no end of a game (LeafBlockUnlessEnds).
The ideal depth is a number, or where that is 0 the mean length of the first 256 games divided by `divisor`: with it the
depths are those of the thesis, while the mean of all games falls as the search finds shorter ones (docs/results.md).
fall = 1 is no urgency.
"""

import math
from typing import Any, NamedTuple

from playtree.compiled.decorator import compiled
from playtree.search.solo.exploration.interface import (
    DEPTH,
    ENDS,
    LEFT,
    LENGTH,
    WEIGHT,
    Course,
    end_iteration,
    first_weight,
    reach_end,
    visit,
    weight_at,
)


class Constant(NamedTuple):
    """weight: of exploration, always."""

    weight: float = 1.0


class Annealing(NamedTuple):
    """power: of the fraction left; 1 is linear."""

    power: float = 1.0


class AnnealingFast(NamedTuple):
    """rate: of the exponential. floor: lowest weight."""

    rate: float = 5.0
    floor: float = 8 / 256


class DepthBlock(NamedTuple):
    """ideal: depth, or 0 for a fraction of the mean length. divisor: of that length. rise, fall, late: see above."""

    ideal: float = 0.0
    divisor: float = 2.0
    rise: float = 1 / 0.9995
    fall: float = 1.0
    late: float = 0.3


class LeafBlock(NamedTuple):
    """rise: factor for an end of a game."""

    rise: float = 1 / 0.99


class LeafBlockUrgent(NamedTuple):
    """ideal, divisor: the ideal depth. rise, fall, late: see above."""

    ideal: float = 0.0
    divisor: float = 2.0
    rise: float = 1 / 0.99
    fall: float = 0.9995
    late: float = 0.3


class LeafBlockUnlessEnds(NamedTuple):
    """rise, fall, late: see above."""

    rise: float = 1 / 0.99
    fall: float = 0.9995
    late: float = 0.3


def _one(rule: Any) -> float:
    return 1.0


def _no_visit(rule: Any, course: Course, tree: Any, node: int) -> None:
    return None


def _no_end(rule: Any, course: Course, tree: Any, path: Any, depth: int) -> None:
    return None


def _no_change(rule: Any, course: Course) -> None:
    return None


def _of_search(rule: Any, course: Course, own: float) -> float:
    return course.numbers[WEIGHT]


def _rise_at_end(rule: Any, course: Course, tree: Any, path: Any, depth: int) -> None:
    course.numbers[WEIGHT] *= rule.rise


@weight_at.when(Constant)
def _constant(rule: Constant, course: Course, own: float) -> float:
    return rule.weight


@weight_at.when(Annealing)
def _annealing(rule: Annealing, course: Course, own: float) -> float:
    return course.numbers[LEFT] ** rule.power


@weight_at.when(AnnealingFast)
def _annealing_fast(rule: AnnealingFast, course: Course, own: float) -> float:
    return max(math.exp(-rule.rate * (1.0 - course.numbers[LEFT])), rule.floor)


@compiled(inline=True, borrows=True)
def _ideal(rule: Any, course: Course) -> float:
    return rule.ideal if rule.ideal > 0.0 else course.numbers[LENGTH] / rule.divisor


@compiled(inline=True, borrows=True)
def _urge(rule: Any, course: Course) -> None:
    if course.numbers[LEFT] < rule.late and course.numbers[DEPTH] < 0.5 * _ideal(rule, course):
        course.numbers[WEIGHT] *= rule.fall


@end_iteration.when(DepthBlock)
def _depth_block(rule: DepthBlock, course: Course) -> None:
    _urge(rule, course)
    if course.numbers[DEPTH] > _ideal(rule, course):
        course.numbers[WEIGHT] *= rule.rise


@end_iteration.when(LeafBlockUrgent)
def _leaf_block_urgent(rule: LeafBlockUrgent, course: Course) -> None:
    _urge(rule, course)


@end_iteration.when(LeafBlockUnlessEnds)
def _leaf_block_unless_ends(rule: LeafBlockUnlessEnds, course: Course) -> None:
    if course.numbers[LEFT] < rule.late and course.numbers[ENDS] == 0.0:
        course.numbers[WEIGHT] *= rule.fall


_ALL = (Constant, Annealing, AnnealingFast, DepthBlock, LeafBlock, LeafBlockUrgent, LeafBlockUnlessEnds)
for _kind in _ALL:
    first_weight.when(_kind)(_one)
    visit.when(_kind)(_no_visit)
for _kind in (DepthBlock, LeafBlock, LeafBlockUrgent, LeafBlockUnlessEnds):
    weight_at.when(_kind)(_of_search)
for _kind in (Constant, Annealing, AnnealingFast, DepthBlock):
    reach_end.when(_kind)(_no_end)
for _kind in (LeafBlock, LeafBlockUrgent, LeafBlockUnlessEnds):
    reach_end.when(_kind)(_rise_at_end)
for _kind in (Constant, Annealing, AnnealingFast, LeafBlock):
    end_iteration.when(_kind)(_no_change)
