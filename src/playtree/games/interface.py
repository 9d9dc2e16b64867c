"""What a game is to a search: constants, a start, and a table of native functions; and what it is to people.

A search sees a `GameTable` and a `Policy`, numbers that compiled code can take. Everything else, drawing, notation,
the slow rules that check a result, is plain Python on `Game`. One player's result is the sum of the rewards of the
moves plus the score of the final state.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from playtree.compiled.calls import ABSENT, POLICY_NUMBERS
from playtree.errors import InputError

State = NDArray[np.uint64]

ROUNDING = 1e-12  # a sum of thousands of numbers is exact to this part of its largest size on the way


class GameTable(NamedTuple):
    """data: int64[], constants of the game. The others: addresses (compiled/calls.py), ABSENT where there is none."""

    data: Any
    legal: int = ABSENT
    apply: int = ABSENT
    status: int = ABSENT
    scores: int = ABSENT
    key: int = ABSENT
    canonical: int = ABSENT
    code: int = ABSENT
    bound: int = ABSENT
    features: int = ABSENT
    sample: int = ABSENT
    playout: int = ABSENT
    prior: int = ABSENT
    offered: int = ABSENT
    guided: int = ABSENT
    narrow: int = ABSENT
    choose: int = ABSENT


@dataclass(frozen=True)
class Policy:
    """How simulations choose their moves: the address of a playout and its numbers, or of a function that chooses.

    cuts_short: whether a playout may end before the game does. It then says so (CUT_SHORT), and its score is not that
    of its line.
    """

    name: str
    playout: int = ABSENT
    numbers: NDArray[np.float64] = field(default_factory=lambda: np.zeros(POLICY_NUMBERS))
    choose: int = ABSENT
    cuts_short: bool = False


@dataclass(frozen=True)
class Guide:
    """Between which actions playouts by a learned policy choose: addresses, and numbers for the functions there.

    tracks: the functions are to see states of `Game.tracked`.
    """

    name: str
    offered: int = ABSENT
    guided: int = ABSENT
    numbers: NDArray[np.float64] = field(default_factory=lambda: np.zeros(POLICY_NUMBERS))
    tracks: bool = False


@dataclass(frozen=True)
class Parameter:
    """A number that a policy takes."""

    default: float
    low: float
    high: float
    meaning: str


@dataclass(frozen=True)
class PolicyKind:
    """A policy before its numbers are given."""

    name: str
    summary: str
    source: str
    parameters: Mapping[str, Parameter] = field(default_factory=dict)

    def numbers(self, given: Mapping[str, float]) -> dict[str, float]:
        """The values of all parameters, those `given` checked and the others by default."""
        unknown = sorted(set(given) - set(self.parameters))
        if unknown:
            known = ", ".join(self.parameters) or "none"
            raise InputError(f"policy {self.name}: unknown parameter '{unknown[0]}'; it takes: {known}")
        values = {name: float(given.get(name, parameter.default)) for name, parameter in self.parameters.items()}
        for name, value in values.items():
            low, high = self.parameters[name].low, self.parameters[name].high
            if not low <= value <= high:
                raise InputError(f"policy {self.name}: {name} is {value:g}; expected {low:g} to {high:g}")
        return values


@dataclass(frozen=True)
class Replay:
    """A line played by the slow rules. cleared: whether nothing is left, where the game knows what that means."""

    score: float
    length: int
    is_over: bool
    cleared: bool | None = None


ALL_ACTIONS = {"all": PolicyKind("all", "any action", "[rosin2011]")}


class Game(ABC):
    """A game that can be searched.

    guides: between which actions playouts by a learned policy choose. is_complete: whether `legal` offers every action,
    so that a search which saw all games has proven its result. most_moves: a longer game counts as one without end.
    """

    name: str
    start: State
    policies: Mapping[str, PolicyKind]
    guides: Mapping[str, PolicyKind] = ALL_ACTIONS
    is_complete: bool = True
    most_moves: int = 1 << 16

    @abstractmethod
    def table(self, *functions: str) -> GameTable:
        """The native functions of these names, as far as the game has them; `legal` and `apply` always."""

    @abstractmethod
    def policy(self, name: str, **numbers: float) -> Policy:
        """The simulation policy of this name; the game's `policies` list the names and their numbers."""

    def guide(self, name: str, **numbers: float) -> Guide:
        """The guide of this name; the game's `guides` list the names and their numbers."""
        known_policy(self.guides, name, self.name, "guide").numbers(numbers)
        return Guide(name)

    @property
    def rivals(self) -> tuple[tuple[str, ...], ...]:
        """The guides, as texts, of which any may be the best for this start, the likeliest first; in groups that learn
        at different speeds, so that only those of a group can be compared early.
        """
        return ((next(iter(self.guides)),),)

    @abstractmethod
    def replay(self, line: Sequence[int]) -> Replay:
        """Play the actions by rules that are independent of the native ones; InputError if one is illegal."""

    def closing(self, line: Sequence[int]) -> list[int]:
        """The actions that still have to be played after `line`, where a search may stop before the end of the game."""
        return []

    def endless(self) -> Exception:
        """What is wrong with a game that goes on and on."""
        return InputError(f"{self.name}: a game does not end: found {self.most_moves:,} moves; expected fewer")

    def largest_sum(self, line: Sequence[int]) -> float:
        """The largest size of the score on the way, by the slow rules: the end is exact to ROUNDING of it."""
        state, gained, largest = self.start.copy(), 0.0, 0.0
        for action in line:
            gained += self.apply(state, action)
            largest = max(largest, abs(gained))
        return largest

    def pruned(self) -> "Game":
        """The same game without moves that can wait, where the game knows such moves."""
        return self

    def tracked(self) -> "Game":
        """The same game with states that tell where they come from, where its actions can be named better by that."""
        return self

    @abstractmethod
    def legal(self, state: State) -> list[int]:
        """The actions in `state`, by the slow rules."""

    @abstractmethod
    def apply(self, state: State, action: int) -> float:
        """Play `action` by the slow rules and return its reward. Changes `state`."""

    @abstractmethod
    def final(self, state: State) -> float:
        """What `state` adds to the score when the game ends there, by the slow rules."""

    @abstractmethod
    def draw(self, state: State) -> str:
        """A picture of `state` in plain text."""

    def action_text(self, state: State, action: int) -> str:
        """The action as people write it."""
        return str(action)

    def action_from_text(self, state: State, text: str) -> int:
        """The legal action that `text` names."""
        legal = self.legal(state)
        if text.strip().lstrip("-").isdigit() and int(text) in legal:
            return int(text)
        raise InputError(f"'{text}' is no move here; expected one of: {', '.join(map(str, legal))}")


def policy_from_text(game: Game, text: str) -> Policy:
    """The policy that `text` names, such as "tabu-color-random" or "tabu-color-random,epsilon=0.003,switch=48"."""
    name, numbers = _name_and_numbers(text)
    return game.policy(name, **numbers)


def guide_from_text(game: Game, text: str) -> Guide:
    """The guide that `text` names, such as "tabu" or "tabu,rank=1,small=2"."""
    name, numbers = _name_and_numbers(text)
    return game.guide(name, **numbers)


def _name_and_numbers(text: str) -> tuple[str, dict[str, float]]:
    name, *settings = [part.strip() for part in text.split(",")]
    numbers = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        try:
            numbers[key.strip()] = float(value)
        except ValueError:
            raise InputError(f"policy {name}: '{setting}'; expected a setting such as epsilon=0.003") from None
        if not equals:
            raise InputError(f"policy {name}: '{setting}'; expected a setting such as epsilon=0.003")
    return name, numbers


def known_policy(policies: Mapping[str, PolicyKind], name: str, game: str, word: str = "policy") -> PolicyKind:
    """The policy of this name, or an InputError that lists the names. word: how messages call it."""
    if name not in policies:
        raise InputError(f"game {game} has no {word} '{name}'; it has: {', '.join(policies)}")
    return policies[name]
