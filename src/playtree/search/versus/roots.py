"""Roots of numbers of visits, from tables: a logarithm takes as long as a look at several children."""

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.decorator import compiled

KNOWN = 1 << 16


class Roots(NamedTuple):
    """of_log: sqrt(ln n).  inverse: 1 / sqrt(n).  Both for n below KNOWN."""

    of_log: Any
    inverse: Any


@cache
def known_roots() -> Roots:
    numbers = np.maximum(np.arange(KNOWN), 1)
    return Roots(np.sqrt(np.log(numbers)), 1.0 / np.sqrt(numbers))


@compiled(inline=True, borrows=True)
def root_of_log(roots: Roots, visits: Any) -> float:
    """sqrt(ln visits), 0 where there are none."""
    return roots.of_log[visits] if visits < KNOWN else math.sqrt(math.log(np.float64(visits)))


@compiled(inline=True, borrows=True)
def inverse_root(roots: Roots, visits: Any) -> float:
    """1 / sqrt(visits), 1 where there are none."""
    return roots.inverse[visits] if visits < KNOWN else 1.0 / math.sqrt(np.float64(visits))
