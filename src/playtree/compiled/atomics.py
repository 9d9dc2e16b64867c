"""Operations that threads may do on the same number at once, without losing any of them.

    fetch_add(array, index, number)             add to it; the value before
    exchange(array, index, expected, number)    write it if it is as expected; whether it was
    fetch(array, index)                         read what another thread has published
    publish(array, index, number)               write it after everything written before it

What threads publish one after the other, every thread sees in that order. All work on int64, `fetch_add` on float64
too.
Compiled they are one instruction of the processor, or a loop around one; interpreted a lock stands in for it.
"""

import threading
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from playtree.compiled.decorator import INTERPRETED

if INTERPRETED:
    _lock = threading.Lock()

    def fetch_add(array: Any, index: int, number: Any) -> Any:
        with _lock:
            before = array[index]
            array[index] = before + number
            return before

    def exchange(array: Any, index: int, expected: int, number: int) -> bool:
        with _lock:
            is_expected = bool(array[index] == expected)
            if is_expected:
                array[index] = number
            return is_expected

    def fetch(array: Any, index: int) -> Any:
        return array[index]

    def publish(array: Any, index: int, number: int) -> None:
        array[index] = number

else:

    def _place(context: Any, builder: Any, kind: Any, array: Any, index: Any) -> Any:
        from numba.np.arrayobj import make_array

        return builder.gep(make_array(kind)(context, builder, array).data, [index])

    def _checked(array: Any, *dtypes: Any) -> Any:
        if not (isinstance(array, types.Array) and array.ndim == 1 and array.layout == "C" and array.dtype in dtypes):
            raise TypingError(f"an atomic operation on {array}; expected a row of {' or '.join(map(str, dtypes))}")
        return array.dtype

    @intrinsic
    def fetch_add(context: Any, array: Any, index: Any, number: Any) -> Any:
        dtype = _checked(array, types.int64, types.float64)
        operation = "add" if dtype == types.int64 else "fadd"

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            place = _place(context, builder, signature.args[0], arguments[0], arguments[1])
            return builder.atomic_rmw(operation, place, arguments[2], "monotonic")

        return dtype(array, types.int64, dtype), generate

    @intrinsic
    def exchange(context: Any, array: Any, index: Any, expected: Any, number: Any) -> Any:
        _checked(array, types.int64)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            place = _place(context, builder, signature.args[0], arguments[0], arguments[1])
            both = builder.cmpxchg(place, arguments[2], arguments[3], "acq_rel", "acquire")
            return builder.extract_value(both, 1)

        return types.boolean(array, types.int64, types.int64, types.int64), generate

    @intrinsic
    def fetch(context: Any, array: Any, index: Any) -> Any:
        dtype = _checked(array, types.int64)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            place = _place(context, builder, signature.args[0], arguments[0], arguments[1])
            return builder.load_atomic(place, "seq_cst", 8)

        return dtype(array, types.int64), generate

    @intrinsic
    def publish(context: Any, array: Any, index: Any, number: Any) -> Any:
        _checked(array, types.int64)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            place = _place(context, builder, signature.args[0], arguments[0], arguments[1])
            builder.store_atomic(builder.bitcast(arguments[2], ir.IntType(64)), place, "seq_cst", 8)
            return context.get_dummy_value()

        return types.void(array, types.int64, types.int64), generate
