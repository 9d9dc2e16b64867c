"""Four and eight numbers at a time against plain ones."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playtree.compiled.decorator import compiled
from playtree.compiled.lanes import FOUR, LANES, equal, four_sums, larger, largest, sums

pytestmark = pytest.mark.kernels

NUMBERS = st.lists(st.sampled_from([-2.5, 0.0, 0.1, 0.75, 1.0, 3e300]), min_size=2 * LANES, max_size=2 * LANES)


@compiled(inline=True)
def operate(xs, ys, place, weight, count, bits):
    one, other = sums(xs, ys, place, weight, count), sums(ys, xs, place, weight, LANES)
    best = largest(larger(one, other))
    bits[0], bits[1] = equal(one, best), equal(other, best)
    few = four_sums(xs, ys, place, weight, count)
    bits[2] = equal(few, largest(few))
    return best


@compiled
def operated(xs, ys, place, weight, count, bits):
    return operate(xs, ys, place, weight, count, bits)


@given(NUMBERS, NUMBERS, st.integers(0, LANES), st.sampled_from([0.0, 0.4, 1.0]), st.integers(0, LANES + 2))
def test_they_are_what_each_of_them_is(xs, ys, place, weight, count):
    bits = np.zeros(3, np.uint64)
    best = operated(np.array(xs), np.array(ys), place, weight, count, bits)
    one = [xs[place + lane] + weight * ys[place + lane] if lane < count else -np.inf for lane in range(LANES)]
    other = [ys[place + lane] + weight * xs[place + lane] for lane in range(LANES)]
    assert best == max(one + other)
    few = one[:FOUR]
    assert [[int(word) >> lane & 1 for lane in range(LANES)] for word in bits] == [
        [number == best for number in one],
        [number == best for number in other],
        [number == max(few) for number in few] + [False] * (LANES - FOUR),
    ]


def test_what_stands_behind_them_does_not_matter():
    xs, ys = np.zeros(LANES), np.ones(LANES)
    xs[3:] = np.nan
    bits = np.zeros(3, np.uint64)
    operated(xs, ys, 0, 0.5, 3, bits)
    assert int(bits[0]) in (0, 0b111)
