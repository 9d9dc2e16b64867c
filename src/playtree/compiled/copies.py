"""Compiled copies of plain functions.

A user's function calls plain helpers, which Numba refuses. So it is copied, with globals of its own in which every
helper is a compiled copy too; the original stays as it is and serves as the slow check. The copies have names that
belong to this digest alone: machine code from the cache is linked by name.
"""

from collections.abc import Callable
from types import CellType, FunctionType, ModuleType
from typing import Any

import numba
from numba.core.dispatcher import Dispatcher

from playtree.compiled.decorator import OPTIONS
from playtree.compiled.fingerprint import is_known, plain_function, references


def compiled_copy(function: Callable[..., Any], digest: str) -> Any:
    """A compiled copy of `function` and of all functions that it calls; `digest` is its fingerprint."""
    return _Copies(digest).of(function)


class _Copies:
    """The copies that belong together; each original is copied once, so that recursion works."""

    def __init__(self, digest: str) -> None:
        self._digest = digest
        self._made: dict[int, Any] = {}

    def of(self, value: Any) -> Any:
        """What stands for `value` in a copy: itself, unless it is a function that has to be compiled."""
        if is_known(value) or not isinstance(value, (FunctionType, Dispatcher)):
            return value
        if isinstance(value, Dispatcher) and not value._can_compile:
            return value  # compiled for given types only, and so ready for use
        if id(value) not in self._made:
            self._copy(value)
        return self._made[id(value)]

    def _copy(self, function: Any) -> None:
        plain = plain_function(function)
        # Numba looks up the module of cached code by name, and the user's may be gone by then
        space: dict[str, Any] = {"__name__": __name__}
        cells = tuple(CellType() for _ in plain.__closure__ or ())
        copy = FunctionType(plain.__code__, space, plain.__name__, plain.__defaults__, cells or None)
        copy.__kwdefaults__ = plain.__kwdefaults__
        copy.__qualname__ = f"{plain.__name__}_{self._digest}_{len(self._made)}"
        if isinstance(function, Dispatcher):
            compiled = type(function)(copy, locals=function.locals, targetoptions=function.targetoptions)
        else:
            compiled = numba.njit(**OPTIONS)(copy)
        self._made[id(function)] = compiled
        closed = dict(zip(plain.__code__.co_freevars, plain.__closure__ or (), strict=True))
        enclosing = {name: self.of(cell.cell_contents) for name, cell in closed.items()}
        for reference in references(plain):
            root = reference.path[0]
            if root in closed:
                self._define(enclosing, closed[root].cell_contents, reference.path)
            else:
                self._define(space, plain.__globals__[root], reference.path)
        for cell, value in zip(cells, enclosing.values(), strict=True):
            cell.cell_contents = value

    def _define(self, space: dict[str, Any], value: Any, path: tuple[str, ...]) -> None:
        """Enter what `path` names into a namespace; a module of the user's becomes one with compiled functions."""
        name, *rest = path
        if not isinstance(value, ModuleType) or is_known(value):
            space[name] = self.of(value)
            return
        if space.get(name, value) is value:
            space[name] = ModuleType(value.__name__)
        self._define(space[name].__dict__, getattr(value, rest[0]), tuple(rest))
