"""A swarm at work: threads in one shared tree, or rounds over a layer."""

import math
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from playtree.compiled.lines import alone
from playtree.compiled.random import seeded
from playtree.games.interface import Policy
from playtree.search.budget import UNLIMITED
from playtree.search.result import Statistics
from playtree.search.solo.method import Task
from playtree.search.solo.swarm import hand as places
from playtree.search.solo.swarm.hand import HIGHEST, LOWEST, Hand, new_hand, with_actions, with_line
from playtree.search.solo.swarm.layer import Layer, made_layer, ordered
from playtree.search.solo.swarm.loop import ACTIONS_FULL, LINE_FULL, grow
from playtree.search.solo.swarm.method import Swarm
from playtree.search.solo.swarm.shared_tree import (
    CLOSED,
    DUPLICATES,
    NODE_BYTES,
    REFUSED,
    ROOT,
    USED,
    levels_of,
    new_shared_tree,
)
from playtree.search.solo.timed import Timed


class SwarmSearch(Timed):
    """One swarm; `run` in any thread, the rest may be read meanwhile."""

    def __init__(self, method: Swarm, task: Task, policy: Policy) -> None:
        game, budget = task.game, task.budget
        super().__init__(budget.seconds)
        self._method, self._rules, self._start = method, method.rules, game.start.copy()
        self._table = game.table("scores", "sample", "key", "canonical")._replace(playout=policy.playout)
        room = max(1, min(method.memory_mb * 2**20 // NODE_BYTES, budget.nodes or UNLIMITED))
        if budget.iterations is not None and method.layer == 0:
            room = min(room, 64 + 1024 * budget.iterations)  # an iteration adds the children of one node
        self.tree = new_shared_tree(room)
        self._most_iterations = budget.iterations or UNLIMITED
        self._most_eighths = budget.eighths
        ends_full = budget.nodes is not None and not budget.bounds_memory
        self._most_refused = 1 if ends_full else UNLIMITED
        eighths = max(1, self._most_eighths // task.threads)
        limits = np.array([self._most_iterations, eighths, self._most_refused], np.int64)
        self._span = alone(np.array([math.inf, -math.inf]))
        self._done = alone(np.zeros(1, np.int64))
        self._seed = task.seed
        self.hands = [
            new_hand(game, policy, seeded(part), self._span, limits, self._done, self._stop)
            for part in task.seed.spawn(task.threads)
        ]

    def run(self) -> None:
        """Search until all is seen, or the budget is used, or `stop` is called."""
        # numbers wrap around on purpose; only interpreted code would complain
        with np.errstate(all="ignore"), ThreadPoolExecutor(len(self.hands)) as pool:
            self._play_once()
            if self._method.layer > 0:
                self._search_layer(pool)
            else:
                list(pool.map(self._search_tree, range(len(self.hands))))
            self.is_solved = bool(self.tree.closed[ROOT] == CLOSED) and int(self.tree.counts[REFUSED]) == 0

    def _play_once(self) -> None:
        """One iteration whatever the budget, so that there is a line."""
        limits, stop = np.full(3, UNLIMITED, np.int64), np.zeros(1, np.int64)
        kept = self.hands[0].limits, self.hands[0].stop
        self.hands[0] = self.hands[0]._replace(limits=limits, stop=stop)
        self._grow(0, ROOT, self._start, 0.0, 1)
        self.hands[0] = self.hands[0]._replace(limits=kept[0], stop=kept[1])

    def _grow(self, index: int, node: int, start: Any, gained: float, times: int) -> int:
        """Iterate, enlarging buffers where the loop asks for it; return why it ends."""
        aim = int(self.hands[index].counters[places.ITERATIONS]) + times
        while True:
            hand = self.hands[index]
            left = aim - int(hand.counters[places.ITERATIONS])
            with np.errstate(all="ignore"):
                reason = int(grow(self._rules, self._table, self.tree, hand, node, start, gained, left))
            if reason == ACTIONS_FULL:
                self.hands[index] = with_actions(hand)
            elif reason == LINE_FULL:
                self.hands[index] = with_line(hand)
            else:
                return reason

    def _search_tree(self, index: int) -> None:
        self._grow(index, ROOT, self._start, 0.0, UNLIMITED)

    def _search_layer(self, pool: Any) -> None:
        """Rounds over a layer, each with the states that look best at its beginning."""
        seeds = np.random.SeedSequence(self._seed.entropy, spawn_key=(*self._seed.spawn_key, 1 << 20))
        while (layer := self._layer(seeds)) is None:
            self.hands[0] = with_actions(self.hands[0])
        while not self._stop[0] and self.tree.closed[ROOT] != CLOSED:
            left = self._iterations_left()
            if left <= 0 or self.tree.counts[REFUSED] >= self._most_refused:
                return
            order = ordered(layer, self.tree, self._method.exploration, self._span, self._method.together)
            if len(order) == 0:
                return
            times = np.minimum(self._method.each, np.maximum(left - self._method.each * np.arange(len(order)), 0))
            spans = list(pool.map(lambda index: self._round(layer, order, times, index), range(len(self.hands))))  # noqa: B023
            self._span[LOWEST] = min(self._span[LOWEST], *(span[LOWEST] for span in spans))
            self._span[HIGHEST] = max(self._span[HIGHEST], *(span[HIGHEST] for span in spans))

    def _iterations_left(self) -> int:
        """How many iterations the budget still has, as far as units can be told beforehand: a round is not cut."""
        done, used = self._count(places.ITERATIONS), 8 * self._count(places.STATES) + self._count(places.LEVELS)
        by_units = -(-(self._most_eighths - used) * done // used)  # at as many each as until now
        return min(self._most_iterations - done, by_units, UNLIMITED)

    def _layer(self, seeds: np.random.SeedSequence) -> Layer | None:
        return made_layer(self._table, self.tree, self.hands[0], self._start, self._method.layer, seeds)

    def _round(self, layer: Layer, order: Any, times: Any, index: int) -> Any:
        """What one thread does in a round: every n-th state of the order; return the span of the scores."""
        whole = np.array([math.inf, -math.inf])
        kept = self.hands[index]
        for place, count in zip(order[index :: len(self.hands)], times[index :: len(self.hands)], strict=True):
            if count == 0 or self._stop[0]:
                continue
            span, generator = self._span.copy(), layer.generators[place : place + 1]
            self.hands[index] = self.hands[index]._replace(
                span=span, rng=generator, limits=np.array([UNLIMITED, UNLIMITED, self._most_refused], np.int64)
            )
            self._grow(index, int(layer.nodes[place]), layer.states[place], float(layer.gained[place]), int(count))
            whole[LOWEST], whole[HIGHEST] = min(whole[LOWEST], span[LOWEST]), max(whole[HIGHEST], span[HIGHEST])
        self.hands[index] = self.hands[index]._replace(span=kept.span, rng=kept.rng, limits=kept.limits)
        return whole

    def _count(self, place: int) -> int:
        return sum(int(hand.counters[place]) for hand in self.hands)

    def _best(self) -> Hand:
        """The hand with the best game; of equal ones the line that comes first, whichever thread found it."""
        return max(self.hands, key=lambda hand: (float(hand.best[0]), [-action for action in _line_of(hand)]))

    @property
    def score(self) -> float:
        """Score of the best game so far; -inf before the first."""
        return max(float(hand.best[0]) for hand in self.hands)

    @property
    def line(self) -> list[int]:
        """Actions of the best game."""
        return _line_of(self._best())

    @property
    def statistics(self) -> Statistics:
        """What was done so far."""
        nodes = min(int(self.tree.counts[USED]), len(self.tree.visits))
        nodes_at = levels_of(self.tree, nodes)
        return Statistics(
            iterations=self._count(places.ITERATIONS),
            playouts=self._count(places.PLAYOUTS),
            nodes=nodes,
            depths=sum(depth * count for depth, count in enumerate(nodes_at)),
            deepest=max(len(nodes_at) - 1, 0),
            nodes_at=nodes_at,
            states=self._count(places.STATES),
            levels=self._count(places.LEVELS),
            terminals=self._count(places.ENDS),
            duplicates=int(self.tree.counts[DUPLICATES]),
            without_room=int(self.tree.counts[REFUSED]),
            searches=1,
        )


def _line_of(hand: Hand) -> list[int]:
    return [int(action) for action in hand.best_line[: hand.counters[places.BEST_LENGTH]]]
