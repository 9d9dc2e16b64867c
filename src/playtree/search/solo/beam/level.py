"""One level of a beam: its states, and from it to the children and to the next level.

Threads share a level: each expands every n-th parent into a store of its own, and each makes every n-th state of the
next level.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled import calls
from playtree.compiled.decorator import compiled
from playtree.compiled.hashing import mixed
from playtree.games.interface import GameTable
from playtree.games.uniform import final_score
from playtree.search.solo.beam.candidates import Candidates, offer
from playtree.search.solo.beam.choice.interface import adjust
from playtree.search.solo.beam.evaluation.interface import ACTIONS_NEEDED, LINE_NEEDED, STATES_PASSED, Bench, evaluate
from playtree.search.solo.steps import copy_words, key_of

# places in `counters`
HAND_COUNTERS = 6
EXPANDED, ENDS, NEXT_PARENT, BEST_PARENT, BEST_ACTION, BEST_LENGTH = range(HAND_COUNTERS)
ENDED = -1  # at BEST_LENGTH: the game is over at the parent itself
ALL_DONE, STOPPED, ACTIONS_FULL, LINE_FULL = range(4)  # why `expand` returns
_1 = np.uint64(1)


class Level(NamedTuple):
    """states: uint64[W, words]; gained: float64[W]."""

    states: Any
    gained: Any


class BeamRules(NamedTuple):
    """The components that the compiled functions ask."""

    evaluation: Any
    choice: Any


class Hand(NamedTuple):
    """What one thread works with.

    child: uint64[], the state of now. actions: int64[A]; values, gains, ranks: float64[A] and keys: uint64[A] of
    siblings. bench: of the evaluation. store: the children of this thread. counters: int64[6]. limit: float64[1], so
    many states may have their moves computed. best: float64[1], score of the best game that this thread saw in this
    level; it goes from parent counters[BEST_PARENT] by counters[BEST_ACTION] on along best_line: int64[L], or is over
    there. stop: int64[1], set from outside. seed: uint64[1].
    """

    child: Any
    actions: Any
    values: Any
    gains: Any
    ranks: Any
    keys: Any
    bench: Bench
    store: Candidates
    counters: Any
    limit: Any
    best: Any
    best_line: Any
    stop: Any
    seed: Any


@compiled(borrows=True)
def expand(rules: BeamRules, game: GameTable, level: Level, count: int, width: int, step: int, hand: Hand) -> int:
    """Expand every `step`-th parent from counters[NEXT_PARENT] on; return why it ends. Changes `hand`."""
    counters, bench = hand.counters, hand.bench
    while counters[NEXT_PARENT] < count:
        if hand.stop[0] != 0 or bench.counters[STATES_PASSED] >= hand.limit[0]:
            return STOPPED
        parent = counters[NEXT_PARENT]
        state, gained = level.states[parent], level.gained[parent]
        actions = calls.legal(game.legal, game.data, state, hand.actions)
        if actions > len(hand.actions):
            bench.counters[ACTIONS_NEEDED] = actions
            return ACTIONS_FULL
        if actions == 0:
            copy_words(state, hand.child)
            score = gained + final_score(game, hand.child, bench.final)
            counters[ENDS] += 1
            if score > hand.best[0]:
                hand.best[0] = score
                counters[BEST_PARENT], counters[BEST_ACTION], counters[BEST_LENGTH] = parent, 0, ENDED
        for index in range(actions):
            copy_words(state, hand.child)
            gains = gained + calls.apply(game.apply, game.data, hand.child, hand.actions[index])
            hand.gains[index] = gains
            key = key_of(game, hand.child)
            hand.keys[index] = key
            bench.found[0] = hand.best[0]
            bench.rng[0] = max(mixed(hand.seed[0], key), _1)
            hand.values[index] = evaluate(rules.evaluation, game, hand.child, gains, bench)
            if bench.counters[ACTIONS_NEEDED] > 0:
                return ACTIONS_FULL
            if bench.counters[LINE_NEEDED] > 0:
                return LINE_FULL
            if bench.found[0] > hand.best[0]:
                hand.best[0] = bench.found[0]
                counters[BEST_PARENT], counters[BEST_ACTION] = parent, hand.actions[index]
                counters[BEST_LENGTH] = bench.found_length[0]
                copy_words(bench.found_line, hand.best_line)
        adjust(rules.choice, hand.values, hand.keys, hand.ranks, actions, hand.seed[0])
        for index in range(actions):
            offer(
                hand.store, width, hand.values[index], hand.gains[index], hand.keys[index], parent, hand.actions[index]
            )
        counters[EXPANDED] += 1
        bench.counters[STATES_PASSED] += 1
        counters[NEXT_PARENT] += step
    return ALL_DONE


@compiled(borrows=True)
def make_states(
    game: GameTable, level: Level, parents: Any, actions: Any, gained: Any, first: int, step: int, after: Level
) -> None:
    """Make every `step`-th state of the next level. Changes `after`."""
    for index in range(first, len(parents), step):
        copy_words(level.states[parents[index]], after.states[index])
        calls.apply(game.apply, game.data, after.states[index], actions[index])
        after.gained[index] = gained[index]
