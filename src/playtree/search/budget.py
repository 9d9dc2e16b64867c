"""How much a search may use. Counted budgets give the same result for the same seed; seconds do not."""

import math
from dataclasses import dataclass, fields
from numbers import Real
from typing import Protocol

from playtree.errors import InputError

UNLIMITED = 2**62
WHOLE = ("iterations", "nodes", "simulations", "states")
LEAST_NODES = 2  # a search that may not add a node to the start may not play a game


class Spent(Protocol):
    """What was used of a budget."""

    @property
    def iterations(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def ru(self) -> float: ...


@dataclass(frozen=True)
class Budget:
    """Limits on a whole run; None is no limit, and at least one is set.

    seconds: time by the clock. iterations: passes of the search loop. nodes: nodes in memory, over all trees. ru:
    resource units [klein2015] 5.2, one for each state whose moves are computed, simulations included, and one eighth
    for each level walked down in the tree.

    Nodes alone end the run once there are so many. Beside another limit they bound the memory: a tree that is full is
    searched on without new nodes, and the other limit ends the run.
    """

    seconds: float | None = None
    iterations: int | None = None
    nodes: int | None = None
    ru: float | None = None

    def __post_init__(self) -> None:
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        if all(value is None for value in given.values()):
            raise InputError(f"a budget needs a limit; expected one of: {', '.join(given)}")
        for name, value in given.items():
            if value is not None:
                check_limit(name, value)
        if self.nodes is not None and self.nodes < LEAST_NODES:
            raise InputError(f"budget nodes is {self.nodes}; expected at least {LEAST_NODES}, the start and one more")

    @property
    def is_counted(self) -> bool:
        """Whether the result depends on the seed alone."""
        return self.seconds is None

    @property
    def bounds_memory(self) -> bool:
        """Whether the limit on nodes bounds the memory of a run that something else ends."""
        return self.nodes is not None and not self.seconds is self.iterations is self.ru is None

    @property
    def eighths(self) -> int:
        """The limit in eighths of a resource unit."""
        return UNLIMITED if self.ru is None else max(1, int(self.ru * 8))

    @property
    def most_parts(self) -> int:
        """Into how many searches the budget can be split, so that each can play a game."""
        nodes = UNLIMITED if self.nodes is None else self.nodes // LEAST_NODES
        return min(UNLIMITED if self.iterations is None else self.iterations, nodes, self.eighths)

    def less(self, used: "Spent", seconds: float) -> "Budget | None":
        """What is left after so much was used; None if nothing is."""
        left = {
            "seconds": None if self.seconds is None else self.seconds - seconds,
            "iterations": None if self.iterations is None else self.iterations - used.iterations,
            "nodes": self.nodes if self.nodes is None or self.bounds_memory else self.nodes - used.nodes,
            "ru": None if self.ru is None else self.ru - used.ru,
        }
        least = {"seconds": 0.0, "iterations": 1, "nodes": LEAST_NODES, "ru": 0.125}
        if any(value is not None and (value <= 0 or value < least[name]) for name, value in left.items()):
            return None
        return Budget(**left)  # type: ignore[arg-type]

    def share(self, parts: int, index: int) -> "Budget":
        """The part of a counted budget that search `index` of `parts` gets; the parts add up to the whole.

        parts: at most `most_parts`.
        """
        return Budget(
            self.seconds,
            _share(self.iterations, parts, index),
            _share(self.nodes, parts, index),
            None if self.ru is None else _share(self.eighths, parts, index) / 8,  # type: ignore[operator]
        )


def check_limit(name: str, value: object) -> None:
    """InputError if a limit of a budget is no number above 0, or a count none that is whole and finite."""
    if not isinstance(value, Real) or isinstance(value, bool):
        raise InputError(f"budget {name} is {value!r}; expected a number above 0")
    number = float(value)
    if not number > 0:
        raise InputError(f"budget {name} is {number:g}; expected a number above 0")
    if name != "seconds" and number == math.inf:
        raise InputError(f"budget {name} is {number:g}; expected a finite number")
    if name in WHOLE and not number.is_integer():
        raise InputError(f"budget {name} is {number:g}; expected a whole number")


def _share(whole: int | None, parts: int, index: int) -> int | None:
    if whole is None:
        return None
    return whole // parts + (index < whole % parts)
