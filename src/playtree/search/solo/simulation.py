"""Simulation: a game is played to its end by the game's policy, and kept if it is the best."""

from typing import Any

from playtree.compiled import calls
from playtree.compiled.calls import ABSENT, LINE_LENGTH, STATES_SEEN, TOO_MANY_ACTIONS
from playtree.compiled.decorator import compiled
from playtree.games.interface import GameTable
from playtree.games.uniform import uniform_playout
from playtree.search.solo.steps import GOES_ON, copy_words
from playtree.search.solo.workspace import (
    ACTIONS_FULL,
    BEST_LENGTH,
    LINE_FULL,
    NEEDED,
    PLAYOUTS,
    STATES,
    Workspace,
)
from playtree.search.tree import Tree


@compiled(inline=True, borrows=True)
def simulate(game: GameTable, tree: Tree, work: Workspace, depth: int) -> Any:
    """Play from the last node of the path to the end; return the game's score and length, and GOES_ON or why not."""
    gained = work.gained[depth]
    work.playout[TOO_MANY_ACTIONS] = 0
    copy_words(work.state, work.before)
    if game.playout != ABSENT:
        rest = calls.playout(
            game.playout, game.data, work.state, work.policy, work.memory, work.rng, gained, work.line, work.playout
        )
    else:
        rest = uniform_playout(game, work.state, work.actions, work.rng, work.line, work.playout, work.final)
    score, length = gained + rest, depth + work.playout[LINE_LENGTH]
    if work.playout[TOO_MANY_ACTIONS] > 0:
        work.counters[NEEDED] = work.playout[TOO_MANY_ACTIONS]
        return score, length, ACTIONS_FULL
    if length + 2 >= len(work.line):
        work.counters[NEEDED] = length + 2
        return score, length, LINE_FULL
    work.counters[STATES] += work.playout[STATES_SEEN]
    work.counters[PLAYOUTS] += 1
    remember(tree, work, depth, length, score)
    return score, length, GOES_ON


@compiled(inline=True, borrows=True)
def remember(tree: Tree, work: Workspace, depth: int, length: int, score: float) -> None:
    """Keep the game if it is the best so far."""
    work.worst[0] = min(work.worst[0], score)
    if score > work.best[0]:
        for index in range(depth):
            work.best_line[index] = tree.action[work.path[index + 1]]
        for index in range(depth, length):
            work.best_line[index] = work.line[index - depth]
        work.best[0] = score
        work.counters[BEST_LENGTH] = length
