"""The configuration files of the thesis' agent, read as they are [pawlik2021] 4.1.

{"general": {"buffer_time": 100, ...},
 "algorithm": {"tree_strategy": "semisplit", "simulation_strategy": "semisplit", "split_strategy": "", ...},
 "heuristics": [{"name": "MASTSPLIT", "parameters": {"epsilon": 0.4, ...}}]}
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from playtree.errors import InputError
from playtree.search.versus.design import Design, Mast, Rave

KEYS = {
    "general": ("buffer_time", "simulate_during_opp_turn", "reasoning_overhead"),
    "algorithm": ("name", "tree_strategy", "simulation_strategy", "split_strategy", "parameters"),
    "parameters": (
        "exploration_constant",
        "max_semidepth",
        "is_nodal",
        "greedy_choice",
        "final_rollup_factor",
        "min_simulations_factor",
        "min_score_diff",
    ),
}
MAST_KEYS = ("epsilon", "decay_factor", "tree_only", "mastmix_threshold")
RAVE_KEYS = ("equivalence_parameter", "ref", "ravemix_threshold")
HEURISTICS = {
    **dict.fromkeys(("MAST", "MASTSPLIT", "MASTCONTEXT", "MASTMIX"), MAST_KEYS),
    **dict.fromkeys(("TGRAVE", "RAVECONTEXT", "RAVEMIX"), RAVE_KEYS),
}
MOST_OVERHEAD = 1_000_000
WITH_RAVE, WITHOUT_RAVE = 0.2, 0.4  # the exploration that the thesis uses

Made = TypeVar("Made")


@dataclass(frozen=True)
class Configuration:
    """design.  buffer_seconds: what is kept back of the time for a move.  thinks_on: whether the agent thinks while
    others do.  reasoning_overhead: how many times as long the rules take that it asks."""

    design: Design
    buffer_seconds: float = 0.1
    thinks_on: bool = False
    reasoning_overhead: int = 1


def read_configuration(path: str | Path) -> Configuration:
    """The configuration in a file."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; expected a configuration file") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: found no JSON ({error}); expected a configuration file") from None
    return configuration_from(data, str(path))


def configuration_from(data: Any, place: str) -> Configuration:
    """The configuration that `data` describes. place: how messages call it."""
    checked(data, ("general", "algorithm", "heuristics"), place)
    general = checked(data.get("general", {}), KEYS["general"], f"{place}: general")
    algorithm = checked(data.get("algorithm", {}), KEYS["algorithm"], f"{place}: algorithm")
    numbers = checked(algorithm.get("parameters", {}), KEYS["parameters"], f"{place}: parameters")
    if algorithm.get("name", "MCTS") != "MCTS":
        raise InputError(f"{place}: algorithm name is {algorithm['name']!r}; expected MCTS")
    check_semidepth(numbers, place)
    tree = text(algorithm, "tree_strategy", "orthodox", place)
    simulation = text(algorithm, "simulation_strategy", "orthodox", place)
    mast, rave = heuristics_of(data.get("heuristics", []), tree, simulation, place)
    is_greedy = truth(numbers, "greedy_choice", True, place) or tree == "orthodox"
    design = made(
        place,
        Design,
        tree=tree,
        simulation=simulation,
        split=text(algorithm, "split_strategy", "", place) or "Mod",
        is_nodal=truth(numbers, "is_nodal", True, place),
        exploration=number(numbers, "exploration_constant", WITH_RAVE if rave else WITHOUT_RAVE, place),
        final_rollup=None if is_greedy else number(numbers, "final_rollup_factor", 1.0, place),
        rollup_factor=number(numbers, "min_simulations_factor", 1.0, place),
        rollup_difference=number(numbers, "min_score_diff", 0.0, place) / 100,
        mast=mast,
        rave=rave,
    )
    buffer_time = number(general, "buffer_time", 100, place)
    if not 0 <= buffer_time < math.inf:
        raise InputError(f"{place}: buffer_time is {buffer_time:g}; expected a number, 0 or more")
    overhead = number(general, "reasoning_overhead", 1, place)
    if not (1 <= overhead <= MOST_OVERHEAD and overhead.is_integer()):
        expected = f"a whole number from 1 to {MOST_OVERHEAD:,}"
        raise InputError(f"{place}: reasoning_overhead is {overhead:g}; expected {expected}")
    thinks_on = truth(general, "simulate_during_opp_turn", False, place)
    return Configuration(design, buffer_time / 1000, thinks_on, int(overhead))


def check_semidepth(numbers: Mapping[str, Any], place: str) -> None:
    """Check what has no effect here: max_semidepth only sizes the memory of the thesis' agent."""
    semidepth = number(numbers, "max_semidepth", 50, place)
    if not (semidepth >= 1 and semidepth.is_integer()):
        raise InputError(f"{place}: max_semidepth is {semidepth:g}; expected a whole number, 1 or more")


def heuristics_of(listed: Any, tree: str, simulation: str, place: str) -> tuple[Mast | None, Rave | None]:
    """MAST and RAVE by the names of the thesis, in the variant that these mean for a tree and a simulation."""
    if not isinstance(listed, list):
        raise InputError(f"{place}: heuristics is {listed!r}; expected a list")
    mast: Mast | None = None
    rave: Rave | None = None
    for each in listed:
        checked(each, ("name", "parameters"), f"{place}: heuristics")
        name = each.get("name")
        if not isinstance(name, str) or name not in HEURISTICS:
            raise InputError(f"{place}: heuristic {name!r}; expected one of: {', '.join(HEURISTICS)}")
        numbers = checked(each.get("parameters", {}), HEURISTICS[name], f"{place}: {name}")
        is_mast = HEURISTICS[name] is MAST_KEYS
        if (mast if is_mast else rave) is not None:
            found = f"{place}: heuristic {name!r} behind another {'MAST' if is_mast else 'RAVE'}"
            raise InputError(f"{found}; expected one at most")
        if is_mast:
            mast = mast_from(numbers, mast_variant(name, tree, simulation), place)
        else:
            rave = rave_from(numbers, rave_variant(name, tree), place)
    return mast, rave


def mast_from(numbers: Mapping[str, Any], variant: str, place: str) -> Mast:
    return made(
        place,
        Mast,
        variant=variant,
        parameter=number(numbers, "epsilon", 0.4, place),
        factor=number(numbers, "decay_factor", 0.2, place),
        tree_only=truth(numbers, "tree_only", False, place),
        threshold=number(numbers, "mastmix_threshold", 7, place),
    )


def rave_from(numbers: Mapping[str, Any], variant: str, place: str) -> Rave:
    return made(
        place,
        Rave,
        variant=variant,
        equivalence=number(numbers, "equivalence_parameter", 250, place),
        reference=number(numbers, "ref", 0, place),
        threshold=number(numbers, "ravemix_threshold", 7, place),
    )


def mast_variant(name: str, tree: str, simulation: str) -> str:
    """The variant that a heuristic means; context is join where there is none."""
    if name == "MAST" or (name == "MASTCONTEXT" and tree == simulation == "orthodox"):
        return plain_mast(tree, simulation)
    return name.removeprefix("MAST").lower()


def rave_variant(name: str, tree: str) -> str:
    if name == "TGRAVE" or (name == "RAVECONTEXT" and tree == "orthodox"):
        return plain_rave(tree)
    return name.removeprefix("RAVE").lower()


def plain_mast(tree: str, simulation: str) -> str:
    """The variant that MAST without further words means."""
    return "join" if tree == simulation == "orthodox" else "split"


def plain_rave(tree: str) -> str:
    """The variant that RAVE without further words means."""
    return "join" if tree == "orthodox" else "split"


def checked(data: Any, known: tuple[str, ...], place: str) -> Mapping[str, Any]:
    """`data`, a table of no other keys than these."""
    if not isinstance(data, Mapping):
        raise InputError(f"{place}: found {str(data)[:40]!r}; expected a table of: {', '.join(known)}")
    for key in data:
        if key not in known:
            raise InputError(f"{place}: unknown '{key}'; expected one of: {', '.join(known)}")
    return data


def number(data: Mapping[str, Any], key: str, default: float, place: str) -> float:
    value = data.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"{place}: {key} is {value!r}; expected a number")
    return as_float(value)


def as_float(value: float) -> float:
    """A number out of a file; a whole one may have more digits than fit."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf  # refused by whoever needs a finite one


def truth(data: Mapping[str, Any], key: str, default: bool, place: str) -> bool:
    value = data.get(key, default)
    if not isinstance(value, bool):
        raise InputError(f"{place}: {key} is {value!r}; expected true or false")
    return value


def text(data: Mapping[str, Any], key: str, default: str, place: str) -> str:
    value = data.get(key, default)
    if not isinstance(value, str):
        raise InputError(f"{place}: {key} is {value!r}; expected a text")
    return value


def made(place: str, kind: type[Made], **values: Any) -> Made:
    """A design, or a part of one; what is wrong with it is said of the place."""
    try:
        return kind(**values)
    except InputError as error:
        raise InputError(f"{place}: {error}") from None
