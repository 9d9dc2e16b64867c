"""A small random generator for kernels: xorshift64* [xorshift].

The state is one 64-bit word that is never zero. Kernels keep it in a local variable (`advance`, `scaled`) and write it
back at the end; everything else uses the functions over `uint64[1]`. Compiled `Generator.integers` measured thirty
times slower.
"""

import numpy as np
from numpy.typing import NDArray

from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64

_12, _25, _27, _32, _11 = np.uint64(12), np.uint64(25), np.uint64(27), np.uint64(32), np.uint64(11)
_MULTIPLIER = np.uint64(0x2545F4914F6CDD1D)
_UNIT = 1.0 / (1 << 53)

Words = NDArray[np.uint64]


def seeded(seed: int | np.random.SeedSequence) -> Words:
    """Make a generator of `seed`; equal seeds give equal numbers."""
    sequence = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
    return np.maximum(sequence.generate_state(1, np.uint64), np.uint64(1))


@compiled(inline=True, borrows=True)
def advance(word: np.uint64) -> np.uint64:
    """The state after `word`."""
    word ^= word >> _12
    word ^= word << _25
    word ^= word >> _27
    return word


@compiled(inline=True, borrows=True)
def scaled(word: np.uint64, bound: np.uint64) -> np.uint64:
    """A number from 0 to bound - 1 out of the state `word`; `bound` below 2^32."""
    return (((word * _MULTIPLIER) >> _32) * bound) >> _32


@compiled(inline=True, borrows=True)
def fraction(word: np.uint64) -> float:
    """A number in [0, 1) out of the state `word`."""
    return np.float64((word * _MULTIPLIER) >> _11) * _UNIT


@compiled(inline=True, borrows=True)
def below(rng: Words, bound: int) -> int:
    """Draw a number from 0 to bound - 1. Changes `rng`."""
    rng[0] = advance(rng[0])
    return int64(scaled(rng[0], np.uint64(bound)))


@compiled(inline=True, borrows=True)
def uniform(rng: Words) -> float:
    """Draw a number in [0, 1). Changes `rng`."""
    rng[0] = advance(rng[0])
    return fraction(rng[0])
