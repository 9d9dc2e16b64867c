"""Statistics of scores: means with intervals, quartiles over runs, and tests that pair by board and seed.

Boards differ more than runs on one board, so an interval for a mean takes the boards as the sample: it is Student's
interval of the means per board, or of the runs where there is only one board. Quartiles are those of [klein2015] 5.4:
the runs on a board are sorted, and each rank is averaged over the boards.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95
RESAMPLES = 10_000
MOST_EXACT = 50  # pairs up to which the distribution of the signed ranks is counted out
Floats = NDArray[np.float64]
Place = tuple[str, int]  # board and seed


@dataclass(frozen=True)
class Mean:
    """A mean with the half width of its 95 % interval (nan where there is no second value), and its sample size."""

    value: float
    half: float
    n: int


@dataclass(frozen=True)
class Summary:
    """The scores of a search. mean: over all runs. deviation: of all runs. quartiles: min, Q1, Q2, Q3, max."""

    mean: Mean
    deviation: float
    quartiles: tuple[float, float, float, float, float]
    boards: int
    runs: int


@dataclass(frozen=True)
class Comparison:
    """A search against another on the same boards with the same seeds.

    difference: mean of the differences. low, high: its 95 % interval by bootstrap over boards. p: two-sided
    Wilcoxon test of the pairs. wins: fraction of pairs that are better, ties as half. n: pairs.
    """

    difference: float
    low: float
    high: float
    p: float
    wins: float
    n: int


def by_board(values: Mapping[Place, float]) -> list[Floats]:
    """The values of each board, in order of seed."""
    boards: dict[str, list[float]] = {}
    for (board, _), value in sorted(values.items()):
        boards.setdefault(board, []).append(value)
    return [np.array(found) for found in boards.values()]


def mean_of(values: Mapping[Place, float]) -> Mean:
    """The mean over all runs, with the interval over boards."""
    groups = by_board(values)
    sample = np.array([group.mean() for group in groups]) if len(groups) > 1 else groups[0]
    return Mean(float(np.mean(list(values.values()))), half_width(sample), len(values))


def summary_of(values: Mapping[Place, float]) -> Summary:
    """Mean, deviation and quartiles of the scores by board and seed; at least one."""
    groups, scores = by_board(values), np.array(list(values.values()))
    ranks = np.mean([np.percentile(group, (0, 25, 50, 75, 100)) for group in groups], axis=0)
    deviation = float(scores.std(ddof=1)) if len(scores) > 1 else math.nan
    quartiles = tuple(float(rank) for rank in ranks)
    return Summary(mean_of(values), deviation, quartiles, len(groups), len(scores))  # type: ignore[arg-type]


def half_width(sample: Floats) -> float:
    """Half of Student's 95 % interval for the mean of the sample."""
    if len(sample) < 2:
        return math.nan
    return student_quantile(len(sample) - 1) * float(sample.std(ddof=1)) / math.sqrt(len(sample))


def student_quantile(freedom: int, confidence: float = CONFIDENCE) -> float:
    """The t that |T| exceeds with probability 1 - confidence, for Student's T with `freedom` degrees.

    The probability that |T| < t is a finite sum in the angle atan(t / sqrt(freedom)), which is inverted by halving.
    """
    if freedom > 1000:  # two terms of the expansion in 1 / freedom; exact to nine digits there
        z = NormalDist().inv_cdf((1 + confidence) / 2)
        return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    low, high = 0.0, math.pi / 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if _inside(middle, freedom) < confidence else (low, middle)
    return math.sqrt(freedom) * math.tan(low)


def _inside(angle: float, freedom: int) -> float:
    term, total = 1.0, 0.0
    odd = freedom % 2
    for power in range(odd, freedom - 1, 2):
        total += term * math.cos(angle) ** power
        term *= (power + 1) / (power + 2)
    return 2 / math.pi * (angle + math.sin(angle) * total) if odd else math.sin(angle) * total


def wilson_interval(wins: float, n: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's interval for a ratio of wins out of n games.

    >>> low, high = wilson_interval(8, 10)
    >>> round(low, 3), round(high, 3)
    (0.49, 0.943)
    """
    if n == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    ratio, spread = wins / n, z * z / n
    middle = (ratio + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(max(0.0, ratio * (1 - ratio) / n + spread / (4 * n)))
    return max(0.0, middle - half), min(1.0, middle + half)


def compared(ours: Mapping[Place, float], theirs: Mapping[Place, float], seed: int = 0) -> Comparison | None:
    """Compare on the boards and seeds that both have; None if there are none."""
    shared = {place: ours[place] - theirs[place] for place in ours if place in theirs}
    if not shared:
        return None
    differences = np.array(list(shared.values()))
    low, high = bootstrap_interval(by_board(shared), seed)
    wins = float(np.mean((differences > 0) + 0.5 * (differences == 0)))
    return Comparison(float(differences.mean()), low, high, wilcoxon(differences), wins, len(shared))


def bootstrap_interval(groups: Sequence[Floats], seed: int = 0, resamples: int = RESAMPLES) -> tuple[float, float]:
    """The 95 % percentile interval for the mean over all values, boards being drawn with replacement; within a single
    board, its runs.
    """
    if len(groups) == 1:
        groups = [groups[0][index : index + 1] for index in range(len(groups[0]))]
    if len(groups) == 1:
        return math.nan, math.nan
    sums, sizes = np.array([group.sum() for group in groups]), np.array([len(group) for group in groups])
    rng = np.random.default_rng(seed)
    means = np.empty(resamples)
    for index in range(resamples):
        drawn = rng.integers(len(groups), size=len(groups))
        means[index] = sums[drawn].sum() / sizes[drawn].sum()
    tail = 50 * (1 - CONFIDENCE)
    low, high = np.percentile(means, (tail, 100 - tail))
    return float(low), float(high)


def wilcoxon(differences: Floats) -> float:
    """The two-sided p of Wilcoxon's signed-rank test; differences of 0 are left out, equal ones share their ranks.

    Exact up to 50 pairs without ties, the normal approximation beyond.
    """
    left = np.asarray(differences, np.float64)
    left = left[left != 0]
    n = len(left)
    if n == 0:
        return 1.0
    ranks = shared_ranks(np.abs(left))
    positive = float(ranks[left > 0].sum())
    least = min(positive, n * (n + 1) / 2 - positive)
    if n <= MOST_EXACT and len(np.unique(np.abs(left))) == n:
        return min(1.0, 2 * _chance_of_at_most(int(least), n))
    _, ties = np.unique(ranks, return_counts=True)
    variance = n * (n + 1) * (2 * n + 1) / 24 - float((ties**3 - ties).sum()) / 48
    z = (least - n * (n + 1) / 4) / math.sqrt(variance)
    return min(1.0, 2 * NormalDist().cdf(z))


def shared_ranks(values: Floats) -> Floats:
    """The ranks of the values from 1 on; equal values get the mean of their ranks.

    >>> [float(rank) for rank in shared_ranks(np.array([3.0, 1.0, 3.0]))]
    [2.5, 1.0, 2.5]
    """
    _, group, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return ((2 * last - counts + 1) / 2)[group]


def _chance_of_at_most(least: int, n: int) -> float:
    """The chance that the ranks of the positive differences add up to at most `least`, all signs equally likely."""
    ways = np.zeros(n * (n + 1) // 2 + 1)
    ways[0] = 1.0
    for rank in range(1, n + 1):
        ways[rank:] += ways[:-rank].copy()
    return float(ways[: least + 1].sum() / 2.0**n)
