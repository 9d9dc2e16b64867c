"""Depth-budgeted search written as plainly as possible, on the slow rules: the oracle of the compiled one."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playtree.games.interface import Game


@dataclass
class PlainDive:
    """What a pass saw. value: of a state with its points. was_cut: whether a budget was too small for all children."""

    game: Game
    share: float
    value: Callable[[Game, Any, float], float]
    best: float = -math.inf
    expanded: int = 0
    repeated: int = 0
    was_cut: bool = False
    met: dict[bytes, float] = field(default_factory=dict)

    def search(self, state: Any, gained: float, budget: int) -> int:
        """Search below `state`; return what is left of the budget."""
        self.expanded += 1
        budget -= 1
        children = []
        for action in self.game.legal(state):
            child = state.copy()
            points = gained + self.game.apply(child, action)
            children.append((self.value(self.game, child, points), points, child))
        if not children:
            self.best = max(self.best, gained + self.game.final(state))
        for _, points, child in sorted(children, key=lambda one: -one[0]):
            if budget < 1:
                self.was_cut = True
                break
            if self.met.get(child.tobytes(), -math.inf) >= points:
                self.repeated += 1
                continue
            self.met[child.tobytes()] = points
            given = math.ceil(self.share * budget)
            budget += self.search(child, points, given) - given
        return budget
