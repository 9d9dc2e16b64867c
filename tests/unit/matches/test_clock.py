"""Time for a whole game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playtree.errors import InputError
from playtree.matches.clock import Clock, clock_from_text


@given(st.floats(0.01, 1e4), st.floats(0, 100), st.integers(1, 400))
def test_one_who_keeps_to_its_share_never_runs_out(total, increment, moves):
    clock = Clock(total, increment)
    for _ in range(moves):
        share = clock.share()
        assert share > 0
        if share > clock.least:
            clock.spend(share)
    assert not clock.is_out


def test_the_share_shrinks_with_the_time_and_the_increment_is_used():
    clock = Clock(100)
    first = clock.share()
    clock.spend(50)
    assert clock.share() == pytest.approx(first / 2)
    assert Clock(100, 10).share() == pytest.approx(first + 9)


def test_time_that_is_out_stays_out():
    clock = Clock(1, 5)
    clock.spend(1.5)
    assert clock.is_out
    assert clock.left == -0.5


def test_clocks_as_text():
    assert clock_from_text("60+1.5") == Clock(60, 1.5)
    assert clock_from_text("60") == Clock(60, 0)
    for wrong in ("", "a", "60+", "60+x", "0", "-1", "60+-1", "nan", "inf", "1e400", "60+inf", "60+nan"):
        with pytest.raises(InputError, match="expected"):
            clock_from_text(wrong)
