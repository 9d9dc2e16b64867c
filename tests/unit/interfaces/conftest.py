"""How the tests of the command line call it."""

import io
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from playtree.interfaces.cli import main


class Ran(NamedTuple):
    """What a command returned and wrote."""

    code: int
    out: str
    err: str


@pytest.fixture
def run(capsys, monkeypatch, tmp_path) -> Callable[..., Ran]:
    """Return a function that runs a command in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))

    def command(*arguments: object, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as leaving:  # what argparse does
            assert isinstance(leaving.code, int)
            code = leaving.code
        return Ran(code, *capsys.readouterr())

    return command


@pytest.fixture
def solution(run, tmp_path) -> str:
    """Return the name of a solution file of a small board, in the folder of now."""
    assert (
        run("solve", "random:1", "--size", "5x5", "--iterations", 300, "--threads", 1, "--out", "best.json").code == 0
    )
    return "best.json"
