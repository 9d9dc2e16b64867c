"""Roots of numbers of visits, from tables: a logarithm takes as long as a look at several children.

Small tables for the many nodes with few visits; those for all numbers up to 65,535 took as much as the cache of a core.
Beyond them a logarithm is made of that of the first ten bits:

    ln n = ln t + s ln 2 + ln(1 + x),  n = t 2^s (1 + x),  ln(1 + x) = 2 x / (2 + x) but for less than 1e-9
"""

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.bits import bit_length
from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64

KNOWN = 1 << 11
TOP_BITS = 10
LOG_OF_2 = math.log(2.0)


class Roots(NamedTuple):
    """of_log: sqrt(ln n).  inverse: 1 / sqrt(n).  log: ln n.  For n below KNOWN; of 0 as of 1."""

    of_log: Any
    inverse: Any
    log: Any


@cache
def known_roots() -> Roots:
    numbers = np.maximum(np.arange(KNOWN), 1)
    return Roots(np.sqrt(np.log(numbers)), 1.0 / np.sqrt(numbers), np.log(numbers))


@compiled(inline=True, borrows=True)
def root_of_log(roots: Roots, visits: Any) -> float:
    """sqrt(ln visits), 0 where there are none."""
    return roots.of_log[visits] if visits < KNOWN else math.sqrt(large_log(roots, int64(visits)))


@compiled(inline=True, borrows=True)
def large_log(roots: Roots, number: int) -> float:
    """ln number, of KNOWN or more."""
    shift = int64(bit_length(np.uint64(number))) - TOP_BITS
    top = number >> shift
    even = np.float64(top << shift)
    rest = (np.float64(number) - even) / even
    return roots.log[top] + np.float64(shift) * LOG_OF_2 + 2.0 * rest / (2.0 + rest)


@compiled(inline=True, borrows=True)
def inverse_root(roots: Roots, visits: Any) -> float:
    """1 / sqrt(visits), 1 where there are none."""
    return roots.inverse[visits] if visits < KNOWN else 1.0 / math.sqrt(np.float64(visits))
