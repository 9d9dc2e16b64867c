"""A counted budget that takes a given player about a given time, measured for each game ([pawlik2021] 4.4, 5.1.2).

    orthodox:0.5        what the player `orthodox` does in half a second

The player thinks about the first move of the game for a while; what it did in a second, times the seconds wanted, is
the budget of every move. So results depend no longer on how fast a machine is, and a design is compared without its
speed.
"""

from dataclasses import dataclass

from playtree.errors import InputError
from playtree.games.turns import TurnGame
from playtree.matches.players import AUTO, check_recipe, player_from_recipe
from playtree.search.budget import UNLIMITED
from playtree.search.versus.budget import MoveBudget

MEASURED_SECONDS = 10.0  # [pawlik2021] 5.1.2
UNITS = ("simulations", "states")


@dataclass(frozen=True)
class Calibration:
    """unit: what is counted, simulations or states. recipe: of the player that is measured."""

    unit: str
    recipe: str
    seconds: float
    measured_seconds: float = MEASURED_SECONDS

    def __post_init__(self) -> None:
        check_recipe(self.recipe)
        if self.recipe == AUTO:
            raise InputError("calibration: found auto, which differs from game to game; expected a design")
        if self.unit not in UNITS:
            raise InputError(f"found the unit '{self.unit}'; expected one of: {', '.join(UNITS)}")
        for name in ("seconds", "measured_seconds"):
            if not 0 < getattr(self, name) < float("inf"):
                raise InputError(f"calibration: {name} is {getattr(self, name):g}; expected a number above 0")

    def measure(self, game: TurnGame) -> int:
        """How many simulations or states the player makes in the time wanted."""
        player = player_from_recipe(self.recipe, game)
        player.begin(0)
        chosen = player.choose(MoveBudget(seconds=self.measured_seconds))
        made: int = getattr(chosen, self.unit)
        if not made:
            raise InputError(f"{self.recipe} makes no {self.unit}; expected a player that searches")
        return max(1, round(min(made * self.seconds / self.measured_seconds, UNLIMITED)))


def calibration_from_text(unit: str, text: str, measured_seconds: float = MEASURED_SECONDS) -> Calibration:
    """A calibration out of a text such as orthodox:0.5."""
    recipe, _, seconds = text.rpartition(":")
    try:
        return Calibration(unit, recipe, float(seconds), measured_seconds)
    except ValueError:
        found = f"{unit}: found '{text[:40]}'"
        raise InputError(f"{found}; expected a number, or RECIPE:SECONDS such as orthodox:0.5") from None
