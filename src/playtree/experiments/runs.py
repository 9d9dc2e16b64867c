"""One run: a search on a board, with a budget and a seed. Its key is a digest of what it is, so a result is found again
whatever the plan that asked for it."""

import hashlib
import json
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from playtree.games.interface import Game
from playtree.search.budget import Budget

GAME_OPTIONS = ("rules", "size", "colours", "settle", "prune")
KEY_LENGTH = 32


@dataclass(frozen=True)
class Run:
    """label: what reports call the search; no part of the key. game: as BOARD of the command line. options: those that
    go with it. search, budget: as data.
    """

    label: str = field(compare=False)
    game: str
    options: dict[str, Any]
    search: dict[str, Any]
    budget: dict[str, float]
    seed: int
    content: str = ""

    @cached_property
    def key(self) -> str:
        """A digest of everything that decides the result."""
        named = {"game": self.game, "options": self.options, "search": self.search, "budget": self.budget}
        text = json.dumps({**named, "seed": self.seed, "content": self.content}, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:KEY_LENGTH]

    def load(self) -> Game:
        """The game."""
        from playtree.games.catalogue import load

        return load(self.game, **self.options)

    @property
    def limits(self) -> Budget:
        """The budget."""
        return Budget(**self.budget)  # type: ignore[arg-type]


def file_digest(game: str) -> str:
    """A digest of the file that a board is read from, so that another board in it is another run; '' if there is none.

    >>> file_digest("mini20:1")
    ''
    """
    for name in (game, game.rpartition(":")[0]):
        try:
            return hashlib.sha256(Path(name).read_bytes()).hexdigest()[:KEY_LENGTH] if name else ""
        except OSError:
            continue
    return ""


def budget_words(budget: dict[str, float]) -> str:
    """The budget as people read it.

    >>> budget_words({"nodes": 100000})
    '100,000 nodes'
    """
    names = {"seconds": "s", "iterations": "iterations", "nodes": "nodes", "ru": "ru"}
    return ", ".join(f"{value:,.15g} {names[name]}" for name, value in budget.items())
