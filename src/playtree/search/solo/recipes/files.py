"""Recipes as TOML files: what `playtree recipes NAME` prints and `playtree solve --recipe FILE` reads.

policy = "tabu-color-random,epsilon=0.003"

[selection]
kind = "single-player-uct"
c = 0.1
"""

import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playtree.errors import InputError
from playtree.search.solo.method import Method
from playtree.search.solo.methods import method_from_dict, method_to_dict
from playtree.search.solo.recipes.catalogue import recipe_named
from playtree.search.solo.recipes.interface import Recipe

ENDING = ".toml"


def method_toml(method: Method) -> str:
    """The method as the text of a TOML file."""
    return "\n".join(_table(method_to_dict(method), "")).lstrip("\n") + "\n"


def _table(data: Mapping[str, Any], path: str) -> list[str]:
    """The lines of a table: its values, then the tables in it."""
    lines = ["", f"[{path}]"] if path else []
    lines += [f"{name} = {_value(value)}" for name, value in data.items() if not isinstance(value, dict)]
    for name, value in data.items():
        if isinstance(value, dict):
            lines += _table(value, f"{path}.{name}" if path else name)
    return lines


def read_toml(path: str | Path, what: str) -> dict[str, Any]:
    """The data in a file that should hold a `what`."""
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read ({error}); expected a {what} in TOML") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: {error}; expected a {what} in TOML") from None


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


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else repr(value)
