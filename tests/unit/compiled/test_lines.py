"""Arrays in cache lines of their own."""

import numpy as np
import pytest

from playtree.compiled.lines import LINE_BYTES, alone


@pytest.mark.parametrize("array", [np.array([1.5]), np.arange(33, dtype=np.int64), np.ones((3, 5), np.uint64)], ids=len)
def test_a_copy_stands_in_lines_of_its_own(array):
    copies = [alone(array) for _ in range(20)]
    for copy in copies:
        assert np.array_equal(copy, array)
        assert (copy.dtype, copy.shape, copy.flags.c_contiguous) == (array.dtype, array.shape, True)
        assert copy.ctypes.data % LINE_BYTES == 0
    lines = [copy.ctypes.data // LINE_BYTES + part for copy in copies for part in range(-(-array.nbytes // LINE_BYTES))]
    assert len({*lines}) == len(lines)
    copies[0][...] = 7
    assert not (array == 7).all()
    assert np.array_equal(copies[1], array)
