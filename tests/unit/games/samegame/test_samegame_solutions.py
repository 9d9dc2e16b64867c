"""Solution files are written whole or not at all, and checked by the rule book."""

import errno
import json
import os
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from playtree.errors import InputError, SaveError
from playtree.games.samegame.formats import read_boards
from playtree.games.samegame.rules import named_rules
from playtree.games.samegame.solutions import Solution, read_solution, verify_solution, write_solution

BOARD = read_boards("111\n221", "test", "digits")[0]
SOLUTION = Solution(BOARD, named_rules("samegame"), ((0, 1), (0, 0)), 1004, True, {"seed": 7, "recipe": "by hand"})


def test_a_solution_is_read_back_and_holds(tmp_path):
    path = tmp_path / "solution.json"
    write_solution(path, SOLUTION)
    assert read_solution(path) == SOLUTION
    assert verify_solution(read_solution(path)).score == 1004
    assert list(tmp_path.iterdir()) == [path]


def test_numbers_of_numpy_are_written_as_numbers(tmp_path):
    path = tmp_path / "solution.json"
    numbers: dict[str, Any] = {"moves": np.array(SOLUTION.moves), "score": np.int64(1004)}
    write_solution(path, replace(SOLUTION, metadata={"seconds": np.float64(1.5)}, **numbers))
    assert read_solution(path) == replace(SOLUTION, metadata={"seconds": 1.5})


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"score": 1000}, "game.json: claims 1000, rules give 1004"),
        ({"cleared": False}, "game.json: claims a board not cleared, rules give cleared"),
        ({"moves": ((0, 1),)}, "game.json: the line stops after move 1"),
        ({"moves": ((0, 1), (2, 0))}, r"game.json: move 2, cell \(2, 0\): found an empty cell"),
    ],
)
def test_a_wrong_claim_is_refused(changes, message):
    with pytest.raises(InputError, match=message):
        verify_solution(replace(SOLUTION, **changes), "game.json")


def test_a_full_disk_loses_nothing(tmp_path, monkeypatch):
    path = tmp_path / "solution.json"
    write_solution(path, SOLUTION)

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(
        SaveError, match=r"solution.json: could not be saved \(No space left on device\); expected a wr"
    ):
        write_solution(path, replace(SOLUTION, score=0))
    assert read_solution(path) == SOLUTION
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(SaveError, match="could not be saved"):
        write_solution(tmp_path / "absent" / "solution.json", SOLUTION)
    with pytest.raises(SaveError, match="could not be saved"):
        write_solution(tmp_path, SOLUTION)


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"format": "other"}, 'found format \'other\'; expected "format": "playtree-solution"'),
        ({"rules": None}, "found no rules; expected an object"),
        ({"rules": {"name": "chess"}}, "unknown rules 'chess'"),
        ({"score": "high"}, "found score 'high'; expected a number"),
        ({"cleared": 1}, "found cleared 1; expected true or false"),
        ({"metadata": []}, r"found metadata \[\]; expected an object"),
        ({"cells": ["12", "1"]}, "row 2 of cells: row has 1 cells; expected 2"),
        ({"moves": None}, r"found moves None; expected a list of \[column, row\]"),
        ({"moves": [[0, 1], [0, "1"]]}, r"found \[0, '1'\] as move 2; expected \[column, row\]"),
        ({"moves": [[0, True]]}, r"found \[0, True\] as move 1"),
    ],
)
def test_a_broken_file_is_refused_in_one_line(tmp_path, changes, message):
    path = tmp_path / "solution.json"
    write_solution(path, SOLUTION)
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))
    with pytest.raises(InputError, match=f"solution.json: {message}"):
        read_solution(path)


def test_a_file_that_is_no_solution_is_refused(tmp_path):
    path = tmp_path / "solution.json"
    path.write_text("[]")
    with pytest.raises(InputError, match="found format 'list'"):
        read_solution(path)
    path.write_text("{")
    with pytest.raises(InputError, match=r"solution.json:1:2: not valid JSON"):
        read_solution(path)
