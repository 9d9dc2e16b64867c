"""Roots of numbers of visits, from tables: a logarithm takes as long as a look at several children.

Small tables for the many nodes with few visits; those for all numbers up to 65,535 took as much as the cache of a core.
Beyond them sqrt(ln n) is the straight line between two numbers of eight bits followed by zeros, exact to 1e-6: the
choice of a child waits for it, and a logarithm made of a table, two divisions and a root was a tenth of a search of
Knightthrough (semisplit nodal; `docs/results.md`).
"""

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.bits import bit_length
from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64

KNOWN = 1 << 11
FIRST_LENGTH = KNOWN.bit_length()
TOP_BITS = 8
LONGEST = 63  # bits of a number
_ONE, _TOP_BITS, _FIRST_LENGTH = np.uint64(1), np.uint64(TOP_BITS), np.uint64(FIRST_LENGTH)
_TOP_BIT = _ONE << (_TOP_BITS - _ONE)


class Roots(NamedTuple):
    """of_log: sqrt(ln n).  inverse: 1 / sqrt(n).  For n below KNOWN; of 0 as of 1.

    lines: float64[2 * M], sqrt(ln n) of numbers of KNOWN and more with only their first eight bits set, in ascending
    order, each followed by its rise to the next.
    """

    of_log: Any
    inverse: Any
    lines: Any


@cache
def known_roots() -> Roots:
    numbers = np.maximum(np.arange(KNOWN), 1)
    tops = np.arange(1 << (TOP_BITS - 1), 1 << TOP_BITS)
    shifts = np.arange(FIRST_LENGTH - TOP_BITS, LONGEST - TOP_BITS + 1)
    steps = np.exp2(shifts)[:, np.newaxis]
    begins, ends = (np.sqrt(np.log(more * steps)) for more in (tops, tops + 1))
    lines = np.stack([begins, (ends - begins) / steps], axis=-1)
    return Roots(np.sqrt(np.log(numbers)), 1.0 / np.sqrt(numbers), lines.reshape(-1))


@compiled(inline=True, borrows=True)
def root_of_log(roots: Roots, visits: Any) -> float:
    """sqrt(ln visits), 0 where there are none."""
    return roots.of_log[visits] if visits < KNOWN else on_line(roots.lines, np.uint64(visits))


@compiled(inline=True, borrows=True)
def on_line(lines: Any, number: np.uint64) -> float:
    """sqrt(ln number), of KNOWN or more."""
    length = bit_length(number)
    shift = length - _TOP_BITS
    top = number >> shift
    place = (((length - _FIRST_LENGTH) << (_TOP_BITS - _ONE)) + (top ^ _TOP_BIT)) << _ONE
    return lines[place] + lines[place + _ONE] * np.float64(int64(number - (top << shift)))


@compiled(inline=True, borrows=True)
def inverse_root(roots: Roots, visits: Any) -> float:
    """1 / sqrt(visits), 1 where there are none."""
    return roots.inverse[visits] if visits < KNOWN else 1.0 / math.sqrt(np.float64(visits))
