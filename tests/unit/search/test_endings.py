"""Every family of searches ends in time and on Ctrl-C, in a process of its own with a real signal.

One process makes all of them, since starting one takes longer than most searches here.
"""

import json
import os
import signal
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import playtree
from playtree.compiled.decorator import INTERPRETED
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board

FAMILIES = ("nrpa", "nmcs", "nmcts", "beam-tabu", "dbs-tabu", "a-star", "ida-star", "swarm", "improve", "portfolio")
SECONDS, LATE = 0.15, 0.05
GENEROUS = 10.0  # seconds; the machine may be busy


def in_time(game: SameGame, recipe: str, times: int) -> list[float]:
    """How many seconds too long the searches took."""
    found = [playtree.solve(game, recipe, seconds=SECONDS, threads=2) for _ in range(times)]
    assert all(game.replay(solution.moves).score == solution.score for solution in found)
    return [solution.seconds - SECONDS for solution in found]


def interrupted(game: SameGame, recipe: str) -> float:
    """Press Ctrl-C during a search; how many seconds later it is back, with a line that is over and scores so much."""
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(SECONDS, press).start()
    solution = playtree.solve(game, recipe, seconds=600.0, threads=2)
    took = time.monotonic() - pressed[0]
    replay = game.replay(solution.moves)
    assert solution.stopped
    assert (replay.is_over, replay.score) == (True, solution.score)
    return took


def main(times: int) -> None:
    """What the process does."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have switched it off
    game, found = SameGame(random_board(2)), dict[str, Any]()
    for recipe in FAMILIES:
        playtree.solve(game, recipe, iterations=1, threads=2)  # compiled by now
        found[recipe] = {
            "late": in_time(game, recipe, times),
            "stop": [interrupted(game, recipe) for _ in range(times)],
        }
    print(json.dumps(found))


def measured(times: int) -> dict[str, dict[str, list[float]]]:
    """The seconds that a process of its own has measured, by recipe."""
    words = f"from tests.unit.search.test_endings import main; main({times})"
    paths = os.pathsep.join([str(Path(__file__).parents[3]), *sys.path])
    ran = subprocess.run(
        [sys.executable, "-c", words],
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    found: dict[str, dict[str, list[float]]] = json.loads(ran.stdout)
    return found


@pytest.mark.skipif(INTERPRETED, reason="interpreted a single step may take longer")
def test_every_family_ends_in_time_and_on_control_c_with_a_verified_line():
    found = measured(1)
    assert list(found) == [*FAMILIES]
    for recipe, seconds in found.items():
        assert -SECONDS / 2 < seconds["late"][0] < GENEROUS, recipe  # a beam may have no time for another level
        assert seconds["stop"][0] < GENEROUS, recipe


@pytest.mark.slow
def test_every_family_ends_within_fifty_milliseconds():
    for recipe, seconds in measured(7).items():
        for kind, measures in seconds.items():
            assert statistics.median(measures) < LATE, (recipe, kind, measures)
