"""A search as data: what a plan stores, sends to workers and writes into records."""

from collections.abc import Mapping
from typing import Any

from playtree.errors import InputError
from playtree.games.interface import Game, policy_from_text
from playtree.search.budget import Budget
from playtree.search.result import Solution
from playtree.search.solo.methods import method_from_dict, method_to_dict
from playtree.search.solo.recipes.files import method_toml, recipe_of

Search = dict[str, Any]


def search_named(recipe: str) -> Search:
    """The search of a recipe, by name or by file."""
    return method_to_dict(recipe_of(recipe).variant)


def complete(place: str, data: Mapping[str, Any]) -> Search:
    """The data with every default written out; InputError, with the place before it, if it describes no search."""
    try:
        return method_to_dict(method_from_dict(data))
    except InputError as error:
        raise InputError(f"{place}: {error}") from None


def check_search(search: Search, game: Game, budget: Budget) -> None:
    """Refuse a search that the game cannot serve, and a budget that the search does not count."""
    method = method_from_dict(search)
    method.check(game, budget)
    if method.policy:
        policy_from_text(game, method.policy)


def search_toml(search: Search) -> str:
    """The search as the text of a recipe file."""
    return method_toml(method_from_dict(search))


def run_search(search: Search, game: Game, budget: Budget, seed: int) -> Solution:
    """Search in one thread."""
    return method_from_dict(search).run(game, budget, seed=seed)
