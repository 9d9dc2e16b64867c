"""The questions to a simulation: how does a move end, how does a game end?"""

from typing import Any

from playtree.compiled.generic import generic
from playtree.games.turns import TurnTable
from playtree.search.versus.workspace import Workspace


@generic(borrows=True)
def end_move(rule: Any, table: TurnTable, work: Workspace) -> int:
    """Go on to the end of the move in `work.state`: how many actions it took, written to `work.rest`; 0 if it has none.

    The state is as before if there is no way.
    """


@generic(borrows=True)
def simulate(rule: Any, table: TurnTable, work: Workspace) -> int:
    """Play to the end in `work.state`, which is between two moves, and return how many moves it took."""
