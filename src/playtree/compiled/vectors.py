"""A vector of 256 bits: sixteen columns of sixteen cells, one bit a cell, held in a register.

LLVM turns the operations into AVX2 where the processor has it and into narrower instructions elsewhere. Cell (c, r) is
bit r of lane c; lanes never spill into each other on `up` and `down`. Interpreted, a vector is a Python integer with
cell (c, r) at bit 16 c + r.

    both, either, differ, without    and, or, exclusive or, first and not second
    up, down                         every cell one row up or down
    right, left                      every cell one column to the right or left
    below_lowest                     the cells below the lowest set cell of each column; all where none is set
    empty_lanes                      all cells of the columns without a set cell
    spread, word                     a 64-bit word four times over; one of the four words
    cell, before                     the cell 16 c + r; all cells before it
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, models, register_model

from playtree.compiled.decorator import INTERPRETED


def _lanes(x: int) -> list[int]:
    return [(x >> 16 * lane) & 0xFFFF for lane in range(16)]


def _from_lanes(lanes: list[int]) -> int:
    return sum((lane & 0xFFFF) << 16 * index for index, lane in enumerate(lanes))


if INTERPRETED:

    def both(x: int, y: int) -> int:
        return x & y

    def either(x: int, y: int) -> int:
        return x | y

    def differ(x: int, y: int) -> int:
        return x ^ y

    def without(x: int, y: int) -> int:
        return x & ~y

    def up(x: int) -> int:
        return _from_lanes([lane << 1 for lane in _lanes(x)])

    def down(x: int) -> int:
        return _from_lanes([lane >> 1 for lane in _lanes(x)])

    def right(x: int) -> int:
        return (x << 16) & ((1 << 256) - 1)

    def left(x: int) -> int:
        return x >> 16

    def below_lowest(x: int) -> int:
        return _from_lanes([(lane & -lane) - 1 for lane in _lanes(x)])

    def empty_lanes(x: int) -> int:
        return _from_lanes([0 if lane else 0xFFFF for lane in _lanes(x)])

    def is_empty(x: int) -> bool:
        return x == 0

    def word(x: int, index: int) -> np.uint64:
        return np.uint64((x >> 64 * int(index)) & 0xFFFFFFFFFFFFFFFF)

    def spread(x: np.uint64) -> int:
        return sum(int(x) << 64 * index for index in range(4))

    def cell(index: int) -> int:
        return 1 << int(index)

    def before(index: int) -> int:
        return (1 << int(index)) - 1

    def load(words: Any, offset: int) -> int:
        return sum(int(words[offset + index]) << 64 * index for index in range(4))

    def store(words: Any, offset: int, x: int) -> None:
        for index in range(4):
            words[offset + index] = word(x, index)

else:
    _I16, _I32, _I64, _I256 = ir.IntType(16), ir.IntType(32), ir.IntType(64), ir.IntType(256)
    _BY_LANE, _BY_WORD = ir.VectorType(_I16, 16), ir.VectorType(_I64, 4)
    _ZERO, _ONE = ir.Constant(_BY_LANE, [0] * 16), ir.Constant(_BY_LANE, [1] * 16)
    _ONES = ir.Constant(_BY_LANE, [-1] * 16)

    class VectorType(types.Type):  # type: ignore[misc]
        """Numba's name for the vector."""

        def __init__(self) -> None:
            super().__init__(name="Vector256")

    vector = VectorType()

    @register_model(VectorType)
    class VectorModel(models.PrimitiveModel):  # type: ignore[misc]
        """A vector is one LLVM value."""

        def __init__(self, manager: Any, kind: Any) -> None:
            super().__init__(manager, kind, _BY_LANE)

    def _binary(operation: Any) -> Any:
        @intrinsic
        def function(context: Any, x: Any, y: Any) -> Any:
            return vector(vector, vector), lambda _c, builder, _s, args: operation(builder, args[0], args[1])

        return function

    def _unary(operation: Any) -> Any:
        @intrinsic
        def function(context: Any, x: Any) -> Any:
            return vector(vector), lambda _c, builder, _s, args: operation(builder, args[0])

        return function

    def _shuffled(builder: Any, x: Any, order: list[int]) -> Any:
        return builder.shuffle_vector(x, _ZERO, ir.Constant(ir.VectorType(_I32, 16), order))

    def _broadcast(builder: Any, value: Any) -> Any:
        words = ir.Constant(_BY_WORD, ir.Undefined)
        for index in range(4):
            words = builder.insert_element(words, value, ir.Constant(_I32, index))
        return words

    both = _binary(lambda b, x, y: b.and_(x, y))
    either = _binary(lambda b, x, y: b.or_(x, y))
    differ = _binary(lambda b, x, y: b.xor(x, y))
    without = _binary(lambda b, x, y: b.and_(x, b.xor(y, _ONES)))
    up = _unary(lambda b, x: b.shl(x, _ONE))
    down = _unary(lambda b, x: b.lshr(x, _ONE))
    right = _unary(lambda b, x: _shuffled(b, x, [16, *range(15)]))
    left = _unary(lambda b, x: _shuffled(b, x, [*range(1, 16), 16]))
    below_lowest = _unary(lambda b, x: b.add(b.and_(x, b.sub(_ZERO, x)), _ONES))
    empty_lanes = _unary(lambda b, x: b.sext(b.icmp_signed("==", x, _ZERO), _BY_LANE))

    @intrinsic
    def is_empty(context: Any, x: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.icmp_signed("==", builder.bitcast(args[0], _I256), ir.Constant(_I256, 0))

        return types.boolean(vector), generate

    @intrinsic
    def word(context: Any, x: Any, index: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            index = builder.trunc(args[1], _I32)
            return builder.extract_element(builder.bitcast(args[0], _BY_WORD), index)

        return types.uint64(vector, types.int64), generate

    @intrinsic
    def spread(context: Any, x: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.bitcast(_broadcast(builder, args[0]), _BY_LANE)

        return vector(types.uint64), generate

    @intrinsic
    def cell(context: Any, index: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            bit = builder.shl(ir.Constant(_I64, 1), builder.and_(args[0], ir.Constant(_I64, 63)))
            place = _broadcast(builder, builder.lshr(args[0], ir.Constant(_I64, 6)))
            here = builder.icmp_signed("==", place, ir.Constant(_BY_WORD, [0, 1, 2, 3]))
            words = builder.and_(_broadcast(builder, bit), builder.sext(here, _BY_WORD))
            return builder.bitcast(words, _BY_LANE)

        return vector(types.int64), generate

    @intrinsic
    def before(context: Any, index: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            bit = builder.shl(ir.Constant(_I64, 1), builder.and_(args[0], ir.Constant(_I64, 63)))
            lower = _broadcast(builder, builder.sub(bit, ir.Constant(_I64, 1)))
            place = _broadcast(builder, builder.lshr(args[0], ir.Constant(_I64, 6)))
            order = ir.Constant(_BY_WORD, [0, 1, 2, 3])
            here = builder.sext(builder.icmp_signed("==", place, order), _BY_WORD)
            earlier = builder.sext(builder.icmp_signed(">", place, order), _BY_WORD)
            words = builder.or_(earlier, builder.and_(lower, here))
            return builder.bitcast(words, _BY_LANE)

        return vector(types.int64), generate

    def _place(context: Any, builder: Any, kind: Any, array: Any, offset: Any) -> Any:
        from numba.np.arrayobj import make_array

        start = builder.gep(make_array(kind)(context, builder, array).data, [offset])
        return builder.bitcast(start, _BY_LANE.as_pointer())

    @intrinsic
    def load(context: Any, words: Any, offset: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            value = builder.load(_place(context, builder, signature.args[0], args[0], args[1]))
            value.align = 8
            return value

        return vector(words, types.int64), generate

    @intrinsic
    def store(context: Any, words: Any, offset: Any, x: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            place = _place(context, builder, signature.args[0], args[0], args[1])
            builder.store(args[2], place).align = 8
            return context.get_dummy_value()

        return types.void(words, types.int64, vector), generate
