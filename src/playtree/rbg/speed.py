"""How fast a compiled game is: random plays from its start, one thread, by CPU time."""

import time
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from playtree.compiled.random import seeded
from playtree.errors import InputError
from playtree.rbg.compiled_game import CompiledGame, limit_error
from playtree.rbg.layout import FAULTS

DESIGNS = {"orthodox": "plays", "semisplit": "plays_split"}


@dataclass(frozen=True)
class Speed:
    """states: player moves made. mean_length: of a play, in moves. compile_seconds: until the game could be played."""

    design: str
    split: str
    states_per_second: float
    playouts_per_second: float
    mean_length: float
    playouts: int
    compile_seconds: float
    was_cached: bool

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def measure(game: CompiledGame, design: str = "orthodox", seconds: float = 1.0, seed: int = 0) -> Speed:
    """Play at random for so many seconds. design: whole moves, or action by action."""
    if design not in DESIGNS:
        raise InputError(f"unknown design '{design}'; expected one of: {', '.join(DESIGNS)}")
    if not 0 < seconds <= 3600:
        raise InputError(f"seconds is {seconds:g}; expected a number above 0, at most 3600")
    start, rng, counters = game.start(), seeded(seed), np.zeros(2, np.int64)
    moves = plays = 0
    batch, spent = 1, 0.0
    while spent < seconds:
        begin = time.thread_time()
        game.call(DESIGNS[design], start, rng, batch, counters)
        used = time.thread_time() - begin
        if counters[1]:
            raise limit_error(FAULTS.index("play_moves"), game.file, game.limits)
        spent, moves, plays = spent + used, moves + int(counters[0]), plays + batch
        batch = max(
            1, min(2 * batch, int(plays * (seconds - spent) / max(spent, 1e-9)), int(batch * 0.2 / max(used, 1e-9)))
        )
    return Speed(design, game.split, moves / spent, plays / spent, moves / plays, plays, game.seconds, game.was_cached)
