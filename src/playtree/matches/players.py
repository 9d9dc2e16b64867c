"""Who plays: told the game and every move, asked for moves of its own."""

from typing import Protocol

import numpy as np

from playtree.errors import InputError
from playtree.games.rbg import Rbg
from playtree.matches.referee import Referee
from playtree.rbg.interpreter import Move
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.choice import Choice
from playtree.search.versus.recipes import AGENTS

RANDOM = "random"
DEFAULT = "semisplit-nodal"  # the strongest plain design of [pawlik2021], table 5.2


class Player(Protocol):
    """One who plays. A game is begun, then moves are chosen and advanced in turn until the next one begins."""

    def begin(self, seed: int) -> None:
        """A new game begins."""

    def choose(self, budget: MoveBudget) -> Choice:
        """A legal move, within this budget. It is not played yet."""

    def advance(self, move: Move) -> None:
        """A move is played, by oneself or by another."""


class RandomPlayer:
    """Every legal move is equally likely."""

    def __init__(self, game: Rbg) -> None:
        self._referee = Referee(game)
        self.begin(0)

    def begin(self, seed: int) -> None:
        self._referee.restart()
        self._random = np.random.default_rng(seed)

    def choose(self, budget: MoveBudget) -> Choice:
        return unconsidered(self._referee.move(int(self._random.integers(self._referee.count))))

    def advance(self, move: Move) -> None:
        self._referee.play(move)


class AgentPlayer:
    """An agent, compiled before any clock runs."""

    def __init__(self, game: Rbg, recipe: str) -> None:
        from playtree.search.versus.agent import Agent  # the compiler is loaded by those who need it

        self.agent = Agent(game, recipe)
        self.agent.compile()

    def begin(self, seed: int) -> None:
        self.agent.begin(seed)

    def choose(self, budget: MoveBudget) -> Choice:
        return self.agent.choose(None, budget)

    def advance(self, move: Move) -> None:
        self.agent.advance(move)


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
    return (RANDOM, *AGENTS)


def check_recipe(recipe: str) -> None:
    """Refuse a name that stands for no player."""
    if recipe not in player_names():
        raise InputError(f"unknown recipe '{recipe}'; expected one of: {', '.join(player_names())}")


def player_from_recipe(recipe: str, game: Rbg) -> Player:
    """The player of this name, ready to play."""
    check_recipe(recipe)
    return RandomPlayer(game) if recipe == RANDOM else AgentPlayer(game, recipe)
