"""Four or eight numbers at a time: for the choice of the best of a few that stand side by side.

LLVM turns the operations into AVX-512 or AVX2 where the processor has it and into narrower instructions elsewhere.
Interpreted, the numbers are an array. They are read as they stand, also behind the end of what matters, so an array
needs `LANES` places more than are used.

    sums        xs[k] + weight * ys[k] of eight places, with -inf behind the first `count` of them
    four_sums   the same of four places
    larger      the larger ones of twice as many
    largest     the largest of them
    equal       a bit for each of them that equals a number
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, models, register_model

from playtree.compiled.decorator import INTERPRETED

LANES = 8
FOUR = 4

if INTERPRETED:

    def _sums(lanes: int) -> Any:
        def function(xs: Any, ys: Any, place: int, weight: float, count: int) -> Any:
            values = xs[place : place + lanes] + weight * ys[place : place + lanes]
            return np.where(np.arange(lanes) < count, values, -np.inf)

        return function

    def larger(x: Any, y: Any) -> Any:
        return np.maximum(x, y)

    def largest(x: Any) -> float:
        return float(x.max())

    def equal(x: Any, value: float) -> np.uint64:
        return np.uint64(sum(1 << lane for lane in range(len(x)) if x[lane] == value))

else:
    _I32, _I64 = ir.IntType(32), ir.IntType(64)

    class LanesType(types.Type):  # type: ignore[misc]
        """Numba's name for so many numbers."""

        def __init__(self, lanes: int) -> None:
            super().__init__(name=f"Lanes({lanes})")
            self.lanes = lanes

    @register_model(LanesType)
    class LanesModel(models.PrimitiveModel):  # type: ignore[misc]
        """They are one LLVM value."""

        def __init__(self, manager: Any, kind: Any) -> None:
            super().__init__(manager, kind, ir.VectorType(ir.DoubleType(), kind.lanes))

    def _spread(builder: Any, value: Any, lanes: int) -> Any:
        """A value in every lane."""
        first = builder.insert_element(
            ir.Constant(ir.VectorType(value.type, lanes), ir.Undefined), value, ir.Constant(_I32, 0)
        )
        return builder.shuffle_vector(first, first, ir.Constant(ir.VectorType(_I32, lanes), [0] * lanes))

    def _larger(builder: Any, x: Any, y: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", x, y), x, y)

    def _loaded(context: Any, builder: Any, kind: Any, array: Any, place: Any, lanes: int) -> Any:
        from numba.np.arrayobj import make_array

        start = builder.gep(make_array(kind)(context, builder, array).data, [place])
        value = builder.load(builder.bitcast(start, ir.VectorType(ir.DoubleType(), lanes).as_pointer()))
        value.align = 8
        return value

    def _sums(lanes: int) -> Any:
        @intrinsic
        def function(context: Any, xs: Any, ys: Any, place: Any, weight: Any, count: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                xs, ys, place, weight, count = arguments
                x = _loaded(context, builder, signature.args[0], xs, place, lanes)
                y = _loaded(context, builder, signature.args[1], ys, place, lanes)
                values = builder.fadd(x, builder.fmul(_spread(builder, weight, lanes), y))
                order = ir.Constant(ir.VectorType(_I64, lanes), list(range(lanes)))
                counts = builder.icmp_signed("<", order, _spread(builder, count, lanes))
                return builder.select(counts, values, ir.Constant(x.type, [float("-inf")] * lanes))

            return LanesType(lanes)(xs, ys, types.int64, types.float64, types.int64), generate

        return function

    @intrinsic
    def larger(context: Any, x: Any, y: Any) -> Any:
        return x(x, x), lambda _c, builder, _s, arguments: _larger(builder, *arguments)

    @intrinsic
    def largest(context: Any, x: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            (x,), width = arguments, signature.args[0].lanes
            while width > 1:
                width //= 2
                low, high = ([*range(width)], [*range(width, 2 * width)])
                halves = (ir.Constant(ir.VectorType(_I32, width), lanes) for lanes in (low, high))
                x = _larger(builder, *(builder.shuffle_vector(x, x, half) for half in halves))
            return builder.extract_element(x, ir.Constant(_I32, 0))

        return types.float64(x), generate

    @intrinsic
    def equal(context: Any, x: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            lanes = signature.args[0].lanes
            same = builder.fcmp_ordered("==", arguments[0], _spread(builder, arguments[1], lanes))
            return builder.zext(builder.bitcast(same, ir.IntType(lanes)), _I64)

        return types.uint64(x, types.float64), generate


sums, four_sums = _sums(LANES), _sums(FOUR)
