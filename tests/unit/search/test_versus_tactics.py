"""Forced wins in one to three moves are found, in every game with a position in `tests/golden/tactics.json`.

The positions were proven by trying every answer (tests/oracles/forced_wins.py). Here the same proof is done once more
by the slow interpreter where that is short, so that data and compiled rules are checked too.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from playtree import Rbg
from playtree.compiled.decorator import INTERPRETED
from playtree.games.boardgames import game_names
from playtree.rbg import Interpreter, Move, Position, move_from_text
from playtree.search.versus.agent import Agent
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.design import Design
from tests.oracles.forced_wins import Prover, TooManyError

DATA = json.loads((Path(__file__).parents[2] / "golden" / "tactics.json").read_text(encoding="utf-8"))
POSITIONS: list[dict[str, Any]] = DATA["positions"]
PROVING = [Design(proves=True), Design("semisplit", "semisplit", proves=True)]
VISITS = {1: 60, 2: 250, 3: 1000}  # simulations for each move at the root, by how many moves the win takes
QUICK_PROOF, SLOW_PROOF = 300, 60_000  # positions that a proof by the interpreter may take

pytestmark = pytest.mark.skipif(INTERPRETED, reason="takes long by the slow twin")


@cache
def game_of(name: str) -> Rbg:
    return Rbg(name)


def line_of(position: dict[str, Any]) -> list[Move]:
    return [move_from_text(text) for text in position["line"].split(";") if text.strip()]


def winning_moves(position: dict[str, Any]) -> set[Move]:
    return {move_from_text(text) for text in position["winning"]}


def described(position: dict[str, Any]) -> str:
    return f"{position['game']} in {position['moves']} of {position['count']}"


EACH = pytest.mark.parametrize("position", POSITIONS, ids=described)


def simulations(position: dict[str, Any]) -> int:
    return int(position["count"]) * VISITS[position["moves"]]


def choose(position: dict[str, Any], recipe: str | Design) -> Any:
    agent = Agent(game_of(position["game"]), recipe, 1, memory_megabytes=128)
    return agent.choose(line_of(position), MoveBudget(simulations=simulations(position)))


@EACH
def test_a_win_is_found_and_proven(position):
    design = PROVING[len(position["line"]) % 2]
    choice = choose(position, design)
    assert choice.move in winning_moves(position)
    assert choice.is_proven
    assert choice.expected == 1


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("design", PROVING)
@EACH
def test_a_win_is_found_and_proven_by_both_trees(position, design):
    choice = choose(position, design)
    assert choice.move in winning_moves(position)
    assert choice.is_proven


class Interpreted:
    """The slow rules as the prover asks for them."""

    def __init__(self, name: str) -> None:
        self.player = Interpreter(game_of(name).compiled.automaton, lowest=True)

    def after(self, position: Position) -> Iterator[Position]:
        for move in sorted(self.player.moves(position)):
            yield self.player.apply(position, move)

    def mover(self, position: Position) -> int:
        return position.player

    def scores(self, position: Position) -> tuple[int, ...]:
        return self.player.scores(position)


def prove(position: dict[str, Any], budget: int) -> None:
    rules = Interpreted(position["game"])
    place = rules.player.start()
    for move in line_of(position):
        assert move in rules.player.moves(place)
        place = rules.player.apply(place, move)
    moves = sorted(rules.player.moves(place))
    assert len(moves) == position["count"]
    prover = Prover(rules, place.player, budget)
    try:
        winning = {moves[number] for number in prover.winning(place, position["moves"])}
        is_shorter = position["moves"] > 1 and prover.wins(place, position["moves"] - 1)
    except TooManyError:
        pytest.skip(f"the slow rules would have to look at more than {budget:,} positions")
    assert winning == winning_moves(position)
    assert not is_shorter


@pytest.mark.parametrize("position", [each for each in POSITIONS if each["count"] < 9], ids=described)
def test_short_proofs_hold_by_the_slow_rules(position):
    prove(position, QUICK_PROOF)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@EACH
def test_proofs_hold_by_the_slow_rules(position):
    prove(position, SLOW_PROOF)


def test_there_are_positions_of_most_games():
    without = {"breakthru", "pegSolitaire", "skirmish"}  # too many moves, one player, none found in random plays
    assert {position["game"] for position in POSITIONS} == set(game_names()) - without
    assert {position["moves"] for position in POSITIONS} == {1, 2, 3}
    assert DATA["source"]
