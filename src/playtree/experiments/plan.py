"""A plan: which searches run on which boards, how often and how long. A TOML file.

    boards = ["mini20:1-5", "random:1-30", "standard"]   as BOARD of the command line; N-M is a range, a set all of it
    runs = 5                        seeds 0..4 on each board, the same for all searches; or seeds = [7, 11]
    budget = { nodes = [1e5, 1e6] } one of seconds, iterations, nodes, ru; a list is a budget each
    recipes = ["klein-static"]      searches by name or file; and in full:
    rules = "samegame"              also size, colours, settle, prune, as on the command line

    [[search]]
    name = "wide"                   what reports call it
    recipe = "schadd-balanced"      or its parts: selection = { kind = "uct", c = 0.1 }, ...
    policy = "tabu-random"
    set = { "selection.c" = 1.5 }   numbers by name (parameters.py)
    grid = { "selection.c" = [0.1, 0.5], "simulation.epsilon" = [0.0, 0.003] }   every combination

Everything is checked before anything runs, and an unknown key is an error that lists the known ones.
"""

import itertools
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playtree.errors import InputError
from playtree.experiments.parameters import with_parameters
from playtree.experiments.runs import GAME_OPTIONS, Run, file_digest
from playtree.experiments.searches import Search, complete, search_named
from playtree.search.toml_files import read_toml

KEYS = ("name", "boards", "runs", "seeds", "budget", "recipes", "search", *GAME_OPTIONS)
SEARCH_KEYS = ("name", "recipe", "set", "grid")
LIMITS = ("seconds", "iterations", "nodes", "ru")
MOST_RUNS = 10_000_000
RANGE = re.compile(r"(.+):(\d{1,9})-(\d{1,9})", re.ASCII)


@dataclass(frozen=True)
class Plan:
    """name: of its results. boards: one text a board. searches: by label. budgets, seeds: all combined."""

    name: str
    boards: tuple[str, ...]
    options: dict[str, Any]
    searches: dict[str, Search]
    budgets: tuple[dict[str, float], ...]
    seeds: tuple[int, ...]

    def runs(self) -> list[Run]:
        """All runs; the searches take turns, so that what is done so far can be compared."""
        contents = {board: file_digest(board) for board in self.boards}
        return [
            Run(label, board, self.options, search, budget, seed, contents[board])
            for seed, budget, board in itertools.product(self.seeds, self.budgets, self.boards)
            for label, search in self.searches.items()
        ]


def read_plan(path: str | Path) -> Plan:
    """The plan in a file."""
    data = read_toml(path, "plan")
    try:
        return plan_from_dict({"name": Path(path).stem, **data})
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def plan_from_dict(data: Mapping[str, Any]) -> Plan:
    """The plan that `data` describes."""
    known_keys("plan", data, KEYS)
    plan = Plan(
        name=_text("name", data.get("name", "plan")),
        boards=tuple(boards_from(data.get("boards"))),
        options={name: data[name] for name in GAME_OPTIONS if name in data},
        searches=dict(_searches(data)),
        budgets=tuple(budgets_from(data.get("budget"))),
        seeds=tuple(_seeds(data)),
    )
    count = len(plan.boards) * len(plan.searches) * len(plan.budgets) * len(plan.seeds)
    if count > MOST_RUNS:
        raise InputError(f"plan: found {count:,} runs; expected at most {MOST_RUNS:,}")
    return plan


def known_keys(place: str, found: Any, known: tuple[str, ...]) -> None:
    """Refuse a table with a key that nobody reads."""
    if not isinstance(found, Mapping):
        raise InputError(f"{place} is {found!r}; expected a table with: {', '.join(known)}")
    for name in found:
        if name not in known:
            raise InputError(f"{place}: unknown key '{name}'; expected one of: {', '.join(known)}")


def boards_from(found: Any) -> Iterator[str]:
    """The boards of a list of texts, with ranges and sets spelt out."""
    from playtree.games.samegame.sets import board_sets

    sizes = {known.name: known.size for known in board_sets()}
    if not isinstance(found, list) or not found or not all(isinstance(text, str) for text in found):
        raise InputError(f"boards is {found!r}; expected a list of boards such as ['mini20:1-5', 'random:7']")
    for text in found:
        if text in sizes and not Path(text).exists():
            yield from (f"{text}:{number}" for number in range(1, sizes[text] + 1))
        elif match := RANGE.fullmatch(text):
            first, last = int(match[2]), int(match[3])
            if not first <= last < first + MOST_RUNS:
                raise InputError(
                    f"boards: found the range '{text}'; expected the smaller number first, at most {MOST_RUNS:,} boards"
                )
            yield from (f"{match[1]}:{number}" for number in range(first, last + 1))
        else:
            yield text


def budgets_from(found: Any) -> Iterator[dict[str, float]]:
    """The budgets of a table of limits, each a number or a list."""
    from playtree.search.budget import Budget

    known_keys("budget", {} if found is None else found, LIMITS)
    if not found:
        raise InputError(f"budget is missing; expected a table with one of: {', '.join(LIMITS)}")
    choices = {name: value if isinstance(value, list) else [value] for name, value in found.items()}
    for name, several in choices.items():
        if not several:
            raise InputError(f"budget {name} is []; expected a number above 0, or several")
    for values in itertools.product(*choices.values()):
        budget = {name: _limit(name, value) for name, value in zip(choices, values, strict=True)}
        Budget(**budget)  # type: ignore[arg-type]
        yield budget


def _limit(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"budget {name} is {value!r}; expected a number above 0")
    if name == "seconds" or (name == "ru" and not float(value).is_integer()):
        return float(value)
    if not float(value).is_integer():
        raise InputError(f"budget {name} is {value!r}; expected a whole number")
    return int(value)


def _seeds(data: Mapping[str, Any]) -> list[int]:
    if "seeds" in data and "runs" in data:
        raise InputError("plan: found runs and seeds; expected one of them")
    runs, seeds = data.get("runs", 1), data.get("seeds")
    if seeds is None:
        if not _is_whole(runs) or not 1 <= runs <= MOST_RUNS:
            raise InputError(f"runs is {runs!r}; expected a whole number from 1 on")
        return list(range(runs))
    if not isinstance(seeds, list) or not seeds or not all(_is_whole(seed) and seed >= 0 for seed in seeds):
        raise InputError(f"seeds is {seeds!r}; expected a list of whole numbers from 0 on")
    if len(set(seeds)) < len(seeds):
        raise InputError(f"seeds is {seeds!r}; expected each of them once")
    return seeds


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _text(place: str, value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise InputError(f"{place} is {value!r}; expected a text")
    return value


def _searches(data: Mapping[str, Any]) -> Iterator[tuple[str, Search]]:
    """The searches by label, each once."""
    recipes, tables = data.get("recipes", []), data.get("search", [])
    if not isinstance(recipes, list) or not isinstance(tables, list) or not recipes + tables:
        raise InputError("plan: found no search; expected recipes = ['NAME', ...] or tables [[search]]")
    seen: dict[str, Search] = {}
    for number, table in enumerate([*({"recipe": recipe} for recipe in recipes), *tables], start=1):
        for label, search in searches_of(f"search {number}", table):
            if seen.get(label, search) != search:
                raise InputError(f"search {number}: found the name '{label}' for two searches; expected a name each")
            if label not in seen:
                seen[label] = search
                yield label, search


def searches_of(place: str, table: Any) -> Iterator[tuple[str, Search]]:
    """The searches of a table [[search]]: one, or one for each point of its grid."""
    if not isinstance(table, Mapping):
        raise InputError(f"{place} is {table!r}; expected a table")
    recipe = table.get("recipe")
    parts = {name: value for name, value in table.items() if name not in SEARCH_KEYS}
    search = {**({} if recipe is None else search_named(_text(f"{place}: recipe", recipe))), **parts}
    settings, grid = _numbers(place, table, "set"), _numbers(place, table, "grid")
    for name, values in grid.items():
        if not isinstance(values, list) or not values:
            raise InputError(f"{place}: grid {name} is {values!r}; expected a list of values")
    label = _text(f"{place}: name", table.get("name", recipe or "search"))
    for values in itertools.product(*grid.values()):
        point = dict(zip(grid, values, strict=True))
        words = [label, *(f"{name.rpartition('.')[2]}={_word(value)}" for name, value in point.items())]
        yield " ".join(words), complete(place, with_parameters(search, {**settings, **point}))


def _numbers(place: str, table: Mapping[str, Any], key: str) -> dict[str, Any]:
    found = table.get(key, {})
    if not isinstance(found, Mapping):
        raise InputError(f"{place}: {key} is {found!r}; expected a table such as {{ 'selection.c' = 0.1 }}")
    return dict(flat(found))


def flat(
    table: Mapping[str, Any], before: str = "", is_leaf: Callable[[Mapping[str, Any]], bool] = lambda table: False
) -> Iterator[tuple[str, Any]]:
    """The values of a table by dotted name: TOML reads selection.c = 1 as a table in a table."""
    for name, value in table.items():
        if isinstance(value, Mapping) and not is_leaf(value):
            yield from flat(value, f"{before}{name}.", is_leaf)
        else:
            yield f"{before}{name}", value


def _word(value: Any) -> str:
    return f"{value:g}" if isinstance(value, int | float) and not isinstance(value, bool) else str(value)
