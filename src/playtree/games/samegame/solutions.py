"""Solution files: a board, its rules and the moves that reach a score.

{"format": "playtree-solution", "score": 2803, "cleared": true, "rules": {...}, "cells": ["422", ...],
 "moves": [[column, row], ...], "metadata": {"seed": 7, ...}}
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from playtree.errors import InputError
from playtree.files import parse_json, read_text, replace_file
from playtree.games.samegame.board import Board
from playtree.games.samegame.formats import board_from_cells, digit_rows, rules_from_object
from playtree.games.samegame.rule_book import Cell, Replay, play
from playtree.games.samegame.rules import Rules

SOLUTION_FORMAT = "playtree-solution"


@dataclass(frozen=True)
class Solution:
    """A played game and what it claims to score. metadata: anything that JSON can hold, such as seed and recipe."""

    board: Board
    rules: Rules
    moves: tuple[Cell, ...]
    score: float
    cleared: bool
    metadata: Mapping[str, object] = field(default_factory=dict)


def write_solution(path: str | Path, solution: Solution) -> None:
    """Write a solution file, whole or not at all; SaveError if it cannot be written."""
    data = {
        "format": SOLUTION_FORMAT,
        "score": solution.score,
        "cleared": solution.cleared,
        "rules": solution.rules.to_dict(),
        "cells": digit_rows(solution.board),
        "moves": [[int(column), int(row)] for column, row in solution.moves],
        "metadata": dict(solution.metadata),
    }
    replace_file(Path(path), json.dumps(data, indent=1, default=_plain, allow_nan=False) + "\n")


def read_solution(path: str | Path) -> Solution:
    """Read a solution file. That its moves fit the board is for `verify_solution` to say."""
    source = str(path)
    data = parse_json(read_text(path), source)
    if not isinstance(data, dict) or data.get("format") != SOLUTION_FORMAT:
        found = data.get("format") if isinstance(data, dict) else type(data).__name__
        raise InputError(f'{source}: found format {found!r}; expected "format": "{SOLUTION_FORMAT}"')
    rules = rules_from_object(data.get("rules"), source)
    if rules is None:
        raise InputError(f"{source}: found no rules; expected an object")
    score, cleared, metadata = data.get("score"), data.get("cleared"), data.get("metadata", {})
    if not isinstance(score, (int, float)) or isinstance(score, bool):
        raise InputError(f"{source}: found score {score!r}; expected a number")
    if not isinstance(cleared, bool):
        raise InputError(f"{source}: found cleared {cleared!r}; expected true or false")
    if not isinstance(metadata, dict):
        raise InputError(f"{source}: found metadata {metadata!r}; expected an object")
    board = board_from_cells(data.get("cells"), source)
    return Solution(board, rules, _moves(data.get("moves"), source), score, cleared, metadata)


def verify_solution(solution: Solution, source_name: str = "solution") -> Replay:
    """Replay a solution by the rule book; InputError if a move is illegal or the claims are wrong."""
    try:
        replay = play(solution.board, solution.rules, solution.moves)
    except InputError as error:
        raise InputError(f"{source_name}: {error}") from None
    if replay.score != solution.score:
        raise InputError(f"{source_name}: claims {solution.score}, rules give {replay.score}")
    if replay.cleared != solution.cleared:
        claim, truth = (("cleared", "not cleared")[not value] for value in (solution.cleared, replay.cleared))
        raise InputError(f"{source_name}: claims a board {claim}, rules give {truth}")
    return replay


def _moves(data: object, source: str) -> tuple[Cell, ...]:
    if not isinstance(data, list):
        raise InputError(f"{source}: found moves {data!r}; expected a list of [column, row]")
    moves = []
    for number, move in enumerate(data, start=1):
        if not isinstance(move, list) or [type(part) for part in move] != [int, int]:
            raise InputError(f"{source}: found {move!r} as move {number}; expected [column, row]")
        moves.append((move[0], move[1]))
    return tuple(moves)


def _plain(value: object) -> object:
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{value!r} has no place in a JSON file")
