"""Recipes as TOML files: what `playtree recipes NAME` prints and `playtree solve --recipe FILE` reads.

policy = "tabu-color-random,epsilon=0.003"

[selection]
kind = "single-player-uct"
c = 0.1
"""

import sys
from pathlib import Path

from playtree.errors import InputError
from playtree.search.solo.method import Method
from playtree.search.solo.methods import method_from_dict, method_to_dict
from playtree.search.solo.recipes.catalogue import recipe_named
from playtree.search.solo.recipes.interface import Recipe
from playtree.search.toml_files import ENDING, read_toml, toml_text


def method_toml(method: Method) -> str:
    """The method as the text of a TOML file."""
    return toml_text(method_to_dict(method))


def recipe_of(text: str) -> Recipe:
    """The recipe that `text` means: a name, or a file that ends with .toml."""
    if not text.endswith(ENDING):
        return recipe_named(text)
    data = read_toml(text, "recipe")
    folder = str(Path(text).resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)  # a component of one's own may stand beside the recipe
    try:
        return Recipe(text, "from a file", text, method_from_dict(data))
    except InputError as error:
        raise InputError(f"{text}: {error}") from None
