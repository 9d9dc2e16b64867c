"""Recursive functions without a deep Python stack: brackets in a file may be nested as deeply as a limit allows.

A recursive function is written as a generator that yields each recursive call and receives its result:

>>> def depth(tree: list) -> Steps[int]:
...     deepest = 0
...     for branch in tree:
...         deepest = max(deepest, (yield depth(branch)))
...     return deepest + 1
>>> run(depth([[], [[]]]))
3
"""

from collections.abc import Generator, Iterable
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Steps: TypeAlias = Generator[Any, Any, T]


def run(steps: Steps[T]) -> T:
    """Carry out the steps, and those of the calls they yield, and return the result."""
    stack: list[Steps[Any]] = [steps]
    result: Any = None
    while stack:
        try:
            call = stack[-1].send(result)
        except StopIteration as stop:
            stack.pop()
            result = stop.value
        else:
            stack.append(call)
            result = None
    return result


def each(calls: Iterable[Steps[T]]) -> Steps[list[T]]:
    """Carry out one call after another: `results = yield each(depth(branch) for branch in tree)`."""
    results = []
    for call in calls:
        results.append((yield call))  # noqa: PERF401
    return results
