"""The memory that a thread of a beam works with, and how it grows."""

from typing import Any

import numpy as np

from playtree.compiled.calls import COUNTERS, MEMORY_NUMBERS
from playtree.games.interface import Game, Policy
from playtree.search.solo.beam.candidates import new_candidates
from playtree.search.solo.beam.evaluation.interface import ACTIONS_NEEDED, BENCH_COUNTERS, LINE_NEEDED, Bench
from playtree.search.solo.beam.level import HAND_COUNTERS, Hand

FIRST_ACTIONS, FIRST_LINE, MOST_FEATURES = 256, 256, 1024
ROOM = 2  # a store holds so many times the width before it is cut back
LEAST_ROOM = 1024
STORE_BYTES = 8 + 8 + 8 + 4 + 8 + 4 + 16  # of a child in a store, its place in the table included
ARCHIVE_BYTES = 4 + 8  # of a state for each level, so that lines can be followed back
LEVELS = 100  # a guess, for the memory


def new_bench(game: Game, policy: Policy, weights: Any) -> Bench:
    """The memory of an evaluation."""
    return Bench(
        state=game.start.copy(),
        actions=np.empty(FIRST_ACTIONS, np.int64),
        line=np.empty(FIRST_LINE, np.int64),
        policy=policy.numbers,
        memory=np.zeros(MEMORY_NUMBERS),
        playout=np.zeros(COUNTERS, np.int64),
        final=np.zeros(1),
        features=np.zeros(MOST_FEATURES),
        weights=weights,
        rng=np.ones(1, np.uint64),
        found=np.full(1, -np.inf),
        found_line=np.empty(FIRST_LINE, np.int64),
        found_length=np.zeros(1, np.int64),
        counters=np.zeros(BENCH_COUNTERS, np.int64),
    )


def new_hand(game: Game, bench: Bench, width: int, stop: Any, seed: Any) -> Hand:
    """The memory of one thread of a beam of this width."""
    return Hand(
        child=game.start.copy(),
        actions=np.empty(FIRST_ACTIONS, np.int64),
        values=np.empty(FIRST_ACTIONS),
        gains=np.empty(FIRST_ACTIONS),
        ranks=np.empty(FIRST_ACTIONS),
        keys=np.empty(FIRST_ACTIONS, np.uint64),
        bench=bench,
        store=new_candidates(max(ROOM * width, LEAST_ROOM)),
        counters=np.zeros(HAND_COUNTERS, np.int64),
        limit=np.zeros(1),
        best=np.full(1, -np.inf),
        best_line=np.empty(FIRST_LINE, np.int64),
        stop=stop,
        seed=seed,
    )


def with_actions(hand: Hand) -> Hand:
    """The same with room for as many actions as were needed."""
    size = 2 * int(hand.bench.counters[ACTIONS_NEEDED])
    hand.bench.counters[ACTIONS_NEEDED] = 0
    return hand._replace(
        actions=np.empty(size, np.int64),
        values=np.empty(size),
        gains=np.empty(size),
        ranks=np.empty(size),
        keys=np.empty(size, np.uint64),
        bench=hand.bench._replace(actions=np.empty(size, np.int64)),
    )


def with_line(hand: Hand) -> Hand:
    """The same with room for lines as long as was needed."""
    size = 2 * int(hand.bench.counters[LINE_NEEDED])
    hand.bench.counters[LINE_NEEDED] = 0
    best_line = np.empty(size, np.int64)
    best_line[: len(hand.best_line)] = hand.best_line
    bench = hand.bench._replace(line=np.empty(size, np.int64), found_line=np.empty(size, np.int64))
    return hand._replace(bench=bench, best_line=best_line)


def bytes_per_state(state_words: int, threads: int) -> int:
    """What one state of the width takes: in two levels, in the stores of the threads, and in the archive."""
    return 2 * (8 * state_words + 8) + threads * ROOM * STORE_BYTES + LEVELS * ARCHIVE_BYTES
