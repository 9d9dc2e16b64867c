"""What the functions of a user raise when native code calls them: said once for each, instead of at every call.

Numba's C functions cannot raise. They give the exception to `sys.unraisablehook`, which prints it, and return 0; a
search that calls them a million times would print it a million times.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CALLER = "<numba.core.cpu.CPUContext>"  # what Numba names as the place


@contextmanager
def said_once() -> Iterator[None]:
    """Let what a native function raises within this block be printed once for each kind and function."""
    before, seen = sys.unraisablehook, set[Any]()

    def hook(report: Any) -> None:
        if str(report.object) != CALLER:
            before(report)
            return
        function, file = _origin(report.exc_traceback)
        kind = report.exc_type.__name__
        if (kind, function, file) in seen:
            return
        seen.add((kind, function, file))
        before(report)
        place = f"{function}, {Path(file).name}: {kind}"
        print(f"playtree: {place}: compiled it returns 0 instead, which is said once", file=sys.stderr)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before


def _origin(traceback: Any) -> tuple[str, str]:
    """The function that raised, and its file."""
    if traceback is None:
        return "a function", ""
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    code = traceback.tb_frame.f_code
    return code.co_name, code.co_filename
