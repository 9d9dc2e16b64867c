"""Tuning a search over games: deterministic, resumable, cut where it pays."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from playtree.errors import InputError
from playtree.experiments.executors import executor_crew
from playtree.experiments.store import Store
from playtree.experiments.tune import result_of, tune
from playtree.experiments.tune_plan import tune_plan_from_dict

PLAN = {
    "recipe": "uct",
    "policy": "random",
    "budget": {"nodes": 20},
    "size": "4x4",
    "colours": 2,
    "positions": 4,
    "samples": 6,
    "elites": 2,
    "iterations": 2,
    "parameters": {"selection.c": {"low": 0.01, "high": 10.0, "log": True}},
}


@pytest.fixture
def crews():
    with ThreadPoolExecutor(2) as pool:
        yield partial(executor_crew, pool, 2)


def outcome(tuning):
    return tuning.method.history, tuning.played, tuning.elites


def test_a_tuning_plays_new_boards_in_every_iteration_and_gives_a_search(tmp_path, crews):
    plan = tune_plan_from_dict(PLAN)
    with Store(tmp_path / "t.sqlite", make=True) as store:
        tuning = tune(plan, store, crews)
        boards = {record["game"] for record in store.records()}
    assert len(boards) == 2 * 4
    assert tuning.played == [24, 24]
    found = result_of(plan, tuning)
    assert 0.01 <= found["parameters"]["selection.c"] <= 10
    assert found["search"]["selection"]["c"] == found["parameters"]["selection.c"]
    assert found["saved"] == 0


def test_a_tuning_that_stopped_anywhere_goes_on_to_the_same_end(tmp_path, crews):
    plan = tune_plan_from_dict({**PLAN, "cut": "confidence,t=0.5"})
    with Store(tmp_path / "whole.sqlite", make=True) as store:
        whole = tune(plan, store, crews)

    def stop(progress):
        if (progress.iteration, progress.sample) == (1, 3):
            raise KeyboardInterrupt

    with Store(tmp_path / "parts.sqlite", make=True) as store:
        with pytest.raises(KeyboardInterrupt):
            tune(plan, store, crews, stop)
        count = len(store.finished())
        assert outcome(tune(plan, store, crews)) == outcome(whole)
        assert 0 < count < len(store.finished()) == sum(whole.played)


def test_cutting_saves_games_and_never_those_of_the_first_samples(tmp_path, crews):
    harder = {"size": "8x8", "colours": 4, "positions": 6, "samples": 12, "iterations": 1}
    plan = tune_plan_from_dict({**PLAN, **harder, "step": 1, "cut": "confidence,t=-1"})
    with Store(tmp_path / "t.sqlite", make=True) as store:
        tuning = tune(plan, store, crews)
    [past] = tuning.method.history
    assert 2 * 6 <= tuning.played[0] < tuning.most
    assert min(past.fitnesses[:2]) > float("-inf")
    assert float("-inf") in past.fitnesses


def test_a_meta_search_counts_the_best_of_several_games(tmp_path, crews):
    plan = tune_plan_from_dict({**PLAN, "games": 3, "iterations": 1, "fitness": "top"})
    with Store(tmp_path / "t.sqlite", make=True) as store:
        tuning = tune(plan, store, crews)
        best = max(record["score"] for record in store.records())
    assert tuning.played == [6 * 4 * 3]
    assert max(tuning.method.history[0].fitnesses) == best


@pytest.mark.parametrize(
    "change, message",
    [
        ({"parametres": {}}, "unknown key 'parametres'"),
        ({"parameters": {}}, "found no parameter to tune"),
        ({"parameters": {"selection.c": {"low": 2, "high": 1}}}, "parameter selection.c: range 2 to 1"),
        ({"parameters": {"selection.c": {"low": 0, "hihg": 1}}}, "unknown key 'hihg'"),
        ({"parameters": {"selection.c": {"low": -1, "high": 1}}}, "selection uct: c is -1; expected at least 0"),
        ({"parameters": {"selection.c": {"low": 1, "high": 2, "log": "yes"}}}, "log is 'yes'; expected true or false"),
        ({"noisy": 1}, "noisy is 1; expected true or false"),
        ({"parameters": {"selection.q": {"low": 0, "high": 1}}}, "unknown 'q'"),
        ({"parameters": {"selection.kind": ["uct"]}}, "at least two different values"),
        ({"samples": 1}, "elites is 2 of 1 samples"),
        ({"positions": 0}, "positions is 0; expected a whole number from 1 on"),
        ({"fitness": "best"}, "expected one of: mean, top"),
        ({"fitness": "top", "cut": "simple"}, "the best score may come last"),
        ({"budget": {"nodes": [10, 20]}}, "expected one budget"),
        ({"boards": ["random:1-3"]}, "found 3 boards for 4 positions"),
        ({"cut": "sharp"}, "expected none, simple or confidence"),
    ],
)
def test_wrong_plans_are_refused(change, message):
    with pytest.raises(InputError) as error:
        tune_plan_from_dict({**PLAN, **change})
    assert message in str(error.value)
