"""Nested rollout policy adaptation [rosin2011], [klein2015] A.4: levels that learn from the best game of the one below.

    level 0             one playout by the policy of level 1
    level n             N times: a run of level n - 1 with a copy of the policy, then adapt to the best game so far

The nesting is kept in counters instead of calls, so that the loop can return at any playout and go on later. Added to
it: several playouts before level 1 adapts (stabilised, [cazenave2021]), a level that ends early once its best game has
come back so often (limited repetitions, [cazenave2024]), and one that ends early once the level below has found nothing
better so often in a row (patience): its policy has settled on a game, and that of a new run may settle on a better one.
"""

from typing import Any, NamedTuple

from playtree.compiled import calls
from playtree.compiled.calls import ABSENT, LINE_LENGTH, STATES_SEEN, TOO_MANY_ACTIONS
from playtree.compiled.decorator import compiled
from playtree.games.interface import GameTable
from playtree.search.solo.nrpa.adapt import adapt, has_room_for_game
from playtree.search.solo.nrpa.levels import Levels, forget, inherit, take_over
from playtree.search.solo.nrpa.playout import listing_playout
from playtree.search.solo.steps import copy_words

# reasons for which the loop returns
BUDGET_USED, STOPPED, GAME_FULL, TABLE_FULL, ENDED = range(5)

# places in `counters`
PLAYOUTS, STATES, ADAPTATIONS, SEARCHES, BEST_LENGTH, NEEDED, WAITING, STAMP = range(8)
COUNTERS = 8


class Numbers(NamedTuple):
    """What the method says. playouts: before level 1 adapts. repetitions, patience: 0 is no cap."""

    iterations: int
    alpha: float
    temperature: float
    playouts: int
    repetitions: int = 0
    patience: int = 0


class Work(NamedTuple):
    """start, state: uint64[], where playouts start and the position of now. prefix: int64[P], the moves before the
    start; gained: float64[1], their reward. actions: int64[A]. guide: float64[16]. scratch: uint64[1024]. playout:
    int64[4]. out: float64[1]. best: float64[1], best_line: int64[M], the best game. counters: int64[8]. limits:
    int64[2], most playouts and states. stop: int64[1], set from outside. rng: uint64[1].
    """

    start: Any
    state: Any
    prefix: Any
    gained: Any
    actions: Any
    guide: Any
    scratch: Any
    playout: Any
    out: Any
    best: Any
    best_line: Any
    counters: Any
    limits: Any
    stop: Any
    rng: Any


@compiled(borrows=True)
def learn(numbers: Numbers, game: GameTable, levels: Levels, work: Work) -> int:
    """Play and adapt until the budget is used or a buffer is full; return why. Changes `levels` and `work`.

    WAITING is the level that has to adapt or end next, or 0 if a playout is next.
    """
    counters, top = work.counters, len(levels.scores) - 1
    while True:
        if counters[WAITING] == 0:
            reason = reason_to_return(work)
            if reason >= 0:
                return reason
            if not play(game, levels, work):
                return GAME_FULL
            counters[WAITING] = 1
        level = counters[WAITING]
        # Step 1. the level hears of the game below
        if not offer(numbers, levels, work, level):
            return TABLE_FULL
        # Step 2. it goes on, or hands its best game to the level above
        if levels.done[level] < numbers.iterations * (numbers.playouts if level == 1 else 1) and not is_tired(
            numbers, levels, level
        ):
            counters[WAITING] = 0
            for lower in range(level - 1, 0, -1):
                inherit(levels, lower)
        elif level < top:
            counters[WAITING] = level + 1
        else:
            counters[SEARCHES] += 1
            counters[WAITING] = 0
            for lower in range(top, 0, -1):
                forget(levels, lower)
            return ENDED


@compiled(inline=True, borrows=True)
def reason_to_return(work: Work) -> int:
    counters, limits = work.counters, work.limits
    if work.stop[0] != 0 and counters[PLAYOUTS] > 0:
        return STOPPED
    return BUDGET_USED if counters[PLAYOUTS] >= limits[0] or counters[STATES] >= limits[1] else -1


@compiled(inline=True, borrows=True)
def is_tired(numbers: Numbers, levels: Levels, level: int) -> bool:
    """Whether a level ends before its iterations: its best game came back too often, or no better one came for long."""
    is_repeating = 0 < numbers.repetitions <= levels.repeats[level]
    return is_repeating or (level > 1 and 0 < numbers.patience <= levels.fruitless[level])


@compiled(inline=True, borrows=True)
def play(game: GameTable, levels: Levels, work: Work) -> bool:
    """Play one game by the policy of level 1 and make it the game of level 0; return whether it fitted."""
    generator, counters, playout = work.rng[0], work.counters, work.playout
    playout[TOO_MANY_ACTIONS] = 0
    copy_words(work.start, work.state)
    before = len(work.prefix)
    keys, values = levels.keys[1], levels.values[1]
    codes, priors, line = levels.codes[0], levels.priors[0], levels.line[0]
    ends, chosen = levels.ends[0], levels.chosen[0]
    if game.guided != ABSENT:
        score = calls.guided(
            game.guided, game.data, work.state, work.guide, before, keys, values, work.rng, codes, levels.weights,
            priors, ends, chosen, line, work.scratch, playout,
        )  # fmt: skip
    else:
        score = listing_playout(
            game, work.state, work.guide, before, keys, values, work.rng, work.actions, codes, levels.weights,
            priors, ends, chosen, line, playout, work.out,
        )  # fmt: skip
    if playout[TOO_MANY_ACTIONS] > 0:
        work.rng[0] = generator
        counters[NEEDED] = playout[TOO_MANY_ACTIONS]
        return False
    score += work.gained[0]
    length = playout[LINE_LENGTH]
    levels.scores[0], levels.lengths[0] = score, length
    counters[PLAYOUTS] += 1
    counters[STATES] += playout[STATES_SEEN]
    if score > work.best[0]:
        for index in range(length):
            work.best_line[index] = line[index]
        work.best[0], counters[BEST_LENGTH] = score, length
    return True


@compiled(inline=True, borrows=True)
def offer(numbers: Numbers, levels: Levels, work: Work, level: int) -> bool:
    """Give the game of the level below to `level`, which adapts when it is time; return whether there was room."""
    below = level - 1
    is_time = level > 1 or (levels.done[level] + 1) % numbers.playouts == 0
    source = below if levels.scores[below] >= levels.scores[level] else level
    if is_time and not has_room_for_game(levels, level, source):
        return False
    is_better = levels.scores[below] > levels.scores[level]
    is_other = take_over(levels, level)
    levels.done[level] += 1
    levels.repeats[level] = 0 if is_other else levels.repeats[level] + 1
    levels.fruitless[level] = 0 if is_better else levels.fruitless[level] + 1
    if is_time:
        work.counters[STAMP] += 1
        adapt(levels, level, numbers.alpha, numbers.temperature, work.counters[STAMP])
        work.counters[ADAPTATIONS] += 1
    return True
