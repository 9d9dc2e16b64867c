"""One search: a tree, from its seed to its best line."""

import math
import time
from typing import Any

import numpy as np

from playtree.compiled.random import seeded
from playtree.games.interface import Game, GameTable, Policy
from playtree.search.budget import UNLIMITED, Budget
from playtree.search.excerpt import Excerpt, excerpt_of
from playtree.search.result import SearchRecord, Snapshot, Statistics
from playtree.search.solo.allocation.per_move import FINALS
from playtree.search.solo.duplicates.interface import looks_up, shares_nodes
from playtree.search.solo.duplicates.solved import record_best, settle_tops
from playtree.search.solo.exploration.interface import first_weight, weight_at
from playtree.search.solo.final_move import make_move, start_anew, step_back
from playtree.search.solo.growth import prepare_root
from playtree.search.solo.kept import Kept, keep
from playtree.search.solo.loop import grow
from playtree.search.solo.selection.interface import keeps_moves
from playtree.search.solo.simulation.interface import learns
from playtree.search.solo.timed import Holding
from playtree.search.solo.variant import Variant
from playtree.search.solo.workspace import (
    BEST_LENGTH,
    BETTER_PATHS,
    BUDGET_USED,
    DUPLICATES,
    ITERATIONS,
    LINE_FULL,
    MOST_ITERATIONS,
    NEEDED,
    PRUNED,
    SOLVED,
    START_DEPTH,
    STOPPED,
    TREE_FULL,
    enlarged_for,
    new_workspace,
    statistics_of,
)
from playtree.search.tree import enlarged, new_tree

FIRST_NODES, FIRST_ACTIONS = 1 << 16, 1 << 19
RUNS, FOR_THE_MOVE, FOR_GOOD = range(3)  # values of the stop word
SNAPSHOT_SHARE = 4  # a snapshot follows after a quarter as many iterations more


class Search(Holding):
    """A tree that grows when `run` is called, in any thread; the other members may be read meanwhile."""

    _length_place = BEST_LENGTH

    def __init__(
        self,
        game: Game,
        table: GameTable,
        policy: Policy,
        variant: Variant,
        budget: Budget,
        seed: np.random.SeedSequence,
        *,
        is_recorded: bool = False,
        kept: Kept | None = None,
    ) -> None:
        super().__init__(budget.seconds)
        rules = variant.rules
        self._game, self._table, self._rules = game, table._replace(playout=policy.playout, choose=policy.choose), rules
        self._variant, self._moves = variant, variant.moves
        self._ends = self._moves.ends(budget.ru)  # fractions of the budget at which moves are made
        is_looking, is_learning = bool(looks_up(rules.duplicates)), bool(learns(rules.simulation))
        self._work = new_workspace(
            game, policy, budget, seeded(seed), self._stop, looks_up=is_looking, learns=is_learning, kept=kept
        )
        is_graph = bool(shares_nodes(rules.duplicates))
        weight, has_moves = float(first_weight(rules.exploration)), is_learning or bool(keeps_moves(rules.selection))
        self.tree = new_tree(FIRST_NODES, FIRST_ACTIONS, weight, keeps_moves=has_moves, is_graph=is_graph)
        with np.errstate(all="ignore"):
            prepare_root(rules, self._table, self.tree, self._work)
        self._begin, self._seconds = time.monotonic(), budget.seconds or math.inf
        self._is_ended = False
        self._move_end = 1.0  # fraction of the time at which the move of now is made
        self._most_iterations = UNLIMITED  # for the move of now
        self._course: list[Snapshot] = []
        self._next_snapshot = 1 if is_recorded else UNLIMITED
        self.is_solved = self.is_exhausted = False  # exhausted: solved but for what was pruned

    def run(self) -> None:
        """Search until the budget is used or `stop` is called."""
        self._search()
        if math.isinf(self.score):
            self._play_plainly()
        if isinstance(self._work.kept, Kept):
            keep(self.tree, self._work.kept, self.score, self._variant.keeps_scores)

    def _search(self) -> None:
        final = None if self._moves.final is None else FINALS.index(self._moves.final)
        # Numbers wrap around and a child without visits is worth inf, on purpose; only interpreted code would complain.
        with np.errstate(all="ignore"):
            for end in self._ends:
                self._limit(end)
                reason = self._grow()
                while reason == SOLVED and step_back(self._table, self.tree, self._work, self._game.start):
                    reason = self._grow()
                self.is_exhausted = reason == SOLVED
                self.is_solved = self.is_exhausted and self._is_proof()
                if self.is_exhausted or self._stop[0] == FOR_GOOD:
                    return
                if (
                    final is not None
                    and make_move(self._rules, self._table, self.tree, self._work, final)
                    and self._moves.starts_anew
                ):
                    start_anew(self.tree, self._work)

    def _is_proof(self) -> bool:
        """Whether no game is better than the best, now that all that is left was seen. The best is known then."""
        counters, duplicates = self._work.counters, self._rules.duplicates
        if looks_up(duplicates):
            settle_tops(self._table, self.tree, self._work.table, self._game.start)
            record_best(self._table, self.tree, self._work, self._game.start)
        # any second way into a graph counts: a game was played through its nodes on one way, not on the best
        ways = counters[DUPLICATES if shares_nodes(duplicates) else BETTER_PATHS]
        return self._variant.is_proof(is_pruned=bool(counters[PRUNED]), is_met=bool(ways))

    def _play_plainly(self) -> None:
        """Keep the game of the first moves there are: all simulations were cut short, so no whole game is known."""
        state, line, score = self._game.start.copy(), list[int](), 0.0
        while legal := self._game.legal(state):
            line.append(legal[0])
            score += self._game.apply(state, legal[0])
        self._work = self._work._replace(best_line=np.array(line, np.int64))
        self._work.counters[BEST_LENGTH] = len(line)
        self._work.best[0] = score + self._game.final(state)

    def tick(self, now: float) -> None:
        """Tell the search what time it is; it makes its move or ends when it is time."""
        used = (now - self._begin) / self._seconds
        self._work.time_left[0] = max(0.0, 1.0 - used)
        if used >= 1.0:
            self.stop()
        elif used >= self._move_end and self._stop[0] == RUNS:
            self._stop[0] = FOR_THE_MOVE

    def _limit(self, share: float) -> None:
        """Let the loop return when so much of the budget is used."""
        self._move_end = share
        if self._stop[0] == FOR_THE_MOVE:
            self._stop[0] = RUNS
        if self._is_ended:  # by another thread, whose word may have come between these two lines
            self._stop[0] = FOR_GOOD
        limits = [UNLIMITED if total == UNLIMITED else max(1, int(share * total)) for total in self._work.totals]
        self._work.limits[: len(limits)] = limits
        self._most_iterations = limits[MOST_ITERATIONS]

    def _grow(self) -> int:
        """Run the loop, enlarging buffers where it asks for it, until it returns for another reason."""
        while True:
            self._work.limits[MOST_ITERATIONS] = min(self._most_iterations, self._next_snapshot)
            reason = int(grow(self._rules, self._table, self.tree, self._work))
            if reason == BUDGET_USED and self._is_time_for_snapshot():
                continue
            if reason in (BUDGET_USED, SOLVED, STOPPED):
                return reason
            self._make_room(reason)

    def _make_room(self, reason: int) -> None:
        """Enlarge what the loop found too small."""
        if reason == LINE_FULL and self._work.counters[NEEDED] > self._game.most_moves:
            raise self._game.endless()
        if reason == TREE_FULL:
            self.tree = enlarged(self.tree)
        else:
            self._work = enlarged_for(self._work, reason)

    def _is_time_for_snapshot(self) -> bool:
        """Take a snapshot if the loop returned for one."""
        iterations = int(self._work.counters[ITERATIONS])
        if iterations < self._next_snapshot:
            return False
        self._course.append(self._snapshot())
        self._next_snapshot = iterations + max(1, iterations // SNAPSHOT_SHARE)
        return True

    def _snapshot(self) -> Snapshot:
        done, score, last = self.statistics, self.score, self._course[-1] if self._course else None
        weight = weight_at(
            self._rules.exploration, self._work.course, self.tree.weight[self._work.path[self.start_depth]]
        )
        return Snapshot(
            seconds=time.monotonic() - self._begin,
            iterations=done.iterations,
            nodes=done.nodes,
            ru=done.ru,
            score=score,
            line=last.line if last is not None and last.score == score else tuple(self.line),
            depth=done.depth,
            deepest=done.deepest,
            terminals=done.terminals,
            duplicates=done.duplicates,
            exploration=float(weight) * float(getattr(self._rules.selection, "c", 1.0)),
        )

    def stop(self) -> None:
        """Make `run` return after the iteration of now."""
        self._is_ended = True
        self._stop[0] = FOR_GOOD

    @property
    def statistics(self) -> Statistics:
        """What was done so far. Of copies: a search that runs goes on counting, at which numpy takes offence."""
        work = self._work
        copies = {"nodes_at": work.nodes_at.copy(), "duplicates_at": work.duplicates_at.copy()}
        return statistics_of(work._replace(**copies))

    def excerpt(self, most: int) -> Excerpt:
        """The part of the tree with at most so many nodes that was visited most."""
        return excerpt_of(self.tree, most, self.statistics.nodes)

    @property
    def record(self) -> SearchRecord:
        """What was found and done, and the snapshots taken on the way, if it is recorded."""
        course = self._course
        if self._next_snapshot != UNLIMITED and (not course or course[-1].iterations < self.statistics.iterations):
            course = [*course, self._snapshot()]
        return SearchRecord(self.score, tuple(self.line), self.statistics, tuple(course), self.is_solved)

    @property
    def start_depth(self) -> int:
        """How many moves were made for good."""
        return int(self._work.counters[START_DEPTH])

    @property
    def memory(self) -> Any:
        """What the simulation policy has learned."""
        return self._work.memory

    @property
    def base_memory(self) -> Any:
        """What the policy of the lowest level has learned, where searches are nested."""
        return self._work.memory
