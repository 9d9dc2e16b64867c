"""How wide each level may be, so that a pass ends when its budget does.

    width = left / sum over the levels to come of the cost of a state there

The costs of a state (its share of each limit of the budget, by level) are those of the pass before; while a pass
goes on they are corrected by what its own levels cost against what was expected. Where a level is beyond those of the
pass before, the last one's costs count, for a few levels more.
"""

from dataclasses import dataclass, field

from playtree.search.budget import Budget

SPARE_LEVELS = 3
UNITS = ("seconds", "iterations", "nodes", "ru")


@dataclass
class Spent:
    """How much of each unit was used."""

    seconds: float = 0.0
    iterations: float = 0.0
    nodes: float = 0.0
    ru: float = 0.0

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(*(getattr(self, unit) + getattr(other, unit) for unit in UNITS))


@dataclass
class Profile:
    """What the levels of a pass cost, per state: one entry a level."""

    costs: list[Spent] = field(default_factory=list)

    def add(self, spent: Spent, states: int) -> None:
        """Add the next level."""
        self.costs.append(Spent(*(getattr(spent, unit) / max(states, 1) for unit in UNITS)))

    def at(self, level: int, unit: str) -> float:
        """The cost of a state at this level; 0 if nothing is known."""
        if not self.costs:
            return 0.0
        return float(getattr(self.costs[min(level, len(self.costs) - 1)], unit))

    def from_level(self, level: int, unit: str) -> float:
        """The cost of one state at each level from this one on."""
        last = max(len(self.costs), level + 1) + SPARE_LEVELS
        return sum(self.at(index, unit) for index in range(level, last))


class Pace:
    """The widths of one pass. budget: what the pass may use. before: the costs of the pass before."""

    def __init__(self, budget: Budget, before: Profile) -> None:
        self._limits = {unit: getattr(budget, unit) for unit in UNITS if getattr(budget, unit) is not None}
        self._before = before
        self._expected, self._used = Spent(), Spent()
        self.profile = Profile()

    def width(self, level: int) -> int:
        """How many states the level may have."""
        widths = []
        for unit, limit in self._limits.items():
            expected = getattr(self._expected, unit)
            factor = getattr(self._used, unit) / expected if expected > 0 else 1.0
            cost = factor * self._before.from_level(level, unit)
            left = limit - getattr(self._used, unit)
            widths.append(left / cost if cost > 0 else float("inf"))
        return int(max(1, min([*widths, 2**31])))

    def level_done(self, level: int, states: int, spent: Spent) -> None:
        """Say what a level with so many states has cost."""
        self._used += spent
        self._expected += Spent(*(states * self._before.at(level, unit) for unit in UNITS))
        self.profile.add(spent, states)
