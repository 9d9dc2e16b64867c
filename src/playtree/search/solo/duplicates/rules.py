"""The ways to deal with duplicates in a tree [klein2015] 6.7.

Separate     every path has its own node: a plain tree
Naive        the second parent does without the state
Dynamic      the parent that reaches it with the higher gain has it
Consistent   as Dynamic, and the statistics move too: they are taken from the ancestors of the first parent and
             given to those of the second. Results of solved nodes are taken back as well (statistics retraction).
"""

from typing import Any, NamedTuple

from playtree.search.solo.duplicates.interface import carries_statistics, looks_up, takes_over


class Separate(NamedTuple):
    """states: nodes per state; always one per path, 0."""

    states: int = 0


class Naive(NamedTuple):
    """states: nodes per state."""

    states: int = 1


class Dynamic(NamedTuple):
    """states: nodes per state."""

    states: int = 1


class Consistent(NamedTuple):
    """states: nodes per state."""

    states: int = 1


def _yes(rule: Any) -> bool:
    return True


def _no(rule: Any) -> bool:
    return False


def _never(rule: Any, old: float, new: float) -> bool:
    return False


def _if_better(rule: Any, old: float, new: float) -> bool:
    return new > old


looks_up.when(Separate)(_no)
takes_over.when(Separate)(_never)
takes_over.when(Naive)(_never)
carries_statistics.when(Consistent)(_yes)
for _kind in (Naive, Dynamic, Consistent):
    looks_up.when(_kind)(_yes)
for _better in (Dynamic, Consistent):
    takes_over.when(_better)(_if_better)
for _plain in (Separate, Naive, Dynamic):
    carries_statistics.when(_plain)(_no)
