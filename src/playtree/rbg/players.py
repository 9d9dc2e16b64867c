"""Playing a game from Python, compiled or interpreted: one way to ask for moves, and to make them."""

from collections.abc import Sequence
from typing import Any, Protocol

from playtree.rbg.compiled_game import CompiledGame
from playtree.rbg.interpreter import Interpreter, Move, Position
from playtree.rbg.layout import Words
from playtree.rbg.perft import perft


class Player(Protocol):
    """Positions are values: making a move gives another one."""

    def start(self) -> Any: ...
    def moves(self, position: Any) -> list[Move]: ...
    def apply(self, position: Any, move: Move) -> Any: ...
    def scores(self, position: Any) -> tuple[int, ...]: ...
    def mover(self, position: Any) -> int: ...
    def pieces(self, position: Any) -> Sequence[int]: ...
    def perft(self, position: Any, depth: int) -> int: ...


class CompiledPlayer:
    """Plays a compiled game."""

    def __init__(self, game: CompiledGame) -> None:
        self.game = game

    def start(self) -> Words:
        return self.game.start()

    def moves(self, position: Words) -> list[Move]:
        return self.game.moves(position)

    def apply(self, position: Words, move: Move) -> Words:
        after = position.copy()
        self.game.play(after, move)
        return after

    def scores(self, position: Words) -> tuple[int, ...]:
        return self.game.scores(position)

    def mover(self, position: Words) -> int:
        return self.game.player(position)

    def pieces(self, position: Words) -> Sequence[int]:
        return self.game.layout.pieces_of(position)

    def perft(self, position: Words, depth: int) -> int:
        """In steps that are short enough for Ctrl-C to be heard."""
        if depth < 4:
            return self.game.perft(position, depth)
        return sum(self.perft(self.apply(position, move), depth - 1) for move in self.moves(position))


class InterpretedPlayer:
    """Plays by the slow interpreter."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def start(self) -> Position:
        return self.interpreter.start()

    def moves(self, position: Position) -> list[Move]:
        return self.interpreter.moves(position)

    def apply(self, position: Position, move: Move) -> Position:
        return self.interpreter.apply(position, move)

    def scores(self, position: Position) -> tuple[int, ...]:
        return self.interpreter.scores(position)

    def mover(self, position: Position) -> int:
        return position.player

    def pieces(self, position: Position) -> Sequence[int]:
        return position.world.pieces

    def perft(self, position: Position, depth: int) -> int:
        return perft(self.interpreter, position, depth)
