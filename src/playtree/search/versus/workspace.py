"""What a search holds besides its tree: the position at hand, buffers, counters."""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.random import Words

MOST_DEPTH = 1 << 14  # nodes of a path; deeper positions are simulated
MOVE_ROOM = 4096  # actions of one move

SIMULATIONS, STATES_SEEN, DEEPEST, STATUS = range(4)  # places in `counters`
RUNS, OUT_OF_BUDGET, SOLVED, FAULTY = range(4)  # values of STATUS


class Workspace(NamedTuple):
    """state: the position at hand.  path: nodes from the root.  move: actions of a move.  listed: a list of moves.
    result: of the simulation, one number from 0 to 1 per player.  scale: makes such numbers of scores.
    line, movers: the actions of a simulation from the root on and who made each, where somebody learns from them;
    ends: in counts[0] how many. counts[1]: those of them in the tree.
    """

    state: Any
    spare: Any
    path: Any
    ordinals: Any
    move: Any
    rest: Any
    listed: Any
    rng: Words
    result: Any
    scale: Any
    counters: Any
    playout: Any
    line: Any
    movers: Any
    counts: Any
    logs: Any
    weights: Any


def new_workspace(words: int, scale: Any, rng: Words, listed: int, learns: bool) -> Workspace:
    """Buffers for a game whose states have so many words. listed: numbers that a list of moves may take."""
    return Workspace(
        state=np.zeros(words, np.uint64),
        spare=np.zeros(words, np.uint64),
        path=np.zeros(MOST_DEPTH, np.int64),
        ordinals=np.zeros(MOST_DEPTH, np.int64),
        move=np.zeros(MOVE_ROOM, np.int32),
        rest=np.zeros(MOVE_ROOM, np.int32),
        listed=np.zeros(listed, np.int32),
        rng=rng,
        result=np.zeros(len(scale)),
        scale=np.array(scale, np.float64),
        counters=np.zeros(4, np.int64),
        playout=np.zeros(4, np.int64),
        line=np.zeros(1 << 20 if learns else 1, np.int32),
        movers=np.zeros(1 << 20 if learns else 1, np.int16),
        counts=np.zeros(4, np.int64),
        logs=np.zeros(1, np.int64),
        weights=np.zeros(listed if learns else 1),
    )
