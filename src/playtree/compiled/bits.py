"""Bit operations that Python does not spell: population count, trailing zeros, length, the k-th set bit, bits spread
over a mask, a folded product.

Each is one or two instructions when compiled, and a plain Python function when interpreted. Two of them use PDEP, which
aborts the process on a processor without BMI2, so there loops stand in for it.
"""

from typing import Any

import llvmlite.binding
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from playtree.compiled.decorator import INTERPRETED, compiled

HAS_PDEP = bool(llvmlite.binding.get_host_cpu_features().get("bmi2", False))
_ONE = np.uint64(1)


def _count(word: Any) -> np.uint64:
    """Number of set bits."""
    return np.uint64(int(word).bit_count())


def _zeros(word: Any) -> np.uint64:
    """Number of zeros below the lowest set bit; `word` is not zero."""
    value = int(word)
    return np.uint64((value & -value).bit_length() - 1)


def _length(word: Any) -> np.uint64:
    """Number of bits up to the highest set one; `word` is not zero."""
    return np.uint64(int(word).bit_length())


def _select(word: Any, index: Any) -> np.uint64:
    """Position of the set bit with `index` set bits below it."""
    value = int(word)
    for _ in range(int(index)):
        value &= value - 1
    return _zeros(value)


def _spread_over(bits: Any, mask: Any) -> np.uint64:
    """The k-th bit of `bits` put where the k-th set bit of `mask` is, for each k."""
    source, places, found = int(bits), int(mask), 0
    while source and places:
        lowest = places & -places
        if source & 1:
            found |= lowest
        source, places = source >> 1, places ^ lowest
    return np.uint64(found)


def _fold(x: Any, y: Any) -> np.uint64:
    """The 128-bit product, its upper half folded onto its lower half: mixes two words in one multiplication."""
    product = int(x) * int(y)
    return np.uint64((product & 0xFFFFFFFFFFFFFFFF) ^ (product >> 64))


if INTERPRETED:
    popcount, trailing_zeros, bit_length, select_bit, folded_product = _count, _zeros, _length, _select, _fold
    deposited = _spread_over
else:

    @intrinsic
    def folded_product(context: Any, x: Any, y: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            wide, word = ir.IntType(128), ir.IntType(64)
            product = builder.mul(builder.zext(arguments[0], wide), builder.zext(arguments[1], wide))
            upper = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), word)
            return builder.xor(builder.trunc(product, word), upper)

        return types.uint64(types.uint64, types.uint64), generate

    @intrinsic
    def popcount(context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.uint64(types.uint64), generate

    @intrinsic
    def trailing_zeros(context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.uint64(types.uint64), generate

    @intrinsic
    def bit_length(context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))
            return builder.sub(ir.Constant(ir.IntType(64), 64), zeros)

        return types.uint64(types.uint64), generate

    @intrinsic
    def _deposit(context: Any, source: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = ir.IntType(64)
            kind = ir.FunctionType(word, [word, word])
            return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind), arguments)

        return types.uint64(types.uint64, types.uint64), generate

    if HAS_PDEP:

        @compiled(inline=True)
        def select_bit(word: np.uint64, index: np.uint64) -> np.uint64:
            return trailing_zeros(_deposit(_ONE << index, word))

        @compiled(inline=True)
        def deposited(bits: np.uint64, mask: np.uint64) -> np.uint64:
            return _deposit(bits, mask)

    else:

        @compiled(inline=True)
        def select_bit(word: np.uint64, index: np.uint64) -> np.uint64:
            for _ in range(index):
                word &= word - _ONE
            return trailing_zeros(word)

        @compiled(inline=True)
        def deposited(bits: np.uint64, mask: np.uint64) -> np.uint64:
            found = np.uint64(0)
            while bits != np.uint64(0) and mask != np.uint64(0):
                others = mask & (mask - _ONE)
                if bits & _ONE:
                    found |= mask ^ others
                bits, mask = bits >> _ONE, others
            return found
