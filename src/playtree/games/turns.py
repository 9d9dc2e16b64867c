"""What a game of several players is to a search: a table of native functions over whole moves and their parts.

A state is between two moves or, where moves are split, inside one. Moves are numbered from 0 in a fixed order, so a
tree may hold the number of a move alone and ask for its actions when it is tried.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from playtree.compiled.calls import ABSENT
from playtree.compiled.turn_calls import LOG
from playtree.games.interface import Game, State

Move = tuple[Any, ...]  # of pairs of numbers where a game is given by rules, of whole numbers in a game of one's own


class TurnTable(NamedTuple):
    """data: int64[], constants of the game. players: how many. The others: addresses, called by compiled/turn_calls.py.

    apply, status, scores, key: as in GameTable, a move being known by its number.  wander: plays to the end by whole
    moves, each equally likely.  wander_split: action by action, each equally likely among those possible there; actions
    that lead nowhere are taken back.  player: place of the word in a state that holds the player to move, from 1; 0
    when the game ended with the keeper.  place: place of the word that tells where in the rules a state is;
    is_start[place]: whether a move begins there.  log: words that the record of an action needs.
    """

    data: Any
    is_start: Any
    players: int
    player: int
    place: int
    apply: int = ABSENT
    count_moves: int = ABSENT
    move: int = ABSENT
    moves: int = ABSENT
    semimoves: int = ABSENT
    actions: int = ABSENT
    play: int = ABSENT
    do: int = ABSENT
    undo: int = ABSENT
    complete: int = ABSENT
    wander: int = ABSENT
    wander_split: int = ABSENT
    status: int = ABSENT
    scores: int = ABSENT
    key: int = ABSENT
    log: int = LOG


class TurnRules(Protocol):
    """The same functions called from Python. A move is a tuple of actions; natively, int32 numbers.

    file: how messages call the rules. dots: the first number of an action that changes nothing. bounds: the highest
    score of each player. most_moves: of a play. longest_move: its actions.
    """

    @property
    def file(self) -> str: ...
    @property
    def dots(self) -> int: ...
    @property
    def bounds(self) -> tuple[float, ...]: ...
    @property
    def most_moves(self) -> int: ...
    @property
    def longest_move(self) -> int: ...

    def encoded(self, move: Any) -> Any:
        """A move as native functions take it."""

    def decoded(self, actions: Any) -> Any:
        """The other way round."""

    def count(self, state: State) -> int:
        """How many moves there are."""

    def numbered(self, state: State, number: int) -> Any:
        """The move of this number."""

    def moves(self, state: State) -> list[Any]:
        """All moves, in order."""

    def completed(self, state: State, rng: State) -> Any:
        """A random way to the end of the move, as native numbers. Changes `state` and `rng`."""

    def play(self, state: State, move: Any) -> None:
        """Make a move or a part of one, which must be possible. Changes `state`."""

    def play_encoded(self, state: State, actions: Any) -> None:
        """The same by native numbers. Changes `state`."""

    def is_legal(self, state: State, move: Any) -> bool:
        """Whether this is a whole legal move. Anything may be asked about."""

    def player(self, state: State) -> int:
        """Who is to move, from 1; 0 if nobody can be."""

    def is_over(self, state: State) -> bool: ...

    def scores(self, state: State) -> tuple[Any, ...]: ...

    def fault(self, state: State) -> Exception:
        """The error for what a state says went wrong on the way to it."""

    def endless(self, name: str) -> Exception:
        """The error for a play with too many moves."""


class TurnGame(Game):
    """A game of several players. players: their names."""

    players: Sequence[str]

    @property
    @abstractmethod
    def compiled(self) -> TurnRules:
        """The rules, called from Python."""

    @abstractmethod
    def turns(self) -> TurnTable:
        """The rules, for a search."""

    @abstractmethod
    def move_text(self, move: Any) -> str:
        """A move as numbers."""

    @abstractmethod
    def split_by(self, strategy: str) -> "TurnGame":
        """The same game with its moves split by this strategy."""
