"""Evaluations by simulation: a state is worth what games from it score, by any policy of the game.

    BestOfSimulations  max of k scores
    MeanOfSimulations  sum of k scores / k

The games are whole, so a beam with such an evaluation has a line to return from its first level on.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled import calls
from playtree.compiled.calls import ABSENT, LINE_LENGTH, STATES_SEEN, TOO_MANY_ACTIONS
from playtree.compiled.decorator import compiled
from playtree.games.uniform import uniform_playout
from playtree.search.solo.beam.evaluation.interface import (
    ACTIONS_NEEDED,
    LINE_NEEDED,
    SIMULATIONS,
    STATES_PASSED,
    Bench,
    evaluate,
    needed_function,
)
from playtree.search.solo.steps import copy_words


class BestOfSimulations(NamedTuple):
    """times: k, how many simulations."""

    times: int = 4


class MeanOfSimulations(NamedTuple):
    """times: k, how many simulations."""

    times: int = 4


@compiled(inline=True, borrows=True)
def simulated(game: Any, state: Any, gained: float, bench: Bench) -> float:
    """The score of one simulated game. Keeps its line if it is the best of now."""
    copy_words(state, bench.state)
    bench.playout[TOO_MANY_ACTIONS] = 0
    if game.playout != ABSENT:
        rest = calls.playout(
            game.playout,
            game.data,
            bench.state,
            bench.policy,
            bench.memory,
            bench.rng,
            gained,
            bench.line,
            bench.playout,
        )
    else:
        rest = uniform_playout(game, bench.state, bench.actions, bench.rng, bench.line, bench.playout, bench.final)
    score, length = gained + rest, bench.playout[LINE_LENGTH]
    bench.counters[SIMULATIONS] += 1
    bench.counters[STATES_PASSED] += bench.playout[STATES_SEEN]
    if bench.playout[TOO_MANY_ACTIONS] > 0:
        bench.counters[ACTIONS_NEEDED] = bench.playout[TOO_MANY_ACTIONS]
    elif length > len(bench.line):
        bench.counters[LINE_NEEDED] = length
    elif score > bench.found[0]:
        bench.found[0] = score
        bench.found_length[0] = length
        for index in range(length):
            bench.found_line[index] = bench.line[index]
    return score


@evaluate.when(BestOfSimulations)
def best_of_simulations_value(
    evaluation: BestOfSimulations, game: Any, state: Any, gained: float, bench: Bench
) -> float:
    best = -np.inf
    for _ in range(evaluation.times):
        best = max(best, simulated(game, state, gained, bench))
    return best


@evaluate.when(MeanOfSimulations)
def mean_of_simulations_value(
    evaluation: MeanOfSimulations, game: Any, state: Any, gained: float, bench: Bench
) -> float:
    total = 0.0
    for _ in range(evaluation.times):
        total += simulated(game, state, gained, bench)
    return total / max(evaluation.times, 1)


@needed_function.when(BestOfSimulations)
def best_of_simulations_needs(evaluation: BestOfSimulations) -> str:
    return ""


@needed_function.when(MeanOfSimulations)
def mean_of_simulations_needs(evaluation: MeanOfSimulations) -> str:
    return ""
