"""64-bit hashes of states, for finding duplicates."""

from typing import Any

import numpy as np

from playtree.compiled.bits import folded_product
from playtree.compiled.decorator import compiled

_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_STEP = np.uint64(0x9E3779B97F4A7C15)
_SALT, _OTHER_SALT = np.uint64(0xA5A7D0E28115DD9B), np.uint64(0x931F33F5525BB613)
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)


@compiled(inline=True, borrows=True)
def mixed(value: np.uint64, word: np.uint64) -> np.uint64:
    """The hash `value` continued by `word`."""
    value = (value ^ word) + _STEP
    value = (value ^ (value >> _30)) * _FIRST
    value = (value ^ (value >> _27)) * _SECOND
    return value ^ (value >> _31)


@compiled(inline=True, borrows=True)
def joined(one: np.uint64, other: np.uint64) -> np.uint64:
    """A hash of two words: weaker than `mixed`, in one multiplication, for what is looked up millions of times."""
    return folded_product(one ^ _SALT, other ^ _OTHER_SALT)


@compiled(inline=True, borrows=True)
def state_hash(state: Any) -> np.uint64:
    """The hash of all words of a state."""
    value = np.uint64(0)
    for word in state:
        value = mixed(value, word)
    return value
