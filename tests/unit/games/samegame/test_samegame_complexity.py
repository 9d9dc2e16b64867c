"""The two complexity estimates: exact on small boards, and Klein's figures on random ones."""

import math
import tomllib
from functools import partial
from itertools import groupby, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playtree.compiled.random import below, seeded
from playtree.errors import InputError
from playtree.games.samegame.board import Board
from playtree.games.samegame.complexity import (
    ESTIMATES,
    RandomBoards,
    column_states,
    game_tree_complexity,
    power_text,
    sampled,
    state_space_complexity,
    states_log,
    summary_of,
    tree_log,
)
from playtree.games.samegame.formats import read_boards
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from tests.property.strategies import small_boards

KLEIN = tomllib.loads((Path(__file__).parents[3] / "golden" / "klein_complexity.toml").read_text(encoding="utf-8"))


def board(text: str) -> Board:
    return read_boards(text, "test", "digits")[0]


def listed_states(column):
    """The number of sequences that are left of a column, by listing them all."""
    segments = ["".join(map(str, run)) for colour, run in groupby(column) if colour]
    return len({"".join(kept) for kept in product(*(("", segment) for segment in segments))})


def slow_games(game, simulations, seed):
    """Mean length and branching of random games by the slow rules, with the draws of the kernel."""
    rng, moves, offered = seeded(seed), 0, 0
    for _ in range(simulations):
        state = game.start.copy()
        while actions := sorted(game.legal(state)):
            moves, offered = moves + 1, offered + len(actions)
            game.apply(state, actions[below(rng, len(actions))])
    return moves / simulations, offered / (moves + simulations)


@pytest.mark.parametrize(
    "column, states",
    [
        ([], 1),
        ([0, 0], 1),
        ([1, 1, 1], 2),
        ([1, 2], 4),
        ([1, 2, 1], 7),  # one A comes from either end
        ([1, 1, 2, 1], 8),
        ([1, 2, 1, 3, 1, 1], 27),  # AA from two single blocks or from the last segment
        ([1, 0, 1], 3),  # a hole parts two segments of one colour
    ],
)
@pytest.mark.kernels
def test_a_column_counts_each_sequence_once(column, states):
    assert listed_states(column) == states
    assert column_states(np.array(column, np.uint8)) == states


@given(st.integers(1, 4).flatmap(lambda colours: st.lists(st.integers(0, colours), max_size=12)))
@pytest.mark.kernels
def test_counting_sequences_equals_listing_them(column):
    assert column_states(np.array(column, np.uint8)) == listed_states(column)


def test_the_highest_column_of_all_different_neighbours_does_not_overflow():
    column = np.array([1 + row % 2 for row in range(50)], np.uint8)
    assert listed_states(column[:12]) == column_states(column[:12])
    assert 2**25 < column_states(column) < 2**50


def test_the_state_space_is_the_product_over_the_columns():
    assert state_space_complexity(board("12\n21\n11")) == column_states(np.array([1, 2, 1], np.uint8)) * 4


def test_a_game_tree_is_measured_over_all_states_the_final_ones_included():
    only_move = game_tree_complexity(board("11"), simulations=8)
    assert only_move == (1.0, 0.5)
    assert only_move.log10 == pytest.approx(math.log10(0.5))
    assert game_tree_complexity(board("12"), simulations=8).log10 == 0.0


def test_a_position_of_vertical_segments_only_is_final_with_pruning():
    drawn = board("12\n12\n34")
    assert game_tree_complexity(drawn, simulations=4).length == 2.0
    assert game_tree_complexity(drawn, simulations=4, prune=True).length == 0.0


@given(small_boards(), st.booleans(), st.integers(0, 1000))
@pytest.mark.kernels
def test_random_games_follow_the_slow_rules(drawn, prune, seed):
    game = SameGame(drawn, prune=prune)
    with np.errstate(over="ignore"):
        expected = slow_games(game, 3, seed)
    assert game_tree_complexity(drawn, 3, prune, seed) == expected


def test_a_board_that_does_not_fit_the_bit_planes_is_measured_too():
    tree = game_tree_complexity(random_board(1, 20, 18, 6), simulations=4)
    assert 60 < tree.length < 120
    assert tree.branching > 20


def test_samples_are_the_same_with_threads_and_when_taken_up_again():
    boards, measure = RandomBoards(6, 6, 3, seed=2), partial(tree_log, simulations=8)
    whole = list(sampled(measure, boards, 20))
    assert whole == list(sampled(measure, boards, 20, threads=2))
    assert whole == [*sampled(measure, boards, 7), *sampled(measure, boards, 20, start=7)]
    assert whole[3] == measure(random_board(2_000_003, 6, 6, 3))


@pytest.mark.parametrize("threads", [1, 3])
def test_samples_are_taken_a_few_ahead_only_so_that_one_who_interrupts_need_not_wait(threads):
    asked = list[int]()

    def measure(board):
        asked.append(board.columns)
        return 1.0

    samples = sampled(measure, RandomBoards(6, 6, 3), 100_000, threads=threads)
    next(samples)
    del samples
    assert len(asked) <= 2 * threads + 1


def test_a_summary_has_the_figures_of_the_thesis():
    summary = summary_of([1.0, 2.0, 3.0, 400.0])
    assert (summary.minimum, summary.median, summary.maximum, summary.instances) == (1.0, 2.5, 400.0, 4)
    assert summary.average == pytest.approx(400.0 - math.log10(4))
    assert summary.log_average == pytest.approx(101.5)
    assert summary.deviation == pytest.approx(np.std([1.0, 2.0, 3.0, 400.0], ddof=1))


@pytest.mark.parametrize("log10, text", [(84.4, "2.5e84"), (0.0, "1.0e0"), (1.9999, "1.0e2"), (-0.30103, "5.0e-1")])
def test_large_numbers_are_written_with_their_exponent(log10, text):
    assert power_text(log10) == text


def test_a_sample_of_nothing_is_refused():
    with pytest.raises(InputError, match="simulations is 0; expected at least 1"):
        game_tree_complexity(board("11"), simulations=0)
    with pytest.raises(InputError, match="instances is 0"):
        next(sampled(states_log, RandomBoards(), 0))


FEW = {"game-tree": 64, "pruned-tree": 64, "state-space": 2000}


@pytest.mark.parametrize("name", ESTIMATES)
def test_the_figures_to_compare_with_are_those_of_the_thesis(name):
    assert (ESTIMATES[name].log_average, ESTIMATES[name].deviation) == (
        KLEIN[name]["log_average"],
        KLEIN[name]["deviation"],
    )


@pytest.mark.parametrize("name", ESTIMATES)
def test_few_random_boards_are_within_four_standard_errors_of_the_thesis(name):
    measure, instances = ESTIMATES[name].with_simulations(KLEIN["simulations"]), FEW[name]
    summary = summary_of(sampled(measure, RandomBoards(), instances, threads=2))
    assert abs(summary.log_average - KLEIN[name]["log_average"]) < 4 * KLEIN[name]["deviation"] / math.sqrt(instances)
    assert summary.deviation == pytest.approx(KLEIN[name]["deviation"], rel=4 / math.sqrt(2 * instances))


@pytest.mark.slow
@pytest.mark.parametrize("name", ESTIMATES)
def test_as_many_random_boards_as_in_the_thesis_give_its_figures(name):
    measure = ESTIMATES[name].with_simulations(KLEIN["simulations"])
    summary = summary_of(sampled(measure, RandomBoards(), KLEIN[name]["instances"], threads=2))
    assert summary.log_average == pytest.approx(KLEIN[name]["log_average"], abs=KLEIN["tolerance"])
    assert summary.median == pytest.approx(KLEIN[name]["median"], abs=KLEIN["tolerance"])
    assert summary.deviation == pytest.approx(KLEIN[name]["deviation"], abs=KLEIN["tolerance"])
