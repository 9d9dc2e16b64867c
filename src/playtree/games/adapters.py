"""From a user's plain function to a native function of a game: compiled, and kept on disk under its fingerprint.

The constants of a puzzle stand in its `data` behind two lengths (compiled/calls.py), the size of the action buffer
that `legal` may rely on, and places for a wrong count and a wrong number, 0 while there was none; each array has its
place and its shape there. So puzzles of the same code share machine code.

    [length, state words, most actions, wrong count, wrong number, place, shape, shape, shape, place, ...,  numbers ...]

A wrong count would have searches read and write anywhere: it is noted there, and the game ends in that position. With
a number that is not finite no search finds its way: it is noted too, and counts as 0.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numba.core.errors import NumbaError, UnsupportedBytecodeError
from numpy.typing import NDArray

from playtree.compiled import bridge
from playtree.compiled.calls import OVER, native
from playtree.compiled.complaints import complaint
from playtree.compiled.copies import compiled_copy
from playtree.compiled.decorator import compiled, compiled_function
from playtree.compiled.fingerprint import fingerprint
from playtree.errors import GameError, InputError

Array = NDArray[Any]

MOST_ACTIONS, WRONG_COUNT, WRONG_NUMBER, HEADER = 2, 3, 4, 5
MOST_EVER = 1 << 24  # a larger count of actions is taken for a mistake
MOST_FEATURES = 256  # numbers that may describe a state
NUMBERS = ("apply", "scores", "bound")  # what returns a number that has to be finite
NOT_FINITE = (float("nan"), float("inf"), float("-inf"))
DIMENSIONS = 3  # at most; an array's place takes one number more

# what a user's function takes besides the constants and the state
ARGUMENTS: dict[str, tuple[str, ...]] = {
    "legal": ("actions",),
    "apply": ("action",),
    "scores": (),
    "bound": (),
    "features": ("out",),
    "key": (),
    "canonical": (),
    "code": ("action",),
    "prior": ("action",),
    "sample": ("rng",),
    "narrow": ("actions",),
    "choose": ("actions", "rng"),
    "turn_apply": ("action",),
    "turn_scores": ("out",),
    "player": (),
    "starts": (),
}

# how the native function calls it; `status` is a second use of `legal`
_BODIES = {
    "legal": f"if len(actions) < data[{MOST_ACTIONS}]: return data[{MOST_ACTIONS}]; "
    "return sound_count(data, as_integer({call}))",
    "status": f"actions = empty(data[{MOST_ACTIONS}], int64); "
    f"return 0 if sound_count(data, as_integer({{call}})) > 0 else {OVER}",
    "apply": "return sound_number(data, 0, as_number({call}))",
    "scores": "out[0] = sound_number(data, 1, as_number({call}))",
    "bound": "return sound_number(data, 2, as_number({call}))",
    "features": "return as_integer({call})",
    "key": "return uint64(as_integer({call}))",
    "canonical": "return uint64(as_integer({call}))",
    "code": "return uint64(as_integer({call}))",
    "prior": "return as_number({call})",
    "sample": "return as_integer({call})",
    "narrow": "return as_integer({call})",
    "choose": "return as_integer({call})",
    "turn_apply": "{call}; return 0.0",
    "turn_scores": "{call}",
    "player": "return as_integer({call})",
    "starts": "return as_integer({call})",
}
_PARAMETERS = {**{shape: ", ".join(names) for shape, names in ARGUMENTS.items()}, "status": "", "scores": "out"}


@compiled(inline=True)
def sound_count(data: Any, count: int) -> int:
    """The count that `legal` returned, or 0 if there are no such counts; it is then noted in `data`."""
    if 0 <= count <= MOST_EVER:
        return count
    data[WRONG_COUNT] = count
    return 0


@compiled(inline=True)
def sound_number(data: Any, role: int, number: float) -> float:
    """A finite number, or 0; which one of NUMBERS returned which one of NOT_FINITE is then noted in `data`."""
    if math.isfinite(number):
        return number
    data[WRONG_NUMBER] = 1 + len(NOT_FINITE) * role + (0 if math.isnan(number) else 1 if number > 0.0 else 2)
    return 0.0


def noted_number(note: int) -> tuple[str, float]:
    """What `sound_number` noted."""
    role, number = divmod(note - 1, len(NOT_FINITE))
    return NUMBERS[role], NOT_FINITE[number]


_NAMES = {
    "sound_count": sound_count,
    "sound_number": sound_number,
    "as_integer": bridge.as_integer,
    "as_number": bridge.as_number,
    "signed": bridge.signed,
    "empty": np.empty,
    "int64": np.int64,
    "uint64": np.uint64,
    "__name__": __name__,
}

_addresses: dict[str, int] = {}


def packed(arrays: Sequence[Array], state_words: int, most_actions: int) -> NDArray[np.int64]:
    """The `data` of a puzzle with these constants, each int64 or float64."""
    places: list[int] = []
    end = HEADER + (1 + DIMENSIONS) * len(arrays)
    for array in arrays:
        places += [end, *array.shape, *([1] * (DIMENSIONS - array.ndim))]
        end += array.size
    head = np.array([end, state_words, most_actions, 0, 0, *places], np.int64)
    return np.concatenate([head, *(np.ascontiguousarray(array).view(np.int64).ravel() for array in arrays)])


def native_function(puzzle: str, shape: str, function: Callable[..., Any], arrays: Sequence[Array], form: str) -> int:
    """The address of a native function of this shape that calls the user's; compiled unless this was done before.

    form: how the user's function takes the arrays, "none", "one" or "tuple".
    """
    kinds = ", ".join(f"{array.dtype}[{array.ndim}]" for array in arrays)
    try:
        digest = fingerprint(function, shape, form, kinds)
    except InputError as error:
        raise InputError(f"game {puzzle}: {error}") from None
    if digest not in _addresses:
        adapter = _adapter(shape, compiled_copy(function, digest), _constants(arrays, form))
        adapter.__qualname__ = f"{shape}_{digest}"
        try:
            compiled = compiled_function(adapter, inline=True)
            _addresses[digest] = native(shape, f"puzzle.{function.__name__}.{digest}", compiled)
        except (NumbaError, UnsupportedBytecodeError) as error:
            raise GameError(f"game {puzzle}: {complaint(error, function)}") from error
    return _addresses[digest]


def _constants(arrays: Sequence[Array], form: str) -> str:
    """How the user's first argument is spelled: views of the numbers in `data`."""
    views = []
    for index, array in enumerate(arrays):
        start = HEADER + (1 + DIMENSIONS) * index
        extents = "".join(f"data[{start + 1 + axis}], " for axis in range(array.ndim))
        views.append(f"packed_{array.dtype}(data, data[{start}], ({extents}))")
    return {"none": "", "one": ", ".join(views) + ", ", "tuple": f"({', '.join(views)},), "}[form]


def _adapter(shape: str, function: Any, constants: str) -> Any:
    arguments = ARGUMENTS["legal" if shape == "status" else shape]
    call = f"function({constants}{', '.join(['signed(state)', *arguments])})"
    source = f"def {shape}({', '.join(filter(None, ['data, state', _PARAMETERS[shape]]))}):\n"
    source += "".join(f"    {line}\n" for line in _BODIES[shape].format(call=call).split("; "))
    views = {f"packed_{dtype}": view for dtype, view in bridge.PACKED.items()}
    space = {**_NAMES, **views, "function": function}
    exec(compile(source, f"<puzzle {shape}>", "exec"), space)
    return space[shape]
