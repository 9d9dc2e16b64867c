"""Tuning a search over games: deterministic, resumable, cut where it pays."""

from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial

import pytest

from playtree.errors import InputError
from playtree.experiments.executors import executor_crew, kept
from playtree.experiments.runs import Run
from playtree.experiments.store import Store
from playtree.experiments.tune import places_of, result_of, tune
from playtree.experiments.tune_plan import tune_plan_from_dict
from playtree.experiments.work import perform
from playtree.tuning import Judge

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


def judged_one_by_one(plan):
    """History and games of a tuning in which nothing is played before it is known to be needed."""
    method, played = plan.method(), []
    while method.iteration < plan.whole["iterations"]:
        places, samples, fitnesses = places_of(plan, method.iteration), method.missing(), []
        judge = Judge(plan.cut, len(places), plan.whole["elites"], plan.floor)
        played.append(0)
        for sample in samples:
            search, scores = plan.search_with(method.values(sample)), list[float]()
            while len(scores) < len(places) and not judge.is_lost(scores):
                for board, seed in places[len(scores) :][: plan.whole["step"]]:
                    scores.append(perform(Run(plan.name, board, plan.options, search, plan.budget, seed))["score"])
            judge.note(scores)
            played[-1] += len(scores)
            fitnesses.append(sum(scores) / len(places) if len(scores) == len(places) else float("-inf"))
        for sample, fitness in zip(samples, fitnesses, strict=True):
            method.tell(sample, fitness)
    return method.history, played


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
        if (progress.iteration, progress.sample) == (0, 3):
            raise KeyboardInterrupt

    with Store(tmp_path / "parts.sqlite", make=True) as store:
        with pytest.raises(KeyboardInterrupt):
            tune(plan, store, crews, stop)
        count = len(store.finished())
        assert outcome(tune(plan, store, crews)) == outcome(whole)
        assert 0 < count < len(store.finished())
        assert len(store.finished()) >= sum(whole.played)  # samples next in line played beside the one that was judged


@pytest.mark.parametrize("step", [1, 2, 4])
def test_a_tuning_with_cuts_is_the_same_with_any_number_of_workers(tmp_path, step):
    harder = {"size": "8x8", "colours": 4, "positions": 6, "samples": 12, "step": step, "cut": "confidence,t=-0.3"}
    plan = tune_plan_from_dict({**PLAN, **harder})
    outcomes = []
    for workers in (1, 2, 5):
        with (
            ThreadPoolExecutor(workers) as pool,
            Store(tmp_path / f"{workers}.sqlite", make=True) as store,
        ):
            tuning = tune(plan, store, partial(executor_crew, pool, workers))
            assert len(store.finished()) >= sum(tuning.played)
        assert sum(tuning.played) < 2 * tuning.most
        outcomes.append(outcome(tuning))
    assert outcomes[0] == outcomes[1] == outcomes[2]
    assert outcomes[0][:2] == judged_one_by_one(plan)


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


def test_a_kept_crew_serves_until_its_executor_breaks(crews):
    made = []

    @contextmanager
    def counted():
        with crews() as crew:
            made.append(crew)
            yield crew

    with kept(counted) as again:
        for _ in range(2):
            with again() as crew:
                assert made == [crew]
        with pytest.raises(BrokenExecutor), again():
            raise BrokenExecutor
        with again():
            assert len(made) == 2


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
