"""The functions of a game of several players (compiled/turn_calls.py), made of a user's four.

The user's functions are known by their addresses in `data`, so these are compiled once for all such games. A state is
a few words of ours, placed as in compiled rules (rbg/layout.py), and those of the user behind them.

    [length, words, addresses ..., numbers ..., the user's constants ...]

An action is the user's, a number below 2^30, plus ENDS if a move ends with it; so `action >> 16` tells that alone.
"""

from typing import Any

import numpy as np

from playtree.compiled import calls
from playtree.compiled.calls import ABSENT
from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.compiled.random import below
from playtree.compiled.turn_calls import ACTIONS_MADE, CELL_BITS, MOVES_MADE
from playtree.games.adapters import WRONG_COUNT
from playtree.rbg.layout import FAULT, PLACE, PLAYER

HEADER = 4  # words of ours
ENDS = 1 << 30
LARGEST_ACTION = ENDS - 1
MOST_PARTS = 64  # actions of a move
LEGAL, APPLY, MOVER, STARTS, SCORES, PLAYERS, MOST_ACTIONS, MOST_MOVES, BEST, OWN = range(2, 12)  # places in `data`
LONG_MOVE, LONG_PLAY = 2, 4  # values of FAULT; LONG_PLAY as in compiled rules
NO_PLAYER, BAD_ACTION, BAD_COUNT, BAD_SCORES = 6, 7, 8, 9
SLACK = 1e-9  # by so much of the best a score may be out of range, as sums of fractions are
COUNT, ONE, ALL = -3, 0, -1  # what `walk` is asked for; ONE: a number from 0


@compiled(inline=True)
def list_own(data: Any, state: Any, own: Any) -> Any:
    """The user's actions, in `own` or in a larger array; and how many, 0 if there is no such count."""
    count = calls.legal(data[LEGAL], data[OWN:], state[HEADER:], own)
    if count > len(own):
        own = np.empty(count, np.int64)
        count = calls.legal(data[LEGAL], data[OWN:], state[HEADER:], own)
    if data[OWN + WRONG_COUNT] != 0 or count > len(own):
        data[OWN + WRONG_COUNT], state[FAULT] = 0, BAD_COUNT
        count = 0
    return own, count


@compiled(inline=True)
def make_own(data: Any, state: Any, action: int) -> bool:
    """Make an action of the user's; whether the move ends with it."""
    calls.apply(data[APPLY], data[OWN:], state[HEADER:], action)
    return data[STARTS] == ABSENT or calls.status(data[STARTS], data[OWN:], state[HEADER:]) != 0


@compiled(inline=True)
def settle(data: Any, state: Any, is_end: bool) -> None:
    """Write into our words what an action made of the user's."""
    state[PLACE] = ENDS >> CELL_BITS if is_end else 0
    if is_end:
        player = calls.status(data[MOVER], data[OWN:], state[HEADER:])
        if player < 1 or player > data[PLAYERS]:
            state[FAULT] = NO_PLAYER
            player = 1
        state[PLAYER] = player


@compiled(inline=True)
def make(data: Any, state: Any, action: int) -> None:
    settle(data, state, make_own(data, state, action & LARGEST_ACTION))


@compiled
def list_actions(data: Any, state: Any, own: Any, after: Any) -> Any:
    """The actions here, by the user's numbers and with ENDS where a move ends; and how many. after: a spare state."""
    own, count = list_own(data, state, own)
    for index in range(count):
        if own[index] < 0 or own[index] > LARGEST_ACTION:
            state[FAULT] = BAD_ACTION
            return own, 0
        is_end = True
        if data[STARTS] != ABSENT:
            after[:] = state
            is_end = make_own(data, after, own[index])
        if is_end:
            own[index] |= ENDS
    return own, count


@compiled
def actions(data: Any, state: Any, out: Any) -> int:
    own, count = list_actions(data, state, np.empty(data[MOST_ACTIONS], np.int64), np.empty(len(state), np.uint64))
    for index in range(min(count, len(out))):
        out[index] = own[index]
    return count


@compiled
def walk(data: Any, state: Any, wanted: int, out: Any) -> int:
    """Go through all whole moves in order, depth first.

    wanted: COUNT: how many there are.  ALL: they are written to `out` as far as they fit, each behind its length; the
    room that they need.  A number: the move of this number is written; its length.
    """
    words = len(state)
    states = np.empty((MOST_PARTS + 1) * words, np.uint64)
    states[:words] = state
    after, own = np.empty(words, np.uint64), np.empty(data[MOST_ACTIONS], np.int64)
    pool = np.empty(4 * data[MOST_ACTIONS], np.int64)
    nexts, ends, path = np.zeros(MOST_PARTS, np.int64), np.zeros(MOST_PARTS, np.int64), np.zeros(MOST_PARTS, np.int64)
    found, used, depth, is_new = 0, 0, 0, True
    while depth >= 0:
        here = states[depth * words : (depth + 1) * words]
        if is_new:
            own, count = list_actions(data, here, own, after)
            begin = ends[depth - 1] if depth > 0 else 0
            if begin + count > len(pool):
                larger = np.empty(2 * (begin + count), np.int64)
                larger[:begin] = pool[:begin]
                pool = larger
            pool[begin : begin + count] = own[:count]
            nexts[depth], ends[depth], is_new = begin, begin + count, False
            if here[FAULT] != 0:
                state[FAULT] = here[FAULT]
                return 0
        if nexts[depth] == ends[depth]:
            depth -= 1
            continue
        action = pool[nexts[depth]]
        nexts[depth] += 1
        path[depth] = action
        if action < ENDS:
            if depth + 1 >= MOST_PARTS:
                state[FAULT] = LONG_MOVE
                return 0
            following = states[(depth + 1) * words : (depth + 2) * words]
            following[:] = here
            make(data, following, action)
            depth, is_new = depth + 1, True
            continue
        length = depth + 1
        if wanted == found:
            for index in range(min(length, len(out))):
                out[index] = path[index]
            return length
        if wanted == ALL and used + 1 + length <= len(out):
            out[used] = length
            for index in range(length):
                out[used + 1 + index] = path[index]
        found += 1
        used += 1 + length
    return used if wanted == ALL else found if wanted == COUNT else 0


@compiled
def count_moves(data: Any, state: Any) -> int:
    if data[STARTS] == ABSENT:
        return list_own(data, state, np.empty(data[MOST_ACTIONS], np.int64))[1]
    return walk(data, state, COUNT, np.empty(0, np.int32))


@compiled
def move(data: Any, state: Any, number: int, out: Any) -> int:
    return walk(data, state, number, out)


@compiled
def moves(data: Any, state: Any, out: Any) -> int:
    return walk(data, state, ALL, out)


@compiled
def play(data: Any, state: Any, made: Any) -> None:
    for index in range(len(made)):
        make(data, state, int64(made[index]))


@compiled
def apply(data: Any, state: Any, number: int) -> float:
    """Make the move of this number."""
    out = np.empty(MOST_PARTS, np.int32)
    play(data, state, out[: move(data, state, number, out)])
    return 0.0


@compiled
def do(data: Any, state: Any, action: int, log: Any) -> None:
    for word in range(len(state)):
        log[word] = int64(state[word])
    make(data, state, action)


@compiled
def undo(data: Any, state: Any, log: Any) -> None:
    for word in range(len(state)):
        state[word] = np.uint64(log[word])


@compiled
def complete_in(data: Any, state: Any, rng: Any, out: Any, own: Any) -> int:
    """Go on at random, action by action, to the end of the move, taking back what leads nowhere."""
    own, count = list_own(data, state, own)
    if count == 0:
        return 0
    if data[STARTS] == ABSENT:  # nothing leads nowhere
        action = own[below(rng, count)]
        if action < 0 or action > LARGEST_ACTION:
            state[FAULT] = BAD_ACTION
            return 0
        if len(out) > 0:
            out[0] = action | ENDS
        make(data, state, action)
        return 1
    words = len(state)
    states = np.empty(MOST_PARTS * words, np.uint64)
    pool, ends = own[:count].copy(), np.zeros(MOST_PARTS, np.int64)
    ends[0], depth = count, 0
    while True:
        begin = ends[depth - 1] if depth > 0 else 0
        if begin == ends[depth]:
            if depth == 0:
                return 0
            depth -= 1
            state[:] = states[depth * words : (depth + 1) * words]
            continue
        chosen = begin + below(rng, ends[depth] - begin)
        action = pool[chosen]
        pool[chosen] = pool[ends[depth] - 1]
        ends[depth] -= 1
        if action < 0 or action > LARGEST_ACTION or depth + 1 >= MOST_PARTS:
            state[FAULT] = BAD_ACTION if depth + 1 < MOST_PARTS else LONG_MOVE
            return 0
        states[depth * words : (depth + 1) * words] = state
        is_end = make_own(data, state, action)
        settle(data, state, is_end)
        if depth < len(out):
            out[depth] = action | ENDS if is_end else action
        if is_end:
            return depth + 1
        depth += 1
        own, count = list_own(data, state, own)
        if state[FAULT] != 0:
            return 0
        kept = ends[depth - 1]
        if kept + count > len(pool):
            larger = np.empty(2 * (kept + count), np.int64)
            larger[:kept] = pool[:kept]
            pool = larger
        pool[kept : kept + count] = own[:count]
        ends[depth] = kept + count


@compiled
def complete(data: Any, state: Any, rng: Any, out: Any) -> int:
    return complete_in(data, state, rng, out, np.empty(data[MOST_ACTIONS], np.int64))


@compiled
def wander_split(data: Any, state: Any, rng: Any, line: Any, counters: Any) -> None:
    own, made, used = np.empty(data[MOST_ACTIONS], np.int64), 0, 0
    while state[FAULT] == 0:
        length = complete_in(data, state, rng, line[used:], own)
        if length == 0:
            break
        made += 1
        used = min(used + length, len(line))
        if made > data[MOST_MOVES]:
            state[FAULT] = LONG_PLAY
    counters[MOVES_MADE], counters[ACTIONS_MADE] = made, used


@compiled
def wander(data: Any, state: Any, rng: Any, line: Any, counters: Any) -> None:
    if data[STARTS] == ABSENT:
        wander_split(data, state, rng, line, counters)
        return
    out, made, used = np.empty(MOST_PARTS, np.int32), 0, 0
    while state[FAULT] == 0:
        count = walk(data, state, COUNT, out)
        if count == 0:
            break
        length = walk(data, state, below(rng, count), out)
        play(data, state, out[:length])
        for index in range(min(length, len(line) - used)):
            line[used + index] = out[index]
        made += 1
        used = min(used + length, len(line))
        if made > data[MOST_MOVES]:
            state[FAULT] = LONG_PLAY
    counters[MOVES_MADE], counters[ACTIONS_MADE] = made, used


@compiled(inline=True)
def is_score(score: float, best: float) -> bool:
    """Whether a score is in range; NaN is not."""
    return -SLACK * best <= score <= best + SLACK * best


@compiled
def scores(data: Any, state: Any, out: Any) -> None:
    out[:] = 0.0
    if state[FAULT] != 0:
        return
    calls.scores(data[SCORES], data[OWN:], state[HEADER:], out)
    best = data[BEST : BEST + 1].view(np.float64)[0]
    for seat in range(len(out)):
        if not is_score(out[seat], best):
            out[seat], state[FAULT] = 0.0, BAD_SCORES
