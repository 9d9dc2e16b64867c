"""The solver never gives a won endgame away: Tic-tac-toe and Connect Four, against every defence, judged by plain
exhaustive searches of their own (tests/oracles/rows.py).
"""

import random
from functools import cache
from itertools import count

import pytest

from playtree import Rbg
from playtree.compiled.decorator import INTERPRETED
from playtree.rbg import Move
from playtree.search.versus.agent import Agent
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.design import Design
from tests.oracles.rows import CONNECT_FOUR, TIC_TAC_TOE, Rows, Solver

DESIGNS = [Design(proves=True), Design("semisplit", "semisplit", proves=True)]
SIMULATIONS = 4000
GAMES = {"ticTacToe": TIC_TAC_TOE, "connectFour": CONNECT_FOUR}

pytestmark = pytest.mark.skipif(INTERPRETED, reason="takes long by the slow twin")


@cache
def game_of(name: str) -> Rbg:
    return Rbg(name)


@cache
def solver_of(rules: Rows) -> Solver:
    return Solver(rules)


def played(rules: Rows, line: tuple[int, ...]) -> tuple[int, int]:
    """The position behind the squares of a line."""
    mine, taken = 0, 0
    for square in line:
        mine, taken = taken ^ mine, taken | 1 << square
    return mine, taken


def won_endgames(rules: Rows, stones: int, wanted: int, seed: int) -> list[tuple[int, ...]]:
    """Lines to positions with so many stones that the one to move wins, though not by every move."""
    solver, found = solver_of(rules), list[tuple[int, ...]]()
    for number in count(seed * 1_000_000):
        choice, line = random.Random(number), tuple[int, ...]()
        while len(line) < stones and not solver.is_over(*played(rules, line)):
            line = (*line, choice.choice(rules.squares(played(rules, line)[1])))
        mine, taken = played(rules, line)
        if solver.is_over(mine, taken) or solver.value(mine, taken) < 1:
            continue
        values = [-solver.value(taken ^ mine, taken | 1 << square) for square in rules.squares(taken)]
        if min(values) < 1 and line not in found:
            found.append(line)
        if len(found) == wanted:
            break
    return found


def square_of(move: Move) -> int:
    return move[0][1] - 1


def stand_behind(agent: Agent, line: tuple[int, ...]) -> None:
    """Begin anew and go along the squares of a line."""
    moves: list[Move] = []
    state = agent.game.start.copy()
    for square in line:
        move = next(each for each in agent.game.compiled.moves(state) if square_of(each) == square)
        agent.game.compiled.play(state, move)
        moves.append(move)
    agent.stand(moves)


def check_wins(agent: Agent, rules: Rows, line: tuple[int, ...]) -> int:
    """Choose for the winner and try every answer; how many choices it took."""
    solver, pending, choices = solver_of(rules), [line], 0
    while pending:
        line = pending.pop()
        stand_behind(agent, line)
        square = square_of(agent.choose(None, MoveBudget(simulations=SIMULATIONS)).move)
        choices += 1
        after = (*line, square)
        assert solver.value(*played(rules, after)) == -1, (line, square)
        if not solver.is_over(*played(rules, after)):
            pending += [(*after, answer) for answer in rules.squares(played(rules, after)[1])]
    return choices


@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.parametrize("name, stones, wanted", [("ticTacToe", 3, 6), ("ticTacToe", 4, 8), ("connectFour", 32, 6)])
def test_a_won_endgame_is_won_against_every_defence(name, stones, wanted, design):
    agent = Agent(game_of(name), design, 1, memory_megabytes=8)
    for line in won_endgames(GAMES[name], stones, wanted, seed=stones):
        check_wins(agent, GAMES[name], line)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.parametrize(
    "name, stones, wanted",
    [("ticTacToe", 2, 20), ("ticTacToe", 3, 100), ("ticTacToe", 4, 200), ("connectFour", 32, 100)],
)
def test_many_won_endgames_are_won(name, stones, wanted, design):
    agent = Agent(game_of(name), design, 2, memory_megabytes=16)
    for line in won_endgames(GAMES[name], stones, wanted, seed=stones + 50):
        check_wins(agent, GAMES[name], line)


@pytest.mark.parametrize("rules, value", [(TIC_TAC_TOE, 0), (Rows(4, 4, 3, falls=True), 1)])
def test_the_judge_knows_small_games(rules, value):
    assert solver_of(rules).value(0, 0) == value
