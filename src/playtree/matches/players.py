"""Who plays: told the game and every move, asked for moves of its own."""

from typing import Protocol

import numpy as np

from playtree.errors import InputError
from playtree.games.rbg import Rbg
from playtree.matches.referee import Referee
from playtree.matches.thinking import Chosen, Thinking, Unconsidered
from playtree.rbg.interpreter import Move

RANDOM = "random"


class Player(Protocol):
    """One who plays. A game is begun, then moves are chosen and advanced in turn until the next one begins."""

    def begin(self, seed: int) -> None:
        """A new game begins."""

    def choose(self, thinking: Thinking) -> Chosen:
        """A legal move, within these limits. It is not played yet."""

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

    def choose(self, thinking: Thinking) -> Chosen:
        return Unconsidered(self._referee.move(int(self._random.integers(self._referee.count))))

    def advance(self, move: Move) -> None:
        self._referee.play(move)


def player_names() -> tuple[str, ...]:
    """The names that stand for players."""
    return (RANDOM,)


def check_recipe(recipe: str) -> None:
    """Refuse a name that stands for no player."""
    if recipe not in player_names():
        raise InputError(f"unknown recipe '{recipe}'; expected one of: {', '.join(player_names())}")


def player_from_recipe(recipe: str, game: Rbg) -> Player:
    """The player of this name, ready to play."""
    check_recipe(recipe)
    return RandomPlayer(game)
