"""The scores of many short searches are spread as [matsumoto2010] 4.1 tells of its figure 1, with D inside the root.

On board 2 of the standard set. A cleared board brings 1,000 points, hence the two peaks of solutions 1 and 7.
"""

import pytest

from benchmarks.strength.matsumoto_histograms import PAPER, histogram, peaks_of, scores_of

BOARD, CLEARED = 2, 1_000
NODES = 1_000
PEAKS = {
    solution: claim["peaks"]
    for claim in PAPER["claim"]
    if claim["nodes"] == NODES and "peaks" in claim
    for solution in claim["solutions"]
}


def test_random_simulations_clear_the_board_seldom_with_few_nodes_and_mostly_with_many(data_folder):
    few = scores_of("matsumoto-1-schadd", BOARD, NODES, runs=100)
    many = scores_of("matsumoto-1-schadd", BOARD, 10 * NODES, runs=20)
    assert 0 < sum(score > CLEARED for score in few) < 25
    assert sum(800 <= score < CLEARED for score in few) <= 2
    assert sum(score > CLEARED for score in many) > 10


@pytest.mark.slow
@pytest.mark.parametrize("solution", sorted(PEAKS))
def test_histograms_have_as_many_peaks_as_published(data_folder, solution):
    scores = scores_of(f"matsumoto-{solution}-schadd", BOARD, NODES, runs=300)
    assert len(peaks_of(histogram(scores))) == PEAKS[solution]


@pytest.mark.slow
@pytest.mark.parametrize("solution", range(2, 7))
def test_with_a_taboo_colour_nearly_every_search_of_ten_thousand_nodes_clears_the_board(data_folder, solution):
    scores = scores_of(f"matsumoto-{solution}-schadd", BOARD, 10 * NODES, runs=60)
    assert sum(score > CLEARED for score in scores) >= 57
