"""What a single-player search returns."""

from dataclasses import dataclass, field, fields, replace

from playtree.errors import GameError
from playtree.games.interface import Game


@dataclass(frozen=True)
class Statistics:
    """What a search did, or several together.

    nodes: nodes in memory, over all trees. states: states whose moves were computed. levels: steps down in the tree.
    depths: sum of the depths of all nodes. deepest: depth of the deepest node. terminals: ends of games in the tree.
    duplicates: states reached a second time; duplicate_depths: sum of the depths where; better_paths: how many with
    more points than before. pruned: positions left out by pruning.
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
    duplicate_depths: int = 0
    better_paths: int = 0
    pruned: int = 0
    searches: int = 0

    @property
    def ru(self) -> float:
        """Resource units: one for each state whose moves were computed, one eighth for each level [klein2015] 5.2."""
        return self.states + self.levels / 8

    @property
    def depth(self) -> float:
        """Mean depth of the nodes."""
        return self.depths / max(self.nodes, 1)

    def __add__(self, other: "Statistics") -> "Statistics":
        summed = {field.name: getattr(self, field.name) + getattr(other, field.name) for field in fields(self)}
        summed["deepest"] = max(self.deepest, other.deepest)
        return Statistics(**summed)


@dataclass(frozen=True)
class Solution:
    """The best game that a search found, replayed by the slow rules.

    moves: actions of the game. cleared: whether nothing is left, where the game knows what that means. proven: whether
    no better game exists. history: (seconds, score) of each improvement.
    """

    score: float
    moves: tuple[int, ...]
    cleared: bool | None
    seconds: float
    statistics: Statistics
    proven: bool = False
    stopped: bool = False
    history: tuple[tuple[float, float], ...] = field(default=())

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
    )


def verified_line(game: Game, line: list[int], score: float) -> tuple[tuple[int, ...], bool | None]:
    """The line with its closing moves, and whether it clears the game; GameError if the rules score it otherwise."""
    whole = [*line, *game.closing(line)]
    replay = game.replay(whole)
    if not replay.is_over or abs(replay.score - score) > 1e-6 * max(1.0, abs(score)):
        state = "over" if replay.is_over else "not over"
        raise GameError(
            f"{game.name}: the search scored a line of {len(whole)} moves {score:g}; by the rules it is "
            f"{replay.score:g} and the game is {state}. The game's functions disagree; playtree.check(game) says where."
        )
    return tuple(whole), replay.cleared
