"""The jobs with bounds checks and without the compiler do what they say."""

import os
import sys

import numba
import numpy as np
import pytest
from numba.core import config

from playtree.compiled import cache, calls
from playtree.compiled.calls import native
from playtree.compiled.decorator import INTERPRETED, compiled
from playtree.compiled.generic import generic
from tests.oracles.natives import call

pytestmark = pytest.mark.kernels

CHECKED = INTERPRETED or bool(config.BOUNDSCHECK)


@compiled(inline=True)
def element(numbers, index):
    return numbers[index]


@compiled(inline=True)
def out_of_bounds(data, state):
    return np.int64(state[data[1]])


def test_the_mode_is_that_of_the_environment():
    assert INTERPRETED == (os.environ.get("NUMBA_DISABLE_JIT") == "1")
    assert hasattr(element, "py_func") == (not INTERPRETED)
    if not INTERPRETED:
        assert bool(config.BOUNDSCHECK) == (os.environ.get("NUMBA_BOUNDSCHECK") == "1")


@pytest.mark.skipif(not CHECKED, reason="compiled code checks no bounds without NUMBA_BOUNDSCHECK=1")
def test_an_index_out_of_bounds_is_found():
    with pytest.raises(IndexError):
        element(np.zeros(3), 3)


@pytest.mark.skipif(not CHECKED, reason="compiled code checks no bounds without NUMBA_BOUNDSCHECK=1")
def test_an_index_out_of_bounds_is_found_in_a_native_function(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "folders", lambda: (tmp_path,))
    address = native("status", "tests.out_of_bounds", out_of_bounds)
    data, state = np.array([2, 3], np.int64), np.zeros(3, np.uint64)
    if INTERPRETED:
        with pytest.raises(IndexError):
            call("status", address, data, state)
        return
    seen = []
    monkeypatch.setattr(sys, "unraisablehook", lambda report: seen.append(report.exc_type))
    call("status", address, data, state)
    assert seen == [IndexError]


def test_no_function_has_the_address_of_a_missing_one(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "folders", lambda: (tmp_path,))
    assert native("status", "tests.out_of_bounds", out_of_bounds) != calls.ABSENT


@generic
def doubled(kind, number):
    """Double a number, as the kind of it likes."""


def test_a_question_without_an_answer_for_the_type_is_an_error():
    @compiled(inline=True)
    def ask(kind, number):
        return doubled(kind, number)

    with pytest.raises((KeyError, numba.TypingError)):
        ask((1, 2), 3)
