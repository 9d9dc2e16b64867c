"""The functions of a game of several players, each of which takes k times as long: a handicap [pawlik2021] 4.1.

Every question to the rules is first asked k - 1 times of copies of the position, with the same random numbers, so the
answers stay what they are. How often, and whom to ask, stands behind the game's own constants.
"""

from typing import Any

import numpy as np

from playtree.compiled import calls, turn_calls
from playtree.compiled.calls import DATA_LENGTH, native
from playtree.compiled.decorator import compiled
from playtree.games.turns import TurnTable

FUNCTIONS = (
    "apply", "count_moves", "move", "moves", "actions", "play", "do", "undo", "complete", "wander", "wander_split",
)  # fmt: skip
(
    APPLY, COUNT_MOVES, MOVE, MOVES, ACTIONS, PLAY, DO, UNDO, COMPLETE, WANDER, WANDER_SPLIT,
) = range(len(FUNCTIONS))  # fmt: skip
_addresses: dict[str, int] = {}


def slowed(table: TurnTable, times: int) -> TurnTable:
    """The same game with functions that do their work so many times."""
    tail = [*(getattr(table, name) for name in FUNCTIONS), times]
    data = np.concatenate([table.data, np.array(tail, np.int64)])
    data[DATA_LENGTH] = len(data)
    present = [name for name in FUNCTIONS if getattr(table, name) != calls.ABSENT]
    return table._replace(data=data, **{name: address_of(name) for name in present})


def address_of(name: str) -> int:
    """The native function that repeats another, the same for all games."""
    if name not in _addresses:
        _addresses[name] = native(name, f"slowed.{name}", REPEATED[name])
    return _addresses[name]


@compiled(inline=True)
def repeats(data: Any) -> int:
    """How often a function is asked in vain."""
    return data[len(data) - 1] - 1


@compiled(inline=True)
def address(data: Any, place: int) -> Any:
    """Where a function of the game is, by its place in FUNCTIONS."""
    return data[len(data) - 1 - len(FUNCTIONS) + place]


@compiled
def apply(data: Any, state: Any, action: Any) -> Any:
    for _ in range(repeats(data)):
        calls.apply(address(data, APPLY), data, state.copy(), action)
    return calls.apply(address(data, APPLY), data, state, action)


@compiled
def count_moves(data: Any, state: Any) -> Any:
    for _ in range(repeats(data)):
        turn_calls.count_moves(address(data, COUNT_MOVES), data, state.copy())
    return turn_calls.count_moves(address(data, COUNT_MOVES), data, state)


@compiled
def move(data: Any, state: Any, number: Any, out: Any) -> Any:
    for _ in range(repeats(data)):
        turn_calls.move(address(data, MOVE), data, state.copy(), number, out)
    return turn_calls.move(address(data, MOVE), data, state, number, out)


@compiled
def moves(data: Any, state: Any, out: Any) -> Any:
    for _ in range(repeats(data)):
        turn_calls.moves(address(data, MOVES), data, state.copy(), out)
    return turn_calls.moves(address(data, MOVES), data, state, out)


@compiled
def actions(data: Any, state: Any, out: Any) -> Any:
    for _ in range(repeats(data)):
        turn_calls.actions(address(data, ACTIONS), data, state.copy(), out)
    return turn_calls.actions(address(data, ACTIONS), data, state, out)


@compiled
def play(data: Any, state: Any, made: Any) -> None:
    for _ in range(repeats(data)):
        turn_calls.play(address(data, PLAY), data, state.copy(), made)
    turn_calls.play(address(data, PLAY), data, state, made)


@compiled
def do(data: Any, state: Any, action: Any, log: Any) -> None:
    for _ in range(repeats(data)):
        turn_calls.do(address(data, DO), data, state.copy(), action, log)
    turn_calls.do(address(data, DO), data, state, action, log)


@compiled
def undo(data: Any, state: Any, log: Any) -> None:
    for _ in range(repeats(data)):
        turn_calls.undo(address(data, UNDO), data, state.copy(), log)
    turn_calls.undo(address(data, UNDO), data, state, log)


@compiled
def complete(data: Any, state: Any, rng: Any, out: Any) -> Any:
    for _ in range(repeats(data)):
        turn_calls.complete(address(data, COMPLETE), data, state.copy(), rng.copy(), out)
    return turn_calls.complete(address(data, COMPLETE), data, state, rng, out)


@compiled
def wander(data: Any, state: Any, rng: Any, line: Any, counters: Any) -> None:
    for _ in range(repeats(data)):
        turn_calls.wander(address(data, WANDER), data, state.copy(), rng.copy(), line, counters)
    turn_calls.wander(address(data, WANDER), data, state, rng, line, counters)


@compiled
def wander_split(data: Any, state: Any, rng: Any, line: Any, counters: Any) -> None:
    for _ in range(repeats(data)):
        turn_calls.wander(address(data, WANDER_SPLIT), data, state.copy(), rng.copy(), line, counters)
    turn_calls.wander(address(data, WANDER_SPLIT), data, state, rng, line, counters)


REPEATED: dict[str, Any] = dict(
    zip(
        FUNCTIONS,
        (apply, count_moves, move, moves, actions, play, do, undo, complete, wander, wander_split),
        strict=True,
    )
)
