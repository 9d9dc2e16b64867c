"""Evaluations that look at the points: those gained, and those on offer.

    Score            gained
    ScoreAndRewards  gained + weight * sum of the rewards of all actions of now

In SameGame the second is the score plus the groups on the board, each as if it were removed as it is.
"""

from typing import Any, NamedTuple

from playtree.compiled import calls
from playtree.compiled.decorator import compiled
from playtree.search.solo.beam.evaluation.interface import (
    ACTIONS_NEEDED,
    STATES_PASSED,
    Bench,
    evaluate,
    needed_function,
)
from playtree.search.solo.steps import copy_words


class Score(NamedTuple):
    """The points so far."""


class ScoreAndRewards(NamedTuple):
    """weight: what a point on offer counts, against one that is gained."""

    weight: float = 1.0


@evaluate.when(Score)
def score_value(evaluation: Score, game: Any, state: Any, gained: float, bench: Bench) -> float:
    return gained


@evaluate.when(ScoreAndRewards)
def score_and_rewards_value(evaluation: ScoreAndRewards, game: Any, state: Any, gained: float, bench: Bench) -> float:
    return gained + evaluation.weight * rewards_on_offer(game, state, bench)


@compiled(inline=True, borrows=True)
def rewards_on_offer(game: Any, state: Any, bench: Bench) -> float:
    """The sum of the rewards of all actions."""
    count = calls.legal(game.legal, game.data, state, bench.actions)
    bench.counters[STATES_PASSED] += 1
    if count > len(bench.actions):
        bench.counters[ACTIONS_NEEDED] = count
        return 0.0
    total = 0.0
    for index in range(count):
        copy_words(state, bench.state)
        total += calls.apply(game.apply, game.data, bench.state, bench.actions[index])
    return total


@needed_function.when(Score)
def score_needs(evaluation: Score) -> str:
    return ""


@needed_function.when(ScoreAndRewards)
def score_and_rewards_needs(evaluation: ScoreAndRewards) -> str:
    return ""
