"""Flat Monte-Carlo and nested Monte-Carlo search as methods. An iteration is a simulation."""

from dataclasses import dataclass
from typing import ClassVar

from playtree.errors import InputError
from playtree.games.interface import Game
from playtree.search.budget import Budget
from playtree.search.solo.method import Method, Running, Task, policy_of
from playtree.search.solo.nested.flat import HERE, play_flat
from playtree.search.solo.nested.nmcs import play_nested
from playtree.search.solo.nested.search import SamplingSearch

MOST_LEVELS = 12


@dataclass(frozen=True)
class Flat(Method):
    """Flat Monte-Carlo [klein2015] 3.1. simulations: R, from each child before a step."""

    kind: ClassVar[str] = "flat"
    counts: ClassVar[tuple[str, ...]] = ("iterations", "ru")

    simulations: int = 100
    policy: str | None = None

    def __post_init__(self) -> None:
        if self.simulations < 1:
            raise InputError(f"search flat: simulations is {self.simulations}; expected at least 1")

    def check(self, game: Game, budget: Budget) -> None:
        super().check(game, budget)
        policy_of(game, self)

    def start(self, task: Task) -> Running:
        table, policy = task.game.table("scores", "sample"), policy_of(task.game, self)
        return SamplingSearch(
            play_flat, int(self.simulations), HERE, table, policy, task.game.start, task.budget, task.seed
        )


@dataclass(frozen=True)
class Nmcs(Method):
    """Nested Monte-Carlo search [cazenave2009], one after the other until the budget is used. level: of the nesting."""

    kind: ClassVar[str] = "nmcs"
    counts: ClassVar[tuple[str, ...]] = ("iterations", "ru")

    level: int = 3
    policy: str | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.level <= MOST_LEVELS:
            raise InputError(f"search nmcs: level is {self.level}; expected 1 to {MOST_LEVELS}")

    def check(self, game: Game, budget: Budget) -> None:
        super().check(game, budget)
        policy_of(game, self)

    def start(self, task: Task) -> Running:
        table, policy, level = task.game.table("scores", "sample"), policy_of(task.game, self), int(self.level)
        return SamplingSearch(play_nested, level, level, table, policy, task.game.start, task.budget, task.seed)
