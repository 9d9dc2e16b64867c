"""Scores in relation to what the search has seen, for games whose scores nobody knows beforehand.

    Global        score / best                                       [klein2015] 6.1
    GlobalFalling score / (best * k), k falls from `factor` to 1     [klein2015] 6.1, comments
    Local         score from the parent on / best from there         [klein2015] 6.1, as his figures have it
    LocalAhead    score from the child on / best from the parent on  [klein2015] 6.1, as his formula has it
    Bound         score / upper bound of the game                    [schadd2012] 4.2, [klein2015] 3.7.1
    Span          score / (best - worst)

The formula of the thesis leaves out what the move into the child gains, its figures do not: they are met with those
points, and are far higher and at lower depths without (docs/results.md).

Where the best result is zero or negative, Global and Local divide by its absolute value, and by one where it is zero,
so that higher scores keep higher values.
"""

from typing import Any, NamedTuple

from playtree.compiled.decorator import compiled
from playtree.search.solo.normalisation.interface import Seen, origin, scale


class Global(NamedTuple):
    """least: a best result nearer to zero counts as this."""

    least: float = 1.0


class GlobalFalling(NamedTuple):
    """factor: k at the start of the search; it falls linearly to 1 with the budget."""

    factor: float = 2.0


class Local(NamedTuple):
    """least: a best result nearer to zero counts as this."""

    least: float = 1.0


class LocalAhead(NamedTuple):
    """least: a best result nearer to zero counts as this."""

    least: float = 1.0


class Bound(NamedTuple):
    """least: a bound nearer to zero counts as this."""

    least: float = 1.0


class Span(NamedTuple):
    """least: a smaller span counts as this."""

    least: float = 1e-9


@compiled(inline=True, borrows=True)
def _inverse(score: float, least: float) -> float:
    return 1.0 / max(abs(score), least)


@scale.when(Global)
def _global(rule: Global, seen: Seen) -> float:
    return _inverse(seen.best, rule.least)


@scale.when(GlobalFalling)
def _global_falling(rule: GlobalFalling, seen: Seen) -> float:
    return _inverse(seen.best, 1.0) / (1.0 + (rule.factor - 1.0) * seen.left)


def _local(rule: Any, seen: Seen) -> float:
    return _inverse(seen.parent_top, rule.least)


@scale.when(Bound)
def _bound(rule: Bound, seen: Seen) -> float:
    return _inverse(seen.bound, rule.least)


@scale.when(Span)
def _span(rule: Span, seen: Seen) -> float:
    return 1.0 / max(seen.best - seen.worst, rule.least)


def _zero(rule: Any, gained: float, reward: float) -> float:
    return 0.0


@origin.when(Local)
def _before_the_move(rule: Local, gained: float, reward: float) -> float:
    return gained


@origin.when(LocalAhead)
def _after_the_move(rule: LocalAhead, gained: float, reward: float) -> float:
    return gained + reward


scale.when(Local)(_local)
scale.when(LocalAhead)(_local)
for _kind in (Global, GlobalFalling, Bound, Span):
    origin.when(_kind)(_zero)
