"""Telling a person that something is being compiled, which takes seconds and happens once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import event


class _FirstCompilation(event.Listener):  # type: ignore[misc]
    def __init__(self, callback: Callable[[], None]) -> None:
        self._callback = callback
        self._is_told = False

    def on_start(self, event: Any) -> None:
        if not self._is_told:
            self._is_told = True
            self._callback()

    def on_end(self, event: Any) -> None:
        """Only the beginning is told."""


@contextmanager
def announced(callback: Callable[[], None]) -> Iterator[None]:
    """Call `callback` when, within this block, a function is compiled for the first time rather than read from disk."""
    with event.install_listener("numba:compile", _FirstCompilation(callback)):
        yield
