"""Win ratios and their intervals, beside those of the thesis."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playtree.matches.outcomes import Tally, tally
from playtree.matches.student import student_quantile

GOLDEN = tomllib.loads((Path(__file__).parents[2] / "golden" / "pawlik_win_ratios.toml").read_text())
COUNTS = st.integers(0, 300)


@pytest.mark.parametrize("ratio, half", GOLDEN["ratios"])
def test_the_intervals_are_those_of_the_thesis(ratio, half):
    plays = GOLDEN["plays"]
    wins = round(ratio * plays / 100)
    found = Tally(wins, 0, plays - wins)
    assert found.win_ratio * 100 == pytest.approx(ratio, abs=0.051)
    assert found.half_width * 100 == pytest.approx(half, abs=0.051)


def test_draws_make_the_interval_narrower():
    assert Tally(10, 80, 10).half_width < Tally(50, 0, 50).half_width
    assert Tally(10, 80, 10).win_ratio == Tally(50, 0, 50).win_ratio == 0.5


def test_few_plays_that_end_alike_prove_nothing():
    assert Tally(3, 0, 0).verdict == "similar"
    assert Tally(0, 100, 0).verdict == "similar"
    assert Tally(240, 0, 0).verdict == "better"
    assert Tally(0, 0, 240).verdict == "worse"
    assert Tally(240, 0, 0).words() == "100.0"
    assert Tally(1, 0, 1).words() == "50.0 ±50.0"
    assert Tally(240, 0, 0).interval[0] == pytest.approx(0.025 ** (1 / 240))


def test_without_plays_nothing_is_known():
    assert Tally().interval == (0.0, 1.0)
    assert Tally().verdict == "similar"
    assert Tally().words() == "-"


@given(COUNTS, COUNTS, COUNTS)
def test_the_interval_holds_the_ratio_and_is_symmetric(wins, draws, losses):
    here, there = Tally(wins, draws, losses), Tally(losses, draws, wins)
    low, high = here.interval
    assert 0 <= low <= here.win_ratio <= high <= 1
    assert there.interval == pytest.approx((1 - high, 1 - low))
    assert (here.verdict, there.verdict) in {("better", "worse"), ("worse", "better"), ("similar", "similar")}


def test_points_are_counted():
    assert tally([1.0, 0.5, 0.0, 1.0]) == Tally(2, 1, 1)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7, 30, 99, 239, 1999, 2000, 10_000])
def test_the_quantile_is_that_of_an_independent_library(freedom):
    stats = pytest.importorskip("scipy.stats")
    assert student_quantile(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-7)
