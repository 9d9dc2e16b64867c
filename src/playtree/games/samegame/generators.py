"""Boards by seed: random, with equal colour counts, and with one dominating colour.

The standard test set has ten boards of the first kind, five of the second and five of the third [schadd2012]. A seed
always gives the same board; tests hold digests of some.
"""

import numpy as np
from numpy.typing import NDArray

from playtree.errors import InputError
from playtree.games.samegame.board import LARGEST_COLOUR, LARGEST_SIDE, Board

DOMINANT_SHARE = 65 / 225


def random_board(seed: int, columns: int = 15, rows: int = 15, colours: int = 5) -> Board:
    """Return a full board on which every block has any colour with the same chance."""
    _check(seed, columns, rows, colours)
    rng = np.random.default_rng(np.random.SeedSequence(seed))
    return Board(rng.integers(1, colours + 1, size=(columns, rows)).astype(np.uint8))


def equal_board(seed: int, columns: int = 15, rows: int = 15, colours: int = 5) -> Board:
    """Return a full board with as many blocks of each colour; what cannot be divided goes to the first colours."""
    _check(seed, columns, rows, colours)
    rng = np.random.default_rng(np.random.SeedSequence(seed))
    return _shuffled(rng, _equal_counts(columns * rows, colours), columns, rows)


def dominated_board(seed: int, columns: int = 15, rows: int = 15, colours: int = 5) -> Board:
    """Return a full board on which one colour, drawn by the seed, has 65/225 of the blocks and the rest are equal.

    With 15 x 15 cells and five colours the counts are 65, 40, 40, 40 and 40.
    """
    _check(seed, columns, rows, colours)
    rng = np.random.default_rng(np.random.SeedSequence(seed))
    blocks = columns * rows
    dominant = int(rng.integers(colours))
    many = blocks if colours == 1 else round(blocks * DOMINANT_SHARE)
    counts = np.insert(_equal_counts(blocks - many, colours - 1), dominant, many)
    return _shuffled(rng, counts, columns, rows)


def _equal_counts(blocks: int, colours: int) -> NDArray[np.int64]:
    counts = np.zeros(colours, dtype=np.int64)
    if colours:
        counts += blocks // colours
        counts[: blocks % colours] += 1
    return counts


def _shuffled(rng: np.random.Generator, counts: NDArray[np.int64], columns: int, rows: int) -> Board:
    blocks = np.repeat(np.arange(1, len(counts) + 1), counts)
    return Board(rng.permutation(blocks).reshape(columns, rows).astype(np.uint8))


def _check(seed: int, columns: int, rows: int, colours: int) -> None:
    if seed < 0:
        raise InputError(f"found seed {seed}; expected 0 or more")
    for name, value, largest in (
        ("columns", columns, LARGEST_SIDE),
        ("rows", rows, LARGEST_SIDE),
        ("colours", colours, LARGEST_COLOUR),
    ):
        if not 1 <= value <= largest:
            raise InputError(f"found {value} {name}; expected 1..{largest}")
