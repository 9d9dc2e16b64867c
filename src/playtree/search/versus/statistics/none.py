"""No statistics: candidates are tried in random order, and the average is all that counts."""

from typing import NamedTuple

from playtree.compiled.numbers import int64
from playtree.compiled.random import below
from playtree.games.turns import TurnTable
from playtree.search.versus.statistics.interface import (
    after_simulation,
    averages_only,
    before_simulation,
    child_estimate,
    untried_candidate,
)
from playtree.search.versus.tree import Tree
from playtree.search.versus.workspace import Workspace


class NoStatistics(NamedTuple):
    """Nothing is learned."""

    unused: int = 0


@untried_candidate.when(NoStatistics)
def any_candidate(statistics: NoStatistics, tree: Tree, work: Workspace, node: int) -> int:
    tried, count = int64(tree.tried[node]), int64(tree.count[node])
    return int64(tree.names[node]) + tried + below(work.rng, count - tried)


@child_estimate.when(NoStatistics)
def average(statistics: NoStatistics, tree: Tree, work: Workspace, node: int, place: int, mean: float) -> float:
    return mean


@averages_only.when(NoStatistics)
def always(statistics: NoStatistics) -> bool:
    return True


@before_simulation.when(NoStatistics)
def record_nothing(statistics: NoStatistics, tree: Tree, work: Workspace, depth: int) -> None:
    pass


@after_simulation.when(NoStatistics)
def learn_nothing(statistics: NoStatistics, table: TurnTable, tree: Tree, work: Workspace, depth: int) -> None:
    pass
