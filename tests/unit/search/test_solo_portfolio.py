"""Improving known games, and the portfolio: never worse than what it knows, reproducible, in time."""

import dataclasses
import importlib
import time

import numpy as np
import pytest

import playtree
from playtree.compiled.decorator import INTERPRETED
from playtree.errors import InputError
from playtree.games.samegame.board import Board
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.search.budget import Budget
from playtree.search.solo.method import Task
from playtree.search.solo.nrpa.adapt import weight_of
from playtree.search.solo.nrpa.loop import Numbers
from playtree.search.solo.nrpa.method import Nrpa, guide_of
from playtree.search.solo.nrpa.search import NrpaSearch
from playtree.search.solo.portfolio.improve import Improve, ImproveSearch
from playtree.search.solo.portfolio.incumbent import Incumbent
from playtree.search.solo.portfolio.method import Portfolio
from playtree.search.solo.portfolio.plan import Stage, stages_of
from playtree.search.solo.portfolio.race import Race
from playtree.search.solo.portfolio.search import PortfolioSearch
from tests.oracles.exhaustive import best_score
from tests.oracles.natives import Natives
from tests.oracles.nrpa import Played, Policy, Step, adapted
from tests.unit.search.test_solo_nrpa import _sticks, offer_of

pytestmark = [pytest.mark.kernels, pytest.mark.variants]

GAME = SameGame(random_board(2, 5, 5, 4) if INTERPRETED else random_board(2, 10, 10, 4))
MANY = 40 if INTERPRETED else 2000
METHODS = [Improve(), Improve(level=1, iterations=5, warm=0, policy="all"), Portfolio()]


def test_a_policy_is_warmed_up_by_the_gradient_of_the_known_game():
    """As often as asked for, by the names and choices that the rule book gives for the game's positions."""
    known = playtree.solve(GAME, Nrpa(policy="all"), iterations=20).moves
    guide = guide_of(GAME, Nrpa(policy="all"))
    table = GAME.table("scores", "code")._replace(offered=guide.offered, guided=guide.guided)
    numbers = Numbers(5, 1.0, 1.0, 1)
    search = NrpaSearch(
        GAME, table, guide.numbers, numbers, 2, GAME.start, Budget(iterations=1), np.random.SeedSequence(0)
    )
    search.warm_up(known, 2)
    natives, offer = Natives(GAME), offer_of(GAME)
    state, game, policy = GAME.start.copy(), Played(0.0), Policy()
    for action in known:
        choices = offer(state, 0)
        codes = [natives.code(state, played) for played, _, _ in choices]
        game.steps.append(Step([(code, 0.0) for code in codes], [played for played, _, _ in choices].index(action)))
        GAME.apply(state, action)
    for _ in range(2):
        policy = adapted(policy, game, 1.0, 1.0)
    for level in (1, 2):
        for code, weight in policy.items():
            assert weight_of(search.levels, level, code) == pytest.approx(weight, abs=1e-9)


@pytest.mark.parametrize("method", METHODS, ids=str)
def test_a_known_game_is_never_given_up_for_a_worse_one(method):
    good = playtree.solve(GAME, "nrpa", iterations=5 * MANY, seed=5)
    found = playtree.solve(GAME, method, iterations=MANY // 10, known=good.moves)
    assert found.score >= good.score
    assert GAME.replay(found.moves).score == found.score
    assert playtree.solve(GAME, "uct", iterations=2, known=good.moves).moves == good.moves


def test_improvement_improves():
    first = playtree.solve(GAME, Nrpa(level=1, iterations=5), iterations=5)
    assert playtree.solve(GAME, Improve(), iterations=MANY, known=first.moves).score > first.score


@pytest.mark.parametrize("method", METHODS, ids=str)
@pytest.mark.parametrize("limit", ["iterations", "ru"])
def test_equal_seeds_give_equal_solutions(method, limit):
    budget = {limit: MANY}
    for threads in (1, 2):
        found = [playtree.solve(GAME, method, seed=3, threads=threads, **budget) for _ in range(2)]  # type: ignore[arg-type]
        one, two = (dataclasses.replace(solution, seconds=0.0, history=()) for solution in found)
        assert one == two
        if limit == "iterations":
            assert one.statistics.iterations == MANY


@pytest.mark.parametrize("method", METHODS, ids=str)
def test_the_optimum_of_small_boards_is_never_exceeded(method):
    for seed in range(2 if INTERPRETED else 10):
        game = SameGame(random_board(seed, 4, 4, 3))
        found = playtree.solve(game, method, iterations=60 if INTERPRETED else 600, seed=seed)
        assert found.score <= best_score(game.board, game.rules)


@pytest.mark.parametrize("method", METHODS, ids=str)
def test_time_is_kept_and_a_game_is_there(method):
    playtree.solve(GAME, method, iterations=50)
    for seconds in (0.001, 0.3):
        begin = time.monotonic()
        solution = playtree.solve(GAME, method, seconds=seconds, threads=2)
        assert seconds <= solution.seconds <= time.monotonic() - begin
        assert GAME.replay(solution.moves).is_over


@pytest.mark.parametrize("method", METHODS[::2], ids=str)
def test_puzzles_and_boards_without_moves_are_served(method):
    game, _ = _sticks()
    solution = playtree.solve(game, method, iterations=MANY)
    assert game.replay(solution.moves).score == solution.score
    assert playtree.solve(SameGame(Board(np.array([[1, 2], [2, 1]], np.uint8))), method, iterations=5).moves == ()


@pytest.mark.parametrize("game", [GAME, playtree.load("examples.knapsack:game")], ids=["samegame", "knapsack"])
def test_a_time_that_is_over_before_it_began_still_gives_a_game(game):
    solution = playtree.solve(game, "portfolio", seconds=1e-9, threads=2)
    assert game.replay(solution.moves).score == solution.score


def test_a_small_game_is_proven_by_the_portfolio():
    game = SameGame(random_board(1, 3, 3, 2))
    solution = playtree.solve(game, Portfolio(), iterations=20_000)
    assert solution.proven
    assert solution.score == best_score(game.board, game.rules)


@pytest.mark.skipif(INTERPRETED, reason="a budget for slow code is smaller than what the tree search gets of any")
def test_the_portfolio_tells_what_it_did():
    solution = playtree.solve(GAME, Portfolio(), iterations=MANY, threads=2)
    assert len(solution.story) == 6
    assert solution.story[0].startswith("thread 1, uct: ")
    assert solution.story[1].startswith(f"thread 1, a race of {len(GAME.rivals[0])} times nrpa, tabu")
    assert solution.story[-1].startswith("thread 2, improve: ")
    told = [int(part.split(" after ")[1].split()[0].replace(",", "")) for part in solution.story]
    assert sum(told) == solution.statistics.iterations
    assert max(int(part.split(": ")[1].split()[0]) for part in solution.story) == solution.score
    assert playtree.solve(GAME, "nrpa", iterations=5).story == ()


def test_a_puzzle_has_a_trial_of_every_member_and_the_best_goes_again():
    game, _ = _sticks()
    stages = stages_of(game, None)
    assert sum(stage.share for stage in stages) == pytest.approx(1.0)
    bounded = stages_of(importlib.import_module("examples.knapsack").game, None)
    assert {stage.name for stage in bounded} - {stage.name for stage in stages} == {"a-star"}
    task = Task(game, Budget(iterations=40), np.random.SeedSequence(1))
    search = PortfolioSearch(
        [
            Stage(0.2, Nrpa(level=1, iterations=1), "one"),
            Stage(0.2, Nrpa(level=1, iterations=1), "other"),
            Stage(0.6, None, "again"),
        ],
        task,
        Incumbent(is_shared=False),
    )
    search.run()
    scores = [float(part.split(": ")[1].split()[0]) for part in search.story]
    assert search.story[2].startswith("one again" if scores[0] > scores[1] else "other again")
    assert search.statistics.iterations == 40
    assert search.score == max(scores)


@pytest.mark.parametrize("groups", [1, 2])
def test_every_group_of_guides_gets_a_thread_or_its_share_of_one(groups):
    game = GAME if groups == 1 else SameGame(Board(np.repeat(np.arange(1, 6, dtype=np.uint8), 45).reshape(15, 15)))
    assert len(game.rivals) == groups
    alone = [stage.member for stage in stages_of(game, None)]
    beside = [[stage.member for stage in stages_of(game, None, number, 2)] for number in range(3)]
    races = [[member for member in members if isinstance(member, Race)] for members in (alone, *beside)]
    assert [[[racer.policy for racer in race.racers] for race in found] for found in races] == [
        [list(group) for group in game.rivals],
        *([list(game.rivals[number % groups])] for number in range(3)),
    ]
    for stages in (stages_of(game, None), stages_of(game, None, 1, 2), stages_of(game, "tabu,rank=1")):
        assert sum(stage.share for stage in stages) == pytest.approx(1.0)


def test_the_guide_of_the_better_race_goes_to_improvement(monkeypatch):
    """The second race prefers small groups, and is worse."""
    followed, follow = list[str | None](), ImproveSearch._follow

    def noted(improve: ImproveSearch, policy: str | None) -> None:
        followed.append(policy)
        follow(improve, policy)

    monkeypatch.setattr(ImproveSearch, "_follow", noted)
    racers = [Race((Nrpa(level=2, iterations=8, policy=policy),)) for policy in ("tabu", "all,bias=-5")]
    stages = [Stage(0.4, racers[0], "good"), Stage(0.4, racers[1], "bad"), Stage(0.2, Improve(), "improve")]
    task = Task(GAME, Budget(iterations=400), np.random.SeedSequence(1))
    search = PortfolioSearch(stages, task, Incumbent(is_shared=False))
    search.run()
    good, bad = (float(part.split(": ")[1].split()[0]) for part in search.story[:2])
    assert good > bad
    assert followed == ["tabu"]


def test_what_makes_no_sense_is_refused():
    with pytest.raises(InputError, match="warm is -1; expected at least 0"):
        Improve(warm=-1)
    with pytest.raises(InputError, match="level is 0; expected at least 1"):
        Improve(level=0)
    with pytest.raises(InputError, match="search portfolio does not count nodes"):
        playtree.solve(GAME, Portfolio(), nodes=100)
    with pytest.raises(InputError, match="has no guide 'random'"):
        playtree.solve(GAME, Portfolio("random"), iterations=5)
    with pytest.raises(InputError, match="the known game stops after move 1"):
        playtree.solve(GAME, Improve(), iterations=5, known=playtree.solve(GAME, "nrpa", iterations=2).moves[:1])


def test_a_search_goes_on_from_a_task_with_a_known_game():
    known = playtree.solve(GAME, "nrpa", iterations=50).moves
    search = Portfolio().start(Task(GAME, Budget(iterations=10), np.random.SeedSequence(1), known=known))
    assert search.score == GAME.replay(known).score
