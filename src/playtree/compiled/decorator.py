"""The one way to compile a function: `@compiled`.

A helper that is part of a hot loop asks for `@compiled(inline=True)`: it becomes part of its callers, which measured
1.30 times faster for SameGame, and needs no cache entry of its own. One that only borrows its arrays, neither making
nor returning any, says `borrows=True`: reading an array out of a tuple then costs no atomic reference count, which
took half the time of a deep search. With `NUMBA_DISABLE_JIT=1` functions stay as they are.
"""

from collections.abc import Callable
from typing import Any, TypeVar, overload

from numba.core import config

from playtree.compiled.cache import KernelCache
from playtree.compiled.inner import Kernel

INTERPRETED = bool(config.DISABLE_JIT)
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}


def options(inline: bool, borrows: bool) -> dict[str, Any]:
    """The compiler's options."""
    return {**OPTIONS, "forceinline": inline, "_nrt": not borrows}


Function = TypeVar("Function", bound=Callable[..., Any])


@overload
def compiled(function: Function, /) -> Function: ...
@overload
def compiled(*, inline: bool = False, borrows: bool = False) -> Callable[[Function], Function]: ...
def compiled(function: Any = None, /, *, inline: bool = False, borrows: bool = False) -> Any:
    """Compile `function` on its first call with each combination of argument types, and keep the result on disk."""
    if function is None:
        return lambda later: compiled_function(later, inline, borrows)
    return compiled_function(function, inline, borrows)


def compiled_function(function: Any, inline: bool = False, borrows: bool = False) -> Any:
    """What `@compiled` does, as a plain call."""
    if INTERPRETED:
        return function
    dispatcher = Kernel(function, options(inline, borrows))
    if not inline:
        dispatcher._cache = KernelCache(f"{function.__module__}.{function.__qualname__}", [function.__module__])
    return dispatcher
