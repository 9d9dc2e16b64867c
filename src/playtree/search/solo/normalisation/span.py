"""Scores by the span of results seen so far, for games whose scores nobody knows beforehand.

    1 / (best - worst)

It does not matter whether scores are positive, zero or negative.
"""

from typing import NamedTuple

from playtree.search.solo.normalisation.interface import scale


class Span(NamedTuple):
    """least: a span below this counts as this."""

    least: float = 1e-9


@scale.when(Span)
def _scale(rule: Span, worst: float, best: float) -> float:
    return 1.0 / max(best - worst, rule.least)
