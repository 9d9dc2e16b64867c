"""`prefetch(array, index)` has the processor fetch a number that is needed soon, and does not wait for it.

For a walk through memory in which each step tells the next: what stands beside the next step can be asked for before it
is clear whether it is needed. Interpreted it does nothing.
"""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from playtree.compiled.decorator import INTERPRETED

READ, KEEP, DATA = 0, 3, 1  # arguments of LLVM's prefetch

if INTERPRETED:

    def prefetch(array: Any, index: int) -> None:
        pass

else:

    @intrinsic
    def prefetch(context: Any, array: Any, index: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            from numba.np.arrayobj import make_array

            data = make_array(signature.args[0])(context, builder, arguments[0]).data
            place = builder.bitcast(builder.gep(data, [arguments[1]]), ir.IntType(8).as_pointer())
            number = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [place.type, number, number, number])
            function = builder.module.declare_intrinsic("llvm.prefetch", [place.type], kind)
            builder.call(function, [place, *(number(argument) for argument in (READ, KEEP, DATA))])
            return context.get_dummy_value()

        return types.void(array, types.int64), generate
