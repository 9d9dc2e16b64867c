"""How a budget is spent over searches: one tree for all of it, or many small ones that know nothing of each other.

`RestartsKeeping` keeps what was found out about states from one search to the next (kept.py), in a table a thread.

Randomised restarts escape local maxima: ten trees of 50,000 nodes did better than one of 500,000 [schadd2012] 4.7, 6.3.
"""

from typing import NamedTuple

from playtree.errors import InputError
from playtree.search.budget import LEAST_NODES


class OneSearch(NamedTuple):
    """A single tree; several threads grow one each, with its share of the budget. searches: always 1."""

    searches: int = 1


class Restarts(NamedTuple):
    """searches: into how many searches a counted budget is split, if above 0. nodes: size of each search's tree, if
    above 0; searches follow one another until the budget is used.
    """

    searches: int = 0
    nodes: int = 0


class RestartsKeeping(NamedTuple):
    """searches, nodes: as in Restarts. trust: share of the earlier visits of a state that a node starts with."""

    searches: int = 0
    nodes: int = 0
    trust: float = 1.0


def check_restarts(kind: str, allocation: Restarts | RestartsKeeping) -> None:
    """InputError unless the numbers say how large a search is."""
    if allocation.searches < 1 and allocation.nodes < LEAST_NODES:
        expected = f"expected at least {LEAST_NODES}, or searches above 0"
        raise InputError(f"allocation {kind}: nodes is {allocation.nodes}; {expected}")
