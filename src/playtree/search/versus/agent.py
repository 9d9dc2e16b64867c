"""An agent: plays a game of several players.

    agent = Agent(Rbg("breakthrough"), "semisplit-nodal", seed=7)
    choice = agent.choose(None, MoveBudget(seconds=0.5))
    agent.advance(choice.move)              # and every move of the others

An agent stands in a position and keeps its tree from move to move. Equal seeds, moves and counted budgets give equal
choices.
"""

import gc
import threading
import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from playtree.errors import InputError
from playtree.games.interface import Game
from playtree.games.turns import Move, TurnGame
from playtree.rbg.layout import Words
from playtree.search.budget import UNLIMITED
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.choice import Choice
from playtree.search.versus.configuration import Configuration
from playtree.search.versus.design import Design, check_threads
from playtree.search.versus.final import Final
from playtree.search.versus.recipes import configuration_of
from playtree.search.versus.search import Search
from playtree.search.versus.workspace import SIMULATIONS, STATES_SEEN

MEMORY_MEGABYTES = 512
ANSWER_SECONDS, ANSWER_SHARE = 0.002, 0.05  # what the first answer is thought to take, and the most of a limit for one

Position = Sequence[Move] | NDArray[np.uint64] | None


class Agent:
    """game: to play. recipe: a Design or what names one (recipes.py). memory_megabytes: the most its tree takes.

    threads: that grow its tree together; with more than one, equal seeds no longer give equal choices.
    """

    def __init__(
        self,
        game: Game,
        recipe: str | Design = "orthodox",
        seed: int = 0,
        *,
        memory_megabytes: int = MEMORY_MEGABYTES,
        threads: int = 1,
    ) -> None:
        if not isinstance(game, TurnGame):
            raise InputError(f"{game.name}: found a game without turns; expected one of several players")
        if memory_megabytes < 1:
            raise InputError(f"memory_megabytes is {memory_megabytes}; expected at least 1")
        known = Configuration(recipe) if isinstance(recipe, Design) else configuration_of(recipe)
        self.design, self._overhead = known.design, known.reasoning_overhead
        self.threads = threads
        if threads < 1:
            raise InputError(f"threads is {threads}; expected at least 1")
        check_threads(self.design, threads)
        self.name = "design" if isinstance(recipe, Design) else recipe
        self.game = split_game(game, self.design)
        self._thinking: threading.Thread | None = None
        self._failure: Exception | None = None
        self._memory, self._history = memory_megabytes << 20, list[Move]()
        self._answer_seconds = ANSWER_SECONDS
        self._is_on_line = True  # whether the history leads here from the start
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """Stand at the start of a new game."""
        self.pause()
        self.search = self._search(seed, self._memory)
        self._random = np.random.default_rng(np.random.SeedSequence([seed, 1]))
        self._history, self._is_on_line = [], True

    def _search(self, seed: int, memory_bytes: int) -> Search:
        return Search(self.game, self.design, seed, memory_bytes, self.threads, self._overhead)

    @property
    def state(self) -> Words:
        """The position in which the agent stands."""
        return self.search.state

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves that led there, since the start or the position that was given."""
        return tuple(self._history)

    @property
    def is_over(self) -> bool:
        return self.game.compiled.is_over(self.search.state)

    def compile(self) -> None:
        """Compile or load all that a game needs, so that no clock runs meanwhile.

        What was loaded is many objects, and the next collection of garbage that looks at them all takes 50 ms: it
        is done here.
        """
        trial = self._search(0, 1 << 20)
        trial.run(MoveBudget(simulations=2))
        if not self.game.compiled.is_over(trial.state):
            final = Final(trial, np.random.default_rng(0))
            trial.advance(final.move(trial.state, final.chosen()))
        trial.compact()
        gc.collect()

    def choose(self, position: Position, budget: MoveBudget, *, explains: bool = True) -> Choice:
        """Search for a move. position: a state, or the moves since the start; None is where the agent stands.

        explains: tell the alternatives and how the game is expected to go on, which takes 1 to 5 ms of the time.
        """
        begin = time.perf_counter()
        self.pause()
        self.stand(position)
        count = self.game.compiled.count(self.search.state)
        if count == 0:
            raise InputError(f"{self.game.name}: the game is over; expected a position with a move")
        self._run(budget, begin)
        searched = time.perf_counter()
        choice = self._choice(begin, explains)
        self._answer_seconds = time.perf_counter() - searched
        return choice

    def _run(self, budget: MoveBudget, begin: float) -> None:
        if budget.seconds is not None:
            answering = min(self._answer_seconds, ANSWER_SHARE * budget.seconds)
            left = max(budget.seconds - answering - (time.perf_counter() - begin), 1e-4)
            budget = MoveBudget(left, budget.simulations, budget.states)
        settled = (lambda: Final(self.search, self._random).is_robust()) if self.design.final == "robust-max" else None
        self.search.run(budget, settled)

    def _choice(self, begin: float, explains: bool) -> Choice:
        search, final = self.search, Final(self.search, self._random)
        told = Final(search, np.random.default_rng(0))  # what is told does not change later choices
        path = final.chosen()
        move = final.move(search.state, path)
        seat = final.seat(search.root)
        counters = search.counters
        return Choice(
            move=move,
            alternatives=told.alternatives(path) if explains else (),
            line=(explains and told.line(path)) or (move,),
            expected=final.expected(path.node, seat) if path.node != search.root else 0.5,
            is_proven=path.is_whole and final.is_known(path.node, seat),
            simulations=int(counters[SIMULATIONS]),
            states=int(counters[STATES_SEEN]),
            nodes=search.nodes,
            seconds=time.perf_counter() - begin,
        )

    def think(self) -> None:
        """Go on searching in the background, on the time of the others, until the next call of anything else."""
        self.pause()
        if not self.is_over:
            self._thinking = threading.Thread(target=self._think_on, daemon=True)
            self._thinking.start()

    def _think_on(self) -> None:
        try:
            self.search.run(MoveBudget(simulations=UNLIMITED))
        except Exception as failure:  # told to whoever asks next
            self._failure = failure

    def pause(self) -> None:
        """End what `think` began, keeping what it found."""
        if self._thinking is not None:
            self.search.is_stopping = True
            self._thinking.join()
            self.search.is_stopping, self._thinking = False, None
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def advance(self, move: Move) -> None:
        """A move is played, by this agent or another: stand behind it. InputError if it is not legal."""
        self.pause()
        self.search.advance(move)
        self._history.append(move)

    def stand(self, position: Position) -> None:
        """Stand in a position, keeping the tree if the position is one that follows from here."""
        self.pause()
        if position is None:
            return
        if isinstance(position, np.ndarray):
            if position.shape != self.search.state.shape:
                raise InputError(
                    f"{self.game.name}: found a state of {position.size} words; expected {len(self.state)}"
                )
            if not np.array_equal(position, self.search.state):
                self.search.begin(position)
                self._history, self._is_on_line = [], False
            return
        known = len(self._history)
        if not self._is_on_line or list(position[:known]) != self._history:
            self.search.begin(self.game.start)
            self._history, self._is_on_line, known = [], True, 0
        for move in position[known:]:
            self.advance(move)


def split_game(game: TurnGame, design: Design) -> TurnGame:
    """The game with its moves split by the strategy of a design."""
    return game.split_by(design.split) if design.splits_moves else game
