"""Simulation: a game is played to its end by the game's policy, and kept if it is the best."""

from typing import Any

import numpy as np

from playtree.compiled import calls
from playtree.compiled.calls import ABSENT, CUT_SHORT, END_BONUS, LINE_LENGTH, STATES_SEEN, TOO_MANY_ACTIONS
from playtree.compiled.decorator import compiled
from playtree.compiled.random import below, uniform
from playtree.games.interface import GameTable
from playtree.games.uniform import chosen_playout, final_score, uniform_playout
from playtree.search.solo.moves import code_of, code_path
from playtree.search.solo.simulation.by_policy import ByPolicy
from playtree.search.solo.simulation.interface import greed, play_out, promise
from playtree.search.solo.steps import GOES_ON, TreeRules, copy_words
from playtree.search.solo.workspace import (
    ACTIONS_FULL,
    BEST_LENGTH,
    LINE_FULL,
    LINE_START,
    NEEDED,
    PLAYOUTS,
    STATES,
    Workspace,
)
from playtree.search.tree import Tree


@compiled(inline=True, borrows=True)
def simulate(rules: TreeRules, game: GameTable, tree: Tree, work: Workspace, depth: int) -> Any:
    """Play from the last node of the path to the end; return the game's score and length, and GOES_ON or why not."""
    gained = work.gained[depth]
    work.playout[TOO_MANY_ACTIONS] = 0
    copy_words(work.state, work.before)
    work.counters[LINE_START] = depth
    rest = play_out(rules.simulation, game, tree, work, depth, gained)
    score, length = gained + rest, depth + work.playout[LINE_LENGTH]
    if work.playout[TOO_MANY_ACTIONS] > 0:
        work.counters[NEEDED] = work.playout[TOO_MANY_ACTIONS]
        return score, length, ACTIONS_FULL
    if length + 2 >= len(work.line):
        work.counters[NEEDED] = length + 2
        return score, length, LINE_FULL
    work.counters[STATES] += work.playout[STATES_SEEN]
    work.counters[PLAYOUTS] += 1
    if work.playout[CUT_SHORT] == 0:
        remember(tree, work, depth, length, score)
    return score, length, GOES_ON


@play_out.when(ByPolicy)
def policy_playout(rule: Any, game: GameTable, tree: Tree, work: Workspace, depth: int, gained: float) -> float:
    """Play by the game's policy. Changes `work`."""
    if game.playout != ABSENT:
        return calls.playout(
            game.playout, game.data, work.state, work.policy, work.memory, work.rng, gained, work.line, work.playout
        )
    if game.choose != ABSENT:
        return chosen_playout(game, work.state, work.actions, work.rng, work.line, work.playout, work.final)
    return uniform_playout(game, work.state, work.actions, work.rng, work.line, work.playout, work.final)


@play_out.otherwise
def learned_playout(rule: Any, game: GameTable, tree: Tree, work: Workspace, depth: int, gained: float) -> float:
    """Play by what was learned. Changes `work`."""
    score, moves, codes = 0.0, 0, work.played.codes
    code_path(tree, work.edges, depth, work.played)
    work.playout[END_BONUS] = 0
    while True:
        count = calls.legal(game.legal, game.data, work.state, work.actions)
        if count > len(work.actions):
            work.playout[TOO_MANY_ACTIONS] = count
            break
        if count == 0:
            break
        place = min(depth + moves, len(codes) - 1)  # a line that does not fit is played again with more room
        action = work.actions[learned_index(rule, game, work, count, place)]
        codes[place] = code_of(game, work.state, action)
        if moves < len(work.line):
            work.line[moves] = action
        score += calls.apply(game.apply, game.data, work.state, action)
        moves += 1
    work.playout[LINE_LENGTH], work.playout[STATES_SEEN] = moves, moves + 1
    return score if work.playout[TOO_MANY_ACTIONS] > 0 else score + final_score(game, work.state, work.final)


@compiled(inline=True, borrows=True)
def learned_index(rule: Any, game: GameTable, work: Workspace, count: int, place: int) -> int:
    """Which of the first `count` actions is played after the first `place` moves."""
    if uniform(work.rng) >= greed(rule):
        return below(work.rng, count)
    best, chosen, equal = -np.inf, 0, 0
    for index in range(count):
        code = code_of(game, work.state, work.actions[index])
        value = promise(rule, work.learned, work.played.codes, place, code)
        if value > best:
            best, chosen, equal = value, index, 1
        elif value == best:
            equal += 1
            if below(work.rng, equal) == 0:
                chosen = index
    return chosen


@compiled(inline=True, borrows=True)
def remember(tree: Tree, work: Workspace, depth: int, length: int, score: float) -> None:
    """Keep the game if it is the best so far."""
    work.worst[0] = min(work.worst[0], score)
    if score > work.best[0]:
        for index in range(depth):
            work.best_line[index] = tree.action[work.edges[index + 1]]
        for index in range(depth, length):
            work.best_line[index] = work.line[index - depth]
        work.best[0] = score
        work.counters[BEST_LENGTH] = length
