"""What is tuned: named parameters with bounds. Inside, a number is a coordinate from 0 to 1, a choice its place.

A number may be whole, and its scale logarithmic: equal steps are then equal factors.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playtree.errors import InputError


@dataclass(frozen=True)
class Number:
    """A number from low to high, both included. whole: rounded. log: on a logarithmic scale."""

    low: float
    high: float
    whole: bool = False
    log: bool = False

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high)) or not self.low < self.high:
            raise InputError(f"range {self.low:g} to {self.high:g}; expected the smaller number first")
        if self.log and self.low <= 0:
            raise InputError(f"range {self.low:g} to {self.high:g} on a logarithmic scale; expected numbers above 0")
        if self.whole and not (float(self.low).is_integer() and float(self.high).is_integer()):
            raise InputError(f"range {self.low:g} to {self.high:g} of whole numbers; expected whole bounds")

    def value(self, place: float) -> float:
        """The number at a coordinate from 0 to 1.

        >>> Number(1, 100, log=True).value(0.5)
        10.0
        """
        if self.log:
            found = self.low * (self.high / self.low) ** place
        else:
            found = self.low + (self.high - self.low) * place
        found = min(max(found, self.low), self.high)
        return int(round(found)) if self.whole else found  # noqa: RUF046  # of a numpy float, round gives no int

    def place(self, value: float) -> float:
        """The coordinate of a number."""
        if self.log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)


@dataclass(frozen=True)
class Choice:
    """One of several values without an order."""

    values: tuple[Any, ...]

    def __post_init__(self) -> None:
        if len(self.values) < 2 or len(set(map(repr, self.values))) < len(self.values):
            raise InputError(f"choices {list(self.values)}; expected at least two different values")


Parameter = Number | Choice


@dataclass(frozen=True)
class Space:
    """Parameters by name, in order."""

    parameters: Mapping[str, Parameter]

    def __post_init__(self) -> None:
        if not self.parameters:
            raise InputError("found no parameter to tune; expected at least one")

    @property
    def names(self) -> list[str]:
        """Their names."""
        return list(self.parameters)

    def values(self, point: Sequence[float]) -> dict[str, Any]:
        """The values at a point: coordinates of numbers, places of choices."""
        return {
            name: kind.value(at) if isinstance(kind, Number) else kind.values[int(at)]
            for (name, kind), at in zip(self.parameters.items(), point, strict=True)
        }
