"""Nested rollout policy adaptation as a method of search."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from playtree.errors import InputError
from playtree.games.interface import Game, GameTable, Guide, guide_from_text
from playtree.search.budget import Budget
from playtree.search.solo.method import Method, Running, Task
from playtree.search.solo.nrpa.loop import Numbers
from playtree.search.solo.nrpa.search import NrpaSearch

MOST_LEVELS = 12


@dataclass(frozen=True)
class Nrpa(Method):
    """NRPA [rosin2011], one nest after the other until the budget is used. An iteration is a playout.

    level: of the nesting. iterations: N, runs of a level before it hands on its best game. alpha: step of the gradient.
    temperature: of the policy [cazenave2020]. playouts: how many before level 1 adapts [cazenave2021]. repetitions: a
    level ends when its best game came back so often in a row [cazenave2024]; 0 is never. patience: a level above the
    first ends when so many runs of the level below in a row gave nothing better; 0 is never. policy: the guide of the
    game, which says between which actions playouts choose.
    """

    kind: ClassVar[str] = "nrpa"
    counts: ClassVar[tuple[str, ...]] = ("iterations", "ru")

    level: int = 3
    iterations: int = 100
    alpha: float = 1.0
    temperature: float = 1.0
    playouts: int = 1
    repetitions: int = 0
    patience: int = 0
    policy: str | None = None

    def __post_init__(self) -> None:
        least = {"level": 1, "iterations": 1, "playouts": 1, "repetitions": 0, "patience": 0}
        for name, low in least.items():
            if getattr(self, name) < low:
                raise InputError(f"search nrpa: {name} is {getattr(self, name)}; expected at least {low}")
        if self.level > MOST_LEVELS:
            raise InputError(f"search nrpa: level is {self.level}; expected at most {MOST_LEVELS}")
        for name in ("alpha", "temperature"):
            if not 0 < getattr(self, name) < float("inf"):
                raise InputError(f"search nrpa: {name} is {getattr(self, name):g}; expected a number above 0")

    def check(self, game: Game, budget: Budget) -> None:
        super().check(game, budget)
        guide_of(game, self)

    def policy_text(self, game: Game) -> str:
        return self.policy or next(iter(game.guides))

    def start(self, task: Task) -> Running:
        return self.started(task)

    def started(self, task: Task) -> NrpaSearch:
        """The search, which may go on after its budget."""
        lesson = lesson_of(task.game, self)
        numbers = Numbers(
            int(self.iterations),
            float(self.alpha),
            float(self.temperature),
            int(self.playouts),
            int(self.repetitions),
            int(self.patience),
        )
        start = lesson.game.start
        return NrpaSearch(
            lesson.game, lesson.table, lesson.guide.numbers, numbers, self.level, start, task.budget, task.seed
        )


class Lesson(NamedTuple):
    """What playouts of a learned policy are made with."""

    game: Game
    guide: Guide
    table: GameTable


def lesson_of(game: Game, method: Nrpa) -> Lesson:
    """The game with states as the guide needs them, the guide, and the functions for both."""
    guide = guide_of(game, method)
    game = game.tracked() if guide.tracks else game
    table = game.table("scores", "code", "prior")._replace(offered=guide.offered, guided=guide.guided)
    return Lesson(game, guide, table)


def guide_of(game: Game, method: Nrpa) -> Guide:
    """The guide that the method names, or the game's first."""
    return guide_from_text(game, method.policy_text(game))
