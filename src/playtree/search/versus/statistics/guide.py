"""Statistics of actions that guide a search: MAST in simulations and expansion, RAVE in selection [pawlik2021] 2.2.4.

MAST and NST are in averages.py, RAVE and GRAVE in amaf.py.

What counts as the same: SPLIT, the same single action; CONTEXT, also after the same actions in the move; JOIN, the same
whole move; MIX, CONTEXT where its weight reaches a threshold, else SPLIT.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.compiled.turn_calls import CELL_BITS
from playtree.search.versus.statistics.memory import START, Memory, longer
from playtree.search.versus.workspace import Workspace

OFF, SPLIT, CONTEXT, JOIN, MIX = range(5)  # what counts as the same
EPSILON_GREEDY, GIBBS, ROULETTE = range(3)  # policies


class Guide(NamedTuple):
    """mast, rave: what counts as the same, or OFF.  policy, parameter: how a simulation chooses by averages; the
    chance of a random action, or the temperature.  is_tree_only: whether MAST learns from the tree alone.
    guides_expansion: whether it chooses what is tried first.  threshold, rave_threshold: of MIX.  reference: below so
    many visits RAVE asks a node further up (GRAVE).  equivalence: K.  by_parts: whether simulations choose parts of
    moves.  grams: the longest sequences of NST; 1 is MAST.  batch, factor: after so many simulations, 0 being never,
    what is known decays.  dots: the first number of an action that changes nothing.  most_moves, fault: of a
    simulation, and where its state says that there were more.
    """

    memory: Memory
    mast: int
    rave: int
    policy: int
    parameter: float
    is_tree_only: bool
    guides_expansion: bool
    threshold: float
    equivalence: float
    rave_threshold: float
    reference: float
    by_parts: bool
    batch: int
    factor: float
    dots: int
    most_moves: int
    fault: int
    grams: int


@compiled(inline=True, borrows=True)
def next_context(guide: Guide, context: np.uint64, action: int, is_end: bool) -> np.uint64:
    if is_end:
        return START
    return context if (action >> CELL_BITS) >= guide.dots else longer(context, action)


@compiled(inline=True, borrows=True)
def context_within(guide: Guide, context: np.uint64, actions: Any, begin: int, end: int) -> np.uint64:
    """The context behind actions of a move that begins in `context`; those that change nothing do not count."""
    for index in range(begin, end):
        if (int64(actions[index]) >> CELL_BITS) < guide.dots:
            context = longer(context, int64(actions[index]))
    return context


@compiled(inline=True, borrows=True)
def context_now(guide: Guide, work: Workspace) -> np.uint64:
    """The context of the position at hand, from the actions made in this move."""
    return context_within(guide, START, work.prefix, 0, work.made[0])
