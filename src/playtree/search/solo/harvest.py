"""What the searches of a run bring, taken in their order, so that the result does not depend on which was faster."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from playtree.search.excerpt import Excerpt
from playtree.search.result import SearchRecord, Statistics
from playtree.search.solo.method import HasStory, HasTree, IsRecorded, Keeping, Running


@dataclass(frozen=True)
class Sheaf:
    """What is kept of a search that has ended; its memory is free."""

    score: float
    line: list[int]
    statistics: Statistics
    is_solved: bool
    is_exhausted: bool
    record: SearchRecord | None
    tree: Excerpt | None
    story: Sequence[str] | None


class Harvest:
    """The best game of all searches, and what they did. known: a game to begin with, and what it scores.

    last: the search after which none counts, where has_last: the first one that has seen all. What other threads did
    meanwhile for later ones depends on the clock, and is thrown away.
    """

    def __init__(self, keeping: Keeping, known: Sequence[int], known_score: float, *, has_last: bool) -> None:
        self.score, self.line = known_score, list(known)
        self.statistics = Statistics()
        self.last = math.inf
        self.has_seen_all = self.is_exhausted = False
        self.records = list[SearchRecord]()
        self.tree: Excerpt | None = None
        self._tree_score = -math.inf
        self._stories = list[tuple[int, Sequence[str]]]()
        self._keeping, self._has_last = keeping, has_last
        self._waiting: dict[int, Sheaf] = {}
        self._taken = 0

    def bring(self, index: int, search: Running) -> None:
        """A search has ended."""
        # the tree of the best search is kept also where the known game is better; of equal ones the earlier counts
        has_tree = self._keeping.tree_nodes > 0 and isinstance(search, HasTree) and search.score > self._tree_score
        self._waiting[index] = Sheaf(
            search.score,
            search.line,
            search.statistics,
            search.is_solved,
            getattr(search, "is_exhausted", False) and not search.is_solved,
            record_of(search) if self._keeping.records else None,
            search.excerpt(self._keeping.tree_nodes) if has_tree and isinstance(search, HasTree) else None,
            search.story if isinstance(search, HasStory) else None,
        )
        if search.is_solved and self._has_last:
            self.last = min(self.last, index)
        while self._taken in self._waiting:
            self._take(self._taken, self._waiting.pop(self._taken))
            self._taken += 1

    def close(self) -> None:
        """No search will be brought any more."""
        for index in sorted(self._waiting):
            self._take(index, self._waiting.pop(index))

    def _take(self, index: int, found: Sheaf) -> None:
        if index > self.last:
            return
        self.statistics += found.statistics
        self.has_seen_all |= found.is_solved
        self.is_exhausted |= found.is_exhausted
        if found.score > self.score:
            self.score, self.line = found.score, found.line
        if found.tree is not None and found.score > self._tree_score:
            self.tree, self._tree_score = found.tree, found.score
        if found.record is not None:
            self.records.append(found.record)
        if found.story is not None:
            self._stories.append((index, found.story))

    def with_running(self, running: Sequence[Running]) -> tuple[float, Statistics]:
        """The best score so far, and what was done: with what waits for its turn, and searches that go on."""
        others: list[Sheaf | Running] = [*self._waiting.values(), *running]
        score = max([self.score, *(each.score for each in others)])
        return score, sum((each.statistics for each in others), self.statistics)

    @property
    def story(self) -> tuple[str, ...]:
        """What the searches tell; of several each says which it is."""
        several = len(self._stories) > 1
        return tuple(
            f"thread {index + 1}, {part}" if several else part for index, parts in self._stories for part in parts
        )


def record_of(search: Running) -> SearchRecord:
    """What a search did, over time if it knows."""
    if isinstance(search, IsRecorded):
        return search.record
    return SearchRecord(search.score, tuple(search.line), search.statistics, (), search.is_solved)
