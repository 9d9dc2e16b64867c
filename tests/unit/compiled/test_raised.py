"""What native functions raise is said once."""

import subprocess
import sys

from numba import cfunc, types

from playtree.compiled.raised import said_once

GAME = """
from playtree import turn_game

def legal(state, actions):
    if state[0] > 3:
        raise ValueError("too late")
    actions[0], actions[1] = 0, 1
    return 2

def apply(state, action):
    state[0] += 1

def player(state):
    return 1 + state[0] % 2

def scores(state, out):
    out[0] = 1.0

game = turn_game("late", [0], legal, apply, player, scores)
"""


@cfunc(types.int64(types.int64))
def divide(number):
    return 1 // number


@cfunc(types.int64(types.int64))
def lose(number):
    if number == 0:
        raise ValueError("nothing")
    return number


def test_what_a_native_function_raises_is_said_once_for_each_kind_and_function(monkeypatch, capsys):
    seen = []
    monkeypatch.setattr(sys, "unraisablehook", lambda report: seen.append(report.exc_type))
    with said_once():
        assert [divide.ctypes(0), divide.ctypes(0), lose.ctypes(0), divide.ctypes(0), lose.ctypes(0)] == [0] * 5
    assert seen == [ZeroDivisionError, ValueError]
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert lines[1].endswith("test_raised.py: ValueError: compiled it returns 0 instead, which is said once")
    divide.ctypes(0)
    assert seen == [ZeroDivisionError, ValueError, ZeroDivisionError]


class Stubborn:
    def __del__(self):
        raise ValueError("no")


def test_what_others_raise_is_left_alone(monkeypatch, capsys):
    seen = []
    monkeypatch.setattr(sys, "unraisablehook", lambda report: seen.append(report.exc_type))
    with said_once():
        Stubborn()
        Stubborn()
    assert seen == [ValueError] * 2
    assert capsys.readouterr().err == ""


def test_an_exception_in_a_match_is_said_once_by_its_process(tmp_path):
    (tmp_path / "late.py").write_text(GAME)
    command = [sys.executable, "-m", "playtree", "match", "orthodox", "random", "--game", "late:game"]
    ran = subprocess.run(
        [*command, "--plays", "2", "--simulations", "30"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ran.stderr.count("ValueError: too late") == 1
