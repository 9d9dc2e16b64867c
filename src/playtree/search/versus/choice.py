"""What a search for a move returns: the move, and what speaks for it."""

from dataclasses import dataclass

from playtree.games.turns import Move


@dataclass(frozen=True)
class Alternative:
    """A move that was looked at. expected: score from 0 to 1 for the one to move; is_proven: whether that is certain.

    line: how the search expects the game to go on, this move first; of the best few only.
    """

    move: Move
    visits: int
    expected: float
    is_proven: bool
    line: tuple[Move, ...] = ()


@dataclass(frozen=True)
class Choice:
    """A move. alternatives: the moves most looked at, best first, the chosen one among them.  line: how the search
    expects the game to go on, the chosen move first.  expected: the score from 0 to 1 for the one to move; is_proven:
    whether it is certain.  simulations, states: made for this choice; nodes: of the tree; note: what a search has to
    say.
    """

    move: Move
    alternatives: tuple[Alternative, ...]
    line: tuple[Move, ...]
    expected: float
    is_proven: bool
    simulations: int
    states: int
    nodes: int
    seconds: float
    note: str = ""
