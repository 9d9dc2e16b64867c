"""A* at work: the loop, its memory, and what happens when that is full."""

import math

import numpy as np

from playtree.compiled.random import seeded
from playtree.games.interface import Policy
from playtree.search.budget import UNLIMITED
from playtree.search.result import Statistics
from playtree.search.solo.classic import best_first as loop
from playtree.search.solo.classic.counters import COUNTS, NEEDED, limits_of, statistics_of
from playtree.search.solo.classic.finish import FIRST_ACTIONS, Finishing, new_finish, with_actions, with_line
from playtree.search.solo.classic.method import AStar
from playtree.search.solo.classic.nodes import NODES, bytes_per_node, moved, new_nodes, thin_out
from playtree.search.solo.method import Task

FIRST_NODES = 1 << 12
LEAST_NODES = 1 << 10


class AStarSearch(Finishing):
    """One A*; `run` in any thread, the rest may be read meanwhile."""

    def __init__(self, method: AStar, task: Task, policy: Policy) -> None:
        game, budget = task.game, task.budget
        super().__init__(budget.seconds)
        self._table = game.table("scores", "sample", "key", "bound")._replace(playout=policy.playout)
        self._words = len(game.start)
        self._most = max(LEAST_NODES, method.memory_mb * 2**20 // bytes_per_node(self._words))
        self._work = loop.Astar(
            start=game.start.copy(),
            child=game.start.copy(),
            actions=np.empty(FIRST_ACTIONS, np.int64),
            finish=new_finish(game, policy, seeded(task.seed)),
            counters=np.zeros(COUNTS, np.int64),
            limits=limits_of(budget),
            relaxation=float(method.relaxation),
            every=int(method.every),
            stop=self._stop,
        )
        self._nodes = new_nodes(min(FIRST_NODES, self._most), self._words)

    def run(self) -> None:
        """Search until the best game is proven, or the budget is used, or `stop` is called."""
        with np.errstate(all="ignore"):  # numbers wrap around on purpose; only interpreted code would complain
            self._compile_rest()
            loop.begin(self._table, self._nodes, self._work)
            while True:
                reason = int(loop.expand_best(self._table, self._nodes, self._work))
                if reason == loop.EXHAUSTED:
                    self.is_solved = loop.is_proven(self._nodes, self.score)
                    return
                if reason in (loop.BUDGET_USED, loop.STOPPED) and self.score > -math.inf:
                    return
                self._make_room(reason)

    def _compile_rest(self) -> None:
        """Call what a budget of one state would not reach, so that no clock runs while it is compiled."""
        nothing, order = new_nodes(1, self._words), np.empty(0, np.int64)
        moved(nothing, nothing, self._stop)
        loop.open_nodes(nothing, order)
        thin_out(nothing, 0, order)

    def _make_room(self, reason: int) -> None:
        needed, work = int(self._work.counters[NEEDED]), self._work
        if reason == loop.ACTIONS_FULL:
            size = max(2 * needed, len(work.actions))
            self._work = work._replace(actions=np.empty(size, np.int64), finish=with_actions(work.finish, needed))
        elif reason == loop.LINE_FULL:
            self._work = work._replace(finish=with_line(work.finish, needed))
        elif reason == loop.MEMORY_FULL and len(self._nodes.gained) < self._most:
            self._enlarge()
        elif reason == loop.MEMORY_FULL:
            self._thin_out()
        else:  # stopped before the first game: one expansion is made all the same
            work.limits[:] = [1, UNLIMITED, UNLIMITED]
            work.stop[0] = 0

    def _enlarge(self) -> None:
        """Twice the memory, as far as it may go."""
        old = self._nodes
        new = new_nodes(min(2 * len(old.gained), self._most), self._words)
        if moved(old, new, self._stop):  # stopped, the search ends with the old one
            self._nodes = new

    def _thin_out(self) -> None:
        """Drop the least promising nodes, so that half of the memory is free."""
        found = np.empty(int(self._nodes.used[NODES]), np.int64)
        count = int(loop.open_nodes(self._nodes, found))
        order = found[:count][np.argsort(-self._nodes.priority[found[:count]], kind="stable")]
        thin_out(self._nodes, len(self._nodes.gained) // 2, order)

    @property
    def statistics(self) -> Statistics:
        """What was done so far."""
        return statistics_of(self._work.counters)
