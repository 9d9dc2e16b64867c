"""Depth-budgeted search: against a plain one, against all games, by seed, budget and size of buffers."""

import dataclasses

import pytest

import playtree
import playtree.search.solo.budgeted.search as at_work
from playtree.compiled.decorator import INTERPRETED
from playtree.errors import InputError
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.games.samegame.rules import named_rules
from playtree.search.solo.beam.evaluation.plain import Score
from playtree.search.solo.beam.evaluation.simulated import BestOfSimulations
from playtree.search.solo.budgeted.method import DepthBudgeted
from playtree.search.solo.methods import method_from_dict, method_to_dict
from tests.oracles.beam import score_value
from tests.oracles.budgeted import PlainDive
from tests.oracles.exhaustive import best_score

pytestmark = pytest.mark.kernels

SIMULATED = DepthBudgeted(BestOfSimulations(1), policy="random")
GAME = SameGame(random_board(2, 5, 5, 3) if INTERPRETED else random_board(2))
MANY = 30 if INTERPRETED else 1000


@pytest.mark.parametrize("share", [0.3, 0.8, 1.0])
@pytest.mark.parametrize("states", [1, 7, 60])
def test_it_sees_what_a_plain_one_sees(share, states):
    for seed in range(1 if INTERPRETED else 6):
        game = SameGame(random_board(seed, 5, 4, 3))
        found = playtree.solve(game, DepthBudgeted(Score(), share), iterations=states)
        passes, rest = list[PlainDive](), states
        while rest > 0 and (not passes or passes[-1].was_cut):
            passes.append(PlainDive(game, share, score_value))
            passes[-1].search(game.start, 0.0, rest)
            rest -= passes[-1].expanded
        done = found.statistics
        assert done.iterations == sum(plain.expanded for plain in passes)
        assert done.duplicates == sum(plain.repeated for plain in passes)
        assert found.proven != passes[-1].was_cut
        assert found.score >= max(plain.best for plain in passes)  # the first simulation may be better
        assert done.playouts == 1


@pytest.mark.parametrize("seed", range(1 if INTERPRETED else 6))
def test_a_budget_for_all_states_proves_the_optimum(seed):
    board = random_board(seed, 3 if INTERPRETED else 4, 4, 3)
    for method in (DepthBudgeted(Score()), SIMULATED):
        found = playtree.solve(SameGame(board), method, iterations=100_000)
        assert (found.score, found.proven) == (best_score(board, named_rules("samegame")), True)


@pytest.mark.parametrize("limit", ["iterations", "ru"])
def test_equal_seeds_give_equal_results_within_the_budget(limit):
    amount = MANY if limit == "iterations" else 50 * MANY
    found = [playtree.solve(GAME, SIMULATED, seed=3, **{limit: amount}) for _ in range(2)]  # type: ignore[arg-type]
    one, two = (dataclasses.replace(solution, seconds=0.0, history=()) for solution in found)
    assert one == two
    assert 0 < getattr(one.statistics, limit) <= amount + (GAME.board.blocks**2 if limit == "ru" else 0)


def test_more_states_find_more():
    few, many = (playtree.solve(GAME, SIMULATED, iterations=number).score for number in (2, MANY))
    assert many >= few if INTERPRETED else many > few


def test_buffers_that_are_too_small_change_nothing(monkeypatch):
    before = playtree.solve(GAME, SIMULATED, iterations=MANY, seed=1)
    for name in ("FIRST_ACTIONS", "FIRST_LINE", "FIRST_DEPTH"):
        monkeypatch.setattr(at_work, name, 2)
    after = playtree.solve(GAME, SIMULATED, iterations=MANY, seed=1)
    assert (before.score, before.moves) == (after.score, after.moves)


def test_it_is_written_and_read_as_data_and_refuses_nonsense():
    assert method_from_dict(method_to_dict(SIMULATED)) == SIMULATED
    with pytest.raises(InputError, match="share is 0; expected a number above 0, at most 1"):
        DepthBudgeted(share=0.0)
    with pytest.raises(InputError, match="search depth-budgeted does not count nodes"):
        playtree.solve(GAME, SIMULATED, nodes=100)
    with pytest.raises(InputError, match="weights is given; expected with evaluation linear"):
        DepthBudgeted(weights="samegame")
