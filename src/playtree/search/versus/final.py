"""Which move is played when the search is over, and what else can be said about the moves."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playtree.compiled.random import Words
from playtree.compiled.turn_calls import CELL_BITS
from playtree.games.turns import Move
from playtree.search.versus.choice import Alternative
from playtree.search.versus.designs.whole_moves import WholeMoves
from playtree.search.versus.search import Search

SHOWN = 16  # alternatives
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

    def key(self, node: int, seat: int) -> tuple[float, ...]:
        """What moves are compared by."""
        return (self.by_average if self.search.design.final == "average" else self.by_visits)(node, seat)

    def outcome(self, node: int, seat: int) -> float | None:
        """The proven score of a player, or None."""
        tree, players = self.tree, self.search.players
        return float(tree.proofs[players * node + seat]) if tree.is_proven[node] else None

    def expected(self, node: int, seat: int) -> float:
        outcome = self.outcome(node, seat)
        return float(self.tree.mean[node]) if outcome is None else outcome

    def by_average(self, node: int, seat: int) -> tuple[float, ...]:
        outcome = self.outcome(node, seat)
        return (self.expected(node, seat), outcome is not None, float(self.tree.visits[node]))

    def by_visits(self, node: int, seat: int) -> tuple[float, ...]:
        outcome = self.outcome(node, seat)
        certain = 0.0 if outcome is None else 1.0 if outcome >= 1 else -1.0 if outcome <= 0 else 0.0
        return (certain, float(self.tree.visits[node]), self.expected(node, seat))

    def best(self, nodes: list[int], seat: int) -> int:
        """The best of some nodes; one of those at random if several are."""
        keys = [self.key(node, seat) for node in nodes]
        highest = max(keys)
        among = [node for node, key in zip(nodes, keys, strict=True) if key == highest]
        return among[int(self.random.integers(len(among)))]

    def children(self, node: int) -> list[int]:
        first = int(self.tree.first[node])
        return list(range(first, first + int(self.tree.tried[node])))

    def seat(self, node: int) -> int:
        return int(self.tree.player[node]) - 1

    def greedy(self, start: int) -> Path:
        """The best child at every level to the end of the move."""
        node, actions = start, []
        while self.tree.tried[node] > 0:
            child = self.best(self.children(node), self.seat(node))
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

    def paths(self, start: int, least: float) -> list[Path]:
        """All whole moves in the tree whose parts were visited at least so often."""
        found = list[Path]()
        pending = [Path((), start, False)]
        while pending and len(found) < MOST_PATHS:
            path = pending.pop()
            for child in self.children(path.node):
                if self.tree.visits[child] < least:
                    continue
                following = Path(
                    (*path.actions, *self.actions(path.node, child)), child, bool(self.tree.is_start[child])
                )
                (found if following.is_whole else pending).append(following)
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
        children, seat = self.children(root), self.seat(root)
        visits = max(int(self.tree.visits[child]) for child in children)
        top = max(self.expected(child, seat) for child in children)
        return any(self.tree.visits[child] == visits and self.expected(child, seat) == top for child in children)

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

    def alternatives(self) -> tuple[Alternative, ...]:
        """The moves most looked at, best first."""
        root, seat = self.search.root, self.seat(self.search.root)
        if isinstance(self.search.rules.design, WholeMoves):
            nodes = sorted(self.children(root), key=lambda node: -self.tree.visits[node])[:SHOWN]
            paths = [Path(tuple(self.actions(root, node)), node, True) for node in nodes]
        else:
            paths = sorted(self.paths(root, 0.0), key=lambda path: -self.tree.visits[path.node])[:SHOWN]
        paths.sort(key=lambda path: self.key(path.node, seat), reverse=True)
        return tuple(
            Alternative(
                self.move(self.search.state, path),
                int(self.tree.visits[path.node]),
                self.expected(path.node, seat),
                bool(self.tree.is_proven[path.node]),
            )
            for path in paths
        )
