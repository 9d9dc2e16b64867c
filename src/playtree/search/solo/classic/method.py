"""A*, IDA* and their relaxed forms: exact where memory and time suffice, on a game's admissible bound.

    f = g + w * h        w: the relaxation

Both have a line at any time: now and then a simulation finishes the game from where the search stands [klein2015] 1.3,
1.4.
"""

from dataclasses import dataclass
from typing import ClassVar

from playtree.errors import InputError
from playtree.search.solo.method import Method, Running, Task, policy_of


@dataclass(frozen=True)
class AStar(Method):
    """relaxation: w; 1 is A*, less is weighted A*, which finds games sooner and then goes on. every: so many expansions
    for each simulation. memory_mb: megabytes for the nodes; when they are used up, the least promising nodes are
    dropped.
    """

    kind: ClassVar[str] = "a-star"
    needs: ClassVar[tuple[str, ...]] = ("bound",)

    relaxation: float = 1.0
    every: int = 100
    memory_mb: int = 1000
    prunes_moves: bool = False
    policy: str | None = None

    def __post_init__(self) -> None:
        check_numbers(self.kind, self.relaxation, self.every)
        if self.memory_mb < 1:
            raise InputError(f"search {self.kind}: memory_mb is {self.memory_mb}; expected at least 1")

    def start(self, task: Task) -> Running:
        from playtree.search.solo.classic.a_star import AStarSearch

        return AStarSearch(self, task, policy_of(task.game, self))


@dataclass(frozen=True)
class IdaStar(Method):
    """relaxation, every: as in AStar, with cuts for expansions. shrink: the threshold falls at least to this share of
    its distance from the best game; 1 is IDA* as it is written, which needs a pass for every value of f. table_bits:
    the table of the states of a pass has 2^table_bits places.
    """

    kind: ClassVar[str] = "ida-star"
    needs: ClassVar[tuple[str, ...]] = ("bound",)

    relaxation: float = 1.0
    every: int = 100
    shrink: float = 0.95
    table_bits: int = 20
    prunes_moves: bool = False
    policy: str | None = None

    def __post_init__(self) -> None:
        check_numbers(self.kind, self.relaxation, self.every)
        if not 0.0 < self.shrink <= 1.0:
            raise InputError(f"search {self.kind}: shrink is {self.shrink:g}; expected a number above 0, at most 1")
        if not 0 <= self.table_bits <= 30:
            raise InputError(f"search {self.kind}: table_bits is {self.table_bits}; expected 0 to 30")

    def start(self, task: Task) -> Running:
        from playtree.search.solo.classic.ida_star import IdaStarSearch

        return IdaStarSearch(self, task, policy_of(task.game, self))


def check_numbers(kind: str, relaxation: float, every: int) -> None:
    """Refuse numbers that make no sense."""
    if not 0.0 <= relaxation <= 1.0:
        raise InputError(f"search {kind}: relaxation is {relaxation:g}; expected 0 to 1")
    if every < 1:
        raise InputError(f"search {kind}: every is {every}; expected at least 1")
