"""The question of evaluation: what is a state worth to a beam that can keep only so many?"""

from typing import Any, NamedTuple

from playtree.compiled.generic import generic


class Bench(NamedTuple):
    """What evaluations work with. state: uint64[], may be changed. actions: int64[A]. line: int64[L]. policy:
    float64[16], memory: float64[64] and playout: int64[4] are a simulation's (compiled/calls.py). final: float64[1].
    features: float64[F]. weights: float64[P, F], by phase. rng: uint64[1], made of the state's key, so that a state is
    worth the same whoever asks. found: float64[1], score of the best game of now, -inf without one; found_line:
    int64[L] and found_length: int64[1], its moves from the state on. counters: int64[4], simulations, states whose
    moves were computed, actions and line that did not fit.
    """

    state: Any
    actions: Any
    line: Any
    policy: Any
    memory: Any
    playout: Any
    final: Any
    features: Any
    weights: Any
    rng: Any
    found: Any
    found_line: Any
    found_length: Any
    counters: Any


BENCH_COUNTERS = 4
SIMULATIONS, STATES_PASSED, ACTIONS_NEEDED, LINE_NEEDED = range(BENCH_COUNTERS)  # places in a bench's counters


@generic(borrows=True)
def evaluate(evaluation: Any, game: Any, state: Any, gained: float, bench: Bench) -> float:
    """Say what `state`, reached with the points `gained`, is worth; higher is better. Leaves `state` as it is."""


@generic
def needed_function(evaluation: Any) -> str:
    """The function that the game must have, "" if none."""
