"""Every game that is shipped keeps its contract, by the test that users run on theirs."""

import importlib
from typing import Any

import pytest

from playtree.games.conformance import check
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.games.samegame.rules import rules_from_text

knapsack: Any = importlib.import_module("examples.knapsack")
salesman: Any = importlib.import_module("examples.travelling_salesman")
morpion: Any = importlib.import_module("examples.morpion")


def samegame(rules: str = "samegame", **more: Any) -> SameGame:
    return SameGame(random_board(3, 6, 5, 3), rules_from_text(rules), **more)


GAMES = {
    "samegame": samegame,
    "samegame, pruned": lambda: samegame(prune=True),
    "samegame, plain arrays": lambda: samegame(on_planes=False),
    "bubble-breaker": lambda: samegame("bubble-breaker"),
    "clickomania": lambda: samegame("clickomania"),
    "knapsack": lambda: knapsack.game,
    "travelling salesman": lambda: salesman.game,
    "morpion 5T": lambda: morpion.morpion_5t,
    "morpion 5D": lambda: morpion.morpion_5d,
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_keeps_its_contract(name):
    report = check(GAMES[name](), games=10 if "morpion" in name else 40)
    assert report.ok, str(report)
    assert report.moves > 30


def test_a_board_without_moves_is_a_finding():
    """The suite above can fail."""
    report = check(SameGame(random_board(0, 1, 1, 2)), games=2)
    assert report.findings[0].startswith("the start has no moves")
