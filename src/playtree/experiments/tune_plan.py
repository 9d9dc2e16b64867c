"""A plan for tuning. A TOML file.

recipe = "schadd-exploitation"   the search whose numbers are tuned; or its parts in a table [search]
policy = "tabu-color-random"     also set = { ... }, as in a plan of experiments
budget = { nodes = 1e4 }         of one game
positions = 30                   games per sample, on new random boards in every iteration; size, colours, rules
boards = ["mini20"]              or out of these
samples = 100                    also elites = 10, smoothing = 0.6, iterations = 20, seed = 0, noisy = false
fitness = "mean"                 or "top", the best score of all; games = 5 plays each position so often and takes
                                 the best, a meta-search
cut = "confidence,t=0.5"         or none, simple; floor = 0, least estimate; step = 2 games between two looks

[parameters]
"selection.c" = { low = 0.1, high = 10 }
"expansion.threshold" = { low = 2, high = 20, whole = true }
"selection.d" = { low = 0.1, high = 20_000, log = true }
"normalisation.kind" = ["raw", "span"]
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playtree.errors import InputError
from playtree.experiments.parameters import with_parameters
from playtree.experiments.plan import boards_from, budgets_from, flat, known_keys, searches_of
from playtree.experiments.runs import GAME_OPTIONS
from playtree.experiments.searches import Search, complete
from playtree.search.toml_files import read_toml
from playtree.tuning import Choice, CrossEntropy, Number, Space
from playtree.tuning.cuts import Cut, NoCut, cut_from_text
from playtree.tuning.space import Parameter

WHOLE = {"positions": 30, "samples": 100, "elites": 10, "iterations": 20, "games": 1, "step": 2, "seed": 0}
KEYS = (
    *("name", "recipe", "search", "policy", "set", "budget", "boards", "fitness", "cut", "floor", "smoothing", "noisy"),
    *("parameters", *WHOLE, *GAME_OPTIONS),
)
FITNESSES = ("mean", "top")


@dataclass(frozen=True)
class TunePlan:
    """What is tuned, and how. boards: to draw from; random ones if there are none."""

    name: str
    search: Search
    space: Space
    budget: dict[str, float]
    boards: tuple[str, ...]
    options: dict[str, Any]
    whole: dict[str, int]
    smoothing: float
    noisy: bool
    fitness: str
    cut: Cut
    floor: float

    def method(self) -> CrossEntropy:
        """The cross-entropy method at its start."""
        samples, elites, seed = (self.whole[name] for name in ("samples", "elites", "seed"))
        return CrossEntropy(
            self.space, samples=samples, elites=elites, smoothing=self.smoothing, noisy=self.noisy, seed=seed
        )

    def search_with(self, values: Mapping[str, Any]) -> Search:
        """The search with these values of the parameters."""
        return complete("parameters", with_parameters(self.search, values))


def read_tune_plan(path: str | Path) -> TunePlan:
    """The plan in a file."""
    data = read_toml(path, "plan")
    try:
        return tune_plan_from_dict({"name": Path(path).stem, **data})
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def tune_plan_from_dict(data: Mapping[str, Any]) -> TunePlan:
    """The plan that `data` describes."""
    known_keys("plan", data, KEYS)
    parts = {name: data[name] for name in ("recipe", "policy", "set") if name in data}
    [(_, search)] = searches_of("search", {**data.get("search", {}), **parts, "name": "tuned"})
    budgets = list(budgets_from(data.get("budget")))
    if len(budgets) != 1:
        raise InputError("budget is a list; expected one budget for all games")
    plan = TunePlan(
        name=str(data.get("name", "tuning")),
        search=search,
        space=_space(data.get("parameters")),
        budget=budgets[0],
        boards=tuple(boards_from(data["boards"])) if "boards" in data else (),
        options={name: data[name] for name in GAME_OPTIONS if name in data},
        whole={name: _whole(name, data.get(name, default)) for name, default in WHOLE.items()},
        smoothing=_number("smoothing", data.get("smoothing", 0.6)),
        noisy=_truth("noisy", data.get("noisy", False)),
        fitness=data.get("fitness", "mean"),
        cut=cut_from_text(str(data.get("cut", "none"))),
        floor=_number("floor", data.get("floor", float("-inf"))),
    )
    if plan.fitness not in FITNESSES:
        raise InputError(f"fitness is {plan.fitness!r}; expected one of: {', '.join(FITNESSES)}")
    if plan.fitness == "top" and not isinstance(plan.cut, NoCut):
        raise InputError("cut with fitness 'top': the best score may come last; expected fitness = 'mean'")
    if plan.boards and len(plan.boards) < plan.whole["positions"]:
        found = f"found {len(plan.boards)} boards for {plan.whole['positions']} positions"
        raise InputError(f"{found}; expected at least as many boards")
    _check_ends(plan)
    return plan


def _check_ends(plan: TunePlan) -> None:
    """Refuse a range or a choice with an end that the search does not take."""
    middle = plan.method().best()
    for name, kind in plan.space.parameters.items():
        ends = kind.values if isinstance(kind, Choice) else (kind.value(0.0), kind.value(1.0))
        for value in ends:
            plan.search_with({**middle, name: value})


def _space(found: Any) -> Space:
    if not isinstance(found, Mapping):
        raise InputError(f"parameters is {found!r}; expected a table, such as 'selection.c' = {{ low = 0, high = 1 }}")
    kinds: dict[str, Parameter] = {}
    for name, value in flat(found, is_leaf=lambda table: "low" in table or "high" in table):
        try:
            kinds[name] = _parameter(name, value)
        except InputError as error:
            raise InputError(f"parameter {name}: {error}") from None
    return Space(kinds)


def _parameter(name: str, found: Any) -> Parameter:
    if isinstance(found, list):
        return Choice(tuple(found))
    known_keys(f"parameter {name}", found, ("low", "high", "whole", "log"))
    low, high = (_number(bound, found.get(bound)) for bound in ("low", "high"))
    return Number(low, high, *(_truth(name, found.get(name, False)) for name in ("whole", "log")))


def _whole(name: str, value: Any) -> int:
    least = 0 if name == "seed" else 1
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise InputError(f"{name} is {value!r}; expected a whole number from {least} on")
    return value


def _truth(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise InputError(f"{name} is {value!r}; expected true or false")
    return value


def _number(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"{name} is {value!r}; expected a number")
    return float(value)
