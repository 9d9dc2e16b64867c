"""Who plays: told the game, its seat and every move, asked for moves of its own."""

from typing import Protocol

import numpy as np

from playtree.errors import InputError
from playtree.games.rbg import Rbg
from playtree.matches.referee import Referee
from playtree.rbg.interpreter import Move


class Player(Protocol):
    """One who plays. A game is begun, then moves are chosen and advanced in turn until the next one begins."""

    def begin(self, seed: int) -> None:
        """A new game begins."""

    def choose(self, seconds: float | None) -> Move:
        """A legal move, within this time if there is one. It is not played yet."""

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

    def choose(self, seconds: float | None) -> Move:
        return self._referee.move(int(self._random.integers(self._referee.count)))

    def advance(self, move: Move) -> None:
        self._referee.play(move)


RANDOM = "random"


def player_from_recipe(recipe: str, game: Rbg, seat: int) -> Player:
    """The player of this name. seat: from 0."""
    if recipe == RANDOM:
        return RandomPlayer(game)
    raise InputError(f"unknown recipe '{recipe}'; expected {RANDOM}")
