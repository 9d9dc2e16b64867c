"""How moves and positions are written at the terminal: by squares where a game is given by rules, else as it says."""

from collections.abc import Sequence
from typing import Any, Protocol

from playtree.errors import InputError
from playtree.games.custom_turns import OwnTurnGame
from playtree.games.rbg import Rbg
from playtree.games.turns import TurnGame
from playtree.interfaces.cli.play_marks import marked
from playtree.rbg.interpreter import Move
from playtree.rbg.layout import Words
from playtree.rbg.notation import move_from_text, move_text
from playtree.rbg.squares import labelled, matching, square_names, squares_of, squares_text


class Notation(Protocol):
    """help: how moves are typed."""

    help: str

    def moves(self, state: Words, line: Sequence[Any]) -> list[str]:
        """The moves of a line that begins in a state."""

    def numbers(self, move: Any) -> str:
        """A move as numbers, where that says more than its text."""

    def picture(self, state: Words, line: Sequence[Any], before: Words | None) -> str:
        """A state; the last move of the line, made in the state before, is marked."""

    def names_move(self, text: str, state: Words, moves: Sequence[Any]) -> bool:
        """Whether a text is a move's, though it looks like a command or a number."""

    def is_numbered(self, state: Words, moves: Sequence[Any]) -> bool:
        """Whether lists have numbers to pick from; not where typed numbers are texts of moves."""

    def meant(self, text: str, state: Words, moves: Sequence[Any]) -> list[Any]:
        """The moves that a text may mean, at least one."""


class Texts:
    """Moves as texts in one state."""

    def __init__(self, notation: Notation, state: Words) -> None:
        self._notation, self._state = notation, state

    def line(self, moves: Sequence[Any]) -> list[str]:
        return self._notation.moves(self._state, moves)


class BySquares:
    """Moves of a board game given by rules: e2 e4."""

    help = "type the squares of a move, such as e2 e4, or the number of a move in the list"

    def __init__(self, game: Rbg) -> None:
        self._compiled = game.compiled
        self._description = game.compiled.automaton.description
        self.squares = square_names(self._description.board)
        self._vertices = {name: number for number, name in enumerate(self.squares, 1)}

    def moves(self, state: Words, line: Sequence[Move]) -> list[str]:
        return [squares_text(move, self.squares) for move in line]

    def numbers(self, move: Move) -> str:
        return move_text(move)

    def picture(self, state: Words, line: Sequence[Move], before: Words | None) -> str:
        pieces = self._compiled.layout.pieces_of(state)
        last = squares_of(line[-1]) if line else ()
        return marked(self._description, labelled(self._description, pieces), pieces, last)

    def names_move(self, text: str, state: Words, moves: Sequence[Move]) -> bool:
        return text in self._vertices

    def is_numbered(self, state: Words, moves: Sequence[Move]) -> bool:
        return True

    def meant(self, text: str, state: Words, moves: Sequence[Move]) -> list[Move]:
        words = text.replace(",", " ").replace("-", " ").split() if text not in self._vertices else [text]
        if all(map(is_number, words)) or text.lstrip().startswith("("):
            move = move_from_text(text)
            if move not in moves:
                raise InputError(f"'{text}' is not legal here; m lists the moves")
            return [move]
        unknown = [word for word in words if word not in self._vertices]
        if unknown:
            first, last = self.squares[0], self.squares[-1]
            raise InputError(f"'{unknown[0]}' is no square; expected names such as {first} or {last}; ? helps")
        found = matching(moves, [self._vertices[word] for word in words])
        if not found:
            raise InputError(f"no move goes through {' '.join(words)}; m lists the moves")
        return found


class ByTexts:
    """Moves of a game of one's own, by the texts of their actions."""

    help = "type a move as the list shows it, or its beginning"

    def __init__(self, game: OwnTurnGame) -> None:
        self._game = game
        if game.own.has("action_text"):
            self.help += ", or its number if the list has numbers in front"

    def moves(self, state: Words, line: Sequence[Any]) -> list[str]:
        here, found = state.copy(), []
        for move in line:
            found.append(self._game.written(here, move))
            self._game.compiled.play(here, move)
        return found

    def numbers(self, move: Any) -> str:
        return ""

    def picture(self, state: Words, line: Sequence[Any], before: Words | None) -> str:
        last = "" if before is None else f"\n(last move: {self._game.written(before, line[-1])})"
        return f"{self._game.draw(state)}{last}"

    def names_move(self, text: str, state: Words, moves: Sequence[Any]) -> bool:
        return self._texts(state, moves).count(_plain(text)) == 1

    def is_numbered(self, state: Words, moves: Sequence[Any]) -> bool:
        texts = self._texts(state, moves)
        has_numbers = any(is_number(text.partition(" ")[0]) for text in texts)
        return not has_numbers or len(set(texts)) < len(texts)

    def meant(self, text: str, state: Words, moves: Sequence[Any]) -> list[Any]:
        wanted = _plain(text)
        written = list(zip(moves, self._texts(state, moves), strict=True))
        found = [move for move, its in written if its == wanted]
        found = found or [move for move, its in written if f"{its} ".startswith(f"{wanted} ")]
        if not found:
            raise InputError(f"'{text}' is no move here; m lists the moves")
        return found

    def _texts(self, state: Words, moves: Sequence[Any]) -> list[str]:
        return [_plain(self._game.written(state, move)) for move in moves]


def is_number(text: str) -> bool:
    """Whether a text may be a number in a list."""
    return text.isascii() and text.isdecimal()


def _plain(text: str) -> str:
    """The words of a text with single spaces."""
    return " ".join(text.split())


def notation_of(game: TurnGame) -> Notation:
    """How moves of a game are written."""
    if isinstance(game, Rbg):
        return BySquares(game)
    assert isinstance(game, OwnTurnGame)
    return ByTexts(game)
