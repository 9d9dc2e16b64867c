"""The question of choice: which of many children form the next level, given what each is worth?

The best by value always do; a choice says how the values of siblings are changed before they are compared with the
others'.
"""

from typing import Any

from playtree.compiled.generic import generic


@generic(borrows=True)
def adjust(choice: Any, values: Any, keys: Any, ranks: Any, count: int, seed: Any) -> None:
    """Change the values of the first `count` children, which are siblings. keys: of their states. ranks: float64[],
    memory to work with.
    """
