"""What a single-player search returns."""

from dataclasses import dataclass, field, fields, replace
from itertools import zip_longest
from typing import Any

from playtree.errors import GameError
from playtree.games.interface import ROUNDING, Game, Replay
from playtree.games.uniform import MOST_MOVES
from playtree.search.excerpt import Excerpt


@dataclass(frozen=True)
class Statistics:
    """What a search did, or several together.

    nodes: nodes in memory, over all trees. states: states whose moves were computed. levels: steps down in the tree.
    depths: sum of the depths of all nodes. deepest: depth of the deepest node. terminals: ends of games in the tree.
    duplicates: states reached a second time; better_paths: how many with more points than before. pruned: positions
    left out by pruning. without_room: iterations made after the memory was full. nodes_at, duplicates_at: how many at
    each depth, from 0 on; a node counts where it entered the tree.
    """

    iterations: int = 0
    playouts: int = 0
    nodes: int = 0
    states: int = 0
    levels: int = 0
    depths: int = 0
    deepest: int = 0
    terminals: int = 0
    duplicates: int = 0
    better_paths: int = 0
    pruned: int = 0
    without_room: int = 0
    searches: int = 0
    nodes_at: tuple[int, ...] = ()
    duplicates_at: tuple[int, ...] = ()

    @property
    def ru(self) -> float:
        """Resource units: one for each state whose moves were computed, one eighth for each level [klein2015] 5.2."""
        return self.states + self.levels / 8

    @property
    def depth(self) -> float:
        """Mean depth of the nodes."""
        return self.depths / max(self.nodes, 1)

    @property
    def duplicate_depth(self) -> float:
        """Mean depth of the duplicates."""
        return sum(depth * count for depth, count in enumerate(self.duplicates_at)) / max(self.duplicates, 1)

    def __add__(self, other: "Statistics") -> "Statistics":
        summed: dict[str, Any] = {}
        for name in (one.name for one in fields(self)):
            mine, theirs = getattr(self, name), getattr(other, name)
            summed[name] = mine + theirs if isinstance(mine, int) else _added(mine, theirs)
        summed["deepest"] = max(self.deepest, other.deepest)
        return Statistics(**summed)


def _added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(first + second for first, second in zip_longest(one, other, fillvalue=0))


@dataclass(frozen=True)
class Snapshot:
    """How far a search was. seconds: since it began. line: the best game so far, and score: what it is worth; depth:
    mean depth of the nodes. exploration: the C of selection, with its weight of then, where iterations start.
    """

    seconds: float
    iterations: int
    nodes: int
    ru: float
    score: float
    line: tuple[int, ...]
    depth: float
    deepest: int
    terminals: int
    duplicates: int
    exploration: float


@dataclass(frozen=True)
class SearchRecord:
    """One search of a run. line: its best game, without closing moves. course: how it got there, at iterations that
    rise by a quarter, and in the end. is_solved: whether it saw all games.
    """

    score: float
    line: tuple[int, ...]
    statistics: Statistics
    course: tuple[Snapshot, ...]
    is_solved: bool


@dataclass(frozen=True)
class Solution:
    """The best game that a search found, replayed by the slow rules.

    moves: actions of the game. cleared: whether nothing is left, where the game knows what that means. proven: whether
    no better game exists. history: (seconds, score) of each improvement. records: what each search did over time, and
    tree: the most visited part of the tree that found the game, where they were asked for. story: what a search that
    makes several did, in words.
    """

    score: float
    moves: tuple[int, ...]
    cleared: bool | None
    seconds: float
    statistics: Statistics
    proven: bool = False
    stopped: bool = False
    history: tuple[tuple[float, float], ...] = field(default=())
    records: "tuple[SearchRecord, ...]" = ()
    tree: Excerpt | None = None
    story: tuple[str, ...] = ()

    def notation(self, game: Game) -> list[str]:
        """The moves as people write them."""
        state, written = game.start.copy(), []
        for action in self.moves:
            written.append(game.action_text(state, action))
            game.apply(state, action)
        return written


def joined(first: Solution, second: Solution) -> Solution:
    """The better of two solutions that followed one another, with what both did."""
    best = second if second.score > first.score else first
    later = tuple((first.seconds + at, score) for at, score in second.history if score > first.score)
    return replace(
        best,
        seconds=first.seconds + second.seconds,
        statistics=first.statistics + second.statistics,
        proven=second.proven,
        stopped=second.stopped,
        history=first.history + later,
        records=first.records + second.records,
        story=first.story + second.story,
    )


def verified_line(game: Game, line: list[int], score: float) -> tuple[tuple[int, ...], Replay]:
    """The line with its closing moves, and what it is by the rules; GameError if these score it otherwise.

    A sum of fractions may differ in its last digits from search to search; that of the rules does not.
    """
    if len(line) >= MOST_MOVES:  # where simulations end in any case; to replay so many takes long
        raise game.endless()
    whole = [*line, *game.closing(line)]
    replay = game.replay(whole)
    is_same = abs(replay.score - score) <= 1e-6 * max(1.0, abs(score))
    if not replay.is_over or not (is_same or abs(replay.score - score) <= ROUNDING * game.largest_sum(whole)):
        state = "over" if replay.is_over else "not over"
        raise GameError(
            f"{game.name}: the search scored a line of {len(whole)} moves {score:.12g}; by the rules it is "
            f"{replay.score:.12g} and the game is {state}. "
            "The game's functions disagree; playtree.check(game) says where."
        )
    return tuple(whole), replay
