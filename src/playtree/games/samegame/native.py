"""The functions of a SameGame as the search calls them, for either representation of the board.

Each takes the kind of board first, which is bound when the function becomes native (`compiled.calls.native`).
"""

from typing import Any

import numpy as np

from playtree.compiled.calls import NONE, OVER
from playtree.compiled.decorator import compiled
from playtree.compiled.hashing import joined
from playtree.games.samegame.ending import ending_of, points_of
from playtree.games.samegame.layout import BONUS, CELLS, CLEAR, COLOURS, HEADER, KEEP, ORIGINS, PRUNE
from playtree.games.samegame.primitives import (
    ANY,
    action_of,
    colour_of,
    count_of,
    draw,
    follow,
    group_at,
    group_hash,
    group_name,
    is_settled,
    listed,
    loaded,
    settled,
    stored,
    taken,
)


@compiled(inline=True)
def legal(kind: Any, data: Any, state: Any, actions: Any) -> int:
    board = loaded(kind, data, state)
    return listed(board, data, data[PRUNE] != 0 and is_settled(board), actions)


@compiled(inline=True)
def apply(kind: Any, data: Any, state: Any, action: int) -> float:
    board = loaded(kind, data, state)
    is_still = is_settled(board)
    group = group_at(board, action)
    if data[ORIGINS] > 0:
        follow(board, group, state[data[ORIGINS] :])
    board, blocks = taken(board, group)
    if not is_still:
        board = settled(board)
    stored(board, state)
    return np.float64(points_of(data, blocks))


@compiled(inline=True)
def status(kind: Any, data: Any, state: Any) -> int:
    board = loaded(kind, data, state)
    none = np.empty(0, np.int64)
    return 0 if listed(board, data, data[PRUNE] != 0 and is_settled(board), none) > 0 else OVER


@compiled(inline=True)
def scores(kind: Any, data: Any, state: Any, out: Any) -> None:
    ending, _ = ending_of(loaded(kind, data, state), data)
    out[0] = np.float64(ending)


@compiled(inline=True)
def code(kind: Any, data: Any, state: Any, action: int) -> Any:
    """A hash of the cells that the group takes and of its colour [cazenave2009], or of where its blocks come from."""
    board = loaded(kind, data, state)
    return code_of(board, data, state, group_at(board, action), colour_of(board, action))


@compiled(inline=True)
def code_of(board: Any, data: Any, state: Any, group: Any, colour: int) -> Any:
    if data[ORIGINS] > 0:
        return group_name(board, group, state[data[ORIGINS] :])
    return joined(group_hash(board, group), np.uint64(colour))


@compiled(inline=True)
def bound(kind: Any, data: Any, state: Any) -> float:
    """The over-estimator: each colour goes at once, with the bonus if every colour can go [klein2015] 2.3."""
    board = loaded(kind, data, state)
    clear, keep = HEADER + CLEAR * (data[CELLS] + 1), HEADER + KEEP * (data[CELLS] + 1)
    cleared, kept = data[BONUS], 0
    for colour in range(1, data[COLOURS] + 1):
        count = count_of(board, colour)
        cleared += data[clear + count]
        kept += data[keep + count]
    return np.float64(max(cleared, kept))


@compiled(inline=True)
def sample(kind: Any, data: Any, state: Any, rng: Any) -> int:
    board = loaded(kind, data, state)
    rng[0], found, group = draw(board, data, ANY, 0, data[PRUNE] != 0 and is_settled(board), rng[0])
    return action_of(board, group) if found else NONE
