"""Simulations at random, by native functions of the game: by whole moves, or action by action with backtracking."""

from typing import NamedTuple

from playtree.compiled import turn_calls
from playtree.compiled.turn_calls import MOVES_MADE
from playtree.games.turns import TurnTable
from playtree.search.versus.simulation.interface import end_move, simulate
from playtree.search.versus.workspace import Workspace


class Wandering(NamedTuple):
    """address: of `wander` or `wander_split`."""

    address: int


@end_move.when(Wandering)
def complete_at_random(rule: Wandering, table: TurnTable, work: Workspace) -> int:
    return turn_calls.complete(table.complete, table.data, work.state, work.rng, work.rest)


@simulate.when(Wandering)
def wander(rule: Wandering, table: TurnTable, work: Workspace) -> int:
    turn_calls.wander(rule.address, table.data, work.state, work.rng, work.line[:0], work.playout)
    return work.playout[MOVES_MADE]
