"""Cutting samples that will not be elite [tak2010] 6.5."""

import numpy as np
import pytest

from playtree.errors import InputError
from playtree.tuning import ConfidenceCut, Judge, NoCut, SimpleCut
from playtree.tuning.cuts import cut_from_text


def judge_after(cut, *samples, elites=2, positions=3, floor=-np.inf):
    judge = Judge(cut, positions, elites, floor)
    for scores in samples:
        judge.note(scores)
    return judge


def test_the_first_samples_are_never_cut():
    judge = judge_after(SimpleCut(), [9, 9, 9])
    assert not judge.is_lost([-1000])


def test_simple_cut_adds_the_highest_scores_of_the_unplayed_positions():
    judge = judge_after(SimpleCut(), [1, 2, 3], [3, 2, 1])
    assert judge.worst_elite == 6
    assert not judge.is_lost([1])  # 1 + 2 + 3 = 6
    assert judge.is_lost([0.5])
    assert judge.is_lost([1, 1.5])


def test_confidence_cut_adds_mean_and_t_deviations():
    samples = [1, 2, 3], [3, 2, 1]  # means 2, 2, 2; deviations 1, 0, 1
    judge = judge_after(ConfidenceCut(0.5), *samples)
    assert not judge.is_lost([1.5])  # 1.5 + 2 + 2.5
    assert judge.is_lost([1.4])
    assert not judge_after(ConfidenceCut(1.0), *samples).is_lost([1.0])


def test_the_floor_protects_where_the_first_samples_were_bad():
    samples = [0, 0, 0], [0, 0, 0], [10, 10, 10], [10, 10, 10]
    assert judge_after(ConfidenceCut(0.0), *samples).is_lost([9])
    assert not judge_after(ConfidenceCut(0.0), *samples, floor=10.5).is_lost([9])


def test_a_sample_has_a_game_before_it_is_judged():
    """Where many were bad, the estimates of all positions together are below the elites: no newcomer had a chance."""
    samples = [0, 0, 0], [0, 0, 0], [10, 10, 10], [10, 10, 10]
    judge = judge_after(ConfidenceCut(0.5), *samples)
    assert not judge.is_lost([])
    assert judge.is_lost([10])
    assert not judge.is_lost([16])


def test_a_cut_sample_counts_for_the_positions_it_played():
    judge = judge_after(SimpleCut(), [5, 5, 5], [5, 5, 5], [9])
    assert judge.worst_elite == 10 + 5
    assert not judge.is_lost([5])


def test_no_cut_and_complete_samples_are_never_lost():
    assert not judge_after(NoCut(), [5, 5, 5], [5, 5, 5]).is_lost([-100])
    assert not judge_after(SimpleCut(), [5, 5, 5], [5, 5, 5]).is_lost([0, 0, 0])


def test_elites_are_rarely_cut_and_many_others_are():
    rng = np.random.default_rng(4)
    difficulty = rng.normal(2000, 500, 30)
    lost_elites = saved = 0
    for _ in range(10):
        judge, fitnesses, cut = Judge(ConfidenceCut(0.5), 30, 10), [], []
        for _ in range(100):
            scores = list(difficulty + rng.normal(0, 250, 30) + rng.normal(0, 100))
            played = next((n for n in range(1, 30) if judge.is_lost(scores[:n])), 30)
            judge.note(scores[:played])
            fitnesses.append(sum(scores))
            cut.append(played)
        elites = np.argsort(fitnesses)[-10:]
        lost_elites += sum(cut[place] < 30 for place in elites)
        saved += 3000 - sum(cut)
    assert lost_elites <= 10  # of 100
    assert saved / 30000 > 0.25


@pytest.mark.parametrize("text", ["", "sharp", "simple,t=1", "confidence,t=x", "confidence,s=1"])
def test_an_unknown_cut_is_refused(text):
    with pytest.raises(InputError, match="expected none, simple or confidence"):
        cut_from_text(text)
