"""Functions that compiled code calls have no wrapper, and work all the same from both sides."""

import pytest

from playtree.compiled.decorator import INTERPRETED, compiled

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


@compiled(inline=True)
def doubled(number: float) -> float:
    return 2 * number


@compiled
def factorial(number: int) -> int:
    return 1 if number < 2 else number * factorial(number - 1)


@compiled
def is_even(number: int) -> bool:
    return True if number == 0 else is_odd(number - 1)


@compiled
def is_odd(number: int) -> bool:
    return False if number == 0 else is_even(number - 1)


@compiled
def asked_by_compiled_code(number: int) -> tuple[float, int, bool]:
    return doubled(number), factorial(number), is_odd(number)


def test_a_part_has_no_wrapper_for_python() -> None:
    assert asked_by_compiled_code(5) == (10, 120, True)
    (code,) = doubled.inner.overloads.values()  # type: ignore[attr-defined]
    names = [function.name for function in code.library.get_defined_functions()]
    assert names
    assert not any("cpython" in name or "cfunc" in name for name in names)


def test_the_same_function_can_be_called_from_python_before_and_after() -> None:
    assert [doubled(3), factorial(4), is_even(7)] == [6, 24, False]
    assert asked_by_compiled_code(4) == (8, 24, False)
    assert [doubled(2.5), factorial(5), is_even(8)] == [5.0, 120, True]
