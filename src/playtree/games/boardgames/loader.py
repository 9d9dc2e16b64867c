"""Board games given by their rules: those that come with Playtree, by name, and any other rules file, by path."""

from pathlib import Path

from playtree.errors import InputError
from playtree.rbg import Automaton, read_automaton, read_file
from playtree.rbg.limits import DEFAULT_LIMITS, Limits

FOLDER = Path(__file__).parent
SUFFIX = ".rbg"
OTHER_NAMES = {"connect4": "connectFour"}


def game_names() -> tuple[str, ...]:
    """The board games that come with Playtree."""
    return tuple(sorted((file.stem for file in FOLDER.glob(f"*{SUFFIX}")), key=str.lower))


def is_ours(name: str) -> bool:
    """Whether a game of ours has this name."""
    return name in OTHER_NAMES or name in game_names()


def rules_path(name: str) -> Path:
    """The rules file that `name` stands for: a game of ours, or a path."""
    if is_ours(name):
        return FOLDER / f"{OTHER_NAMES.get(name, name)}{SUFFIX}"
    path = Path(name)
    if path.suffix == SUFFIX or path.is_file():
        return path
    raise InputError(f"unknown game '{name}'; expected a path to a rules file or one of: {', '.join(game_names())}")


def load_game(name: str, limits: Limits = DEFAULT_LIMITS) -> Automaton:
    """The automaton of the game that `name` stands for. A message about it names the file without its folders."""
    path = rules_path(name)
    return read_automaton(read_file(path, limits), path.name, limits)
