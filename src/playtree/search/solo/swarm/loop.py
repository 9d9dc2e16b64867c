"""The loop of a swarm: UCT in one tree that all threads share [edelkamp2010], [klein2015] A.6.

    value of a child = mean / span + C * sqrt(ln N / n)

Visits n are raised on the way down, so that a thread lowers the value of where it is going and the others spread.
Scores are divided by the span of all scores so far. A state that is known with as many points closes its node; of two
equal states the one with more points stays open.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from playtree.compiled import calls
from playtree.compiled.atomics import exchange, fetch, fetch_add, publish
from playtree.compiled.calls import ABSENT, LINE_LENGTH, STATES_SEEN, TOO_MANY_ACTIONS
from playtree.compiled.decorator import compiled
from playtree.games.interface import GameTable
from playtree.games.uniform import final_score
from playtree.search.solo.steps import copy_words, key_of
from playtree.search.solo.swarm.hand import (
    BEST_LENGTH,
    ENDS,
    HIGHEST,
    ITERATIONS,
    LEVELS,
    LOOK_AHEADS,
    LOWEST,
    NEEDED,
    PLAYOUTS,
    STATES,
    Hand,
)
from playtree.search.solo.swarm.sampling import play, play_looking_ahead
from playtree.search.solo.swarm.shared_tree import (
    BUSY,
    CLOSED,
    END,
    EXPANDED,
    LEAF,
    NO_NODE,
    OPEN,
    REFUSED,
    SharedTree,
    add_children,
    close,
    is_duplicate,
)

BUDGET_USED, SOLVED, STOPPED, ACTIONS_FULL, LINE_FULL = range(5)  # why the loop returns
GOES_ON = -1
MOST_ITERATIONS, MOST_EIGHTHS, MOST_REFUSED = range(3)  # places in `limits`


class SwarmRules(NamedTuple):
    """sampling: how simulations choose. exploration: C. look_ahead: l, 0 for never. duplicates: 1 if they are looked
    for. symmetry: 1 if symmetric states are equal.
    """

    sampling: Any
    exploration: float
    look_ahead: int
    duplicates: int
    symmetry: int


@compiled(borrows=True)
def grow(rules: SwarmRules, game: GameTable, tree: SharedTree, hand: Hand, node: int, start: Any, gained: float,
         times: int) -> int:  # fmt: skip
    """Make at most `times` iterations from `node`, whose state is `start`; return why it ends.

    Changes `tree` and `hand`.
    """
    for _ in range(times):
        if hand.stop[0] != 0:
            return STOPPED
        if fetch(tree.closed, node) == CLOSED:
            return SOLVED
        if 8 * hand.counters[STATES] + hand.counters[LEVELS] >= hand.limits[MOST_EIGHTHS]:
            return BUDGET_USED
        if fetch(tree.counts, REFUSED) >= hand.limits[MOST_REFUSED]:
            return BUDGET_USED
        if fetch_add(hand.done, 0, 1) >= hand.limits[MOST_ITERATIONS]:
            fetch_add(hand.done, 0, -1)
            return BUDGET_USED
        reason = iterate(rules, game, tree, hand, node, start, gained)
        if reason != GOES_ON:
            fetch_add(hand.done, 0, -1)
            return reason
    return GOES_ON


@compiled(inline=True, borrows=True)
def iterate(
    rules: SwarmRules, game: GameTable, tree: SharedTree, hand: Hand, node: int, start: Any, gained: float
) -> int:
    """One iteration; GOES_ON, or which buffer was too small, and then nothing has happened."""
    copy_words(start, hand.state)
    hand.path[0] = node
    fetch_add(tree.visits, node, 1)
    generator = hand.rng[0]
    depth, gained, reason = descend(rules, game, tree, hand, gained)  # Step 1. down, raising visits; Step 2. expand
    if reason == GOES_ON:
        score, reason = finish(rules, game, tree, hand, depth, gained)  # Step 3. to the end of the game
        if reason == GOES_ON:
            for level in range(depth + 1):  # Step 4. back
                fetch_add(tree.total, hand.path[level], score)
            hand.counters[ITERATIONS] += 1
            hand.counters[LEVELS] += depth
            hand.sum[0] += score
            if score < hand.span[LOWEST]:  # written only where it changes: all threads read it at every level
                hand.span[LOWEST] = score
            if score > hand.span[HIGHEST]:
                hand.span[HIGHEST] = score
            return GOES_ON
    hand.rng[0] = generator
    for level in range(depth + 1):
        fetch_add(tree.visits, hand.path[level], -1)
    return reason


@compiled(inline=True, borrows=True)
def descend(rules: SwarmRules, game: GameTable, tree: SharedTree, hand: Hand, gained: float) -> Any:
    """Walk down from path[0]: (depth, points on the way, GOES_ON or which buffer was too small)."""
    depth = 0
    while True:
        node = hand.path[depth]
        if depth + 2 >= len(hand.path):
            hand.counters[NEEDED] = len(hand.path)
            return depth, gained, LINE_FULL
        is_expandable = depth == 0 or tree.visits[node] > 1
        if is_expandable and fetch(tree.status, node) == LEAF and exchange(tree.status, node, LEAF, BUSY):
            count = calls.legal(game.legal, game.data, hand.state, hand.actions)
            if count > len(hand.actions):
                publish(tree.status, node, LEAF)
                hand.counters[NEEDED] = count
                return depth, gained, ACTIONS_FULL
            hand.counters[STATES] += 1
            add_children(tree, node, hand.actions, count)
        if fetch(tree.status, node) != EXPANDED:
            return depth, gained, GOES_ON
        child = selected(rules, tree, hand, node)
        if child == NO_NODE:
            close(tree, node)
            return depth, gained, GOES_ON
        is_new = fetch_add(tree.visits, child, 1) == 0
        reward = calls.apply(game.apply, game.data, hand.state, tree.action[child])
        tree.reward[child] = reward
        gained += reward
        depth += 1
        hand.path[depth] = child
        if is_new:
            if rules.duplicates != 0 and is_duplicate(tree, child, name_of(rules, game, hand.state), gained):
                close(tree, child)
            return depth, gained, GOES_ON


@compiled(inline=True, borrows=True)
def name_of(rules: SwarmRules, game: GameTable, state: Any) -> np.uint64:
    """What equal states have in common."""
    if rules.symmetry != 0 and game.canonical != ABSENT:
        return calls.canonical(game.canonical, game.data, state)
    return key_of(game, state)


@compiled(inline=True, borrows=True)
def selected(rules: SwarmRules, tree: SharedTree, hand: Hand, node: int) -> int:
    """The open child with the highest value, the first that was never visited; NO_NODE if none is open."""
    unit = 1.0 / max(hand.span[HIGHEST] - hand.span[LOWEST], 1e-9)
    log_visits = math.log(max(np.float64(tree.visits[node]), 1.0))
    best, chosen = -np.inf, NO_NODE
    for child in range(tree.first[node], tree.first[node] + tree.count[node]):
        if fetch(tree.closed, child) != OPEN:
            continue
        visits = np.float64(fetch(tree.visits, child))
        if visits < 1.0:
            return child
        value = unit * (tree.total[child] / visits - hand.span[LOWEST])
        value += rules.exploration * math.sqrt(log_visits / visits)
        if value > best or chosen == NO_NODE:
            best, chosen = value, child
    return chosen


@compiled(inline=True, borrows=True)
def finish(rules: SwarmRules, game: GameTable, tree: SharedTree, hand: Hand, depth: int, gained: float) -> Any:
    """Play from the end of the path to the end of the game: (score, GOES_ON or which buffer was too small)."""
    node, counters = hand.path[depth], hand.counters
    if fetch(tree.status, node) == END:
        counters[ENDS] += 1
        score = gained + final_score(game, hand.state, hand.final)
        length = 0
    else:
        if rules.look_ahead > 0 and tree.visits[hand.path[0]] % rules.look_ahead == 0:
            counters[LOOK_AHEADS] += 1
            score = gained + play_looking_ahead(game, hand)
        else:
            score = gained + play(rules.sampling, game, gained, hand)
        length = hand.playout[LINE_LENGTH]
        if hand.playout[TOO_MANY_ACTIONS] > 0:
            counters[NEEDED] = hand.playout[TOO_MANY_ACTIONS]
            return score, ACTIONS_FULL
        counters[PLAYOUTS] += 1
        counters[STATES] += hand.playout[STATES_SEEN]
    if score > hand.best[0]:
        before = 0
        ancestor = tree.parent[hand.path[0]]
        while ancestor != NO_NODE:
            before += 1
            ancestor = tree.parent[ancestor]
        if before + depth + length > len(hand.line):
            counters[NEEDED] = before + depth + length
            return score, LINE_FULL
        remember(tree, hand, before, depth, length, score)
    elif length > len(hand.line):
        counters[NEEDED] = length
        return score, LINE_FULL
    if length == 0:
        exchange(tree.status, node, LEAF, END)
        if fetch(tree.status, node) == END:
            close(tree, node)
    return score, GOES_ON


@compiled(inline=True, borrows=True)
def remember(tree: SharedTree, hand: Hand, before: int, depth: int, length: int, score: float) -> None:
    """Keep the game along the path and the line of the simulation. before: how deep path[0] is. Changes `hand`."""
    node = hand.path[0]
    for place in range(before - 1, -1, -1):
        hand.best_line[place] = tree.action[node]
        node = tree.parent[node]
    for place in range(depth):
        hand.best_line[before + place] = tree.action[hand.path[place + 1]]
    for place in range(length):
        hand.best_line[before + depth + place] = hand.line[place]
    hand.best[0] = score
    hand.counters[BEST_LENGTH] = before + depth + length
