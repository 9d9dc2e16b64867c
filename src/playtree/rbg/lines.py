"""Lines of moves given as text."""

from collections.abc import Sequence
from typing import Any, Protocol

from playtree.errors import InputError
from playtree.rbg.interpreter import Move
from playtree.rbg.notation import move_from_text, move_text

SHOWN_MOVES = 5


class Plays(Protocol):
    """What can list moves and make them: an interpreter, or a player of a compiled game."""

    def start(self) -> Any: ...
    def moves(self, position: Any) -> list[Move]: ...
    def apply(self, position: Any, move: Move) -> Any: ...


def position_after(player: Plays, moves: Sequence[str]) -> Any:
    """The position after these moves from the start; InputError if one is not legal."""
    position = player.start()
    for number, text in enumerate(moves, 1):
        move, legal = move_from_text(text), player.moves(position)
        if move not in legal:
            shown = "; ".join(move_text(each) for each in legal[:SHOWN_MOVES])
            more = "; ..." if len(legal) > SHOWN_MOVES else ""
            expected = f"one of {len(legal)}: {shown}{more}" if legal else "none, the game is over"
            raise InputError(f"move {number}, '{text.strip()[:60]}', is not legal; expected {expected}")
        position = player.apply(position, move)
    return position
