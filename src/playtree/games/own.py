"""A puzzle of one's own by the text `package.module:name`, the folder of now being importable."""

import importlib
import inspect
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from playtree.errors import InputError, PlaytreeError

if TYPE_CHECKING:
    from playtree.games.interface import Game


def own_puzzle(text: str) -> "Game | None":
    """The game that `text` names: an object that is a Game, or what a function without arguments returns.

    None if the text has another form or no such module exists; InputError if the module holds no such game.
    """
    module_name, _, name = text.rpartition(":")
    if not name.isidentifier() or not all(part.isidentifier() for part in module_name.split(".")):
        return None
    module = imported(module_name, "a game")
    if module is None:
        return None
    from playtree.games.interface import Game

    found = getattr(module, name, None)
    if inspect.isfunction(found):
        found = _guarded(text, found, "a game")
    if not isinstance(found, Game):
        games = ", ".join(key for key, value in vars(module).items() if isinstance(value, Game)) or "none"
        kind = "nothing of that name" if found is None else f"a {type(found).__name__}"
        raise InputError(
            f"{text}: found {kind}; expected a Game, or a function that returns one (games there: {games})"
        )
    return found


def imported(name: str, expected: str) -> object | None:
    """The module of this name, or None if there is none; InputError if it cannot be imported, saying what was
    expected of it. The folder of now is importable.
    """
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        return _guarded(name, lambda: importlib.import_module(name), expected)
    except ModuleNotFoundError:
        return None


def _guarded(text: str, function: Callable[[], object], expected: str) -> object:
    """What `function` returns; an error in the user's own code becomes one line that says where."""
    try:
        return function()
    except PlaytreeError:
        raise
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and f"{text}.".startswith(f"{error.name}."):
            raise
        place = traceback.extract_tb(error.__traceback__)[-1]
        first_line = (str(error).splitlines() or [""])[0]
        found = f"found {type(error).__name__}: {first_line} ({Path(place.filename).name}:{place.lineno})"
        raise InputError(f"{text}: {found}; expected {expected}") from None
