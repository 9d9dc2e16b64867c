"""How well counts and means fit what is expected. Seeds are fixed, so a threshold is passed once and for all."""

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from scipy import stats

LEAST_P = 1e-4


def fits(found: Iterable[Hashable], expected: Mapping[Any, float]) -> bool:
    """Whether the counts fit the probabilities by a chi-square test, and nothing impossible was found.

    Outcomes that are expected fewer than five times are counted together.
    """
    counts = Counter(found)
    total = sum(counts.values())
    if any(expected.get(outcome, 0.0) <= 0.0 for outcome in counts):
        return False
    assert math.isclose(sum(expected.values()), 1.0)
    common = [outcome for outcome, probability in expected.items() if probability * total >= 5]
    rest = 1.0 - sum(expected[outcome] for outcome in common)
    observed = [counts[outcome] for outcome in common]
    wanted = [expected[outcome] * total for outcome in common]
    if rest * total >= 1:
        observed.append(total - sum(observed))
        wanted.append(rest * total)
    if len(observed) < 2:
        return True
    wanted = [number * sum(observed) / sum(wanted) for number in wanted]
    return bool(stats.chisquare(observed, wanted).pvalue > LEAST_P)


def distance(sample: Sequence[float], mean: float) -> float:
    """By how many standard errors the mean of the sample differs from `mean`."""
    average = sum(sample) / len(sample)
    variance = sum((value - average) ** 2 for value in sample) / (len(sample) - 1)
    if variance == 0.0:
        return 0.0 if math.isclose(average, mean, abs_tol=1e-9) else math.inf
    return abs(average - mean) / math.sqrt(variance / len(sample))
