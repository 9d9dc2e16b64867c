"""Move pruning by one step of look-ahead: a node lists only moves that cannot wait, as far as there are such moves.

Which moves can wait is the game's to say (`narrow`); in SameGame, groups whose removal brings no new group and which no
other removal splits [klein2015] 2.4.2. Simulations play all moves. A state that is looked at counts as one.
"""

from typing import Any, NamedTuple

from playtree.compiled import calls
from playtree.search.solo.pruning.interface import is_hopeless, narrowed, states_seen


class LookAhead(NamedTuple):
    """steps: how far is looked ahead; always 1."""

    steps: int = 1


@narrowed.when(LookAhead)
def _narrowed(rule: LookAhead, game: Any, state: Any, actions: Any) -> int:
    return calls.narrow(game.narrow, game.data, state, actions)


@states_seen.when(LookAhead)
def _with_successors(rule: LookAhead, actions: int) -> int:
    return 1 + actions


@is_hopeless.when(LookAhead)
def _never(rule: LookAhead, game: Any, state: Any, gained: float, best: float) -> bool:
    return False
