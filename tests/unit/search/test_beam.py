"""Beam search: against a plain one, against all games, by seed, budget, threads and memory."""

import dataclasses

import numpy as np
import pytest

import playtree
from playtree.compiled.decorator import INTERPRETED
from playtree.compiled.hashing import state_hash
from playtree.errors import InputError
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.games.samegame.rules import named_rules
from playtree.search.budget import Budget
from playtree.search.solo.beam.candidates import COUNT, cut_back, new_candidates, offer
from playtree.search.solo.beam.choice.rules import Best, Diverse, Gumbel
from playtree.search.solo.beam.evaluation.plain import Score, ScoreAndRewards
from playtree.search.solo.beam.evaluation.simulated import BestOfSimulations, MeanOfSimulations
from playtree.search.solo.beam.method import Beam
from playtree.search.solo.beam.pace import Pace, Profile, Spent
from playtree.search.solo.methods import method_from_dict, method_to_dict
from tests.oracles.beam import plain_beam, rewards_value, score_value
from tests.oracles.exhaustive import best_score

pytestmark = pytest.mark.kernels

RULES = named_rules("samegame")
GAME = SameGame(random_board(2, 5, 5, 3) if INTERPRETED else random_board(2))
SIMULATED = Beam(BestOfSimulations(1), policy="random")
MANY = 100 if INTERPRETED else 20_000


def key(state):
    with np.errstate(over="ignore"):
        return int(state_hash(state))


def without_times(solution):
    return dataclasses.replace(solution, seconds=0.0, history=())


@pytest.mark.parametrize("width", [1, 3, 10, 60])
@pytest.mark.parametrize(
    "evaluation, choice, value, penalty",
    [
        (Score(), Best(), score_value, 0.0),
        (ScoreAndRewards(), Best(), rewards_value, 0.0),
        (Score(), Diverse(3.0), score_value, 3.0),
    ],
    ids=["score", "rewards", "diverse"],
)
def test_a_beam_keeps_what_a_plain_beam_keeps(evaluation, choice, value, penalty, width):
    for seed in range(1 if INTERPRETED else 6):
        game = SameGame(random_board(seed, 4 if INTERPRETED else 5, 4, 3))
        found = playtree.solve(game, Beam(evaluation, choice, width=width), iterations=10_000)
        score, saw_all = plain_beam(game, width, value, key, penalty)
        assert max(score, found.score) == found.score  # the first simulation may be better than a narrow beam
        assert found.proven == saw_all
        if found.score > score:
            assert found.statistics.playouts == 1


@pytest.mark.parametrize("seed", range(1 if INTERPRETED else 8))
def test_a_beam_that_drops_nothing_proves_the_optimum(seed):
    board = random_board(seed, 3 if INTERPRETED else 4, 4, 3)
    for beam in (Beam(Score(), width=5000), SIMULATED):
        found = playtree.solve(SameGame(board), beam, iterations=100_000)
        assert (found.score, found.proven) == (best_score(board, RULES), True)


@pytest.mark.parametrize("method", [SIMULATED, Beam(MeanOfSimulations(2), Gumbel(50.0), policy="random")], ids=str)
@pytest.mark.parametrize("limit", ["iterations", "nodes", "ru"])
def test_equal_seeds_give_equal_results_within_the_budget(method, limit):
    amount = MANY // 10 if limit != "ru" else MANY
    found = [method.run(GAME, Budget(**{limit: amount}), seed=3) for _ in range(2)]
    assert without_times(found[0]) == without_times(found[1])
    used = getattr(found[0].statistics, limit)
    longest = 2 * GAME.board.blocks * GAME.board.blocks  # the simulations of one state's children
    assert used <= amount + (longest if limit == "ru" else 0)
    assert used > amount / 3
    assert method.run(GAME, Budget(**{limit: amount}), seed=4).moves != found[0].moves


def test_threads_share_a_beam_and_find_the_same():
    found = [
        playtree.solve(GAME, dataclasses.replace(SIMULATED, width=20), iterations=10**6, threads=threads, seed=1)
        for threads in (1, 2, 3)
    ]
    one, *others = [dataclasses.replace(solution.statistics, duplicates=0, duplicates_at=()) for solution in found]
    assert all(other == one for other in others)
    assert len({(solution.moves, solution.score) for solution in found}) == 1


@pytest.mark.parametrize("limits", [{"nodes": 2}, {"ru": 0.5}, {"iterations": 1}, {"seconds": 1e-6}], ids=str)
def test_the_smallest_budget_still_gives_a_game(limits):
    found = playtree.solve(GAME, SIMULATED, **limits)
    assert GAME.replay(found.moves).score == found.score
    assert found.statistics.nodes <= 2 or "nodes" not in limits


@pytest.mark.skipif(INTERPRETED, reason="interpreted code is too slow for the clock")
def test_a_beam_uses_its_time_and_keeps_it():
    for threads in (1, 2):
        found = playtree.solve(GAME, SIMULATED, seconds=0.6, threads=threads)
        assert 0.3 < found.seconds < 30  # the machine may be busy


def test_the_memory_bounds_the_width():
    small = Beam(Score(), memory_mb=1, width=10**6)
    found = playtree.solve(GAME, small, iterations=10**5)
    assert INTERPRETED or not found.proven  # interpreted, the board is small enough to be seen to the end
    assert found.statistics.nodes < found.statistics.deepest * 2**20 / 500


def test_a_long_line_and_many_actions_make_the_buffers_grow():
    def legal(state, actions):
        count = 600 if state[0] > 0 else 0
        for index in range(min(count, len(actions))):
            actions[index] = index
        return count

    def apply(state, action):
        state[0] -= 1
        return 1 if action == 7 else 0

    game = playtree.puzzle("long", [5 if INTERPRETED else 700], legal, apply, most_actions=8)
    width = 3
    found = playtree.solve(game, Beam(Score(), width=width), iterations=10**6)
    assert found.score == game.start[0]


def test_a_store_keeps_the_best_of_each_state():
    random = np.random.default_rng(1)
    store = new_candidates(64)
    offered: dict[int, float] = {}
    for index in range(500):
        name, gained = int(random.integers(0, 200)), float(random.integers(0, 50))
        offer(store, 20, gained, gained, np.uint64(name), index, index)
        offered[name] = max(offered.get(name, -1.0), gained)
    cut_back(store, 20)
    best = sorted(offered.items(), key=lambda item: (-item[1], item[0]))[:20]
    count = store.counters[COUNT]
    assert count == 20
    kept = {int(name): float(value) for name, value in zip(store.key[:count], store.value[:count], strict=True)}
    assert kept == dict(best)


def test_the_pace_spends_what_is_left_over_the_levels():
    before = Profile([Spent(iterations=1.0)] * 10)
    pace = Pace(Budget(iterations=1300), before)
    assert pace.width(0) == 100  # ten levels and three to spare
    pace.level_done(0, 100, Spent(iterations=200.0))  # twice as dear as expected
    assert pace.width(1) == int(1100 / (2 * 12))


def test_beams_are_data():
    for beam in (SIMULATED, Beam(Score(), Diverse(4.0), width=7), Beam(ScoreAndRewards(0.5), Gumbel(2.0))):
        data = method_to_dict(beam)
        assert data["search"] == "beam"
        assert method_from_dict(data) == beam
    with pytest.raises(InputError, match="width is -1; expected at least 0"):
        Beam(width=-1)
    with pytest.raises(InputError, match="evaluation: unknown 'best'"):
        method_from_dict({"search": "beam", "evaluation": {"kind": "best"}})
