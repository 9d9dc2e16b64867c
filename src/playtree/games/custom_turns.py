"""A game of several players of one's own: a few plain Python functions, compiled when a search needs them.

    def legal(state, actions):          # write the actions, return how many there are
        for stones in range(min(3, state[0])):
            actions[stones] = stones + 1
        return min(3, state[0])

    def apply(state, action):           # play one
        state[0] -= action
        state[1] = 3 - state[1]

    def player(state):                  # who is to move, from 1
        return state[1]

    def scores(state, out):             # one number for each player, from 0 to 1
        out[2 - state[1]] = 1.0         # who took the last stone wins

    game = turn_game("stones", [21, 1], legal, apply, player, scores)

A move is one action, unless a function `starts` tells in which states moves begin: all actions up to the next such
state are then one move, and agents may search it part by part.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playtree.compiled.calls import ABSENT, native
from playtree.compiled.fingerprint import fingerprint
from playtree.compiled.turn_calls import CELL_BITS
from playtree.errors import GameError, InputError
from playtree.games import turn_kernels
from playtree.games.adapters import packed
from playtree.games.custom import Data, Function, Puzzle
from playtree.games.custom_checks import checked_data, checked_functions, checked_most, checked_start
from playtree.games.custom_turn_rules import FAULTS, MOST_MOVES, OwnRules
from playtree.games.interface import GameTable, Policy, PolicyKind, Replay, State
from playtree.games.turn_kernels import ENDS, HEADER, LARGEST_ACTION, MOST_PARTS, SLACK
from playtree.games.turns import TurnGame, TurnTable
from playtree.rbg.layout import PLACE, PLAYER

NO_POLICIES: Mapping[str, PolicyKind] = {}
MOST_ACTIONS = 512
KERNELS: dict[str, Callable[..., Any]] = {
    name: getattr(turn_kernels, name)
    for name in (
        *("count_moves", "move", "moves", "actions", "play", "do", "undo", "complete", "wander", "wander_split"),
        *("apply", "scores"),
    )
}
Move = tuple[int, ...]

_addresses: dict[str, int] = {}


def turn_game(
    name: str,
    start: Sequence[int] | NDArray[Any],
    legal: Function,
    apply: Function,
    player: Function,
    scores: Function,
    *,
    players: Sequence[str] = ("first", "second"),
    starts: Function | None = None,
    best: float = 1.0,
    data: Data | None = None,
    draw: Function | None = None,
    action_text: Function | None = None,
    most_actions: int = MOST_ACTIONS,
) -> "OwnTurnGame":
    """Make a game of several players of plain Python functions; without `data` they are called without that argument.

    start: whole numbers, the state at the beginning. data: constants, a numpy array or a tuple of them. players: their
    names, in the order of their numbers. best: the highest score that a player may get, the lowest being 0.

        legal(data, state, actions)   write the actions, whole numbers from 0; return how many there are. With none at
                                      the start of a move the game is over; inside of one, it leads nowhere
        apply(data, state, action)    change the state
        player(data, state)           who is to move, from 1
        scores(data, state, out)      write the score of each player where the game is over
        starts(data, state)           whether a move begins in a state; without it, in all of them
        draw(data, state)             a picture in text
        action_text(data, state, action)   the action as people write it

    most_actions: `actions` has at least so many places (see `puzzle`).
    """
    given: dict[str, Function | None] = {
        "legal": legal,
        "turn_apply": apply,
        "player": player,
        "turn_scores": scores,
        "starts": starts,
        "draw": draw,
        "action_text": action_text,
    }
    if not name:
        raise InputError("a game's name is empty; expected a text")
    most = checked_most(name, most_actions)
    if len(players) < 2 or len(set(players)) < len(players) or not all(players):
        raise InputError(f"game {name}: players are {list(players)}; expected two or more different names")
    if not 0 < best < float("inf"):
        raise InputError(f"game {name}: best is {best}; expected a number above 0")
    functions = checked_functions(name, given, "legal", "turn_apply", "player", "turn_scores")
    own = Puzzle(name, checked_start(name, start), functions, checked_data(name, data), most, {})
    made = OwnTurnGame(own, tuple(players), float(best))
    made.try_out()
    return made


class OwnTurnGame(TurnGame):
    """What `turn_game` makes. own: the user's functions, over the user's words of a state.

    Moves are tuples of the user's actions. Python's own methods, `legal` and so on, are the slow rules.
    """

    policies: Mapping[str, PolicyKind] = NO_POLICIES

    def __init__(self, own: Puzzle, players: tuple[str, ...], best: float) -> None:
        self.own, self.players, self.best, self.name = own, players, best, own.name
        self.has_parts = own.has("starts")
        self.start = np.zeros(HEADER + len(own.start), np.uint64)
        self.start[HEADER:] = own.start
        self.start[PLACE] = ENDS >> CELL_BITS

    def try_out(self) -> None:
        """Call the functions once, at the start; InputError if one fails or returns something else than it should."""
        state = self.start.copy()
        try:
            self.start[PLAYER] = self.mover(state)
            state[:] = self.start
            if not self.begins(state):
                raise GameError(f"game {self.name}: starts is false at the start; expected that a move begins there")
            self.final_scores(state)
            actions = self.legal(state)
            if actions:
                self.apply(state, actions[0])
        except GameError as error:
            raise InputError(f"{error} (tried at the start)") from error.__cause__

    # the slow rules, interpreted

    def words(self, state: State) -> State:
        """The user's words of a state."""
        return state[HEADER:]

    def legal(self, state: State) -> list[int]:
        found = self.own.legal(self.words(state))
        wrong = [action for action in found if not 0 <= action <= LARGEST_ACTION]
        if wrong:
            raise GameError(f"game {self.name}: legal lists {wrong[0]}; expected 0 to {LARGEST_ACTION:,}")
        return found

    def apply(self, state: State, action: int) -> float:
        self.own.answer("turn_apply", self.words(state), action)
        is_end = self.begins(state)
        state[PLACE] = ENDS >> CELL_BITS if is_end else 0
        if is_end:
            state[PLAYER] = self.mover(state)
        return 0.0

    def begins(self, state: State) -> bool:
        """Whether a move begins here."""
        return not self.has_parts or bool(self.own.answer("starts", self.words(state)))

    def mover(self, state: State) -> int:
        """Who is to move, from 1."""
        number = int(self.own.answer("player", self.words(state)))
        if not 1 <= number <= len(self.players):
            raise GameError(f"game {self.name}: player returns {number}; expected 1 to {len(self.players)}")
        return number

    def final_scores(self, state: State) -> tuple[float, ...]:
        out = np.zeros(len(self.players))
        self.own.answer("turn_scores", self.words(state), out)
        return tuple(map(float, out))

    def are_scores(self, scores: Sequence[float]) -> bool:
        """Whether all of them are in range."""
        return all(-SLACK * self.best <= score <= self.best + SLACK * self.best for score in scores)

    def final(self, state: State) -> float:
        return self.final_scores(state)[0]

    def slow_moves(self, state: State, before: Move = ()) -> list[Move]:
        """The whole moves, in order."""
        if len(before) >= MOST_PARTS:
            raise GameError(f"game {self.name}: {FAULTS[turn_kernels.LONG_MOVE]}")
        found = list[Move]()
        for action in self.legal(state):
            after, move = state.copy(), (*before, action)
            self.apply(after, action)
            found += [move] if self.begins(after) else self.slow_moves(after, move)
        return found

    def replay(self, line: Sequence[int]) -> Replay:
        state = self.start.copy()
        for number, action in enumerate(line, 1):
            if action not in self.legal(state):
                raise InputError(f"{self.name}: action {number} is {action}, which is none there")
            self.apply(state, action)
        return Replay(self.final(state), len(line), self.begins(state) and not self.slow_moves(state))

    def draw(self, state: State) -> str:
        return self.own.draw(self.words(state))

    def action_text(self, state: State, action: int) -> str:
        return self.own.action_text(self.words(state), action)

    def move_text(self, move: Any) -> str:
        return " ".join(map(str, move))

    def written(self, state: State, move: Move) -> str:
        """A move as people write it."""
        here, words = state.copy(), []
        for action in move:
            words.append(self.action_text(here, action))
            self.apply(here, action)
        return " ".join(words)

    # the native functions

    def table(self, *functions: str) -> GameTable:
        found = f"{self.name}: found {len(self.players)} players, {', '.join(self.players)}"
        raise InputError(f"{found}; expected a game of one player to solve (playtree play plays it)")

    def policy(self, name: str, **numbers: float) -> Policy:
        raise InputError(f"game {self.name} has no policy '{name}'; it has: none")

    def split_by(self, strategy: str) -> "OwnTurnGame":
        if strategy != "Mod":
            found = f"{self.name}: found the split strategy {strategy}, which reads rules"
            raise InputError(f"{found}; expected Mod: moves of this game are split where `starts` says")
        return self

    @cached_property
    def packed_data(self) -> NDArray[np.int64]:
        """The constants that native functions get: the user's functions, and the user's constants."""
        addresses = [self.own.address(role) for role in ("legal", "turn_apply", "player")]
        addresses.append(self.own.address("starts") if self.has_parts else ABSENT)
        addresses.append(self.own.address("turn_scores"))
        own = packed(self.own.arrays, len(self.own.start), self.own.most_actions)
        best = int(np.float64(self.best).view(np.int64))
        head = [len(self.start), *addresses, len(self.players), self.own.most_actions, MOST_MOVES, best]
        return np.array([2 + len(head) - 1 + len(own), *head, *own], np.int64)

    @cached_property
    def compiled(self) -> OwnRules:
        return OwnRules(self)

    def turns(self) -> TurnTable:
        is_start = np.arange(1 << 31 - CELL_BITS) >= ENDS >> CELL_BITS
        addresses = {name: address_of(name) for name in KERNELS}
        return TurnTable(self.packed_data, is_start, len(self.players), PLAYER, PLACE, **addresses, log=len(self.start))

    @property
    def digest(self) -> str:
        """A name for the rules that changes with them."""
        found = hashlib.sha256(repr((self.players, self.best)).encode() + self.start.tobytes())
        for role, function in sorted(self.own.functions.items()):
            if role not in ("draw", "action_text"):
                found.update(fingerprint(function, role).encode())
        for array in self.own.arrays:
            found.update(repr((array.dtype, array.shape)).encode() + array.tobytes())
        return found.hexdigest()[:16]


def address_of(kernel: str) -> int:
    """The native function of a kernel, the same for all games."""
    if kernel not in _addresses:
        _addresses[kernel] = native(kernel, f"turns.{kernel}", KERNELS[kernel])
    return _addresses[kernel]
