"""Between a native function and a user's plain one: arguments as arrays of signed numbers, results as numbers.

The state is seen as int64, because uint64 has traps: `state[0] + 1` is int64 compiled and uint64 interpreted.
Constants, packed into the words of `data`, can be read and not written. A result of another kind than expected ends the
compilation with a sentence, since at run time nobody would hear of it.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array


def _viewed(context: Any, builder: Any, kind: types.Array, words: Any, offset: Any, shape: list[Any]) -> Any:
    """Generate an array of type `kind` over `words`, from `offset` on; it borrows the memory."""
    view = make_array(kind)(context, builder)
    size = context.get_constant(types.intp, 8)
    strides = [size]
    for extent in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], extent))
    start = builder.gep(words.data, [offset])
    populate_array(
        view, builder.bitcast(start, view.data.type), shape=shape, strides=strides, itemsize=size, meminfo=None
    )
    return view._getvalue()


@intrinsic
def signed(context: Any, words: Any) -> Any:
    """The words as int64."""
    kind = types.Array(types.int64, 1, "C")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = make_array(signature.args[0])(context, builder, arguments[0])
        zero = ir.Constant(ir.IntType(64), 0)
        return _viewed(context, builder, kind, array, zero, cgutils.unpack_tuple(builder, array.shape, 1))

    return kind(words), generate


def _packed(dtype: types.Type) -> Any:
    @intrinsic
    def packed(context: Any, data: Any, offset: Any, shape: Any) -> Any:
        kind = types.Array(dtype, len(shape), "C", readonly=True)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = make_array(signature.args[0])(context, builder, arguments[0])
            extents = cgutils.unpack_tuple(builder, arguments[2], len(shape))
            return _viewed(context, builder, kind, array, arguments[1], extents)

        return kind(data, types.int64, types.UniTuple(types.int64, len(shape))), generate

    return packed


PACKED = {np.dtype(np.int64): _packed(types.int64), np.dtype(np.float64): _packed(types.float64)}


def _result(target: types.Type, expected: str, *allowed: type) -> Any:
    @intrinsic
    def converted(context: Any, value: Any) -> Any:
        if not isinstance(value, allowed):
            raise TypingError(f"it returns {described(value)}; expected {expected}")
        return target(target), lambda context, builder, signature, arguments: arguments[0]

    return converted


as_integer = _result(types.int64, "a whole number", types.Integer, types.Boolean)
as_number = _result(types.float64, "a number", types.Integer, types.Float, types.Boolean)


def described(kind: types.Type) -> str:
    """A type in words."""
    if isinstance(kind, types.NoneType):
        return "nothing"
    if isinstance(kind, types.Optional):
        return f"{described(kind.type)} here and nothing there"
    if isinstance(kind, types.Array):
        return f"an array of {kind.dtype} with {kind.ndim} dimension{'s' * (kind.ndim != 1)}"
    if isinstance(kind, types.Generator):
        return "a generator"
    names = {types.Integer: "a whole number", types.Float: "a number", types.UnicodeType: "a text"}
    return next((name for known, name in names.items() if isinstance(kind, known)), f"a value of type {kind}")
