"""The digest of a user's function changes with everything that its machine code depends on, and with nothing else."""

import enum
import math
import types
from typing import Any

import numba
import numpy as np
import pytest

from playtree.compiled.fingerprint import fingerprint, references
from playtree.compiled.random import below
from playtree.errors import InputError

SOURCE = """
import math
import enum
import numba
import numpy as np
from typing import NamedTuple

NUMBER, TEXT, PAIR = 3, "text", (1, (2.5, "a"))
TABLE = np.array([[1, 2], [3, 4]])
UNUSED = 1

class Prices(NamedTuple):
    low: int = 1
    high: int = 2

class Side(enum.IntEnum):
    LEFT = 0
    RIGHT = 1

PRICES = Prices(5)

def deeper(number, factor=2):
    return number * factor

def helper(number):
    return deeper(number) + 1

@numba.njit(fastmath=False)
def jitted(number):
    return helper_of_jitted(number)

@numba.njit
def helper_of_jitted(number):
    return number + 10

def outer(value):
    def function(state, action):
        inner = lambda number: number + 4
        total = helper(action) + jitted(action) + inner(value) + rules.cost(action) + rules.STEP
        if action in {"left", "right", "up"} or TEXT == "text":
            total += PAIR[0] + TABLE[0, 1] + PRICES.low + Side.RIGHT + math.sqrt(NUMBER)
        return total + Prices(1).high
    return function

function = outer(7)
"""
RULES = """
STEP = 2
UNUSED = 3
def cost(number):
    return number - STEP
def unused():
    return UNUSED
"""


def digest_of(source: str = SOURCE, rules: str = RULES, name: str = "user_module") -> str:
    imported, module = types.ModuleType("rules"), types.ModuleType(name)
    exec(compile(rules, "rules.py", "exec"), imported.__dict__)
    module.__dict__["rules"] = imported
    exec(compile(source, f"{name}.py", "exec"), module.__dict__)
    return fingerprint(module.__dict__["function"])


@pytest.mark.parametrize(
    "old, new",
    [
        ("NUMBER, TEXT, PAIR = 3,", "NUMBER, TEXT, PAIR = 4,"),
        ("NUMBER, TEXT, PAIR = 3,", "NUMBER, TEXT, PAIR = 3.0,"),
        ("NUMBER, TEXT, PAIR = 3,", "NUMBER, TEXT, PAIR = True,"),
        ('TEXT, PAIR = 3, "text"', 'TEXT, PAIR = 3, "other"'),
        ('(1, (2.5, "a"))', '(1, (2.5, "b"))'),
        ("[3, 4]])", "[3, 5]])"),
        ("[3, 4]])", "[3, 4]], np.int32)"),
        ("[3, 4]])", "[3, 4]], order='F')"),
        ("TABLE = np.array([[1, 2], [3, 4]])", "TABLE = np.array([[1, 2, 3, 4]])"),
        ("PRICES = Prices(5)", "PRICES = Prices(6)"),
        ("high: int = 2", "high: int = 3"),
        ("high: int = 2", "highest: int = 2"),
        ("RIGHT = 1", "RIGHT = 2"),
        ("factor=2", "factor=3"),
        ("deeper(number) + 1", "deeper(number) + 2"),
        ("return number * factor", "return number + factor"),
        ("fastmath=False", "fastmath=True"),
        ("return number + 10", "return number + 11"),
        ("lambda number: number + 4", "lambda number: number + 5"),
        ("outer(7)", "outer(8)"),
        ('{"left", "right", "up"}', '{"left", "right", "down"}'),
        ("math.sqrt", "math.cos"),
    ],
)
def test_an_edit_changes_the_digest(old, new):
    assert SOURCE.count(old) >= 1
    assert digest_of(SOURCE.replace(old, new)) != digest_of()


@pytest.mark.parametrize("old, new", [("STEP = 2", "STEP = 3"), ("number - STEP", "number + STEP")])
def test_an_edit_in_another_module_changes_the_digest(old, new):
    assert digest_of(rules=RULES.replace(old, new)) != digest_of()


@pytest.mark.parametrize("old, new", [("UNUSED = 1", "UNUSED = 2"), ("\ndef helper", "\n# a comment\n\n\ndef helper")])
def test_what_is_not_used_does_not_matter(old, new):
    assert digest_of(SOURCE.replace(old, new)) == digest_of()


def test_neither_module_nor_unused_parts_of_another_module_matter():
    assert digest_of(name="__main__") == digest_of()
    assert digest_of(rules=RULES.replace("UNUSED = 3", "UNUSED = 4")) == digest_of()


def test_further_texts_matter_each_by_itself():
    assert len({fingerprint(math_user, *more) for more in [(), ("a",), ("ab",), ("a", "b")]}) == 4


def math_user(number):
    return math.sqrt(number)


def test_our_own_functions_count_by_name():
    def draws(rng):
        return below(rng, 3)

    assert fingerprint(draws)


def test_attribute_names_are_no_references():
    """`size` is a global here, and only an attribute there."""
    space: dict[str, Any] = {"size": [1, 2]}
    exec("def function(state):\n    return state.size", space)
    assert references(space["function"]) == []


def test_a_function_counts_by_its_code_whatever_module_it_claims():
    def function(state):
        return state

    def other(state):
        return state + 1

    function.__module__ = other.__module__ = "numpy"
    assert fingerprint(function) != fingerprint(other)


class Colour(enum.Enum):
    RED = 1


@pytest.mark.parametrize(
    "value, message",
    [
        ([1], "'VALUE' is a list; use a numpy array or a tuple"),
        ({1}, "'VALUE' is a set; use a numpy array"),
        (object(), "'VALUE' is of type object; use numbers"),
        (pytest.Item, "'VALUE' is a class"),
        (np.array([None]), "'VALUE' is an array of Python objects"),
        ((1, [2]), "'VALUE' is a list"),
    ],
)
def test_what_cannot_be_kept_is_refused(value, message):
    space: dict[str, Any] = {"VALUE": value}
    exec(compile("\ndef function(state):\n    return VALUE", "user.py", "exec"), space)
    with pytest.raises(InputError, match=f"function, user.py line 3: {message}"):
        fingerprint(space["function"])


@pytest.mark.parametrize(
    "value", [1, 2.5, "a", b"a", None, (1, 2), np.int8(3), Colour.RED, np.dtype("i4"), abs, np.add]
)
def test_what_can_be_kept_is_taken(value):
    space: dict[str, Any] = {"VALUE": value}
    exec("def function(state):\n    return VALUE", space)
    assert fingerprint(space["function"])


@pytest.mark.parametrize("value", [numba.njit(math_user), numba.njit("float64(float64)")(math_user)])
def test_compiled_functions_are_taken(value):
    space: dict[str, Any] = {"value": value}
    exec("def function(state):\n    return value(state)", space)
    assert fingerprint(space["function"])
