"""Write the golden playouts and searches of SameGame anew, after a change that is meant to change them:

    NUMBA_DISABLE_JIT=1 python -m tests.golden.record_samegame

from the root of the repository. It plays them interpreted, by the same source that is compiled otherwise; every line is
scored by the rule book.
"""

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np

from playtree.compiled.random import seeded
from playtree.games.interface import policy_from_text
from playtree.games.samegame.board import Board
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.games.samegame.policies import POLICIES
from playtree.games.samegame.rules import named_rules
from playtree.search.solo.variant import variant_from_dict, variant_to_dict
from tests.oracles.natives import Player
from tests.oracles.variants import PAIRS, searched

FOLDER = Path(__file__).parent
SOURCE = "recorded by `NUMBA_DISABLE_JIT=1 python -m tests.golden.record_samegame`, scored by the rule book"

# rules, columns, rows, colours, seed of the board, share of empty cells, VS-pruning, bit planes
BOARDS: tuple[dict[str, Any], ...] = (
    {"rules": "samegame", "size": [15, 15], "colours": 5, "seed": 1, "holes": 0.0, "prune": False, "planes": True},
    {"rules": "jawbreaker", "size": [16, 15], "colours": 7, "seed": 2, "holes": 0.2, "prune": True, "planes": True},
    {
        "rules": "bubble-breaker",
        "size": [10, 12],
        "colours": 4,
        "seed": 3,
        "holes": 0.1,
        "prune": False,
        "planes": False,
    },
    {"rules": "samegame", "size": [17, 18], "colours": 9, "seed": 4, "holes": 0.0, "prune": True, "planes": False},
)
SETTINGS = (
    "tabu-color-random,rank=1,chance=0.2,epsilon=0.1,switch=30",
    "tabu-color,colour=2",
    "modified-tabu-color-random,criterion=20",
    "mix,same=0,random=2,chance=0.1",
    "mc-rws,beta=2,theta=5",
)


def game_of(case: dict[str, Any]) -> SameGame:
    """The game of a golden case."""
    columns, rows = case["size"]
    cells = random_board(case["seed"], columns, rows, case["colours"]).cells.copy()
    cells[np.random.default_rng(case["seed"]).random(cells.shape) < case["holes"]] = 0
    return SameGame(Board(cells), named_rules(case["rules"]), prune=case["prune"], on_planes=case["planes"])


def playout_of(case: dict[str, Any]) -> dict[str, Any]:
    """Score and line of the third playout of a policy, which has learned from two if it learns."""
    game = game_of(case)
    player, rng = Player(game, policy_from_text(game, case["policy"])), seeded(case["generator"])
    for _ in range(2):
        player.play(game.start, rng)
    score, line, _ = player.play(game.start, rng)
    assert game.replay([*line, *game.closing(line)]).score == score
    return {"score": score, "line": line, "state": f"{int(rng[0]):016x}"}


def search_of_case(case: dict[str, Any]) -> dict[str, Any]:
    """What a search finds and counts."""
    search = searched(
        game_of(case), variant_from_dict(case["variant"]), case["generator"], iterations=case["iterations"]
    )
    counts = dataclasses.asdict(search.statistics)
    return {"score": search.score, "line": search.line, **{name: counts[name] for name in COUNTS}}


COUNTS = ("iterations", "playouts", "nodes", "states", "levels", "depths", "deepest", "terminals")


def playout_cases() -> list[dict[str, Any]]:
    return [
        {**board, "policy": policy, "generator": 10 * number + place}
        for number, policy in enumerate([*POLICIES, *SETTINGS])
        for place, board in enumerate(BOARDS)
    ]


def search_cases() -> list[dict[str, Any]]:
    boards = (
        {"rules": "samegame", "size": [8, 8], "colours": 4, "seed": 5, "holes": 0.0, "prune": False, "planes": True},
        {"rules": "samegame", "size": [3, 4], "colours": 3, "seed": 8, "holes": 0.0, "prune": True, "planes": False},
    )
    policies = ("tabu-color-random,epsilon=0.003", "tabu-color-learned")
    return [
        {
            **board,
            "variant": variant_to_dict(dataclasses.replace(variant, policy=policy)),
            "iterations": 250,
            "generator": number,
        }
        for number, variant in enumerate(PAIRS)
        for board, policy in zip(boards, policies, strict=True)
    ]


def toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value).replace("'", '"')


def write(name: str, cases: list[dict[str, Any]]) -> None:
    """Write a golden file, a table for each case."""
    tables = ["\n".join(["[[case]]", *(f"{key} = {toml(value)}" for key, value in case.items())]) for case in cases]
    (FOLDER / name).write_text("\n\n".join([f"source = {toml(SOURCE)}", *tables]) + "\n", encoding="utf-8")


def main() -> None:
    """Record everything."""
    write("samegame_playouts.toml", [{**case, "expected": playout_of(case)} for case in playout_cases()])
    write("samegame_searches.toml", [{**case, "expected": search_of_case(case)} for case in search_cases()])


if __name__ == "__main__":
    main()
