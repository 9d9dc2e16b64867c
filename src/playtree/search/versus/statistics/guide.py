"""Statistics of actions that guide a search: MAST in simulations and expansion, RAVE in selection [pawlik2021] 2.2.4.

MAST    of every action the average result of the simulations in which its player made it, anywhere
NST     the same of sequences of up to three, of all players, that end with it [tak2012]; the score of an action is the
        mean over the sequences that were seen often enough. It guides simulations, MAST the expansion
RAVE    of every candidate of a node the average result of those in which it was made there or later:
        (1 - b) * mean + b * amaf, b = sqrt(K / (3 N + K))

What counts as the same: SPLIT, the same single action; CONTEXT, also after the same actions in the move; JOIN, the same
whole move; MIX, CONTEXT where its weight reaches a threshold, else SPLIT.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.compiled.random import below, uniform
from playtree.compiled.turn_calls import CELL_BITS
from playtree.games.turns import TurnTable
from playtree.search.versus.statistics.interface import (
    after_simulation,
    before_simulation,
    child_estimate,
    untried_candidate,
)
from playtree.search.versus.statistics.memory import (
    START,
    Memory,
    action_name,
    context_name,
    decay,
    gram_name,
    is_noted,
    learn,
    longer,
    note,
    score_of,
    weight_of,
)
from playtree.search.versus.tree import Tree, actions_of, place_of
from playtree.search.versus.workspace import DEPTH, IN_TREE, MID_MOVE, RECORDED, SIMULATIONS, Workspace

OFF, SPLIT, CONTEXT, JOIN, MIX = range(5)  # what counts as the same
EPSILON_GREEDY, GIBBS, ROULETTE = range(3)  # policies
UNSEEN = 1.0  # what is unknown is expected to win, so that it is tried


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
        for index in range(begin, begin + length - 1):
            if (int64(actions[index]) >> CELL_BITS) < guide.dots:
                context = longer(context, int64(actions[index]))
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
def move_gram_score(guide: Guide, work: Workspace, player: int, actions: Any, begin: int, length: int) -> float:
    """What NST says about a whole move: as one unit, or the mean of its actions, UNSEEN if one is."""
    last, before = work.recent[0], work.recent[1]
    if guide.mast == JOIN:
        return gram_score(guide, move_name(guide, player, actions, begin, length), last, before)
    total = 0.0
    for index in range(begin, begin + length):
        name = action_name(player, int64(actions[index]))
        if score_of(guide.memory, name) < 0.0:
            return UNSEEN
        total += gram_score(guide, name, last, before)
        last, before = name, last
    return total / length


@compiled(inline=True, borrows=True)
def move_name(guide: Guide, player: int, actions: Any, begin: int, length: int) -> np.uint64:
    """The name of a whole move: that of its last action in its context."""
    context = START
    for index in range(begin, begin + length - 1):
        if (int64(actions[index]) >> CELL_BITS) < guide.dots:
            context = longer(context, int64(actions[index]))
    return context_name(player, context, int64(actions[begin + length - 1]))


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
        best, chosen, ties = -1.0, 0, 1
        for index in range(count):
            score = work.weights[index]
            if score > best:
                best, chosen, ties = score, index, 1
            elif score == best:
                ties += 1
                if below(work.rng, ties) == 0:
                    chosen = index
        return chosen
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


@compiled(inline=True, borrows=True)
def context_now(guide: Guide, work: Workspace) -> np.uint64:
    """The context of the position at hand, from the actions made in this move."""
    context = START
    for index in range(work.made[0]):
        if (int64(work.prefix[index]) >> CELL_BITS) < guide.dots:
            context = longer(context, int64(work.prefix[index]))
    return context


@child_estimate.when(Guide)
def blended(guide: Guide, tree: Tree, work: Workspace, node: int, place: int, mean: float) -> float:
    if guide.rave == OFF:
        return mean
    visits = np.float64(tree.visits[node])
    if guide.reference > 0.0 and visits <= guide.reference:
        place = place_above(guide, tree, work, node, place)
        if place < 0:
            return mean
    total, count = np.float64(tree.amaf_total[place]), np.float64(tree.amaf_count[place])
    if guide.rave == MIX and count < guide.rave_threshold:
        total, count = np.float64(tree.part_total[place]), np.float64(tree.part_count[place])
    if count <= 0.0:
        return mean
    share = math.sqrt(guide.equivalence / (3.0 * visits + guide.equivalence))
    return (1.0 - share) * mean + share * total / count


@compiled(inline=True, borrows=True)
def place_above(guide: Guide, tree: Tree, work: Workspace, node: int, place: int) -> int:
    """The same candidate in the nearest node above that was visited often enough [cazenave2015]; -1 if none."""
    for level in range(work.counts[DEPTH] - 1, -1, -1):
        above = work.path[level]
        if tree.player[above] != tree.player[node] or tree.visits[above] <= guide.reference:
            continue
        names = int64(tree.names[above])
        for other in range(names, names + max(int64(tree.count[above]), int64(tree.tried[above]))):
            if is_same(tree, int64(tree.labels[place]), int64(tree.labels[other])):
                return other
        return -1
    return -1


@compiled(inline=True, borrows=True)
def is_same(tree: Tree, label: int, other: int) -> bool:
    """Whether two labels stand for the same actions."""
    if label >= 0 or other >= 0:
        return label == other
    one, two = place_of(label), place_of(other)
    length, same = int64(tree.arena[one]) + 1, 0
    while same < length and tree.arena[one + same] == tree.arena[two + same]:
        same += 1
    return same == length


@before_simulation.when(Guide)
def record_path(guide: Guide, tree: Tree, work: Workspace, depth: int) -> None:
    used = 0
    for level in range(1, depth + 1):
        parent = work.path[level - 1]
        length = actions_of(tree, int64(tree.labels[tree.names[parent] + work.ordinals[level]]), work.move)
        for index in range(length):
            work.line[used], work.movers[used] = work.move[index], tree.player[parent]
            used += 1
    work.counts[IN_TREE] = used
    for index in range(work.counts[MID_MOVE]):
        work.line[used], work.movers[used] = work.rest[index], tree.player[work.path[depth]]
        used += 1
    work.counts[RECORDED] = used


@after_simulation.when(Guide)
def learn_from_line(guide: Guide, table: TurnTable, tree: Tree, work: Workspace, depth: int) -> None:
    end = int64(work.counts[IN_TREE] if guide.is_tree_only else work.counts[RECORDED])
    if guide.mast != OFF:
        learn_averages(guide, table, work, end)
    if guide.rave != OFF:
        learn_amaf(guide, table, tree, work, depth)
    if guide.batch > 0 and (work.counters[SIMULATIONS] + 1) % guide.batch == 0:
        decay(guide.memory, guide.factor)


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


@compiled(inline=True, borrows=True)
def next_context(guide: Guide, context: np.uint64, action: int, is_end: bool) -> np.uint64:
    if is_end:
        return START
    return context if (action >> CELL_BITS) >= guide.dots else longer(context, action)


@compiled(inline=True, borrows=True)
def note_part(guide: Guide, player: int, context: np.uint64, action: int, is_end: bool) -> None:
    """An action occurs in the simulation at hand, under the name that RAVE asks for."""
    if guide.rave == SPLIT or guide.rave == MIX:
        note(guide.memory, action_name(player, action))
    if guide.rave == CONTEXT or guide.rave == MIX or (guide.rave == JOIN and is_end):
        note(guide.memory, context_name(player, context, action))


@compiled(borrows=True)
def learn_amaf(guide: Guide, table: TurnTable, tree: Tree, work: Workspace, depth: int) -> None:
    """Add the result to all candidates on the path that were made there or later, from the end of the path upwards."""
    guide.memory.stamp[0] += 1
    used, in_tree = int64(work.counts[RECORDED]), int64(work.counts[IN_TREE])
    # contexts[k]: before action k of the line
    context = START
    for index in range(used):
        action = int64(work.line[index])
        work.contexts[index] = context
        context = next_context(guide, context, action, table.is_start[action >> CELL_BITS])
    work.contexts[used] = context
    for index in range(in_tree, used):
        note_at(guide, table, work, index)
    end = in_tree
    for level in range(depth, 0, -1):
        node = work.path[level - 1]
        names, player = int64(tree.names[node]), int64(tree.player[node])
        begin = end - actions_of(tree, int64(tree.labels[names + work.ordinals[level]]), work.move)
        for index in range(begin, end):
            note_at(guide, table, work, index)
        end = begin
        result = np.float32(work.result[player - 1])
        for place in range(names, names + max(int64(tree.count[node]), int64(tree.tried[node]))):
            if is_noted(guide.memory, label_name(guide, tree, work, player, work.contexts[begin], place)):
                tree.amaf_total[place] += result
                tree.amaf_count[place] += np.float32(1.0)
            if guide.rave == MIX and is_noted(guide.memory, action_name(player, int64(tree.labels[place]))):
                tree.part_total[place] += result
                tree.part_count[place] += np.float32(1.0)


@compiled(inline=True, borrows=True)
def note_at(guide: Guide, table: TurnTable, work: Workspace, index: int) -> None:
    action = int64(work.line[index])
    note_part(guide, int64(work.movers[index]), work.contexts[index], action, table.is_start[action >> CELL_BITS])


@compiled(inline=True, borrows=True)
def label_name(guide: Guide, tree: Tree, work: Workspace, player: int, context: np.uint64, place: int) -> np.uint64:
    """The name under which RAVE looks for a candidate."""
    length = actions_of(tree, int64(tree.labels[place]), work.move)
    last = int64(work.move[length - 1])
    if guide.rave == SPLIT:
        return action_name(player, last)
    for index in range(length - 1):
        if (int64(work.move[index]) >> CELL_BITS) < guide.dots:
            context = longer(context, int64(work.move[index]))
    return context_name(player, context, last)
