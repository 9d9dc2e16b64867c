"""Eight numbers at a time: for the choice of the best of a few that stand side by side.

LLVM turns the operations into AVX-512 or AVX2 where the processor has it and into narrower instructions elsewhere.
Interpreted, eight numbers are an array. They are read as they stand, also behind the end of what matters, so an array
needs `LANES` places more than are used.

    sums        xs[k] + weight * ys[k] of eight places, with -inf behind the first `count` of them
    larger      the larger ones of twice eight
    largest     the largest of eight
    equal       a bit for each of eight that equals a number
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, models, register_model

from playtree.compiled.decorator import INTERPRETED

LANES = 8

if INTERPRETED:

    def sums(xs: Any, ys: Any, place: int, weight: float, count: int) -> Any:
        values = xs[place : place + LANES] + weight * ys[place : place + LANES]
        return np.where(np.arange(LANES) < count, values, -np.inf)

    def larger(x: Any, y: Any) -> Any:
        return np.maximum(x, y)

    def largest(x: Any) -> float:
        return float(x.max())

    def equal(x: Any, value: float) -> np.uint64:
        return np.uint64(sum(1 << lane for lane in range(LANES) if x[lane] == value))

else:
    _I8, _I32, _I64, _F64 = ir.IntType(8), ir.IntType(32), ir.IntType(64), ir.DoubleType()
    _NUMBERS, _INTEGERS = ir.VectorType(_F64, LANES), ir.VectorType(_I64, LANES)

    class EightType(types.Type):  # type: ignore[misc]
        """Numba's name for eight numbers."""

        def __init__(self) -> None:
            super().__init__(name="Eight")

    eight = EightType()

    @register_model(EightType)
    class EightModel(models.PrimitiveModel):  # type: ignore[misc]
        """They are one LLVM value."""

        def __init__(self, manager: Any, kind: Any) -> None:
            super().__init__(manager, kind, _NUMBERS)

    def _spread(builder: Any, value: Any) -> Any:
        """A value in every lane."""
        kind = ir.VectorType(value.type, LANES)
        first = builder.insert_element(ir.Constant(kind, ir.Undefined), value, ir.Constant(_I32, 0))
        return builder.shuffle_vector(first, first, ir.Constant(ir.VectorType(_I32, LANES), [0] * LANES))

    def _larger(builder: Any, x: Any, y: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", x, y), x, y)

    def _loaded(context: Any, builder: Any, kind: Any, array: Any, place: Any) -> Any:
        from numba.np.arrayobj import make_array

        start = builder.gep(make_array(kind)(context, builder, array).data, [place])
        value = builder.load(builder.bitcast(start, _NUMBERS.as_pointer()))
        value.align = 8
        return value

    @intrinsic
    def sums(context: Any, xs: Any, ys: Any, place: Any, weight: Any, count: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            xs, ys, place, weight, count = arguments
            x = _loaded(context, builder, signature.args[0], xs, place)
            y = _loaded(context, builder, signature.args[1], ys, place)
            values = builder.fadd(x, builder.fmul(_spread(builder, weight), y))
            counts = builder.icmp_signed("<", ir.Constant(_INTEGERS, list(range(LANES))), _spread(builder, count))
            return builder.select(counts, values, ir.Constant(_NUMBERS, [float("-inf")] * LANES))

        return eight(xs, ys, types.int64, types.float64, types.int64), generate

    @intrinsic
    def larger(context: Any, x: Any, y: Any) -> Any:
        return eight(eight, eight), lambda _c, builder, _s, arguments: _larger(builder, *arguments)

    @intrinsic
    def largest(context: Any, x: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            (x,), width = arguments, LANES
            while width > 1:
                width //= 2
                low, high = (
                    builder.shuffle_vector(
                        x, x, ir.Constant(ir.VectorType(_I32, width), list(range(begin, begin + width)))
                    )
                    for begin in (0, width)
                )
                x = _larger(builder, low, high)
            return builder.extract_element(x, ir.Constant(_I32, 0))

        return types.float64(eight), generate

    @intrinsic
    def equal(context: Any, x: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            same = builder.fcmp_ordered("==", arguments[0], _spread(builder, arguments[1]))
            return builder.zext(builder.bitcast(same, _I8), _I64)

        return types.uint64(eight, types.float64), generate
