"""Large arrays that take memory page by page as they are written, and give all of it back when they are dropped.

The usual allocator keeps blocks below 32 MB that were freed, and hands pages out again that were written before: the
process of a match of twenty short games then grew from 337 to 1,879 MB, though a tree held some 10 MB at a time.
"""

import mmap
from typing import Any

import numpy as np
from numpy.typing import NDArray

LEAST_BYTES = 1 << 16  # what is smaller comes from the usual allocator


def reserved(length: int, kind: type[Any]) -> NDArray[Any]:
    """An array of zeros."""
    size = length * np.dtype(kind).itemsize
    if size < LEAST_BYTES:
        return np.zeros(length, kind)
    return np.frombuffer(mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS), kind, length)
