"""What one thread of a swarm works with."""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.calls import COUNTERS, MEMORY_NUMBERS
from playtree.compiled.lines import alone
from playtree.games.interface import Game, Policy

FIRST_ACTIONS, FIRST_LINE = 256, 512
HAND_COUNTERS = 8
ITERATIONS, PLAYOUTS, STATES, LEVELS, ENDS, BEST_LENGTH, NEEDED, LOOK_AHEADS = range(HAND_COUNTERS)
LOWEST, HIGHEST = range(2)  # places in `span`


class Hand(NamedTuple):
    """state, ahead, before: uint64[]. actions, next_actions: int64[A]; weights: float64[A]. line, best_line, path:
    int64[L]. policy: float64[16], memory: float64[64] and playout: int64[4] (compiled/calls.py). final: float64[1].
    rng: uint64[1]. best: float64[1]. sum: float64[1], of all scores. span: float64[2], lowest and highest score of all
    threads. counters: int64[8]. limits: int64[3], iterations of all threads together, eighths of resource units of
    this one, and expansions without room. done: int64[1], iterations of all threads. stop: int64[1], set from outside.
    """

    state: Any
    ahead: Any
    before: Any
    actions: Any
    next_actions: Any
    weights: Any
    line: Any
    best_line: Any
    path: Any
    policy: Any
    memory: Any
    playout: Any
    final: Any
    rng: Any
    best: Any
    sum: Any
    span: Any
    counters: Any
    limits: Any
    done: Any
    stop: Any


def new_hand(game: Game, policy: Policy, rng: Any, span: Any, limits: Any, done: Any, stop: Any) -> Hand:
    """The memory of one thread; span, done and stop are shared."""
    return Hand(
        state=game.start.copy(),
        ahead=game.start.copy(),
        before=game.start.copy(),
        actions=np.empty(FIRST_ACTIONS, np.int64),
        next_actions=np.empty(FIRST_ACTIONS, np.int64),
        weights=np.empty(FIRST_ACTIONS),
        line=np.empty(FIRST_LINE, np.int64),
        best_line=np.empty(FIRST_LINE, np.int64),
        path=np.empty(FIRST_LINE, np.int64),
        policy=policy.numbers,
        memory=alone(np.zeros(MEMORY_NUMBERS)),
        playout=alone(np.zeros(COUNTERS, np.int64)),
        final=alone(np.zeros(1)),
        rng=alone(rng),
        best=alone(np.full(1, -np.inf)),
        sum=alone(np.zeros(1)),
        span=span,
        counters=alone(np.zeros(HAND_COUNTERS, np.int64)),
        limits=limits,
        done=done,
        stop=stop,
    )


def with_actions(hand: Hand) -> Hand:
    """The same with room for as many actions as were needed."""
    size = 2 * int(hand.counters[NEEDED])
    return hand._replace(
        actions=np.empty(size, np.int64), next_actions=np.empty(size, np.int64), weights=np.empty(size)
    )


def with_line(hand: Hand) -> Hand:
    """The same with room for lines as long as was needed."""
    size = 2 * int(hand.counters[NEEDED])
    best_line, path = np.empty(size, np.int64), np.empty(size, np.int64)
    best_line[: len(hand.best_line)], path[: len(hand.path)] = hand.best_line, hand.path
    return hand._replace(line=np.empty(size, np.int64), best_line=best_line, path=path)
