"""What a search holds besides its tree: the position at hand, buffers, counters."""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.random import Words
from playtree.compiled.turn_calls import LOG
from playtree.search.versus.reserve import reserved
from playtree.search.versus.roots import Roots, known_roots

MOST_DEPTH = 1 << 14  # nodes of a path; deeper positions are simulated
MOVE_ROOM = 4096  # actions of one move
MOST_RECORDED = 1 << 20  # actions of a simulation
PARTS = 2048  # of one move that is chosen part by part

SIMULATIONS, STATES_SEEN, DEEPEST, STATUS = range(4)  # places in `counters`
# places in `counts`; MID_MOVE: actions in `rest` that were made behind the last node of the path
DEPTH, RECORDED, IN_TREE, MID_MOVE = range(4)
RUNS, OUT_OF_BUDGET, SOLVED, FAULTY = range(4)  # values of STATUS


class Workspace(NamedTuple):
    """state: the position at hand.  path, ordinals: nodes from the root, and which child of its parent each is.  move,
    rest: actions of a move, of the rest of one.  listed: a list of moves.  result: of the simulation, one number from 0
    to 1 per player.  bounds: the scores that are 1 there.  prefix, made[0]: actions made in the move at hand.
    roots: of numbers of visits.

    Where something is learned from actions: line, movers, contexts: the actions from the root to the end of the
    simulation, who made each and what came before it in its move.  weights: of what can be chosen.  logs, begins, ends,
    trail: of a move that is chosen part by part, what each part changed, where those to choose from stand in `listed`,
    and what came before.  trail, sums: also of the first actions of a move, what came before the next and the sum of
    their scores.  recent: names of the last two units of the simulation, the later one first; 0 where there is none.
    """

    state: Any
    path: Any
    ordinals: Any
    move: Any
    rest: Any
    listed: Any
    rng: Words
    result: Any
    bounds: Any
    counters: Any
    playout: Any
    line: Any
    movers: Any
    counts: Any
    weights: Any
    logs: Any
    begins: Any
    ends: Any
    trail: Any
    sums: Any
    contexts: Any
    prefix: Any
    made: Any
    recent: Any
    roots: Roots


def new_workspace(words: int, bounds: Any, rng: Words, listed: int, learns: bool, log: int = LOG) -> Workspace:
    """Buffers for a game whose states have so many words. listed: numbers that a list of moves may take. log:
    words of the record of an action.
    """
    recorded, parts, most = (MOST_DEPTH + MOST_RECORDED, PARTS, MOVE_ROOM + 1) if learns else (1, 1, 1)
    return Workspace(
        state=np.zeros(words, np.uint64),
        path=np.zeros(MOST_DEPTH, np.uint32),
        ordinals=np.zeros(MOST_DEPTH, np.uint32),
        move=np.zeros(MOVE_ROOM, np.int32),
        rest=np.zeros(MOVE_ROOM, np.int32),
        listed=reserved(listed, np.int32),
        rng=rng,
        result=np.zeros(len(bounds)),
        bounds=np.array(bounds, np.float64),
        counters=np.zeros(4, np.int64),
        playout=np.zeros(4, np.int64),
        line=reserved(recorded, np.int32),
        movers=reserved(recorded, np.int16),
        counts=np.zeros(4, np.int64),
        weights=reserved(listed if learns else 1, np.float64),
        logs=reserved(log * parts, np.int64),
        begins=reserved(parts, np.int64),
        ends=reserved(parts, np.int64),
        trail=reserved(most, np.uint64),
        sums=reserved(most, np.float64),
        contexts=reserved(recorded + 1, np.uint64),
        prefix=np.zeros(MOVE_ROOM, np.int32),
        made=np.zeros(1, np.int64),
        recent=np.zeros(2, np.uint64),
        roots=known_roots(),
    )
