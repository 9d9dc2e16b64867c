"""Native functions asked one question at a time, with an eye on everything that they must not touch.

An exception inside a native function is printed and swallowed, a write beyond a buffer goes unnoticed: here both become
a `ContractError` that says what happened.
"""

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from playtree.compiled import calls
from playtree.compiled.calls import ABSENT, COUNTERS, LINE_LENGTH, MEMORY_NUMBERS, TOO_MANY_ACTIONS
from playtree.compiled.decorator import compiled
from playtree.games.adapters import MOST_FEATURES
from playtree.games.interface import GameTable, Policy, State
from playtree.games.uniform import uniform_playout

UNTOUCHED = -0x5EED_0FF_5EED  # fills the buffer and what lies behind it
MARGIN = 64  # places behind a buffer, besides those that the actions would take


class ContractError(Exception):
    """A game breaks its contract; the message says how."""


class Listed(NamedTuple):
    """What `legal` said: how many actions there are, and those that it wrote."""

    many: int
    actions: list[int]


@compiled
def _legal(game: GameTable, state: Any, actions: Any) -> int:
    return calls.legal(game.legal, game.data, state, actions)


@compiled
def _apply(game: GameTable, state: Any, action: int) -> float:
    return calls.apply(game.apply, game.data, state, action)


@compiled
def _status(game: GameTable, state: Any) -> int:
    return calls.status(game.status, game.data, state)


@compiled
def _scores(game: GameTable, state: Any, out: Any) -> None:
    calls.scores(game.scores, game.data, state, out)


@compiled
def _key(game: GameTable, state: Any) -> Any:
    return calls.key(game.key, game.data, state)


@compiled
def _canonical(game: GameTable, state: Any) -> Any:
    return calls.canonical(game.canonical, game.data, state)


@compiled
def _features(game: GameTable, state: Any, out: Any) -> int:
    return calls.features(game.features, game.data, state, out)


@compiled
def _code(game: GameTable, state: Any, action: int) -> Any:
    return calls.code(game.code, game.data, state, action)


@compiled
def _prior(game: GameTable, state: Any, action: int) -> float:
    return calls.prior(game.prior, game.data, state, action)


@compiled
def _bound(game: GameTable, state: Any) -> float:
    return calls.bound(game.bound, game.data, state)


@compiled
def _sample(game: GameTable, state: Any, rng: Any) -> int:
    return calls.sample(game.sample, game.data, state, rng)


@compiled
def _playout(
    game: GameTable, state: Any, policy: Any, memory: Any, rng: Any, gained: float, line: Any, counters: Any
) -> float:
    return calls.playout(game.playout, game.data, state, policy, memory, rng, gained, line, counters)


class Probe:
    """The native functions of one game."""

    def __init__(self, table: GameTable) -> None:
        self.table = table
        self._data = table.data.copy()

    def legal(self, state: State, capacity: int, expected: int) -> Listed:
        """Ask for the actions with so many places; `expected`: how many there may be, which sizes the margin."""
        buffer = np.full(capacity + expected + MARGIN, UNTOUCHED, np.int64)
        count = int(self._ask("legal", _legal, state, buffer[:capacity]))
        if (buffer[capacity:] != UNTOUCHED).any():
            place = capacity + int(np.argmax(buffer[capacity:] != UNTOUCHED))
            raise ContractError(
                f"legal writes beyond the buffer: place {place} was written; expected at most {capacity} places"
            )
        if count < 0:
            raise ContractError(f"legal returns {count}; expected 0 or more")
        written = buffer[: min(count, capacity)]
        if count <= capacity and (written == UNTOUCHED).any():
            place = int(np.argmax(written == UNTOUCHED))
            raise ContractError(f"legal returns {count} but writes nothing at place {place}; expected {count} actions")
        return Listed(count, [int(action) for action in written])

    def apply(self, state: State, action: int) -> float:
        """Play `action`. Changes `state`."""
        return float(self._ask("apply", _apply, state, action, changes_state=True))

    def status(self, state: State) -> int:
        return int(self._ask("status", _status, state))

    def final(self, state: State) -> float:
        """What the final state adds to the score."""
        if self.table.scores == ABSENT:
            return 0.0
        out = np.full(1, np.nan)
        self._ask("scores", _scores, state, out)
        return float(out[0])

    def key(self, state: State) -> int:
        return int(self._ask("key", _key, state))

    def canonical(self, state: State) -> int:
        return int(self._ask("canonical", _canonical, state))

    def features(self, state: State) -> list[float]:
        """The numbers that describe the state."""
        buffer = np.full(MOST_FEATURES + MARGIN, np.nan)
        count = int(self._ask("features", _features, state, buffer[:MOST_FEATURES]))
        if not 1 <= count <= MOST_FEATURES:
            raise ContractError(f"features returns {count}; expected 1 to {MOST_FEATURES} numbers")
        if not np.isnan(buffer[count:]).all():
            place = count + int(np.argmax(~np.isnan(buffer[count:])))
            raise ContractError(
                f"features writes more than it says: place {place} was written; expected {count} numbers"
            )
        return [float(number) for number in buffer[:count]]

    def code(self, state: State, action: int) -> int:
        return int(self._ask("code", _code, state, action))

    def prior(self, state: State, action: int) -> float:
        return float(self._ask("prior", _prior, state, action))

    def bound(self, state: State) -> float:
        return float(self._ask("bound", _bound, state))

    def sample(self, state: State, rng: Any) -> int:
        return int(self._ask("sample", _sample, state, rng))

    def playout(self, policy: Policy, state: State, rng: Any, gained: float) -> tuple[float, list[int]]:
        """Play from `state` to the end by `policy`; return the score from there and the line. Changes `rng`."""
        places, room, begin = 256, 256, rng.copy()
        table = self.table._replace(playout=policy.playout)
        while True:
            rng[:] = begin
            line, counters, position = np.empty(places, np.int64), np.zeros(COUNTERS, np.int64), state.copy()
            if policy.playout == ABSENT:
                rest: Any = (np.empty(room, np.int64), rng, line, counters, np.zeros(1))
                score = self._heard(f"playout {policy.name}", uniform_playout, table, position, *rest)
            else:
                rest = (policy.numbers, np.zeros(MEMORY_NUMBERS), rng, gained, line, counters)
                score = self._heard(f"playout {policy.name}", _playout, table, position, *rest)
            if counters[TOO_MANY_ACTIONS] > room and policy.playout == ABSENT:
                room = int(counters[TOO_MANY_ACTIONS])
            elif counters[LINE_LENGTH] > places:
                places = int(counters[LINE_LENGTH])
            else:
                return float(score), [int(action) for action in line[: counters[LINE_LENGTH]]]

    def _ask(self, name: str, function: Any, state: State, *rest: Any, changes_state: bool = False) -> Any:
        before = state.copy()
        result = self._heard(name, function, self.table, state, *rest)
        if not changes_state and not np.array_equal(state, before):
            found = difference(state, before)
            state[:] = before
            raise ContractError(f"{name} changes the state: {found}")
        return result

    def _heard(self, name: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a native function; what it raises and what it does to the constants does not go unnoticed."""
        result = heard(name, function, *arguments)
        if not np.array_equal(self.table.data, self._data):
            self.table.data[:] = self._data
            raise ContractError(f"{name} changes data; expected that all that changes is in the state")
        return result


def heard(name: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a native function; what it raises does not go unnoticed."""
    raised: list[BaseException | None] = []
    hook = sys.unraisablehook
    sys.unraisablehook = lambda report: raised.append(report.exc_value)
    try:
        with np.errstate(over="ignore"):
            result = function(*arguments)
    except Exception as error:  # interpreted, it comes here directly
        raise ContractError(f"{name} raises {type(error).__name__}: {error}") from error
    finally:
        sys.unraisablehook = hook
    if raised:
        raise ContractError(f"{name} raises {type(raised[0]).__name__}: {raised[0]}; compiled, it returns 0 instead")
    return result


def difference(found: State, expected: State) -> str:
    """The first word in which two states differ."""
    place = int(np.argmax(found != expected))
    return f"word {place} is {found.view(np.int64)[place]}; expected {expected.view(np.int64)[place]}"
