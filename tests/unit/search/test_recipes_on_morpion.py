"""Every recipe that is not for SameGame alone plays a puzzle of one's own, Morpion Solitaire."""

import importlib
from typing import Any

import pytest

from playtree.search.budget import Budget
from playtree.search.solo.compatibility import NEEDS
from playtree.search.solo.recipes.catalogue import RECIPES
from playtree.search.solo.variant import Variant

morpion_5d: Any = importlib.import_module("examples.morpion").morpion_5d
SAMPLE = ("uct", "klein-consistent", "rave", "nst")
BUDGET = Budget(iterations=120)


def serves(variant: Variant) -> bool:
    """Whether Morpion has the policy and the functions that the variant asks for."""
    needs = [NEEDS[member] for member in variant.members() if member in NEEDS]
    return not needs and (variant.policy is None or variant.policy.split(",")[0] in morpion_5d.policies)


NAMES = [name for name, recipe in RECIPES.items() if isinstance(recipe.variant, Variant) and serves(recipe.variant)]


def check_plays(name: str) -> None:
    variant = RECIPES[name].variant
    found = variant.run(morpion_5d, BUDGET, seed=1)
    assert morpion_5d.replay(found.moves).score == found.score == len(found.moves)
    assert found.score >= 30
    assert found.statistics.iterations <= 120


def test_the_recipes_for_any_game_are_among_them():
    assert {"uct", "bmcts", "rave", "mast", "nst", "uct1", "ucd", "matsumoto-1", "klein-static", "klein-cnodelu"} <= {
        *NAMES
    }
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
