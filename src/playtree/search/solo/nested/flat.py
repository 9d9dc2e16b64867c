"""Flat Monte-Carlo: simulate R games from each child, step to the child with the highest average, and so on to the end.

[klein2015] 3.1; with roulette-wheel simulations it is MC-RWS [takes2009], [klein2015] A.2. When a game is over another
one begins, until the budget is used.
"""

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.games.interface import GameTable
from playtree.search.solo.nested.workspace import (
    GOES_ON,
    NO_MOVES,
    NOT_LISTED,
    Work,
    begin_again,
    end_game,
    list_actions,
    reason_to_return,
    simulate,
    step,
)

HERE = 1  # the only level


@compiled(borrows=True)
def play_flat(simulations: int, game: GameTable, work: Work) -> int:
    """Search until the budget is used or a buffer is full; return why. Changes `work`."""
    while True:
        if work.counts[HERE] == NOT_LISTED:
            reason = list_actions(game, work, HERE)
            if reason != GOES_ON:
                return reason
            work.totals[: work.counts[HERE]] = 0.0
        count = work.counts[HERE]
        if count == 0:
            end_game(game, work, HERE)
            if work.depths[HERE] == 0:
                return NO_MOVES
            begin_again(work, HERE)
            continue
        reason = reason_to_return(work)
        if reason != GOES_ON:
            return reason
        index = work.tried[HERE] % count
        score, _, reason = simulate(game, work, HERE, work.actions[HERE, index])
        if reason != GOES_ON:
            return reason
        work.totals[index] += score
        work.tried[HERE] += 1
        if work.tried[HERE] == simulations * count:
            step(game, work, HERE, work.actions[HERE, np.argmax(work.totals[:count])])
