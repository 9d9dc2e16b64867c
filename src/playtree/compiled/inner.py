"""Functions that only compiled code calls: no wrapper for Python, and no machine code of their own.

Numba makes of each function a wrapper that takes Python's objects apart, optimises it with all it calls, and emits
machine code. For a part of a larger function that is work for nothing: a tree and a workspace are a hundred arrays, and
the caller, which takes the part in, is optimised with it anyway. Leaving it out halves the time to compile a search.
"""

from typing import Any

from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher

WITHOUT_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Code to be linked into a caller."""

    is_inner = True

    def _optimize_final_module(self) -> None:
        """Left to the caller."""

    def _finalize_final_module(self) -> None:
        if any(variable.name.startswith(RuntimeLinker.PREFIX) for variable in self._final_module.global_variables):
            self.is_inner = False
            super()._optimize_final_module()
            super()._finalize_final_module()  # functions that call each other find their way at run time
            return
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0 if self.is_inner else int(super().get_pointer_to_function(name))

    @property
    def codegen(self) -> Any:
        return self if self.is_inner else super().codegen

    def set_env(self, name: str, environment: Any) -> None:
        """What Numba asks of the engine once it has the code: only a wrapper would read it."""


class InnerCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler, with such a library."""

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        super().__init__(typing, target, library or InnerLibrary(target.codegen(), "inner"), *rest)


class Kernel(CPUDispatcher):  # type: ignore[misc]
    """A compiled function that has a second, inner one for compiled callers."""

    def __init__(self, function: Any, options: dict[str, Any]) -> None:
        super().__init__(py_func=function, targetoptions={"nopython": True, "boundscheck": None, **options})
        self.inner = CPUDispatcher(
            py_func=function,
            targetoptions={"nopython": True, "boundscheck": None, **options, **WITHOUT_WRAPPERS},
            pipeline_class=InnerCompiler,
        )

    @property
    def is_compiling(self) -> Any:
        return self._compiling_counter or self.inner.is_compiling

    def get_call_template(self, arguments: Any, keywords: Any) -> Any:
        return self.inner.get_call_template(arguments, keywords)

    def get_overload(self, signature: Any) -> Any:
        return self.inner.get_overload(signature)
