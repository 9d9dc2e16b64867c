"""What the loops of A* and IDA* count, and what may end them."""

from typing import Any

import numpy as np

from playtree.search.budget import UNLIMITED, Budget
from playtree.search.result import Statistics

# places in `counters`; MADE: nodes, or the states that were entered where none is kept. NEEDED: room, see the loops
COUNTS = 11
(
    EXPANDED,
    MADE,
    STATES,
    PLAYOUTS,
    ENDS,
    DUPLICATES,
    BETTER_PATHS,
    PRUNED,
    DEPTHS,
    DEEPEST,
    NEEDED,
) = range(COUNTS)

MOST_EXPANDED, MOST_MADE, MOST_STATES = range(3)  # places in `limits`


def limits_of(budget: Budget) -> Any:
    """The limits that a budget sets."""
    most = [budget.iterations or UNLIMITED, budget.nodes or UNLIMITED, max(1, budget.eighths // 8)]
    return np.array(most, np.int64)


def statistics_of(counters: Any) -> Statistics:
    """What was done so far."""
    return Statistics(
        iterations=int(counters[EXPANDED]),
        playouts=int(counters[PLAYOUTS]),
        nodes=int(counters[MADE]),
        states=int(counters[STATES]),
        depths=int(counters[DEPTHS]),
        deepest=int(counters[DEEPEST]),
        terminals=int(counters[ENDS]),
        duplicates=int(counters[DUPLICATES]),
        better_paths=int(counters[BETTER_PATHS]),
        pruned=int(counters[PRUNED]),
        searches=1,
    )
