"""Simulation: how a game is finished. The game's own policies play by themselves; rules that learn are asked here.

What a rule learns is a table over the names (`code`) of moves: in which games they were played, and what these scored.
"""

from typing import Any

from playtree.compiled.generic import generic


@generic(borrows=True)
def learns(rule: Any) -> bool:
    """Whether the rule chooses the moves of a simulation by what it has learned, instead of the game's policy."""


@generic(borrows=True)
def play_out(rule: Any, game: Any, tree: Any, work: Any, depth: int, gained: float) -> float:
    """Play from path[depth], reached with `gained` points, to the end; return the score from there (playout.py)."""


@generic(borrows=True)
def learn_from(rule: Any, rules: Any, game: Any, tree: Any, work: Any, depth: int, length: int, score: float) -> None:
    """An iteration ended at path[depth] with a game of this length and score: learn from its moves (loop.py)."""


@generic(borrows=True)
def greed(rule: Any) -> float:
    """The probability of playing the move with the highest promise, instead of any."""


@generic(borrows=True)
def promise(rule: Any, learned: Any, codes: Any, place: int, code: Any) -> float:
    """What is expected of a game in which this move follows the first `place` of `codes`; inf if nothing is known."""


@generic(borrows=True)
def learn(rule: Any, learned: Any, codes: Any, length: int, score: float) -> None:
    """A game of these moves was played. Changes `learned`."""
