"""A learned evaluation: the points so far and a weighted sum of what describes the state.

    gained + sum over i of w[p, i] * x[i],    p = the phase of the game, floor(x[0] * phases)

x is what the game's `features` writes; x[0] is how much of the game is over. The weights come from a file (weights.py).
"""

from typing import Any, NamedTuple

from playtree.compiled import calls
from playtree.compiled.numbers import int64
from playtree.search.solo.beam.evaluation.interface import STATES_PASSED, Bench, evaluate, needed_function


class Linear(NamedTuple):
    """share: what a point that is expected counts, against one that is gained."""

    share: float = 1.0


@evaluate.when(Linear)
def linear_value(evaluation: Linear, game: Any, state: Any, gained: float, bench: Bench) -> float:
    count = calls.features(game.features, game.data, state, bench.features)
    bench.counters[STATES_PASSED] += 1
    phases = bench.weights.shape[0]
    phase = min(int64(bench.features[0] * phases), phases - 1)
    total = 0.0
    for index in range(min(count, bench.weights.shape[1])):
        total += bench.weights[phase, index] * bench.features[index]
    return gained + evaluation.share * total


@needed_function.when(Linear)
def linear_needs(evaluation: Linear) -> str:
    return "features"
