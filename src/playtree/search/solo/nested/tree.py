"""Nested Monte-Carlo tree search: a tree search whose simulations are tree searches of the level below [baier2012].

    level 0     a simulation by the game's policy
    level 1     an ordinary tree search
    level n     a tree search that asks for a search of level n - 1, of a given size, where it would simulate

[klein2015] A.3. What simulations learn (the taboo colour) is handed from each search to the next.
"""

import copy
import math
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from playtree.compiled.calls import MEMORY_NUMBERS
from playtree.errors import InputError
from playtree.games.interface import Game, Policy, State
from playtree.search.budget import UNLIMITED, Budget
from playtree.search.result import Statistics
from playtree.search.solo.allocation.per_move import WholeGame
from playtree.search.solo.allocation.restarts import OneSearch
from playtree.search.solo.method import Method, Running, Task, policy_of
from playtree.search.solo.nested.relay import ASKS, IS_FULL, LENGTH, SCORE, relay
from playtree.search.solo.search import Search
from playtree.search.solo.variant import Variant
from playtree.search.solo.workspace import ACTIONS_FULL, LINE_FULL, NEEDED, PENDING, enlarged_for

MOST_LEVELS = 5
FUNCTIONS = ("scores", "sample", "key", "bound")


class NestedTreeSearch(Search):
    """A tree search of level 2 or more. learned: the memory of the policy at the base, shared by all levels."""

    def __init__(self, game: Game, method: "Nmcts", budget: Budget, seed: np.random.SeedSequence, learned: Any) -> None:
        self._method, self._learned, self._seed = method, learned, seed
        self._most, self._most_states = budget.iterations or UNLIMITED, budget.ru or math.inf
        self._done = Statistics()
        self._inner: Search | None = None
        self._policy = policy_of(game, method.tree)
        self._plain = game.table(*FUNCTIONS)
        outer = Budget(seconds=budget.seconds, iterations=UNLIMITED)
        super().__init__(game, self._plain, Policy("relay", relay()), method.tree, outer, seed.spawn(1)[0])

    def _make_room(self, reason: int) -> None:
        if reason == ACTIONS_FULL and self._work.counters[NEEDED] == ASKS:
            self._answer()
        else:
            super()._make_room(reason)

    def _answer(self) -> None:
        """Search from the position that waits for a simulation, and put the result into the mailbox."""
        size = self._method.inner ** (self._method.level - 1)  # simulations at the base
        left = Budget(
            iterations=max(1, min(size, self._most - self._done.iterations)),
            ru=None if math.isinf(self._most_states) else max(0.125, self._most_states - self._done.ru),
        )
        self._inner = inner = self._search_from(self._work.pending.copy(), left)
        if self._stop[0] != 0:
            inner.stop()
        inner.run()
        self._learned[:] = inner.base_memory
        line, depth = inner.line, int(self._work.counters[PENDING])
        self._done += inner.statistics
        while depth + len(line) + 2 >= len(self._work.line):
            self._work.counters[NEEDED] = depth + len(line) + 2
            self._work = enlarged_for(self._work, LINE_FULL)
        self._work.line[: len(line)] = line
        mailbox = self._work.memory
        mailbox[IS_FULL], mailbox[SCORE], mailbox[LENGTH] = 1.0, inner.score, len(line)
        if self._done.iterations >= self._most or self._done.ru >= self._most_states:
            super().stop()

    def _search_from(self, state: State, budget: Budget) -> "Search":
        game, seed = copy.copy(self._game), self._seed.spawn(1)[0]
        game.start = state
        if self._method.level > 2:
            lower = replace(self._method, level=self._method.level - 1)
            return NestedTreeSearch(game, lower, budget, seed, self._learned)
        inner = Search(game, self._plain, self._policy, self._method.tree, budget, seed)
        inner.memory[:] = self._learned
        return inner

    def stop(self) -> None:
        """Make `run` return after the iteration of now, and the search that it waits for."""
        super().stop()
        inner = self._inner
        if inner is not None:
            inner.stop()

    @property
    def base_memory(self) -> Any:
        return self._learned

    @property
    def statistics(self) -> Statistics:
        """What was done so far: iterations and simulations of the lowest trees, nodes and states of all."""
        return replace(super().statistics, iterations=0, playouts=0, searches=1) + replace(self._done, searches=0)


@dataclass(frozen=True)
class Nmcts(Method):
    """NMCTS [baier2012]. level: 2 or more. inner: iterations of each search that stands for a simulation, so that one
    of level n has inner^n simulations at the base. tree: the search of all levels; its policy is that of the lowest.
    """

    kind: ClassVar[str] = "nmcts"
    has_tree: ClassVar[bool] = True
    counts: ClassVar[tuple[str, ...]] = ("iterations", "ru")

    level: int = 2
    inner: int = 1000
    tree: Variant = field(default_factory=Variant)

    def __post_init__(self) -> None:
        if not 2 <= self.level <= MOST_LEVELS:
            raise InputError(f"search nmcts: level is {self.level}; expected 2 to {MOST_LEVELS}")
        if self.inner < 1:
            raise InputError(f"search nmcts: inner is {self.inner}; expected at least 1")
        if not isinstance(self.tree.moves, WholeGame) or not isinstance(self.tree.allocation, OneSearch):
            raise InputError("search nmcts: its trees take no budgets per move and no restarts; use whole-game")

    @property
    def prunes_moves(self) -> bool:  # type: ignore[override]
        return self.tree.prunes_moves

    def check(self, game: Game, budget: Budget) -> None:
        super().check(game, budget)
        self.tree.check(game, Budget(seconds=1))
        policy_of(game, self.tree)

    def policy_text(self, game: Game) -> str:
        return self.tree.policy_text(game)

    def with_policy(self, policy: str) -> "Nmcts":
        return replace(self, tree=replace(self.tree, policy=policy))

    def start(self, task: Task) -> Running:
        return NestedTreeSearch(task.game, self, task.budget, task.seed, np.zeros(MEMORY_NUMBERS))
