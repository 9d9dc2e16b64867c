"""Every recipe that is not for SameGame alone plays a puzzle of one's own, Morpion Solitaire."""

import importlib
from typing import Any

import pytest

from playtree.errors import InputError
from playtree.games.interface import policy_from_text
from playtree.search.budget import Budget
from playtree.search.solo.method import Method
from playtree.search.solo.recipes.catalogue import RECIPES

morpion_5d: Any = importlib.import_module("examples.morpion").morpion_5d
SAMPLE = ("uct", "klein-consistent", "rave", "nst")
BUDGET = Budget(iterations=120)


def serves(method: Method) -> bool:
    """Whether Morpion has the policy and the functions that the method asks for."""
    try:
        method.check(morpion_5d, BUDGET)
        return not method.policy or bool(policy_from_text(morpion_5d, method.policy))
    except InputError:
        return False


NAMES = [name for name, recipe in RECIPES.items() if serves(recipe.variant)]


def check_plays(name: str) -> None:
    found = RECIPES[name].variant.run(morpion_5d, BUDGET, seed=1)
    assert morpion_5d.replay(found.moves).score == found.score == len(found.moves)
    assert found.score >= 30
    assert found.statistics.iterations <= 120


def test_the_recipes_for_any_game_are_among_them():
    assert {"uct", "bmcts", "rave", "mast", "nst", "uct1", "ucd", "matsumoto-1", "klein-static", "klein-cnodelu"} <= {
        *NAMES
    }
    assert {"flat", "nmcs", "nmcts", "nrpa", "improve", "portfolio", "beam", "swarm", "hgsts-reward"} <= {*NAMES}
    assert "klein-meta" not in NAMES  # its policy is SameGame's
    assert "klein-state-pruning" not in NAMES  # Morpion has no bound
    assert "klein-look-ahead" not in NAMES  # nor does it say which moves can wait


@pytest.mark.parametrize("name", SAMPLE)
def test_a_recipe_plays_morpion(name):
    check_plays(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_recipe_plays_morpion(name):
    check_plays(name)
