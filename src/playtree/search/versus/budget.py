"""How much thinking a move may take. Counted budgets give the same choice for the same seed; seconds do not."""

from dataclasses import dataclass, fields, replace

from playtree.errors import InputError
from playtree.search.budget import UNLIMITED, check_limit


@dataclass(frozen=True)
class MoveBudget:
    """Limits on one move; None is no limit, and at least one is set.

    seconds: time by the clock. simulations: passes of the search loop. states: positions between two moves that are
    passed, in the tree and in simulations.
    """

    seconds: float | None = None
    simulations: int | None = None
    states: int | None = None

    def __post_init__(self) -> None:
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        if all(value is None for value in given.values()):
            raise InputError(f"a move's budget needs a limit; expected one of: {', '.join(given)}")
        for name, value in given.items():
            if value is not None:
                check_limit(name, value)

    def times(self, odds: float) -> "MoveBudget":
        """The budget of a player that has so many times as much; counts are rounded, and at least 1.

        No count is above UNLIMITED, which no search reaches and native code can still hold.
        """
        given = {name: getattr(self, name) for name in ("simulations", "states")}
        counts = {name: value for name, value in given.items() if value is not None}
        changed = {name: max(1, round(min(value * odds, UNLIMITED))) for name, value in counts.items()}
        return replace(self, seconds=None if self.seconds is None else self.seconds * odds, **changed)

    @property
    def is_counted(self) -> bool:
        """Whether the choice depends on the seed alone."""
        return self.seconds is None
