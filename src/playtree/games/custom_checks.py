"""What a user hands to `puzzle`, and what the user's functions return, checked: a message says what to mend."""

import inspect
import math
import numbers
import traceback
from collections.abc import Mapping
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher
from numpy.typing import NDArray

from playtree.compiled.fingerprint import plain_function
from playtree.errors import GameError, InputError
from playtree.games.adapters import ARGUMENTS, DIMENSIONS, MOST_EVER
from playtree.games.interface import State

PARAMETERS = {**ARGUMENTS, "draw": (), "action_text": ("action",)}
RESULTS: dict[str, tuple[type, str]] = {
    "legal": (numbers.Integral, "how many actions there are"),
    "apply": (numbers.Real, "the reward, a number"),
    "scores": (numbers.Real, "a number"),
    "bound": (numbers.Real, "a number"),
    "features": (numbers.Integral, "how many numbers it wrote"),
    "key": (numbers.Integral, "a whole number"),
    "canonical": (numbers.Integral, "a whole number"),
    "code": (numbers.Integral, "a whole number"),
    "prior": (numbers.Real, "a number"),
    "sample": (numbers.Integral, "an action, or -1 at the end"),
    "narrow": (numbers.Integral, "how many actions cannot wait"),
    "choose": (numbers.Integral, "one of the actions"),
    "turn_apply": (object, "anything"),
    "turn_scores": (object, "anything"),
    "player": (numbers.Integral, "who is to move, from 1"),
    "starts": (numbers.Integral, "whether a move begins"),
    "draw": (str, "a text"),
    "action_text": (str, "a text"),
}
FINITE = {"apply": "the reward of an action", "scores": "the final score", "bound": "the bound of a state"}


def checked_start(name: str, start: Any) -> State:
    """The start as words of a state."""
    try:
        words = np.array(start)
    except (ValueError, OverflowError):
        words = np.array(None)
    if words.dtype.kind not in "iub" or words.ndim != 1 or len(words) == 0:
        found = f"an array of {words.dtype} with {words.ndim} dimensions" if words.dtype.kind in "iufb" else repr(start)
        raise InputError(f"game {name}: start is {found}; expected a row of whole numbers of 64 bits")
    return words.view(np.uint64) if words.dtype == np.uint64 else words.astype(np.int64).view(np.uint64)


def checked_most(name: str, most_actions: Any) -> int:
    """The places for actions that `legal` may rely on."""
    if not isinstance(most_actions, int) or not 0 < most_actions <= MOST_EVER:
        expected = f"a whole number from 1 to {MOST_EVER:,}"
        raise InputError(f"game {name}: most_actions is {most_actions!r}; expected {expected}")
    return most_actions


def checked_functions(name: str, given: Mapping[str, Any], *required: str) -> dict[str, Any]:
    """The functions that were given, those that are required among them."""
    for role in required:
        if given[role] is None:
            raise InputError(f"game {name}: {word_for(role)} is None; expected a plain function")
    return {role: function for role, function in given.items() if function is not None}


def checked_data(name: str, data: Any) -> Any:
    """The constants as read-only arrays of int64 or float64."""
    if data is None:
        return None
    if isinstance(data, tuple):
        if not data:
            raise InputError(f"game {name}: data is an empty tuple; expected numpy arrays, or no data")
        return tuple(_checked_array(name, f"data[{index}]", array) for index, array in enumerate(data))
    return _checked_array(name, "data", data)


def _checked_array(name: str, place: str, array: Any) -> NDArray[Any]:
    if not isinstance(array, np.ndarray):
        raise InputError(f"game {name}: {place} is a {type(array).__name__}; expected a numpy array")
    kind = np.int64 if np.can_cast(array.dtype, np.int64) else np.float64
    if not np.can_cast(array.dtype, kind) or array.dtype == np.uint64:
        raise InputError(f"game {name}: {place} is an array of {array.dtype}; expected int64 or float64")
    if not 1 <= array.ndim <= DIMENSIONS:
        raise InputError(f"game {name}: {place} has {array.ndim} dimensions; expected 1 to {DIMENSIONS}")
    fixed = np.array(array, kind, order="C")
    fixed.flags.writeable = False
    return fixed


def check_parameters(name: str, role: str, function: Any, has_data: bool) -> None:
    """InputError unless `function` is a plain function that takes what its role gives it."""
    shown = word_for(role)
    if not isinstance(function, (FunctionType, Dispatcher)):
        raise InputError(f"game {name}: {shown} is {function!r}; expected a plain function")
    wanted = [*(["data"] if has_data else []), "state", *PARAMETERS[role]]
    signature = inspect.signature(plain_function(function))
    try:
        signature.bind(*wanted)
    except TypeError:
        reason = "with data" if has_data else "without data"
        raise InputError(f"game {name}: {shown} takes {signature}; expected ({', '.join(wanted)}) {reason}") from None


def check_result(name: str, role: str, result: Any) -> None:
    """GameError unless a result is of the kind that its role promises."""
    kind, expected = RESULTS[role]
    if isinstance(result, np.bool_) and kind is not str:
        return
    if not isinstance(result, kind):
        found = "nothing" if result is None else repr(result)
        raise GameError(f"game {name}: {word_for(role)} returns {found}; expected {expected}")


def checked_number(name: str, role: str, number: Any) -> Any:
    """A reward, a final score or a bound; GameError unless it is finite."""
    if math.isfinite(number):
        return number
    advice = "" if role == "bound" else " (a large penalty such as -1e9 says that something is not allowed)"
    raise GameError(f"game {name}: {FINITE[role]} is {number}; expected a finite number{advice}")


def word_for(role: str) -> str:
    """How a user calls the function of a role."""
    return role.removeprefix("turn_")


def failure(role: str, error: Exception) -> str:
    """What went wrong in a user's function, and in which line."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    message = (str(error).splitlines() or [""])[0]
    text = f"{word_for(role)}, {Path(last.filename).name} line {last.lineno}: {type(error).__name__}: {message}"
    if role == "legal" and isinstance(error, IndexError):
        text += "; does it write more actions than most_actions?"
    return text
