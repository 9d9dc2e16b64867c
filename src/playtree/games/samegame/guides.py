"""Which groups a playout by a learned policy may choose from, and what they weigh before anything is learned.

colour        not this colour while another group can be removed                    [schadd2012] 4.3
switch        any group once so many blocks or fewer are left                       [klein2015] 7.0.6
small, after  groups of the colour up to this size after so many moves all the same [cazenave2016]
large         groups of the colour from this size on all the same, but seldom: they weigh `seldom`. Once blocks of the
              colour are gone, the most frequent colour on the board is spared, so a game may have two large groups
bias          a group of n blocks weighs exp(bias * min(n - 2, 8))                  [cazenave2020]
places        groups are named by the cells they lie in [cazenave2009]; else by where their blocks stood at the start,
              so that what was learned of a group holds wherever it falls to
"""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playtree.compiled.calls import POLICY_NUMBERS
from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.games.interface import Parameter, PolicyKind
from playtree.games.samegame.layout import PRUNE
from playtree.games.samegame.native import code_of
from playtree.games.samegame.primitives import (
    blocks_in,
    colour_of,
    count_of,
    group_at,
    is_settled,
    listed,
    loaded,
)
from playtree.games.samegame.taboo import blocks_left, ranked_colour

# places in the guide's numbers; BLOCKS: of the colour at the start
COLOUR, SWITCH, SMALL, AFTER, BIAS, LARGE, SELDOM, BLOCKS = range(8)
LARGEST_BIAS = 8
ANY_SIZE = 1 << 20
RIVAL, MANY_RIVALS, MOST_RIVALS = 0.85, 3, 4  # of the blocks of the most frequent colour; all chosen on `schadd`

_BIAS = Parameter(0.0, -10.0, 10.0, "how much large groups are preferred before anything is learned")
_PLACES = Parameter(0, 0, 1, "1: groups are named by their cells; 0: by where their blocks come from")

GUIDES: dict[str, PolicyKind] = {
    "tabu": PolicyKind(
        "tabu",
        "not the most frequent colour of the start; with rank r the one after r others",
        "[schadd2012] 4.3, [cazenave2016], [klein2015] 7.0.6",
        {
            "rank": Parameter(0, 0, 8, "how many colours are more frequent"),
            "colour": Parameter(0, 0, 9, "number of the colour; 0: by rank"),
            "switch": Parameter(0, 0, 2500, "from so many blocks on, any group is played"),
            "small": Parameter(0, 0, 2500, "groups of the colour up to this size are played all the same"),
            "after": Parameter(10, 0, 2500, "but only after so many moves"),
            "large": Parameter(0, 0, 2500, "groups of the colour from this size on as well; 0: none"),
            "seldom": Parameter(0.03, 1e-6, 1.0, "what those weigh before anything is learned; others weigh 1"),
            "bias": _BIAS,
            "places": _PLACES,
        },
    ),
    "all": PolicyKind("all", "any group", "[rosin2011]", {"bias": _BIAS, "places": _PLACES}),
}


def guide_numbers(values: Mapping[str, float], counts: NDArray[Any]) -> NDArray[np.float64]:
    """The guide's numbers as the kernels expect them; `counts`: blocks of each colour at the start, 0 being empty."""
    numbers = np.zeros(POLICY_NUMBERS)
    numbers[BIAS] = values["bias"]
    if "colour" not in values:
        return numbers
    by_frequency = 1 + np.argsort(-counts[1:], kind="stable")
    numbers[COLOUR] = values["colour"] or by_frequency[min(int(values["rank"]), len(by_frequency) - 1)]
    numbers[SWITCH], numbers[SMALL], numbers[AFTER] = values["switch"], values["small"], values["after"]
    numbers[LARGE], numbers[SELDOM] = values["large"] or ANY_SIZE, values["seldom"]
    numbers[BLOCKS] = counts[int(numbers[COLOUR])]
    return numbers


def rival_guides(counts: NDArray[Any]) -> tuple[tuple[str, ...], ...]:
    """Guides that spare a colour which is nearly as frequent as the most frequent one; `counts` as above.

    Those of a group spare it strictly, those of the other play pairs and, seldom, large groups of it all the same: they
    find more, but learn more slowly, which matters where many colours race.
    """
    most = counts[1:].max(initial=0)
    rivals = int(np.count_nonzero(counts[1:] >= RIVAL * most)) if most else 1
    strict = ("tabu", *(f"tabu,rank={rank}" for rank in range(1, min(rivals, MOST_RIVALS))))
    broad = tuple(f"{guide},small=2,large=10" for guide in strict)
    return (strict, broad) if len(strict) >= MANY_RIVALS else (broad,)


@compiled(inline=True)
def spared_colour(board: Any, data: Any, guide: Any) -> int:
    """The colour that is spared now: with `large`, once there are fewer blocks of it, the most frequent one."""
    colour = int64(guide[COLOUR])
    if colour == 0 or guide[LARGE] == ANY_SIZE or count_of(board, colour) == guide[BLOCKS]:
        return colour
    return ranked_colour(board, data, 0)


@compiled(inline=True)
def spared_up_to(guide: Any, blocks: int, moves: int) -> int:
    """Groups of the colour are spared unless they have at most so many blocks; `blocks` are left on the board."""
    if guide[COLOUR] == 0.0 or blocks <= guide[SWITCH]:
        return ANY_SIZE
    return int64(guide[SMALL]) if moves >= guide[AFTER] else 0


@compiled(inline=True)
def prior_of(bias: float, blocks: int) -> float:
    """What a group weighs before anything is learned."""
    return math.exp(bias * min(blocks - 2, LARGEST_BIAS)) if bias != 0.0 else 1.0


@compiled(inline=True)
def offered(kind: Any, data: Any, state: Any, guide: Any, moves: int, actions: Any, codes: Any, priors: Any) -> int:
    """List the groups to choose from, with name and weight: those that are not spared, or all if there are none."""
    board = loaded(kind, data, state)
    count = listed(board, data, data[PRUNE] != 0 and is_settled(board), actions)
    if count > len(actions):
        return count
    colour, limit, kept = spared_colour(board, data, guide), spared_up_to(guide, blocks_left(board, data), moves), 0
    for spares in (True, False):
        for index in range(count):
            action = actions[index]
            group, own = group_at(board, action), colour_of(board, action)
            blocks = blocks_in(board, group)
            is_spared = spares and own == colour and blocks > limit
            if is_spared and blocks < guide[LARGE]:
                continue
            code = code_of(board, data, state, group, own)
            actions[kept], codes[kept], priors[kept] = action, code, prior_of(guide[BIAS], blocks)
            if is_spared:
                priors[kept] *= guide[SELDOM]
            kept += 1
        if kept > 0:
            return kept
    return 0
