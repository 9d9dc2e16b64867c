"""All recipes by name."""

import difflib

from playtree.errors import InputError
from playtree.games.interface import Game
from playtree.search.budget import Budget
from playtree.search.solo.recipes.classic import classic_recipes
from playtree.search.solo.recipes.general import general_recipes
from playtree.search.solo.recipes.interface import Recipe
from playtree.search.solo.recipes.klein import klein_recipes
from playtree.search.solo.recipes.matsumoto import matsumoto_recipes
from playtree.search.solo.recipes.nested import nested_recipes
from playtree.search.solo.recipes.schadd import schadd_recipes
from playtree.search.solo.recipes.tak import tak_recipes

_ALL = [
    *general_recipes(),
    *schadd_recipes(),
    *tak_recipes(),
    *matsumoto_recipes(),
    *klein_recipes(),
    *nested_recipes(),
    *classic_recipes(),
]
RECIPES: dict[str, Recipe] = {recipe.name: recipe for recipe in _ALL}


def recipe_named(name: str) -> Recipe:
    """The recipe of this name; InputError tells the nearest names, or all where none is near."""
    if name not in RECIPES:
        near = difflib.get_close_matches(name[:50], RECIPES, n=3)
        known = f"{', '.join(near)}, or another that `playtree recipes` lists" if near else ", ".join(RECIPES)
        raise InputError(f"unknown recipe '{name}'; expected one of: {known}")
    return RECIPES[name]


def default_recipe(game: Game, budget: Budget | None = None, *, needs_tree: bool = False) -> Recipe:
    """What `solve` uses when nobody says: the portfolio, or the strongest tree search if there must be a tree.

    A limit on nodes asks for a tree too. needs_tree: whether the tree or its components are asked for.
    """
    if needs_tree or (budget is not None and budget.nodes is not None):
        return RECIPES["klein-meta" if "tabu-color-random" in game.policies else "uct"]
    return RECIPES["portfolio"]
