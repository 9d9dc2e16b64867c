"""Numbers fetched before they are needed."""

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.compiled.prefetch import prefetch


@compiled
def summed(array, order):
    total = 0
    for place in range(len(order)):
        prefetch(array, int(order[min(place + 4, len(order) - 1)]))
        total += array[order[place]]
    return total


def test_a_number_that_is_fetched_ahead_stays_as_it_is():
    order = np.random.default_rng(1).permutation(1_000)
    for kind in (np.int64, np.int32, np.float64):
        array = np.arange(1_000).astype(kind)
        before = array.copy()
        assert summed(array, order) == array.sum()
        assert (array == before).all()


def test_a_place_beyond_the_end_does_no_harm():
    assert summed(np.arange(3), np.array([0, 1, 2])) == 3
