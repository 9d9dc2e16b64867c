"""The table of a learned policy: the weight of each action by its name, as playouts look it up.

Entries of two words, key and weight, stand side by side in one open-addressing table of 2^k places, which is seen as
words (`keys`) and as numbers (`values`): one cache line answers. An empty place has key 0 and weight 1, which is the
weight of everything that was not learned yet.
"""

from typing import Any

import numpy as np

from playtree.compiled.decorator import compiled

NO_KEY = np.uint64(0)
_ONE, _TWO = np.uint64(1), np.uint64(2)


@compiled(inline=True, borrows=True)
def place_of(keys: Any, key: Any) -> Any:
    """Where `key` stands in the table, or the empty place where it would; below half the length of `keys`."""
    mask = np.uint64(len(keys) // 2 - 1)
    place = key & mask
    while keys[_TWO * place] != key and keys[_TWO * place] != NO_KEY:
        place = (place + _ONE) & mask
    return place


@compiled(inline=True, borrows=True)
def learned_weight(keys: Any, values: Any, key: Any) -> float:
    """The weight of the action of this name."""
    return values[_TWO * place_of(keys, key) + _ONE]
