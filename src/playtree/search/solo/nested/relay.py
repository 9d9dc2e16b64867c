"""A simulation whose result comes from outside: how a tree search asks for another search at its leaves.

A playout that has no result in its mailbox (the policy's memory) says that it has too little room; the loop of the tree
search then returns with the position, as it does for a buffer that is too small. Whoever called it puts the result and
the line there, and the loop repeats the simulation, which now has its result.
"""

from functools import cache
from typing import Any

from playtree.compiled.calls import END_BONUS, LINE_LENGTH, STATES_SEEN, TOO_MANY_ACTIONS, native
from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64

# places in the mailbox
IS_FULL, SCORE, LENGTH = range(3)
ASKS = 1 << 40  # more actions than any game has


@compiled(inline=True, borrows=True)
def relayed_playout(
    data: Any, state: Any, policy: Any, memory: Any, rng: Any, gained: float, line: Any, counters: Any
) -> float:
    """The result in the mailbox, whose line stands in `line` already; or a question. Changes `memory`, `counters`."""
    if memory[IS_FULL] == 0.0:
        counters[TOO_MANY_ACTIONS] = ASKS
        return 0.0
    memory[IS_FULL] = 0.0
    counters[LINE_LENGTH], counters[STATES_SEEN], counters[END_BONUS] = int64(memory[LENGTH]), 0, 0
    return memory[SCORE]


@cache
def relay() -> int:
    """The address of the playout."""
    return native("playout", "nested.relay", relayed_playout)
