"""Large arrays that take memory page by page as they are written, and give it back when they are dropped.

The usual allocator keeps blocks below 32 MB that were freed, and hands pages out again that were written before: the
process of a match of twenty short games then grew from 337 to 1,879 MB, though a tree held some 10 MB at a time.

Memory for a tree is a thing apart: a page that is written for the first time costs more than all that a simulation
of a small game writes to it, an eighth of the time of a search. So the last trees that were dropped leave the first
pages of their arrays to the next ones of the same layout.
"""

import mmap
import sys
import weakref
from collections import deque
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from playtree.errors import InputError

LEAST_BYTES = 1 << 16  # what is smaller comes from the usual allocator
KEPT = 2  # mappings of trees that were dropped
KEPT_BYTES = 1 << 23  # of each array of such a tree, at most; a search of half a second writes about as many
LINE = 64
# a tree asks for several times the memory that it will take, which Linux must not hold against what the machine has
UNCOUNTED = getattr(mmap, "MAP_NORESERVE", 0x4000) if sys.platform == "linux" else 0


class Layout(NamedTuple):
    """Arrays that stand side by side: how many numbers each has, and of which kind."""

    lengths: tuple[int, ...]
    kinds: tuple[type[Any], ...]

    def spans(self) -> list[tuple[int, int]]:
        """Where each array begins and how many bytes it takes; behind the last one, where all end."""
        spans, begin = list[tuple[int, int]](), 0
        for length, kind in zip((*self.lengths, 0), (*self.kinds, np.int8), strict=True):
            size = length * np.dtype(kind).itemsize
            spans.append((begin, size))
            begin += -(-size // LINE) * LINE
        return spans


_spare: deque[tuple[Layout, mmap.mmap]] = deque(maxlen=KEPT)  # threads share it: each of its own steps is whole


def reserved(length: int, kind: type[Any]) -> NDArray[Any]:
    """An array of zeros."""
    size = length * np.dtype(kind).itemsize
    return np.zeros(length, kind) if size < LEAST_BYTES else np.frombuffer(_mapped(size), kind, length)


def recycled(layout: Layout) -> list[NDArray[Any]]:
    """Arrays in which anything may stand: what an earlier tree left there, or zeros."""
    memory = _taken(layout)
    whole = np.frombuffer(memory, np.int8)
    weakref.finalize(whole, _keep, layout, memory).atexit = False  # every view holds `whole`, so nobody else looks
    return [
        whole[begin : begin + size].view(kind)
        for (begin, size), kind in zip(layout.spans()[:-1], layout.kinds, strict=True)
    ]


def _mapped(size: int) -> mmap.mmap:
    try:
        return mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | UNCOUNTED)
    except OSError as error:
        found = f"memory: the system has no {size >> 20:,} MB of addresses for a search ({error.strerror})"
        raise InputError(f"{found}; expected a lower limit, such as --memory 64") from None


def _taken(layout: Layout) -> mmap.mmap:
    """Memory of a tree that was dropped, else fresh."""
    for _ in range(len(_spare)):
        try:
            left, memory = _spare.popleft()
        except IndexError:  # another thread was faster
            break
        if left == layout:
            return memory
        _spare.append((left, memory))
    return _mapped(max(layout.spans()[-1][0], 1))


def _keep(layout: Layout, memory: mmap.mmap) -> None:
    """Leave the first pages of each array to the next tree, and give the others back."""
    for begin, size in layout.spans():
        start = -(-(begin + KEPT_BYTES) // mmap.PAGESIZE) * mmap.PAGESIZE
        if start < begin + size:
            memory.madvise(mmap.MADV_DONTNEED, start, begin + size - start)
    _spare.append((layout, memory))
