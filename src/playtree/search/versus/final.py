"""Which move is played when the search is over, and what else can be said about the moves."""

import heapq
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playtree.compiled.random import Words
from playtree.compiled.turn_calls import CELL_BITS
from playtree.games.turns import Move
from playtree.search.versus.choice import Alternative
from playtree.search.versus.designs.whole_moves import WholeMoves
from playtree.search.versus.proving import FOR_ALL, FOR_MOVER
from playtree.search.versus.search import Search

SHOWN = 16  # alternatives
WITH_LINE = 5  # of them, the best; a line takes about 0.1 ms after the time for a move is over
MOST_PATHS = 20_000  # looked at for a list of whole moves
LINE_MOVES = 12

Numbers = NDArray[np.int32]


@dataclass(frozen=True)
class Path:
    """A way through the tree from the start of a move to its end, or to where the tree ends."""

    actions: tuple[int, ...]
    node: int
    is_whole: bool


class Final:
    """Reads the tree of a search."""

    def __init__(self, search: Search, random: np.random.Generator) -> None:
        self.search, self.tree, self.random = search, search.tree, random

    def known(self, nodes: slice, seat: int) -> NDArray[np.bool_]:
        """Whether what a player gets in nodes side by side is certain."""
        proven, mover = self.tree.is_proven[nodes], self.tree.player[nodes] - 1
        found: NDArray[np.bool_] = (proven == FOR_ALL) | ((proven == FOR_MOVER) & (mover == seat))
        return found

    def is_known(self, node: int, seat: int) -> bool:
        """The same for one node."""
        return bool(self.known(slice(node, node + 1), seat)[0])

    def outcomes(self, nodes: slice, seat: int) -> NDArray[np.float64]:
        """The scores of a player in nodes side by side, for those that are proven."""
        players = self.search.players
        found: NDArray[np.float64] = self.tree.proofs[players * nodes.start + seat : players * nodes.stop : players]
        return found

    def expectations(self, nodes: slice, seat: int) -> NDArray[np.float64]:
        """The score that is expected for a player in nodes side by side, or certain."""
        return np.where(self.known(nodes, seat), self.outcomes(nodes, seat), self.tree.mean[nodes])

    def expected(self, node: int, seat: int) -> float:
        """The same for one node."""
        return self.expectations(slice(node, node + 1), seat).item()

    def keys(self, nodes: slice, seat: int) -> tuple[NDArray[Any], ...]:
        """What nodes side by side are compared by, rule after rule."""
        is_proven, visits = self.known(nodes, seat), self.tree.visits[nodes]
        outcomes = self.outcomes(nodes, seat)
        if self.search.design.final == "average":
            # an average of 0 leaves hope, a proven 0 none
            sure = np.where(is_proven, np.where(outcomes > 0, 1, -1), 0)
            return self.expectations(nodes, seat), sure, visits
        certain = np.where(is_proven, (outcomes >= 1).astype(np.int8) - (outcomes <= 0), 0)
        return certain, visits, self.expectations(nodes, seat)

    def key(self, node: int, seat: int) -> tuple[float, ...]:
        """What a move is compared by."""
        return tuple(key.item() for key in self.keys(slice(node, node + 1), seat))

    def children(self, node: int) -> slice:
        first = int(self.tree.first[node])
        return slice(first, first + int(self.tree.tried[node]))

    def best_child(self, node: int) -> int:
        """The best child; one of those at random if several are."""
        children = self.children(node)
        among = np.arange(children.start, children.stop)
        for key in self.keys(children, self.seat(node)):
            values = key[among - children.start]
            among = among[values == values.max()]
        return int(among[self.random.integers(len(among))])

    def seat(self, node: int) -> int:
        return int(self.tree.player[node]) - 1

    def greedy(self, start: int) -> Path:
        """The best child at every level to the end of the move."""
        node, actions = start, []
        while self.tree.tried[node] > 0:
            child = self.best_child(node)
            actions += self.actions(node, child)
            node = child
            if self.tree.is_start[node]:
                return Path(tuple(actions), node, True)
        return Path(tuple(actions), node, False)

    def actions(self, node: int, child: int) -> list[int]:
        """What leads from a node to its child; for whole moves their number."""
        label = int(self.tree.labels[int(self.tree.names[node]) + child - int(self.tree.first[node])])
        if label >= 0:
            return [label]
        place = -1 - label
        return [int(each) for each in self.tree.arena[place + 1 : place + 1 + int(self.tree.arena[place])]]

    def following(self, path: Path, child: int) -> Path:
        actions = (*path.actions, *self.actions(path.node, child))
        return Path(actions, child, bool(self.tree.is_start[child]))

    def paths(self, start: int, least: float) -> list[Path]:
        """All whole moves in the tree whose parts were visited at least so often."""
        found = list[Path]()
        pending = [Path((), start, False)]
        while pending and len(found) < MOST_PATHS:
            path = pending.pop()
            children = self.children(path.node)
            for place in np.flatnonzero(self.tree.visits[children] >= least):
                following = self.following(path, children.start + int(place))
                (found if following.is_whole else pending).append(following)
        return found

    def most_visited(self, start: int, count: int) -> list[Path]:
        """The whole moves that were visited most: no part of one is visited less often than what it leads to."""
        found, least = list[Path](), -1  # least: as many whole moves as are wanted were visited so often
        pending = [(0, True, start, Path((), start, False))]  # by visits, whole moves before parts
        while pending and len(found) < count:
            path = heapq.heappop(pending)[3]
            if path.is_whole:
                found.append(path)
                continue
            children = self.children(path.node)
            visits, is_whole = self.tree.visits[children], self.tree.is_start[children] != 0
            whole = np.flatnonzero(is_whole)
            if len(whole) >= count:
                whole = whole[np.argpartition(-visits[whole], count - 1)[:count]]
                least = max(least, int(visits[whole].min()))
            parts = np.flatnonzero(~is_whole & (visits > least))
            for place in (*whole, *parts):
                following = self.following(path, children.start + int(place))
                heapq.heappush(pending, (-int(visits[place]), not following.is_whole, following.node, following))
        return found

    def rolled_up(self, greedy: Path, factor: float) -> Path:
        """The whole move with the best average among those visited as often as the greedy one [pawlik2021] 2.2.2.

        It replaces the greedy one only if it is strictly better.
        """
        seat = self.seat(self.search.root)
        least = math.ceil(float(self.tree.visits[greedy.node]) * factor)
        others = self.paths(self.search.root, least)
        if not others:
            return greedy
        best = max(others, key=lambda path: (self.expected(path.node, seat), self.tree.visits[path.node]))
        return best if self.expected(best.node, seat) > self.expected(greedy.node, seat) else greedy

    def is_robust(self) -> bool:
        """Whether one move has both the best average and the most visits."""
        root = self.search.root
        if self.tree.tried[root] == 0:
            return False
        children = self.children(root)
        visits, expected = self.tree.visits[children], self.expectations(children, self.seat(root))
        return bool(((visits == visits.max()) & (expected == expected.max())).any())

    def chosen(self) -> Path:
        """The way to play now."""
        path = self.greedy(self.search.root)
        factor = self.search.design.final_rollup
        return self.rolled_up(path, factor) if factor is not None and path.is_whole else path

    def move(self, state: Words, path: Path) -> Move:
        """The move of a path that begins in a position; what is missing at its end is completed at random."""
        compiled = self.search.game.compiled
        if isinstance(self.search.rules.design, WholeMoves):
            number = path.actions[0] if path.actions else int(self.random.integers(compiled.count(state)))
            return compiled.numbered(state, number)
        actions = np.array(path.actions, np.int32)
        if not path.is_whole:
            actions = self.completed(state, actions)
        return compiled.decoded(actions[actions >> CELL_BITS < self.search.dots])

    def completed(self, state: Words, actions: Numbers) -> Numbers:
        """The actions, and others at random to the end of the move."""
        after, compiled = state.copy(), self.search.game.compiled
        compiled.play_encoded(after, actions)
        rest = compiled.completed(after, self.random.integers(1, 1 << 63, 1, np.uint64))
        return np.concatenate([actions, rest])

    def line(self, path: Path) -> tuple[Move, ...]:
        """How the game is expected to go on with this move."""
        state, found = self.search.state.copy(), list[Move]()
        while path.is_whole and len(found) < LINE_MOVES:
            move = self.move(state, path)
            found.append(move)
            self.search.game.compiled.play(state, move)
            path = self.greedy(path.node)
        return tuple(found)

    def alternatives(self, chosen: Path) -> tuple[Alternative, ...]:
        """The moves most looked at, best first, the chosen one among them."""
        root, seat = self.search.root, self.seat(self.search.root)
        paths = self.most_visited(root, SHOWN)
        if chosen.is_whole and chosen not in paths:
            paths[-1] = chosen
        paths.sort(key=lambda path: self.key(path.node, seat), reverse=True)
        return tuple(
            Alternative(
                self.move(self.search.state, path),
                int(self.tree.visits[path.node]),
                self.expected(path.node, seat),
                self.is_known(path.node, seat),
                self.line(path) if rank < WITH_LINE else (),
            )
            for rank, path in enumerate(paths)
        )
