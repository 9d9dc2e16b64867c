"""Solution files of any game: SameGame's hold their board (samegame/solutions.py), all others name their game.

{"format": "playtree-solution", "score": 41, "cleared": null, "game": "knapsack:game", "moves": [3, 0, 4],
 "metadata": {"seed": 7, ...}}
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from playtree.errors import InputError
from playtree.files import parse_json, read_text, replace_file
from playtree.games.boardgames.loader import SUFFIX
from playtree.games.catalogue import load
from playtree.games.interface import Game, Replay
from playtree.games.samegame.game import SameGame, action_of, move_of
from playtree.games.samegame.rule_book import check_on_board
from playtree.games.samegame.solutions import SOLUTION_FORMAT, Solution, read_solution, write_solution


@dataclass(frozen=True)
class SavedGame:
    """A game, the actions played and what they claim to score. cleared: None where the game does not know."""

    game: Game
    line: tuple[int, ...]
    score: float
    cleared: bool | None


def save_game(path: str | Path, text: str, played: SavedGame, metadata: Mapping[str, object]) -> None:
    """Write a solution file, whole or not at all; SaveError if it cannot be written. text: the BOARD of the game."""
    score = int(played.score) if float(played.score).is_integer() else float(played.score)
    if isinstance(played.game, SameGame):
        moves = tuple(move_of(action) for action in played.line)
        solution = Solution(played.game.board, played.game.rules, moves, score, bool(played.cleared), metadata)
        write_solution(path, solution)
        return
    data = {
        "format": SOLUTION_FORMAT,
        "score": score,
        "cleared": played.cleared,
        "game": _name_of_game(text),
        "moves": list(played.line),
        "metadata": dict(metadata),
    }
    replace_file(Path(path), json.dumps(data, indent=1) + "\n")


def read_saved_game(path: str | Path) -> SavedGame:
    """Read a solution file of any game. Whether its moves and claims are right is for `replayed` and `wrong_claim`."""
    data = parse_json(read_text(path), str(path))
    if isinstance(data, dict) and data.get("format") == SOLUTION_FORMAT and "game" in data:
        return _own_saved_game(data, str(path))
    solution = read_solution(path)
    for number, move in enumerate(solution.moves, start=1):
        try:
            check_on_board(solution.board, move)
        except InputError as error:
            raise InputError(f"{path}: move {number}, {error}") from None
    line = tuple(action_of(move) for move in solution.moves)
    return SavedGame(SameGame(solution.board, solution.rules), line, solution.score, solution.cleared)


def replayed(played: SavedGame, source: str) -> Replay:
    """Replay the line by the slow rules; InputError if it does not fit the game or stops before the end."""
    try:
        replay = played.game.replay(played.line)
    except InputError as error:
        raise InputError(f"{source}: {error}") from None
    if not replay.is_over:
        raise InputError(f"{source}: the line stops after move {replay.length}; expected the end of the game")
    return replay


def wrong_claim(played: SavedGame, replay: Replay) -> str | None:
    """What is wrong in the claims of a solution file; None if they are right."""
    if not abs(replay.score - played.score) <= 1e-6 * max(1.0, abs(replay.score)):  # NaN is none
        return f"claims {played.score:.10g}, rules give {replay.score:.10g}"
    if replay.cleared != played.cleared:
        return f"claims {_clear_words(played.cleared)}, rules give {_clear_words(replay.cleared)}"
    return None


def _name_of_game(text: str) -> str:
    """What names a game that was loaded by `text`: the text, unless that is a solution file, which holds the name."""
    if not Path(text).is_file() or text.endswith(SUFFIX):
        return text
    data = parse_json(read_text(text), text)
    return str(data["game"]) if isinstance(data, dict) else text


def _clear_words(cleared: bool | None) -> str:
    return {True: "a cleared board", False: "a board not cleared", None: "nothing about clearing"}[cleared]


def _own_saved_game(data: Mapping[str, object], source: str) -> SavedGame:
    text, line, score, cleared = (data.get(key) for key in ("game", "moves", "score", "cleared"))
    if not isinstance(text, str):
        raise InputError(f"{source}: found game {text!r}; expected the name of a game such as knapsack:game")
    if not isinstance(line, list) or any(type(action) is not int for action in line):
        raise InputError(f"{source}: found moves {str(line)[:40]}; expected a list of actions, whole numbers")
    if not isinstance(score, (int, float)) or isinstance(score, bool):
        raise InputError(f"{source}: found score {score!r}; expected a number")
    if cleared is not None and not isinstance(cleared, bool):
        raise InputError(f"{source}: found cleared {cleared!r}; expected true, false or null")
    return SavedGame(load(text), tuple(line), score, cleared)


def as_data(game: Game, line: Sequence[int]) -> list[list[int]] | list[int]:
    """The actions as JSON has them: [column, row] in SameGame, numbers elsewhere."""
    if isinstance(game, SameGame):
        return [list(move_of(action)) for action in line]
    return [int(action) for action in line]
