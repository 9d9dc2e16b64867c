"""Statistics against SciPy, which the package itself does not need, and against figures counted by hand."""

import itertools
import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from playtree.experiments.statistics import (
    bootstrap_interval,
    by_board,
    compared,
    half_width,
    mean_of,
    shared_ranks,
    student_quantile,
    summary_of,
    wilcoxon,
    wilson_interval,
)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 10, 29, 30, 249, 999, 1000, 1001, 5000])
def test_students_quantile(freedom):
    assert student_quantile(freedom) == pytest.approx(scipy.stats.t.ppf(0.975, freedom), rel=1e-8)


def test_quartiles_are_ranks_averaged_over_boards():
    # [klein2015] 5.4: five runs on a board are its min, Q1, Q2, Q3 and max
    scores = {("a", seed): score for seed, score in enumerate([5, 1, 4, 2, 3])}
    scores |= {("b", seed): score for seed, score in enumerate([50, 40, 30, 20, 10])}
    summary = summary_of(scores)
    assert summary.quartiles == (5.5, 11.0, 16.5, 22.0, 27.5)
    assert (summary.boards, summary.runs, summary.mean.n) == (2, 10, 10)
    assert summary.mean.value == 16.5
    assert summary.deviation == pytest.approx(np.std([*range(1, 6), 10, 20, 30, 40, 50], ddof=1))


def test_the_interval_takes_the_boards_as_sample():
    scores = {(str(board), seed): float(board) for board in range(4) for seed in range(100)}
    expected = scipy.stats.sem(range(4)) * scipy.stats.t.ppf(0.975, 3)
    assert mean_of(scores).half == pytest.approx(expected)
    assert mean_of({("one", seed): float(seed) for seed in range(4)}).half == pytest.approx(expected)
    assert math.isnan(mean_of({("one", 0): 1.0}).half)


@given(st.lists(st.integers(-30, 30), min_size=1, max_size=80))
def test_wilcoxon_is_that_of_scipy(values):
    differences = np.array(values, float)
    left = differences[differences != 0]
    if len(left) == 0:
        assert wilcoxon(differences) == 1.0
        return
    is_exact = len(left) <= 50 and len(np.unique(abs(left))) == len(left)
    theirs = scipy.stats.wilcoxon(left, method="exact" if is_exact else "approx")
    assert wilcoxon(differences) == pytest.approx(theirs.pvalue, abs=1e-12)


def test_wilcoxon_counted_by_hand():
    # of the 2^4 signs, rank sums 0 and 10 come up once each: all four differences positive
    assert wilcoxon(np.array([1.0, 2.0, 3.0, 4.0])) == 2 / 16
    sums = [sum(itertools.compress(range(1, 5), signs)) for signs in itertools.product((0, 1), repeat=4)]
    assert wilcoxon(np.array([-1.0, 2.0, 3.0, 4.0])) == 2 * sum(total <= 1 for total in sums) / 16


@given(st.lists(st.integers(0, 5), min_size=1, max_size=20))
def test_shared_ranks_are_those_of_scipy(values):
    assert shared_ranks(np.array(values, float)).tolist() == scipy.stats.rankdata(values).tolist()


@pytest.mark.parametrize("wins, n", [(0, 5), (8, 10), (250, 500), (3, 3)])
def test_wilsons_interval(wins, n):
    theirs = scipy.stats.binomtest(wins, n).proportion_ci(method="wilson")
    assert wilson_interval(wins, n) == pytest.approx((theirs.low, theirs.high))


def test_the_bootstrap_is_repeatable_and_near_students_interval():
    rng = np.random.default_rng(1)
    groups = [np.array([value]) for value in rng.normal(10, 3, 200)]
    low, high = bootstrap_interval(groups)
    assert (low, high) == bootstrap_interval(groups)
    assert (high - low) / 2 == pytest.approx(half_width(np.concatenate(groups)), rel=0.1)


def test_boards_are_drawn_whole_by_the_bootstrap():
    many = {(str(board), seed): float(board) for board in range(5) for seed in range(50)}
    low, high = bootstrap_interval(by_board(many))
    assert high - low > 2  # were the 250 runs independent, it would be 0.35


def test_a_comparison_pairs_what_both_have():
    ours = {("a", 0): 5.0, ("a", 1): 7.0, ("b", 0): 1.0}
    theirs = {("a", 0): 4.0, ("b", 0): 1.0, ("c", 0): 9.0}
    found = compared(ours, theirs)
    assert found is not None
    assert (found.n, found.difference, found.wins) == (2, 0.5, 0.75)
    assert compared(ours, {("z", 0): 1.0}) is None
