"""IDA* at work: passes of the loop, each with a lower threshold."""

import math

import numpy as np

from playtree.compiled import calls
from playtree.compiled.decorator import compiled
from playtree.compiled.random import seeded
from playtree.games.interface import GameTable, Policy
from playtree.search.result import Statistics
from playtree.search.solo.classic import deepening as loop
from playtree.search.solo.classic.counters import COUNTS, MADE, NEEDED, limits_of, statistics_of
from playtree.search.solo.classic.finish import (
    FIRST_ACTIONS,
    FIRST_LINE,
    Finishing,
    new_finish,
    with_actions,
    with_line,
)
from playtree.search.solo.classic.method import IdaStar
from playtree.search.solo.method import Task


@compiled(borrows=True)
def bound_of(game: GameTable, state: object) -> float:
    """What no continuation exceeds."""
    return calls.bound(game.bound, game.data, state)


class IdaStarSearch(Finishing):
    """One IDA*; `run` in any thread, the rest may be read meanwhile."""

    def __init__(self, method: IdaStar, task: Task, policy: Policy) -> None:
        game, budget = task.game, task.budget
        super().__init__(budget.seconds)
        self._table = game.table("scores", "sample", "key", "bound")._replace(playout=policy.playout)
        self._words = len(game.start)
        self._shrink, self._start = method.shrink, game.start.copy()
        self._work = loop.Ida(
            finish=new_finish(game, policy, seeded(task.seed)),
            counters=np.zeros(COUNTS, np.int64),
            limits=limits_of(budget),
            course=np.array([-1, 1, 0], np.int64),
            numbers=np.full(3, -np.inf),
            relaxation=float(method.relaxation),
            every=int(method.every),
            stop=self._stop,
        )
        self._work.counters[MADE] = 1
        self._stack = loop.new_stack(FIRST_LINE, FIRST_ACTIONS, self._words)
        self._stack.states[0] = game.start
        self._seen = loop.new_seen(1 << method.table_bits)

    def run(self) -> None:
        """Search until the best game is proven, or the budget is used, or `stop` is called."""
        with np.errstate(all="ignore"):  # numbers wrap around on purpose; only interpreted code would complain
            while (reason := int(loop.first_game(self._table, self._stack, self._work))) >= 0:
                self._make_room(reason)
            numbers, course = self._work.numbers, self._work.course
            numbers[loop.THRESHOLD] = self._work.relaxation * bound_of(self._table, self._start)
            while True:
                reason = int(loop.go_on(self._table, self._stack, self._seen, self._work))
                if reason in (loop.BUDGET_USED, loop.STOPPED):
                    return
                if reason != loop.PASS_DONE:
                    self._make_room(reason)
                    continue
                if numbers[loop.CUT_BOUND] <= self.score:
                    self.is_solved = True
                    return
                nearer = self.score + self._shrink * (numbers[loop.THRESHOLD] - self.score)
                numbers[loop.THRESHOLD] = min(numbers[loop.CUT_F], nearer)
                numbers[loop.CUT_F] = numbers[loop.CUT_BOUND] = -math.inf
                course[loop.PASS] += 1

    def _make_room(self, reason: int) -> None:
        needed, work, stack = int(self._work.counters[NEEDED]), self._work, self._stack
        depths, actions = stack.actions.shape
        if reason == loop.ACTIONS_FULL:
            actions = 2 * needed
            self._work = work._replace(finish=with_actions(work.finish, needed))
        else:
            depths = 2 * needed
            self._work = work._replace(finish=with_line(work.finish, needed))
        self._stack = loop.new_stack(depths, actions, self._words)
        for name in stack._fields:
            before = getattr(stack, name)
            getattr(self._stack, name)[tuple(slice(0, size) for size in before.shape)] = before

    @property
    def statistics(self) -> Statistics:
        """What was done so far. nodes: states entered or cut, since none is kept in memory."""
        return statistics_of(self._work.counters)
