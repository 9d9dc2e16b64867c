"""What searches bring does not depend on which of several threads was faster."""

import math
from dataclasses import dataclass, field
from itertools import permutations

import pytest

import playtree
from playtree.search.result import Statistics
from playtree.search.solo.harvest import Harvest
from playtree.search.solo.method import Keeping


@dataclass
class Ended:
    """A search that has ended, as far as it is asked."""

    score: float
    line: list[int]
    is_solved: bool = False
    statistics: Statistics = field(default_factory=lambda: Statistics(iterations=10, searches=1))

    def run(self) -> None: ...

    def tick(self, now: float) -> None: ...

    def stop(self) -> None: ...


SEARCHES = [Ended(3.0, [1]), Ended(5.0, [2]), Ended(5.0, [3], is_solved=True), Ended(5.0, [4], is_solved=True)]


@pytest.mark.parametrize("order", list(permutations(range(len(SEARCHES)))), ids=str)
def test_searches_count_in_their_order_up_to_the_first_that_has_seen_all(order):
    harvest = Harvest(Keeping(records=True), (), -math.inf, has_last=True)
    for index in order:
        harvest.bring(index, SEARCHES[index])
        score, done = harvest.with_running([])
        assert score <= 5.0
        assert done.searches <= len(SEARCHES)
    harvest.close()
    assert (harvest.score, harvest.line, harvest.last, harvest.has_seen_all) == (5.0, [2], 2, True)
    assert (harvest.statistics.iterations, len(harvest.records)) == (30, 3)


def test_without_a_last_one_all_count_also_where_some_are_missing():
    harvest = Harvest(Keeping(), (9,), 4.0, has_last=False)
    for index in (3, 0):
        harvest.bring(index, SEARCHES[index])
    assert (harvest.line, harvest.with_running([SEARCHES[1]])[1].iterations) == ([9], 30)
    harvest.close()
    assert (harvest.score, harvest.line, harvest.statistics.iterations) == (5.0, [4], 20)


@pytest.mark.kernels
def test_the_rest_of_a_counted_budget_is_the_same_whichever_thread_was_faster():
    """The game without pruned moves is searched with what is left when the pruned one was seen whole."""
    game = playtree.load("random:2", size="4x4", colours=3)
    found = {
        (solution.moves, solution.proven, solution.statistics)
        for solution in (playtree.solve(game, "klein-static", iterations=600, threads=2, seed=1) for _ in range(4))
    }
    assert len(found) == 1
