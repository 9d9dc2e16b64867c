"""Runs of searches: budgets, seeds, threads, restarts, interruption and failure."""

import dataclasses
import threading
import time
from itertools import pairwise

import numpy as np
import pytest

import playtree
from playtree.compiled.decorator import INTERPRETED
from playtree.errors import GameError, InputError
from playtree.games.samegame.board import Board
from playtree.games.samegame.formats import read_boards
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.games.samegame.rules import named_rules
from playtree.search.budget import Budget
from playtree.search.solo.allocation.plan import planned_searches
from playtree.search.solo.allocation.restarts import OneSearch, Restarts
from playtree.search.solo.expansion.one_child import OneChild
from playtree.search.solo.method import Progress, Task
from playtree.search.solo.run import run_searches
from playtree.search.solo.search import Search
from playtree.search.solo.variant import Variant
from tests.oracles.exhaustive import best_score
from tests.oracles.variants import PAIRS, name_of, searched

pytestmark = [pytest.mark.kernels, pytest.mark.variants]

BASE = next(variant for variant in PAIRS if isinstance(variant.expansion, OneChild))
GAME = SameGame(random_board(2, 6, 6, 4) if INTERPRETED else random_board(2))
MANY = 60 if INTERPRETED else 3000


def with_allocation(allocation: OneSearch | Restarts, variant: Variant = BASE) -> Variant:
    return dataclasses.replace(variant, allocation=allocation)


def without_times(solution: playtree.Solution) -> playtree.Solution:
    return dataclasses.replace(solution, seconds=0.0, history=())


@pytest.mark.parametrize("variant", PAIRS[::4], ids=name_of)
def test_the_moves_replay_to_the_score(variant):
    for prune in (False, True):
        game = SameGame(random_board(7, 8, 8, 4), prune=prune)
        solution = playtree.solve(game, variant, iterations=MANY // 10)
        replay = game.replay(solution.moves)
        assert (replay.score, replay.is_over, replay.cleared) == (solution.score, True, solution.cleared)


@pytest.mark.parametrize("allocation", [OneSearch(), Restarts(searches=5), Restarts(nodes=MANY // 6)], ids=str)
@pytest.mark.parametrize("limit", ["iterations", "nodes", "ru"])
def test_equal_seeds_give_equal_solutions(allocation, limit):
    for threads in (1, 2):
        one, two = (
            run_searches(GAME, with_allocation(allocation), Budget(**{limit: MANY}), seed=3, threads=threads)
            for _ in range(2)
        )
        assert without_times(one) == without_times(two)


@pytest.mark.parametrize("allocation", [Restarts(searches=7), Restarts(nodes=MANY // 6)], ids=str)
@pytest.mark.parametrize("limit", ["iterations", "nodes", "ru"])
def test_restarts_do_not_depend_on_the_number_of_threads(allocation, limit):
    found = [
        run_searches(GAME, with_allocation(allocation), Budget(**{limit: MANY}), seed=4, threads=threads)
        for threads in (1, 2, 3)
    ]
    assert without_times(found[0]) == without_times(found[1]) == without_times(found[2])
    assert found[0].statistics.searches > 1 or limit == "ru"


def test_other_seeds_give_other_searches():
    solutions = {playtree.solve(GAME, BASE, iterations=MANY // 4, seed=seed).moves for seed in range(4)}
    assert len(solutions) == 4


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("allocation", [OneSearch(), Restarts(searches=5), Restarts(nodes=100)], ids=str)
def test_counted_budgets_hold_for_the_whole_run(allocation, threads):
    variant = with_allocation(allocation)
    for amount in (8, 101, MANY):
        done = run_searches(GAME, variant, Budget(iterations=amount), threads=threads).statistics
        assert done.iterations == amount
        done = run_searches(GAME, variant, Budget(nodes=amount), threads=threads).statistics
        assert done.nodes <= amount
        done = run_searches(GAME, variant, Budget(ru=amount), threads=threads).statistics
        assert amount <= done.ru < amount + done.searches * 2 * GAME.board.blocks


@pytest.mark.parametrize("parts", [1, 2, 3, 7])
@pytest.mark.parametrize("amount", [14, 15, 100, 101])
def test_the_shares_of_a_budget_add_up(parts, amount):
    shares = [Budget(iterations=amount, nodes=amount, ru=amount / 4).share(parts, index) for index in range(parts)]
    assert sum(share.iterations or 0 for share in shares) == amount
    assert sum(share.nodes or 0 for share in shares) == amount
    assert sum(share.eighths for share in shares) == 2 * amount


def test_every_search_has_a_seed_of_its_own_that_does_not_depend_on_threads():
    budget = Budget(iterations=100)
    plans = [list(planned_searches(Restarts(searches=4), budget, threads, seed=9)) for threads in (1, 3)]
    words = [[seed.generate_state(2).tolist() for _, seed in plan] for plan in plans]
    assert words[0] == words[1]
    assert len({tuple(word) for word in words[0]}) == 4


@pytest.mark.parametrize("limits", [{"nodes": 2}, {"ru": 0.01}, {"iterations": 1}, {"seconds": 1e-6}], ids=str)
@pytest.mark.parametrize("variant", PAIRS[::4], ids=name_of)
def test_the_smallest_budget_still_gives_a_game(variant, limits):
    solution = playtree.solve(GAME, variant, **limits)
    assert GAME.replay(solution.moves).score == solution.score
    assert solution.statistics.nodes <= 2 or "nodes" not in limits


def test_more_searches_than_iterations_stay_within_the_budget():
    for allocation, threads in ((Restarts(searches=20), 1), (OneSearch(), 8)):
        done = run_searches(GAME, with_allocation(allocation), Budget(iterations=3), threads=threads).statistics
        assert done.iterations <= 3
        done = run_searches(GAME, with_allocation(allocation), Budget(nodes=6), threads=threads).statistics
        assert done.nodes <= 6


@pytest.mark.parametrize("threads", [1, 2])
def test_a_small_board_is_proven(threads):
    board = random_board(5, 4, 3, 3)
    for allocation in (OneSearch(), Restarts(searches=4)):
        solution = run_searches(
            SameGame(board), with_allocation(allocation), Budget(iterations=20_000), threads=threads
        )
        assert solution.proven
        assert solution.score == best_score(board, named_rules("samegame"))
        assert solution.statistics.iterations < 20_000


def test_a_proven_solution_does_not_depend_on_the_clock():
    game, variant = SameGame(random_board(5, 4, 3, 3)), with_allocation(Restarts(searches=4))
    found = {run_searches(game, variant, Budget(iterations=20_000), threads=2, seed=1).moves for _ in range(10)}
    assert found == {run_searches(game, variant, Budget(iterations=20_000), threads=1, seed=1).moves}


def test_an_unsolved_board_is_not_proven():
    assert not playtree.solve(GAME, BASE, iterations=20).proven


def test_pruning_proves_nothing():
    """VS-pruning may lose the best game: here the bonus."""
    board = read_boards("1231\n3211\n1122\n1333", "test", "digits")[0]
    assert best_score(board, named_rules("samegame")) == 1006
    assert best_score(board, named_rules("samegame"), prune=True) == 24
    solution = playtree.solve(SameGame(board, prune=True), BASE, iterations=100_000)
    assert solution.score == 24
    assert not solution.proven


def test_a_board_without_moves_is_solved_at_once():
    solution = playtree.solve(SameGame(Board(np.array([[1, 2], [2, 1]]))), BASE, iterations=10)
    assert (solution.score, solution.moves, solution.proven) == (0, (), True)
    assert solution.statistics.iterations == 1
    cleared = playtree.solve(SameGame(Board(np.zeros((2, 2), np.uint8))), BASE, iterations=10)
    assert (cleared.score, cleared.cleared) == (1000, True)


@pytest.mark.parametrize("seconds", [0.05, 0.3])
def test_seconds_end_a_run(seconds):
    playtree.solve(GAME, BASE, iterations=1)  # compiled by now
    begin = time.monotonic()
    solution = playtree.solve(GAME, BASE, seconds=seconds, threads=2)
    assert seconds <= time.monotonic() - begin + 0.01 < seconds + 30  # generous: the machine may be busy
    assert solution.seconds >= seconds - 0.01


@pytest.mark.slow
def test_seconds_hold_within_fifty_milliseconds():
    late = [playtree.solve(GAME, BASE, seconds=0.3, threads=1).seconds - 0.3 for _ in range(10)]
    assert sorted(late)[5] < 0.05


def test_progress_is_told_and_never_gets_worse():
    seen: list[Progress] = []
    playtree.solve(GAME, BASE, seconds=1.0, on_progress=seen.append)
    assert len(seen) >= 3
    scores = [progress.score for progress in seen if progress.score is not None]
    assert scores == sorted(scores)
    assert all(one.seconds <= two.seconds for one, two in pairwise(seen))
    assert all(one.statistics.iterations <= two.statistics.iterations for one, two in pairwise(seen))


def test_statistics_of_a_running_search_are_those_of_copies(monkeypatch):
    """A search that counts on while numpy trims its counts made numpy raise an error, once in ten thousand games."""
    game = SameGame(random_board(1, 4, 4, 3))
    search = Variant(policy="random").start(Task(game, Budget(iterations=20), np.random.SeedSequence(1)))
    search.run()
    monkeypatch.setattr("playtree.search.solo.search.statistics_of", lambda work: work)
    first, second = search.statistics, search.statistics
    for name in ("nodes_at", "duplicates_at"):
        assert not np.shares_memory(getattr(first, name), getattr(second, name))


def test_control_c_returns_the_best_so_far():
    calls = []

    def interrupt(progress: object) -> None:
        calls.append(progress)
        if len(calls) == 3:
            raise KeyboardInterrupt

    solution = playtree.solve(GAME, BASE, seconds=600, on_progress=interrupt)
    assert solution.stopped
    assert not solution.proven
    assert solution.seconds < 60
    assert GAME.replay(solution.moves).score == solution.score


def test_control_c_while_the_whole_game_is_compiled_returns_what_was_found_without_the_pruned_moves(monkeypatch):
    game, compiled = SameGame(random_board(5, 4, 3, 3)), []

    def interrupted(*arguments: object) -> None:
        compiled.append(arguments)
        if len(compiled) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr("playtree.search.solo.run.compile_for", interrupted)
    solution = playtree.solve(game, dataclasses.replace(BASE, prunes_moves=True), iterations=20_000)
    assert len(compiled) == 2
    assert solution.stopped
    assert not solution.proven
    assert game.replay(solution.moves).score == solution.score


def test_an_error_in_the_progress_callback_ends_the_searches():
    def fail(progress: object) -> None:
        raise ValueError("the screen is gone")

    with pytest.raises(ValueError, match="the screen is gone"):
        playtree.solve(GAME, BASE, seconds=600, on_progress=fail)
    deadline = time.monotonic() + 60
    while threading.active_count() > 1 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() == 1


def test_a_failure_in_a_worker_comes_out(monkeypatch):
    def fail(search: Search) -> None:
        raise ZeroDivisionError("in a worker")

    playtree.solve(GAME, BASE, iterations=1)
    monkeypatch.setattr("playtree.search.solo.run.compile_for", lambda *arguments: None)
    monkeypatch.setattr(Search, "run", fail)
    with pytest.raises(ZeroDivisionError, match="in a worker"):
        playtree.solve(GAME, BASE, iterations=100, threads=2)


def test_a_game_whose_rules_disagree_is_found_out(monkeypatch):
    monkeypatch.setattr(SameGame, "closing", lambda game, line: [])
    game = SameGame(read_boards("14\n14\n24\n35", "test", "digits")[0], prune=True)
    with pytest.raises(GameError, match="the game is not over"):
        playtree.solve(game, BASE, iterations=5)


@pytest.mark.parametrize(
    "limits, message",
    [
        ({"iterations": -1}, "budget iterations is -1; expected a number above 0"),
        ({"nodes": 0}, "budget nodes is 0; expected a number above 0"),
        ({"ru": -0.5}, "budget ru is -0.5; expected a number above 0"),
        ({"seconds": float("nan")}, "budget seconds is nan; expected a number above 0"),
        ({"nodes": 1}, "budget nodes is 1; expected at least 2"),
        ({"nodes": 2.5}, "budget nodes is 2.5; expected a whole number"),
        ({"iterations": "5"}, "budget iterations is '5'; expected a number above 0"),
        ({"iterations": float("inf")}, "budget iterations is inf; expected a finite number"),
        ({"iterations": 5, "threads": 10**9}, "threads is 1000000000; expected at most 1,024"),
        ({"iterations": 5, "seed": -1}, "seed is -1; expected at least 0"),
        ({"iterations": 5, "seed": 1.5}, "seed is 1.5; expected a whole number, at least 0"),
        ({"iterations": 5, "tree_nodes": -1}, "tree_nodes is -1; expected at least 0"),
        (
            {"iterations": 9, "nodes": 3, "threads": 2, "recipe": Variant(allocation=Restarts(nodes=3))},
            "nodes is 3 for 2 trees at a time; expected at least 4",
        ),
        ({"iterations": 5, "threads": 0}, "threads is 0; expected at least 1"),
        ({"iterations": 5, "recipe": "best"}, "unknown recipe 'best'; expected one of: uct, "),
        (
            {"iterations": 5, "recipe": Variant(policy="cunning")},
            "game samegame has no policy 'cunning'; it has: random",
        ),
        (
            {"iterations": 5, "recipe": Variant(policy="random,x=1")},
            "policy random: unknown parameter 'x'; it takes: blocks",
        ),
        ({"iterations": 5, "recipe": Variant(policy="tabu-random,chance=2")}, "chance is 2; expected 0 to 1"),
        ({"iterations": 5, "recipe": Variant(policy="tabu-random,chance")}, "expected a setting such as epsilon=0.003"),
    ],
)
def test_wrong_input_is_refused(limits, message):
    with pytest.raises(InputError, match=message):
        playtree.solve(GAME, **limits)


def test_a_budget_needs_a_limit():
    with pytest.raises(InputError, match="a budget needs a limit; expected one of: seconds, iterations, nodes, ru"):
        Budget()


def test_what_a_policy_learned_can_be_read():
    search = searched(GAME, dataclasses.replace(BASE, policy="tabu-color-learned"), seed=1, iterations=30)
    assert sum(search.memory[5::3][:7]) == search.statistics.playouts


def test_what_pruning_leaves_of_the_budget_goes_to_all_moves():
    """On this board only a vertical segment leads to the best game: 1006 points, 24 without it."""
    game = SameGame(read_boards("1231\n3211\n1122\n1333", "board")[0])
    best = best_score(game.board, game.rules, False)
    assert best_score(game.board, game.rules, True) < best
    solution = playtree.solve(game, "klein-static", iterations=20_000)
    assert (solution.score, solution.proven) == (best, True)
    assert playtree.solve(game, "klein-static", iterations=5).proven is False
