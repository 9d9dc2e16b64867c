"""Recipes as TOML files: what `playtree recipes NAME` prints and `playtree solve --recipe FILE` reads.

policy = "tabu-color-random,epsilon=0.003"

[selection]
kind = "single-player-uct"
c = 0.1
"""

import os
import sys
from pathlib import Path

from playtree.errors import InputError
from playtree.search.solo.method import Method
from playtree.search.solo.methods import method_from_dict, method_to_dict
from playtree.search.solo.recipes.catalogue import RECIPES, recipe_named
from playtree.search.solo.recipes.interface import Recipe
from playtree.search.toml_files import ENDING, read_toml, toml_text


def method_toml(method: Method) -> str:
    """The method as the text of a TOML file."""
    return toml_text(method_to_dict(method))


def recipe_of(text: str) -> Recipe:
    """The recipe that `text` means: a name, or a file that ends with .toml."""
    if not text.endswith(ENDING):
        _check_name(text)
        return recipe_named(text)
    data = read_toml(text, "recipe")
    if "search" not in data and isinstance(data.get("tree"), str):
        raise InputError(f"{text}: found an agent, which is for playtree play, match and join; expected a search")
    folder = str(Path(text).resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)  # a component of one's own may stand beside the recipe
    try:
        return Recipe(text, "from a file", text, method_from_dict(data))
    except InputError as error:
        raise InputError(f"{text}: {error}") from None


def _check_name(text: str) -> None:
    """InputError if the text means a file or a folder instead of a recipe."""
    ending = Path(text).suffix
    is_folder, is_there = os.path.isdir(text), os.path.exists(text)  # noqa: PTH110, PTH112  # Path raises at long names
    if text not in RECIPES and (is_there or "/" in text or ending[1:].isalpha()):
        found = "found a folder" if is_folder else f"the name ends with '{ending}'"
        raise InputError(f"{text}: {found}; expected a name that `playtree recipes` lists, or a file.toml")
