"""How much thinking a move may take, and what a player says about a move it chose."""

from dataclasses import dataclass, fields
from typing import Protocol

from playtree.errors import InputError
from playtree.rbg.interpreter import Move


@dataclass(frozen=True)
class Thinking:
    """Limits on one move; None is no limit, and at least one is set.

    seconds: by the clock. simulations: games that a search plays out. states: positions between two moves that a search
    passes, in its tree and in simulations.
    """

    seconds: float | None = None
    simulations: int | None = None
    states: int | None = None

    def __post_init__(self) -> None:
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        if all(value is None for value in given.values()):
            raise InputError(f"thinking needs a limit; expected one of: {', '.join(given)}")
        for name, value in given.items():
            if value is not None and not value > 0:
                raise InputError(f"{name} is {value:g}; expected a number above 0")


class Chosen(Protocol):
    """A move, and what it took to find it."""

    @property
    def move(self) -> Move: ...
    @property
    def simulations(self) -> int: ...
    @property
    def states(self) -> int: ...


@dataclass(frozen=True)
class Unconsidered:
    """A move without any thinking."""

    move: Move
    simulations: int = 0
    states: int = 0
