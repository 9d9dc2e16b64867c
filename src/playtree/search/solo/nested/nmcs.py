"""Nested Monte-Carlo search with the best game remembered [cazenave2009], [klein2015] A.3.

    level 0     a simulation
    level n     try every action with a search of level n - 1 from there; then play the next move of the best game seen

The move is that of the remembered game even where the searches of now found nothing as good. The nesting is kept in
`Work.counters[LEVEL]`, the level that is at work, instead of calls. When the top level's game is over it begins anew.
"""

import numpy as np

from playtree.compiled import calls
from playtree.compiled.decorator import compiled
from playtree.games.interface import GameTable
from playtree.games.uniform import final_score
from playtree.search.solo.nested.workspace import (
    GOES_ON,
    LEVEL,
    NO_MOVES,
    NOT_LISTED,
    PLAYOUTS,
    Work,
    begin_again,
    end_game,
    keep_game,
    list_actions,
    reason_to_return,
    simulate,
    step,
)
from playtree.search.solo.steps import copy_words


@compiled(borrows=True)
def play_nested(top: int, game: GameTable, work: Work) -> int:
    """Search until the budget is used or a buffer is full; return why. Changes `work`."""
    while True:
        level = work.counters[LEVEL]
        if work.counts[level] == NOT_LISTED:
            reason = list_actions(game, work, level)
            if reason != GOES_ON:
                return reason
        if work.counts[level] == 0:  # the level's game is over
            reason = reason_to_return(work)
            if reason != GOES_ON and work.depths[level] > 0:
                return reason
            if level < top:
                hand_over(game, work, level)
                work.counters[LEVEL] = level + 1
            else:
                end_game(game, work, level)
                if work.depths[level] == 0:
                    return NO_MOVES
                begin_again(work, level)
            continue
        if work.tried[level] == work.counts[level]:  # all actions are tried
            step(game, work, level, work.lines[level, work.depths[level]])
            continue
        action = work.actions[level, work.tried[level]]
        if level > 1:
            work.tried[level] += 1
            descend(game, work, level, action)
            continue
        reason = reason_to_return(work)
        if reason != GOES_ON:
            return reason
        score, length, reason = simulate(game, work, level, action)
        if reason != GOES_ON:
            return reason
        work.tried[level] += 1
        if score > work.scores[level]:
            work.scores[level] = score
            keep_game(work, work.lines[level], work.depths[level] + 1, length)


@compiled(inline=True, borrows=True)
def descend(game: GameTable, work: Work, level: int, action: int) -> None:
    """Begin a search of the level below after `action`."""
    below = level - 1
    copy_words(work.states[level], work.states[below])
    reward = calls.apply(game.apply, game.data, work.states[below], action)
    work.gained[below], work.depths[below] = work.gained[level] + reward, work.depths[level] + 1
    work.path[work.depths[level]] = action
    work.counts[below], work.scores[below] = NOT_LISTED, -np.inf
    work.counters[LEVEL] = below


@compiled(inline=True, borrows=True)
def hand_over(game: GameTable, work: Work, level: int) -> None:
    """Tell the level above of the game that ended here; it is the best that the level saw."""
    end_game(game, work, level)
    above, length = level + 1, work.depths[level]
    score = work.scores[level]
    if score == -np.inf:  # the position had no move: a game without a simulation
        work.counters[PLAYOUTS] += 1
        score = work.gained[level] + final_score(game, work.states[level], work.out)
    if score > work.scores[above]:
        work.scores[above] = score
        for index in range(length):
            work.lines[above, index] = work.path[index]
