"""MAST and NST: what became of an action, on average, in all simulations in which it was made.

MAST    of every action the average result of the simulations in which its player made it, anywhere
NST     the same of sequences of up to three, of all players, that end with it [tak2012]; the score of an action is the
        mean over the sequences that were seen often enough. It guides simulations, MAST the expansion
"""

import math
from typing import Any

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.compiled.random import below, uniform
from playtree.compiled.turn_calls import CELL_BITS
from playtree.games.turns import TurnTable
from playtree.search.versus.statistics.guide import (
    CONTEXT,
    EPSILON_GREEDY,
    GIBBS,
    JOIN,
    MIX,
    OFF,
    SPLIT,
    Guide,
    context_now,
    context_within,
    next_context,
)
from playtree.search.versus.statistics.interface import untried_candidate
from playtree.search.versus.statistics.memory import (
    START,
    action_name,
    context_name,
    gram_name,
    learn,
    score_of,
    weight_of,
)
from playtree.search.versus.tree import Tree, actions_of
from playtree.search.versus.workspace import Workspace

UNSEEN = 1.0  # what is unknown is expected to win, so that it is tried


@compiled(inline=True, borrows=True)
def part_score(guide: Guide, player: int, context: np.uint64, action: int) -> float:
    """What MAST says about an action in its context."""
    if guide.mast == SPLIT:
        score = score_of(guide.memory, action_name(player, action))
    elif guide.mast == CONTEXT:
        score = score_of(guide.memory, context_name(player, context, action))
    else:
        name = context_name(player, context, action)
        if weight_of(guide.memory, name) < guide.threshold:
            name = action_name(player, action)
        score = score_of(guide.memory, name)
    return UNSEEN if score < 0.0 else score


@compiled(inline=True, borrows=True)
def sequence_score(guide: Guide, player: int, context: np.uint64, actions: Any, begin: int, length: int) -> float:
    """What MAST says about several actions in a row: that of the whole, or the average of all parts, UNSEEN if one
    is."""
    if guide.mast != SPLIT:
        context = context_within(guide, context, actions, begin, begin + length - 1)
        name = context_name(player, context, int64(actions[begin + length - 1]))
        if guide.mast != MIX or weight_of(guide.memory, name) >= guide.threshold:
            score = score_of(guide.memory, name)
            return UNSEEN if score < 0.0 else score
    total = 0.0
    for index in range(begin, begin + length):
        score = score_of(guide.memory, action_name(player, int64(actions[index])))
        if score < 0.0:
            return UNSEEN
        total += score
    return total / length


@compiled(inline=True, borrows=True)
def gram_score(guide: Guide, name: np.uint64, last: np.uint64, before: np.uint64) -> float:
    """What NST says about a unit behind two others: the mean of what is known of 1, 2 and 3 in a row."""
    total, count = score_of(guide.memory, name), 1.0
    if total < 0.0:
        return UNSEEN
    if last != START:
        longer_name = gram_name(name, last)
        if weight_of(guide.memory, longer_name) >= guide.threshold:
            total += score_of(guide.memory, longer_name)
            count += 1.0
        if guide.grams > 2 and before != START:
            longer_name = gram_name(longer_name, before)
            if weight_of(guide.memory, longer_name) >= guide.threshold:
                total += score_of(guide.memory, longer_name)
                count += 1.0
    return total / count


@compiled(borrows=True)
def pass_units(guide: Guide, table: TurnTable, work: Workspace, begin: int, end: int) -> None:
    """Let actions of the line be the last that were made."""
    context, recent = START, work.recent
    for index in range(begin, end):
        action, player = int64(work.line[index]), int64(work.movers[index])
        is_end = table.is_start[action >> CELL_BITS]
        if guide.mast == SPLIT or is_end:
            recent[1] = recent[0]
            recent[0] = action_name(player, action) if guide.mast == SPLIT else context_name(player, context, action)
        context = next_context(guide, context, action, is_end)


@compiled(inline=True, borrows=True)
def drawn(guide: Guide, work: Workspace, count: int) -> int:
    """Which of the scores in work.weights[:count] the policy takes."""
    if guide.policy == EPSILON_GREEDY:
        best, equals = -1.0, 0
        for index in range(count):
            score = work.weights[index]
            equals = 1 if score > best else equals + (score == best)
            best = max(best, score)
        number, index = below(work.rng, equals), 0
        while number > 0 or work.weights[index] != best:
            number -= work.weights[index] == best
            index += 1
        return index
    total = 0.0
    for index in range(count):
        score = work.weights[index]
        total += math.exp(score / guide.parameter) if guide.policy == GIBBS else score + 1e-6
        work.weights[index] = total
    ball = uniform(work.rng) * total
    index = 0
    while index < count - 1 and work.weights[index] <= ball:
        index += 1
    return index


@compiled(inline=True, borrows=True)
def is_random(guide: Guide, work: Workspace) -> bool:
    """Whether the next choice is made without MAST."""
    if guide.mast == OFF:
        return True
    return guide.policy == EPSILON_GREEDY and uniform(work.rng) < guide.parameter


@untried_candidate.when(Guide)
def promising_candidate(guide: Guide, tree: Tree, work: Workspace, node: int) -> int:
    left = int64(tree.count[node]) - int64(tree.tried[node])
    begin = int64(tree.names[node]) + int64(tree.tried[node])
    if not guide.guides_expansion or left > len(work.weights) or is_random(guide, work):
        return begin + below(work.rng, left)
    return begin + best_candidate(guide, tree, work, int64(tree.player[node]), begin, left)


@compiled(borrows=True)
def best_candidate(guide: Guide, tree: Tree, work: Workspace, player: int, begin: int, count: int) -> int:
    """Which of so many candidates behind a place in the labels MAST takes."""
    context = context_now(guide, work)
    for index in range(count):
        length = actions_of(tree, int64(tree.labels[begin + index]), work.move)
        work.weights[index] = sequence_score(guide, player, context, work.move, 0, length)
    return drawn(guide, work, count)


@compiled(borrows=True)
def learn_averages(guide: Guide, table: TurnTable, work: Workspace, end: int) -> None:
    """MAST, NST: add the result to all that was made in the first `end` actions of the line."""
    context, last, before = START, START, START
    for index in range(end):
        action, player = int64(work.line[index]), int64(work.movers[index])
        result, is_end = work.result[player - 1], table.is_start[action >> CELL_BITS]
        if guide.mast == SPLIT or guide.mast == MIX:
            learn(guide.memory, action_name(player, action), result)
        if guide.mast == CONTEXT or guide.mast == MIX or (guide.mast == JOIN and is_end):
            learn(guide.memory, context_name(player, context, action), result)
        if guide.grams > 1 and (guide.mast == SPLIT or is_end):
            name = action_name(player, action) if guide.mast == SPLIT else context_name(player, context, action)
            learn_grams(guide, name, last, before, result)
            last, before = name, last
        context = next_context(guide, context, action, is_end)


@compiled(inline=True, borrows=True)
def learn_grams(guide: Guide, name: np.uint64, last: np.uint64, before: np.uint64, result: float) -> None:
    """NST: add the result to the sequences of two and three that end with a unit."""
    if last != START:
        longer_name = gram_name(name, last)
        learn(guide.memory, longer_name, result)
        if guide.grams > 2 and before != START:
            learn(guide.memory, gram_name(longer_name, before), result)
