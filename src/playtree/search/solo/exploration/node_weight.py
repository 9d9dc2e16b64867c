"""A weight for each node: it rises in the ancestors of an end of a game, most in the nearest [klein2015] 6.9.2.

At an end of a game, from its node to the root:  weight *= P,  then P = max(P f, L)

    CNode             so. Rapid is CNode that starts exploitative, with a small C of selection.
    CNodeLU           late urgency: with less than `late` of the budget left, times `fall` at each visit of a node below
                      which no game has ended
    CNodeAnnealing    a node below which no game has ended has the weight of an annealing, linear
    CNodeAnnealingFast  or exponential
"""

import math
from typing import Any, NamedTuple

from playtree.compiled.decorator import compiled
from playtree.search.solo.exploration.interface import (
    LEFT,
    Course,
    end_iteration,
    first_weight,
    reach_end,
    visit,
    weight_at,
)

NOT_SET = 0.0


class CNode(NamedTuple):
    """p, f, lowest: P, f and L above."""

    p: float = 1.05
    f: float = 0.999
    lowest: float = 1.0


class CNodeLU(NamedTuple):
    """p, f, lowest: P, f and L above. fall, late: late urgency; the fall is not stated, it is LateUrgency's."""

    p: float = 1.05
    f: float = 0.999
    lowest: float = 1.001
    fall: float = 0.9995
    late: float = 0.3


class CNodeAnnealing(NamedTuple):
    """p, f, lowest: P, f and L above."""

    p: float = 1.05
    f: float = 0.999
    lowest: float = 1.001


class CNodeAnnealingFast(NamedTuple):
    """p, f, lowest: P, f and L above. rate: of the exponential. floor: lowest weight of the annealing."""

    p: float = 1.05
    f: float = 0.999
    lowest: float = 1.001
    rate: float = 5.0
    floor: float = 8 / 256


def _own(rule: Any, course: Course, own: float) -> float:
    return own


@compiled(inline=True, borrows=True)
def _raise_ancestors(rule: Any, tree: Any, path: Any, depth: int, start: float) -> None:
    """Raise the weights from path[depth] to the root; a weight that is not set starts from `start`."""
    factor = rule.p
    for level in range(depth, -1, -1):
        node = path[level]
        own = tree.weight[node] if tree.weight[node] != NOT_SET else start
        tree.weight[node] = own * factor
        factor = max(factor * rule.f, rule.lowest)


def _reach_end(rule: Any, course: Course, tree: Any, path: Any, depth: int) -> None:
    _raise_ancestors(rule, tree, path, depth, 1.0)


@reach_end.when(CNodeAnnealing)
def _annealing_end(rule: CNodeAnnealing, course: Course, tree: Any, path: Any, depth: int) -> None:
    _raise_ancestors(rule, tree, path, depth, max(course.numbers[LEFT], 1e-9))


@reach_end.when(CNodeAnnealingFast)
def _annealing_fast_end(rule: CNodeAnnealingFast, course: Course, tree: Any, path: Any, depth: int) -> None:
    _raise_ancestors(rule, tree, path, depth, max(math.exp(-rule.rate * (1.0 - course.numbers[LEFT])), rule.floor))


@weight_at.when(CNodeAnnealing)
def _annealing_weight(rule: CNodeAnnealing, course: Course, own: float) -> float:
    return own if own != NOT_SET else course.numbers[LEFT]


@weight_at.when(CNodeAnnealingFast)
def _annealing_fast_weight(rule: CNodeAnnealingFast, course: Course, own: float) -> float:
    return own if own != NOT_SET else max(math.exp(-rule.rate * (1.0 - course.numbers[LEFT])), rule.floor)


@visit.when(CNodeLU)
def _urgent_visit(rule: CNodeLU, course: Course, tree: Any, node: int) -> None:
    if course.numbers[LEFT] < rule.late and tree.hit[node] == 0:
        tree.weight[node] *= rule.fall


def _one(rule: Any) -> float:
    return 1.0


def _not_set(rule: Any) -> float:
    return NOT_SET


def _no_visit(rule: Any, course: Course, tree: Any, node: int) -> None:
    return None


def _no_change(rule: Any, course: Course) -> None:
    return None


for _kind in (CNode, CNodeLU, CNodeAnnealing, CNodeAnnealingFast):
    end_iteration.when(_kind)(_no_change)
for _kind in (CNode, CNodeLU):
    first_weight.when(_kind)(_one)
    weight_at.when(_kind)(_own)
    reach_end.when(_kind)(_reach_end)
for _kind in (CNodeAnnealing, CNodeAnnealingFast):
    first_weight.when(_kind)(_not_set)
for _kind in (CNode, CNodeAnnealing, CNodeAnnealingFast):
    visit.when(_kind)(_no_visit)
