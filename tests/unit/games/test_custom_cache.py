"""Machine code of a user's puzzle, across processes: kept while nothing changes, compiled anew when anything does.

Each test starts real processes that share an empty cache folder. A process prints how many functions Numba compiled for
the puzzle and what the compiled code then returns, so that stale code would show.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[3] / "src"

RULES = """
STEP = 2

def cost(number):
    return deeper(number) + STEP

def deeper(number):
    return 10 * number
"""

PUZZLE = """
import sys
import numpy as np
from numba.core import event
from playtree.games.custom import puzzle
from playtree.games.probes import Probe
import rules

BONUS = 1000

def legal(data, state, actions):
    actions[0] = state[0]
    return 1

def apply(data, state, action):
    state[0] = 0
    return rules.cost(action) + data[0] + BONUS

def scores(data, state):
    return state[0]

class Count(event.Listener):
    compilations = 0
    def on_start(self, event):
        self.compilations += 1
    def on_end(self, event):
        pass

def main(number=5):
    game = puzzle("cached", [1], legal, apply, data=np.array([number]), scores=scores)
    count = Count()
    with event.install_listener("numba:compile", count):
        table = game.table("scores")
    print(count.compilations > 0, Probe(table).apply(game.start.copy(), 3))
"""


class Folder:
    """A user's files, and a cache of their own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.write("rules.py", RULES)
        self.write("game.py", PUZZLE)
        self.write("script.py", PUZZLE + '\nif __name__ == "__main__":\n    main(*map(int, sys.argv[1:]))\n')

    def write(self, name: str, text: str) -> None:
        (self.path / name).write_text(text, encoding="utf-8")

    def run(self, *arguments: str, stdin: str = "") -> tuple[bool, float]:
        """Start Python; return whether anything was compiled for the puzzle, and the reward of action 3."""
        environment = {
            **os.environ,
            "PLAYTREE_CACHE": str(self.path / "cache"),
            "PYTHONPATH": f"{SOURCE}{os.pathsep}{self.path}",
            "PYTHONDONTWRITEBYTECODE": "1",  # two edits within a second would otherwise look like none
        }
        done = subprocess.run(
            [sys.executable, *arguments], input=stdin, env=environment, cwd=self.path, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        compiled, reward = done.stdout.splitlines()[-1].split()[-2:]
        return compiled == "True", float(reward)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


IMPORTED = ("-c", "import game; game.main()")


def test_a_second_process_compiles_nothing(folder):
    assert folder.run(*IMPORTED) == (True, 1037)
    assert folder.run(*IMPORTED) == (False, 1037)


def test_other_data_compile_nothing(folder):
    assert folder.run("script.py", "5") == (True, 1037)
    assert folder.run("script.py", "6") == (False, 1038)


def test_an_edit_compiles_anew_also_in_another_file_and_undoing_it_does_not(folder):
    assert folder.run(*IMPORTED) == (True, 1037)
    folder.write("rules.py", RULES.replace("10 * number", "100 * number"))
    assert folder.run(*IMPORTED) == (True, 1307)
    folder.write("rules.py", RULES.replace("STEP = 2", "STEP = 3"))
    assert folder.run(*IMPORTED) == (True, 1038)
    folder.write("game.py", PUZZLE.replace("BONUS = 1000", "BONUS = 2000"))
    folder.write("rules.py", RULES)
    assert folder.run(*IMPORTED) == (True, 2037)
    folder.write("game.py", "# moved by a comment\n" + PUZZLE)
    assert folder.run(*IMPORTED) == (False, 1037)


def test_scripts_and_modules_share_the_cache(folder):
    assert folder.run("script.py") == (True, 1037)  # the functions belong to __main__
    assert folder.run("script.py") == (False, 1037)
    assert folder.run(*IMPORTED) == (False, 1037)
    assert folder.run("-", stdin=PUZZLE + "\nmain()\n") == (False, 1037)


def test_interactive_sessions_use_the_cache(folder):
    lines = [line for line in PUZZLE.splitlines() if line.strip()]
    session = "\n".join(f"\n{line}" if line[0] != " " else line for line in [*lines, "main()"]) + "\n"
    assert folder.run("-i", "-q", stdin=session) == (True, 1037)
    assert folder.run("-i", "-q", stdin=session) == (False, 1037)


def test_puzzles_with_functions_of_the_same_names_do_not_mix(folder):
    """Machine code is linked by name, also that of another process."""
    folder.write("other.py", PUZZLE.replace("BONUS = 1000", "BONUS = 2000").replace("rules", "other_rules"))
    folder.write("other_rules.py", RULES.replace("10 * number", "100 * number"))
    assert folder.run(*IMPORTED) == (True, 1037)
    assert folder.run("-c", "import other, game; other.main(); game.main()") == (False, 1037)
    assert folder.run("-c", "import other, game; game.main(); other.main()") == (False, 2307)


def test_functions_that_call_each_other_are_compiled_in_every_process(folder):
    """Numba links such a pair only where it compiles it; from a cache it would jump to nowhere."""
    folder.write(
        "rules.py",
        "def cost(number):\n    return 0 if number == 0 else 10 + other(number - 1)\n\n"
        "def other(number):\n    return 0 if number == 0 else 1 + cost(number - 1)\n",
    )
    assert folder.run(*IMPORTED) == (True, 1026)
    assert folder.run(*IMPORTED) == (True, 1026)
