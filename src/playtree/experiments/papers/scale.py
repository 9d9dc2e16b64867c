"""At which scale a published table is run: as published, quickly, or as somebody says."""

from dataclasses import dataclass
from typing import Any

from playtree.errors import InputError
from playtree.experiments.papers.catalogue import Published
from playtree.experiments.papers.tunings import QUICK
from playtree.games.samegame.sets import board_set

TRUE_BOARDS = {"schadd-klein": "schadd"}


@dataclass(frozen=True)
class Scale:
    """boards: how many of a set, the first ones; None is all. runs: on each. budget: factor. instances: of random
    boards, for complexities.
    """

    boards: int | None = None
    runs: int | None = None
    budget: float = 1.0
    instances: int = 0
    true_boards: bool = False

    def __post_init__(self) -> None:
        for name in ("boards", "runs"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise InputError(f"{name} is {value}; expected at least 1")
        if not self.budget > 0:
            raise InputError(f"scale is {self.budget:g}; expected a number above 0")

    def set_of(self, name: str) -> str:
        """The set of boards that is used for one of the paper's."""
        return TRUE_BOARDS.get(name, name) if self.true_boards else name

    def games(self, name: str, only: int | None = None) -> list[str]:
        """The boards of a set, or only the one of this number."""
        if only is not None:
            return [f"{self.set_of(name)}:{only}"]
        size = board_set(self.set_of(name)).size
        return [f"{self.set_of(name)}:{number}" for number in range(1, min(size, self.boards or size) + 1)]

    def limits(self, budget: dict[str, float]) -> dict[str, float]:
        """The scaled budget."""
        return {name: max(2, round(value * self.budget)) for name, value in budget.items()}


def scale_of(
    table: Published,
    *,
    boards: int | None = None,
    runs: int | None = None,
    budget: float | None = None,
    full: bool = False,
    true_boards: bool = False,
) -> Scale:
    """What was asked for, and for the rest the quick scale of the table, or the published one if `full`."""
    quick: dict[str, Any] = {} if full else table.settings.get("quick", {})
    return Scale(
        boards=quick.get("boards") if boards is None else boards,
        runs=(quick.get("runs") or table.settings.get("runs")) if runs is None else runs,
        budget=quick.get("scale", 1.0) if budget is None else budget,
        instances=quick.get("instances", table.settings.get("instances", 0)),
        true_boards=true_boards,
    )


def scale_words(table: Published, scale: Scale) -> list[str]:
    """What differs from the paper; nothing if it is run as published."""
    words, settings = [], table.settings
    if table.kind in ("match", "efficiency"):
        return _match_words(table, scale)
    if scale.boards is not None and "boards" in settings:
        size = board_set(settings["boards"]).size
        words += [f"boards 1-{scale.boards} of {size}"] if scale.boards < size else []
    if scale.runs is not None and scale.runs != settings.get("runs", scale.runs):
        words.append(f"{scale.runs} instead of {settings['runs']} runs a board")
    if scale.budget != 1:
        words.append(f"the budget times {scale.budget:g}")
    if scale.budget < 1 and table.kind in ("tuning", "cuts"):
        words.append(", ".join(f"{value} {name}" for name, value in QUICK.items()))
    if scale.instances != settings.get("instances", scale.instances):
        words.append(f"{scale.instances:,} instead of {settings['instances']:,} boards")
    if scale.true_boards and settings.get("boards") in TRUE_BOARDS:
        words.append("on the true boards")
    return words


def _match_words(table: Published, scale: Scale) -> list[str]:
    words, settings = [], table.settings
    games = settings.get("games", [row["name"] for row in table.rows])
    if scale.boards is not None and scale.boards < len(games):
        what = "games" if "games" in settings else "rows"
        words.append(f"{scale.boards} of {len(games)} {what}: {', '.join(games[: scale.boards])}")
    if scale.runs is not None and scale.runs != settings.get("plays", scale.runs):
        words.append(f"{scale.runs} instead of {settings['plays']} plays of a game")
    if scale.budget != 1:
        words.append(f"the time of a move times {scale.budget:g}")
    return words
