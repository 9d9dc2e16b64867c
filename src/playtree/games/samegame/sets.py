"""Named sets of boards, numbered from 1.

`mini20` and `random250` are made by seed. The others are public test sets, read from the data folder when it has them:
the folder named by the environment variable PLAYTREE_DATA, else the platform's folder for user data. The files lie in
its subfolder `samegame` or in the folder itself.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np
import platformdirs

from playtree.errors import InputError
from playtree.files import read_text
from playtree.games.samegame.board import EMPTY, Board
from playtree.games.samegame.formats import read_boards, read_moves
from playtree.games.samegame.generators import dominated_board, equal_board, random_board
from playtree.games.samegame.rule_book import Cell

STANDARD_FILE = "standard20.txt"
SCHADD_FILE = "schadd250.txt"
SCORES_FILE = "published_scores20.tsv"
EXAMPLES_FILE = "example_solutions20.txt"


@dataclass(frozen=True)
class BoardSet:
    """A set of boards. file: the file of the data folder that it needs, or None if it is made by seed."""

    name: str
    summary: str
    source: str
    size: int
    board: Callable[[int], Board] = field(repr=False)
    file: str | None = None

    def load(self, number: int) -> Board:
        """Return board `number`, from 1 to `size`."""
        if not 1 <= number <= self.size:
            raise InputError(f"board set {self.name}: found number {number}; expected 1..{self.size}")
        return self.board(number)

    def available(self) -> bool:
        """Whether the boards can be loaded here."""
        return self.file is None or _find(self.file) is not None


@dataclass(frozen=True)
class ExampleSolution:
    """One legal game on a board of the standard set, with its score under the rules `samegame` and `codingame`."""

    number: int
    score_with_penalty: int
    score_without_penalty: int
    cleared: bool
    moves: tuple[Cell, ...]


def board_sets() -> list[BoardSet]:
    """Return every named set, also those whose files are absent."""
    return list(_SETS)


def board_set(name: str) -> BoardSet:
    """Return the set of that name; InputError lists the names there are."""
    for known in _SETS:
        if known.name == name:
            return known
    raise InputError(f"unknown board set {name!r}; expected one of {', '.join(known.name for known in _SETS)}")


def load_board(name: str, number: int) -> Board:
    """Return one board of a named set, such as `load_board("mini20", 1)`."""
    return board_set(name).load(number)


def published_scores() -> dict[str, list[int]]:
    """Return the published scores on the standard set: for each method those of positions 1 to 20."""
    path = data_file(SCORES_FILE)
    header, *lines = read_text(path).splitlines()
    methods = header.split("\t")[1:]
    scores: dict[str, list[int]] = {method: [] for method in methods}
    for number, line in enumerate(lines, start=2):
        values = line.split("\t")[1:]
        if len(values) != len(methods) or not all(value.isdecimal() for value in values):
            raise InputError(f"{path}:{number}: found {line!r}; expected a position and {len(methods)} scores")
        for method, value in zip(methods, values, strict=True):
            scores[method].append(int(value))
    return scores


def example_solutions() -> list[ExampleSolution]:
    """Return one legal game for each board of the standard set: test vectors for the rules, not records."""
    path = data_file(EXAMPLES_FILE)
    lines = read_text(path).splitlines()
    examples = []
    for number in range(0, len(lines) - 1, 2):
        words = lines[number].removeprefix("# ").split()
        stated = dict(zip(words[::2], words[1::2], strict=False))
        moves = read_moves(lines[number + 1], f"{path}:{number + 2}")
        try:
            position, with_penalty, without_penalty, cleared = (
                int(stated[key]) for key in ("position", "score_with_penalty", "score_without_penalty", "cleared")
            )
        except (KeyError, ValueError):
            found = f"{path}:{number + 1}: found {lines[number]!r}"
            raise InputError(f"{found}; expected # position N score_with_penalty N ...") from None
        examples.append(ExampleSolution(position, with_penalty, without_penalty, bool(cleared), tuple(moves)))
    return examples


def data_folder() -> Path:
    """Return the folder in which the public boards are looked for; it need not exist."""
    named = os.environ.get("PLAYTREE_DATA")
    return Path(named) if named else Path(platformdirs.user_data_dir("playtree", appauthor=False))


def data_file(name: str) -> Path:
    """Return where a file of the data folder is; InputError says where it should be put."""
    path = _find(name)
    if path is None:
        wanted = data_folder() / "samegame" / name
        raise InputError(f"{name} is missing; expected {wanted} (PLAYTREE_DATA names another data folder)")
    return path


def _find(name: str) -> Path | None:
    folder = data_folder()
    return next((path for path in (folder / "samegame" / name, folder / name) if path.is_file()), None)


def _from_file(name: str, number: int) -> Board:
    path = data_file(name)
    boards = _boards_of(path, path.stat().st_mtime_ns)
    if number > len(boards):
        raise InputError(f"{path}: found {len(boards)} boards; expected at least {number}")
    return boards[number - 1]


@lru_cache(maxsize=4)
def _boards_of(path: Path, changed: int) -> list[Board]:
    return read_boards(read_text(path), str(path), "digits")


def _mini_board(number: int) -> Board:
    if number <= 10:
        return random_board(number)
    return equal_board(number) if number <= 15 else dominated_board(number)


def _random_board(number: int) -> Board:
    return random_board(250_000 + number)


def _standard_board(number: int) -> Board:
    return _from_file(STANDARD_FILE, number)


def _schadd_board(number: int) -> Board:
    return _from_file(SCHADD_FILE, number)


def _schadd_klein_board(number: int) -> Board:
    cells = _schadd_board(number).cells
    return Board(np.where(cells == 1, np.uint8(EMPTY), cells))


_SETS = (
    BoardSet("mini20", "10 random, 5 with equal counts, 5 with a dominating colour", "seeds 1..20", 20, _mini_board),
    BoardSet("random250", "250 random boards", "seeds 250001..250250", 250, _random_board),
    BoardSet("standard", "the standard test set", "js-games.de", 20, _standard_board, STANDARD_FILE),
    BoardSet("schadd", "250 random boards", "[schadd2012]", 250, _schadd_board, SCHADD_FILE),
    BoardSet(
        "schadd-klein",
        "schadd with colour 1 read as an empty cell, as Klein evidently read the file",
        "[klein2015]",
        250,
        _schadd_klein_board,
        SCHADD_FILE,
    ),
)
