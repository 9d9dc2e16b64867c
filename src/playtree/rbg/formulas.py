"""Arithmetic with numbers for names, as a list of steps on a stack.

    ("number", 3)  ("slot", 2)  ("count", 1)     push a number, the value of a slot, how many vertices hold a piece
    ("+", 0)  ("-", 0)  ("*", 0)  ("/", 0)       take two values, push the result; division drops the fraction

>>> evaluate((("number", 7), ("number", 0), ("number", 2), ("-", 0), ("/", 0)), (), ())
-3
"""

from collections.abc import Sequence
from typing import TypeAlias

from playtree.rbg.checks import Description
from playtree.rbg.stackless import Steps, run
from playtree.rbg.syntax import Arithmetic, Name, Number

Formula: TypeAlias = tuple[tuple[str, int], ...]


def formula(value: Arithmetic, game: Description) -> Formula:
    """The steps that compute a value."""
    steps: list[tuple[str, int]] = []
    run(add_steps(value, game, steps))
    return tuple(steps)


def add_steps(value: Arithmetic, game: Description, steps: list[tuple[str, int]]) -> Steps[None]:
    if isinstance(value, Number):
        steps.append(("number", value.value))
    elif isinstance(value, Name):
        is_piece = value.text in game.piece_numbers
        steps.append(("count", game.piece_numbers[value.text]) if is_piece else ("slot", game.slot_numbers[value.text]))
    else:
        for place, item in enumerate(value.items):
            yield add_steps(item, game, steps)
            if place > 0:
                steps.append((value.operator, 0))


def evaluate(steps: Formula, values: Sequence[int], pieces: Sequence[int]) -> int | None:
    """The value of a formula; None if it divides by zero. values: of the slots. pieces: of the vertices."""
    stack: list[int] = []
    for step, number in steps:
        if step == "number":
            stack.append(number)
        elif step == "slot":
            stack.append(values[number])
        elif step == "count":
            stack.append(pieces.count(number))
        else:
            right, left = stack.pop(), stack.pop()
            if step == "/" and right == 0:
                return None
            stack.append(result_of(step, left, right))
    return stack[0]


def result_of(operator: str, left: int, right: int) -> int:
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def formula_text(steps: Formula, game: Description) -> str:
    """The formula as people write it, with brackets around every operation."""
    stack: list[str] = []
    for step, number in steps:
        if step == "number":
            stack.append(str(number))
        elif step in ("slot", "count"):
            stack.append(game.slots[number] if step == "slot" else game.pieces[number])
        else:
            right, left = stack.pop(), stack.pop()
            stack.append(f"({left}{step}{right})")
    return stack[0]
