"""The scores of many short searches are spread as [matsumoto2010] 4.1 tells of its figure 1.

On board 2 of the standard set, by the recipes that end with `-program`. A cleared board brings 1,000 points, hence the
two peaks of solutions 1 and 7.
"""

import pytest

from benchmarks.strength.matsumoto_histograms import PAPER, histogram, mode_of, peaks_of, scores_of

BOARD, CLEARED = 2, 1_000


def claimed(figure: str, nodes: int) -> list[tuple[int, int]]:
    """What the paper says of each solution."""
    claims = [claim for claim in PAPER["claim"] if claim["nodes"] == nodes and figure in claim]
    return [(solution, claim[figure]) for claim in claims for solution in claim["solutions"]]


def test_random_simulations_clear_the_board_seldom_with_few_nodes_and_mostly_with_many(data_folder):
    few = scores_of("matsumoto-1-program", BOARD, 1_000, runs=100)
    many = scores_of("matsumoto-1-program", BOARD, 10_000, runs=20)
    assert 0 < sum(score > CLEARED for score in few) < 25
    assert sum(800 <= score < CLEARED for score in few) <= 2
    assert sum(score > CLEARED for score in many) > 10


@pytest.mark.parametrize("solution, mode", claimed("mode", 10))
def test_modes_with_ten_nodes_are_those_published(data_folder, solution, mode):
    assert mode_of(scores_of(f"matsumoto-{solution}-program", BOARD, 10, runs=1_000)) == mode


@pytest.mark.slow
@pytest.mark.parametrize("solution, peaks", claimed("peaks", 1_000))
def test_histograms_of_a_thousand_nodes_have_as_many_peaks_as_published(data_folder, solution, peaks):
    scores = scores_of(f"matsumoto-{solution}-program", BOARD, 1_000, runs=1_000)
    assert len(peaks_of(histogram(scores))) == peaks


@pytest.mark.slow
@pytest.mark.parametrize("solution, peaks", claimed("peaks", 10_000))
def test_histograms_of_ten_thousand_nodes_have_as_many_peaks_as_published(data_folder, solution, peaks):
    scores = scores_of(f"matsumoto-{solution}-program", BOARD, 10_000, runs=300)
    assert len(peaks_of(histogram(scores))) == peaks


@pytest.mark.slow
@pytest.mark.parametrize("solution", range(2, 7))
def test_with_a_taboo_colour_nearly_every_search_of_ten_thousand_nodes_clears_the_board(data_folder, solution):
    scores = scores_of(f"matsumoto-{solution}-program", BOARD, 10_000, runs=100)
    assert sum(score > CLEARED for score in scores) >= 90


def test_a_valley_parts_two_peaks_only_if_it_is_no_chance():
    assert peaks_of({0: 40, 100: 4, 200: 30}) == [0, 200]
    assert peaks_of({0: 40, 100: 20, 200: 30}) == [0]
    assert peaks_of({0: 3, 100: 0, 200: 60}) == [200]
