"""What a way to search is: a frozen value with numbers, which starts searches. Tree search is one of several.

    data in a file -> Method -> one or more Running searches, planned beforehand -> Solution

A method is a frozen dataclass. Its fields are numbers, texts, or components out of a family (`families`), so that every
method is written and read in the same way (methods.py). `run.py` runs what `start` makes: in threads, by the clock,
with progress, and until Ctrl-C.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Protocol, Self, runtime_checkable

import numpy as np

from playtree.compiled.calls import ABSENT
from playtree.errors import InputError
from playtree.games.interface import Game, Policy, policy_from_text
from playtree.search.budget import Budget
from playtree.search.excerpt import Excerpt
from playtree.search.result import SearchRecord, Solution, Statistics
from playtree.search.solo.allocation.plan import planned_searches
from playtree.search.solo.allocation.restarts import OneSearch


@dataclass(frozen=True)
class Progress:
    """Where a run stands. score: best so far, None before the first game. statistics: of all searches together."""

    seconds: float
    score: float | None
    statistics: Statistics


@dataclass(frozen=True)
class Keeping:
    """What a run keeps besides its result. records: of each search, what it did over time. tree_nodes: so many nodes
    of the tree that found the best game.
    """

    records: bool = False
    tree_nodes: int = 0


NOTHING = Keeping()


class Running(Protocol):
    """One search. `run` is called once, in any thread; everything else may be called or read meanwhile."""

    def run(self) -> None:
        """Search until the budget is used or `stop` is called; at least until there is a game."""

    def tick(self, now: float) -> None:
        """Told every 20 ms what `time.monotonic` says; ends the search when its own time is up."""

    def stop(self) -> None:
        """Make `run` return within some milliseconds."""

    @property
    def score(self) -> float:
        """Score of the best game so far; -inf before the first."""

    @property
    def line(self) -> list[int]:
        """Actions of the best game; read after the search has ended."""

    @property
    def is_solved(self) -> bool:
        """Whether no game that `legal` offers is better."""

    @property
    def statistics(self) -> Statistics:
        """What was done so far."""


@runtime_checkable
class IsRecorded(Protocol):
    """A search that knows how it went, if its task is to be recorded."""

    @property
    def record(self) -> SearchRecord:
        """What was found and done, and snapshots of the way."""


@runtime_checkable
class HasTree(Protocol):
    """A search with a tree that can be looked at."""

    def excerpt(self, most: int) -> Excerpt:
        """The part of the tree with at most so many nodes that was visited most."""


@runtime_checkable
class HasStory(Protocol):
    """A search that makes several and can tell what it did."""

    @property
    def story(self) -> Sequence[str]:
        """What was done, in words, one entry for each search."""


@dataclass(frozen=True)
class Task:
    """What one search is given. known: the actions of a whole game to start from, where there is one. is_recorded:
    whether to note how the search goes. threads: how many it may use, where the method shares them. memory: what
    the method keeps from search to search of a thread. number, beside: which search of the run it is, and how many are
    made side by side.
    """

    game: Game
    budget: Budget
    seed: np.random.SeedSequence
    known: tuple[int, ...] = ()
    is_recorded: bool = False
    threads: int = 1
    memory: Any = None
    number: int = 0
    beside: int = 1


class Method(ABC):
    """kind: the name of the method in files. families: for each field that is a component, its members by kind.

    needs: functions that the game must have. shares_threads: whether one search uses all threads, instead of one search
    in each. has_tree: whether its searches have a tree that can be looked at. counts: the limits of a budget that the
    method obeys besides seconds. takes_cut_games: whether simulations may end before the game does.
    """

    kind: ClassVar[str]
    families: ClassVar[Mapping[str, Mapping[str, type]]] = {}
    needs: ClassVar[tuple[str, ...]] = ()
    shares_threads: ClassVar[bool] = False
    has_tree: ClassVar[bool] = False
    counts: ClassVar[tuple[str, ...]] = ("iterations", "nodes", "ru")
    takes_cut_games: ClassVar[bool] = False
    prunes_moves: bool = False  # leave out moves that the game knows can wait
    policy: str | None = None  # the simulation policy of the game, by name; None is the game's first

    @abstractmethod
    def start(self, task: Task) -> Running:
        """A search that `check` has let pass, ready to run. It is made in the thread that runs it."""

    def exact(self) -> "Method":
        """The same, with all of the game."""
        return self

    def memory(self) -> Any:
        """What is kept from search to search of a thread; None if nothing is, and any thread may make any search."""
        return None

    def plan(self, budget: Budget, threads: int, seed: int) -> Iterator[tuple[Budget, np.random.SeedSequence]]:
        """The budget and the seed of each search of a run: by default one for each thread, with its share."""
        return planned_searches(OneSearch(), budget, threads, seed)

    def check(self, game: Game, budget: Budget) -> None:
        """Refuse what the game lacks and a budget that would not be obeyed, by name and before anything runs."""
        table = game.table(*self.needs)
        for need in self.needs:
            if getattr(table, need) == ABSENT:
                raise InputError(f"search {self.kind} needs the game's {need}; game {game.name} has none")
        limits = [name for name in ("iterations", "nodes", "ru") if getattr(budget, name) is not None]
        for name in limits:
            if name not in self.counts:
                expected = ", ".join(["seconds", *self.counts])
                raise InputError(f"search {self.kind} does not count {name}; expected a budget of: {expected}")

    def policy_text(self, game: Game) -> str:
        """The policy by which simulations of `game` choose, as people write it."""
        return self.policy or next(iter(game.policies))

    def with_policy(self, policy: str) -> Self:
        """The same with this simulation policy; InputError if the method plays no simulations."""
        if "policy" not in {field.name for field in fields(self)}:  # type: ignore[arg-type]
            raise InputError(f"search {self.kind} takes no policy; it plays no simulations of the game's")
        return replace(self, policy=policy)  # type: ignore[type-var]

    def run(
        self,
        game: Game,
        budget: Budget,
        *,
        seed: int = 0,
        threads: int = 1,
        on_progress: Callable[[Progress], None] | None = None,
        keeping: Keeping = NOTHING,
        known: Sequence[int] = (),
    ) -> Solution:
        """Search for the best game and return it, replayed by the slow rules (see run.py); `known`: a whole game."""
        from playtree.search.solo.run import run_searches

        return run_searches(
            game, self, budget, seed=seed, threads=threads, on_progress=on_progress, keeping=keeping, known=known
        )


def policy_of(game: Game, method: Method) -> Policy:
    """The simulation policy that the method names, or the game's first; InputError if they do not go together."""
    text = method.policy_text(game)
    policy = policy_from_text(game, text)
    if policy.cuts_short and not method.takes_cut_games:
        raise InputError(
            f"search {method.kind} does not go with policy {text}, which cuts games short; use a tree search"
        )
    return policy
