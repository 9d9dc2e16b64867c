"""Who plays: told the game and every move, asked for moves of its own."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from playtree.errors import InputError
from playtree.games.turns import Move, TurnGame
from playtree.matches.referee import Referee
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.choice import Choice
from playtree.search.versus.configuration import Configuration
from playtree.search.versus.recipes import AGENTS, OTHER_FORMS, configuration_of, is_file

RANDOM = "random"
AUTO = "auto"  # auto.py
DEFAULT = "semisplit-nodal"  # the strongest plain design of [pawlik2021], table 5.2


@dataclass(frozen=True)
class Habits:
    """How agents think, whatever their design. thinks_on: while others do, also where a configuration file does not
    say so. memory_megabytes: the most that a tree takes. threads: that grow it together. explains: tell with each move
    what else was looked at."""

    thinks_on: bool = False
    memory_megabytes: int = 512
    threads: int = 1
    explains: bool = False

    def __post_init__(self) -> None:
        if self.memory_megabytes < 1:
            raise InputError(f"memory is {self.memory_megabytes} MB; expected at least 1")
        if self.threads < 1:
            raise InputError(f"threads is {self.threads}; expected at least 1")


USUAL = Habits()


class Player(Protocol):
    """One who plays. A game is begun, then moves are chosen and advanced in turn until the next one begins."""

    def begin(self, seed: int) -> None:
        """A new game begins."""

    def choose(self, budget: MoveBudget) -> Choice:
        """A legal move, within this budget. It is not played yet."""

    def advance(self, move: Move) -> None:
        """A move is played, by oneself or by another."""

    def rest(self) -> None:
        """Nothing is expected for a while: end what is going on in the background."""


class RandomPlayer:
    """Every legal move is equally likely."""

    def __init__(self, game: TurnGame) -> None:
        self._referee = Referee(game)
        self.begin(0)

    def begin(self, seed: int) -> None:
        self._referee.restart()
        self._random = np.random.default_rng(seed)

    def choose(self, budget: MoveBudget) -> Choice:
        return unconsidered(self._referee.move(int(self._random.integers(self._referee.count))))

    def advance(self, move: Move) -> None:
        self._referee.play(move)

    def rest(self) -> None:
        pass


class AgentPlayer:
    """An agent, compiled before any clock runs."""

    def __init__(self, game: TurnGame, recipe: str, habits: Habits = USUAL) -> None:
        from playtree.search.versus.agent import Agent  # the compiler is loaded by those who need it

        self.habits = habits
        self.agent = Agent(game, recipe, memory_megabytes=habits.memory_megabytes, threads=habits.threads)
        self.agent.compile()

    def begin(self, seed: int) -> None:
        self.agent.begin(seed)
        self._think_on()

    def choose(self, budget: MoveBudget) -> Choice:
        return self.agent.choose(None, budget, explains=self.habits.explains)

    def advance(self, move: Move) -> None:
        self.agent.advance(move)
        self._think_on()

    def rest(self) -> None:
        self.agent.pause()

    def _think_on(self) -> None:
        """Search until the next question: if it is one's own turn, that comes at once."""
        if self.habits.thinks_on:
            self.agent.think()


def unconsidered(move: Move) -> Choice:
    """A move without any thinking."""
    return Choice(
        move=move,
        alternatives=(),
        line=(move,),
        expected=0.5,
        is_proven=False,
        simulations=0,
        states=0,
        nodes=0,
        seconds=0.0,
    )


def player_names() -> tuple[str, ...]:
    """The names that stand for players."""
    return (RANDOM, AUTO, *AGENTS)


def check_recipe(recipe: str) -> None:
    """Refuse what stands for no player: a name, a name of the thesis' form, a configuration file."""
    known_recipe(recipe)


def known_recipe(recipe: str) -> Configuration | None:
    """What a recipe says without a game; None for one that does not search."""
    if recipe in (RANDOM, AUTO):
        return None
    try:
        return configuration_of(recipe)
    except InputError as error:
        if is_file(recipe) or not str(error).startswith("unknown agent"):
            raise
        known = f"{', '.join(player_names())}, {OTHER_FORMS}"
        raise InputError(f"unknown recipe '{recipe}'; expected one of: {known}") from None


def player_from_recipe(recipe: str, game: TurnGame, habits: Habits = USUAL) -> Player:
    """The player of this name, ready to play."""
    if recipe == AUTO:
        recipe = resolved(recipe, game, habits)
    known = known_recipe(recipe)
    if known is None:
        return RandomPlayer(game)
    return AgentPlayer(game, recipe, replace(habits, thinks_on=habits.thinks_on or known.thinks_on))


def resolved(
    recipe: str,
    game: TurnGame,
    habits: Habits = USUAL,
    seconds: float | None = None,
    say: Callable[[str], None] = lambda words: None,
) -> str:
    """The recipe, or the one that `auto` picks for a game in so many seconds; it says which and why."""
    if recipe != AUTO:
        return recipe
    from playtree.matches.auto import START_SECONDS, pick

    picked = pick(game, START_SECONDS if seconds is None else seconds, habits=habits)
    say(f"auto plays {picked.name}; {picked.reason}")
    return picked.name
