"""The range of values that arithmetic can take, so that compiled code never leaves 64 bits.

A division by zero makes the action impossible, so it adds nothing to a range.
"""

from collections.abc import Mapping
from functools import reduce

from playtree.rbg.source import Place, error_at
from playtree.rbg.stackless import Steps, each, run
from playtree.rbg.syntax import Arithmetic, Name, Number

LARGEST_VALUE = 2**62

Range = tuple[int, int]


def check_range(value: Arithmetic, largest: Mapping[str, int]) -> Range:
    """Least and greatest value; an error if they are beyond 62 bits. largest: of each name; the least is 0."""
    return run(range_of(value, largest))


def range_of(value: Arithmetic, largest: Mapping[str, int]) -> Steps[Range]:
    if isinstance(value, Number):
        return value.value, value.value
    if isinstance(value, Name):
        return 0, largest[value.text]
    items = yield each(range_of(item, largest) for item in value.items)
    return reduce(lambda left, right: combined(value.operator, left, right, value.at), items)


def combined(operator: str, left: Range, right: Range, at: Place) -> Range:
    """The range of an operation on two ranges."""
    if operator == "+":
        found = left[0] + right[0], left[1] + right[1]
    elif operator == "-":
        found = left[0] - right[1], left[1] - right[0]
    elif operator == "*":
        products = [a * b for a in left for b in right]
        found = min(products), max(products)
    else:
        furthest = max(abs(left[0]), abs(left[1]))
        found = -furthest, furthest
    if max(abs(found[0]), abs(found[1])) > LARGEST_VALUE:
        raise error_at(at, "this arithmetic may leave 64 bits; expected smaller bounds or fewer products")
    return found
