"""The cross-entropy method inside Optuna."""

import warnings

import pytest

optuna = pytest.importorskip("optuna")

from playtree.experiments.optuna_parts import ConfidenceCutPruner, CrossEntropySampler, objective_of  # noqa: E402
from playtree.experiments.tune_plan import tune_plan_from_dict  # noqa: E402
from playtree.tuning import SimpleCut  # noqa: E402

optuna.logging.set_verbosity(optuna.logging.ERROR)


def sphere(trial):
    x, n = trial.suggest_float("x", -5, 5), trial.suggest_int("n", 1, 9)
    kind = trial.suggest_categorical("kind", ["a", "b", "c"])
    c = trial.suggest_float("c", 0.01, 100, log=True)
    return (x - 2) ** 2 + (n - 7) ** 2 / 4 + (kind != "b") + abs(c - 1) / 10


def test_a_study_converges_in_both_directions():
    for direction, sign in (("minimize", 1), ("maximize", -1)):
        study = optuna.create_study(direction=direction, sampler=CrossEntropySampler(samples=15, elites=3, seed=1))
        study.optimize(lambda trial, sign=sign: sign * sphere(trial), n_trials=105)
        last = [trial.params for trial in study.trials[-15:]]
        assert abs(sum(params["x"] for params in last) / 15 - 2) < 0.6
        assert sum(params["kind"] == "b" for params in last) >= 13
        assert abs(sum(params["n"] for params in last) / 15 - 7) < 1


def test_a_study_goes_on_from_its_storage(tmp_path):
    values = []
    for parts, name in (((12,), "whole"), ((7, 5), "parts")):
        storage = f"sqlite:///{tmp_path / name}.db"
        for count in parts:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                sampler = CrossEntropySampler(samples=5, elites=2, seed=5)
                study = optuna.create_study(storage=storage, study_name="s", sampler=sampler, load_if_exists=True)
                study.optimize(sphere, n_trials=count)
        values.append([trial.params for trial in study.trials][1:])
    assert values[0] == values[1]  # but for the first, which is drawn before the space is known


def test_the_pruner_cuts_what_will_not_be_elite():
    def objective(trial):
        level = trial.suggest_float("level", 0, 100)
        for step in range(10):
            trial.report(level + step, step)
            if trial.should_prune():
                raise optuna.TrialPruned
        return level

    pruner = ConfidenceCutPruner(10, samples=40, elites=4, cut=SimpleCut())
    sampler = CrossEntropySampler(samples=40, elites=4, seed=2)
    study = optuna.create_study(direction="maximize", sampler=sampler, pruner=pruner)
    study.optimize(objective, n_trials=60)
    states = [trial.state.name for trial in study.trials]
    assert "PRUNED" not in states[:4]
    assert states.count("PRUNED") > 10
    best = sorted((trial.params["level"] for trial in study.trials[:40]), reverse=True)[:4]
    pruned = {trial.params["level"] for trial in study.trials if trial.state.name == "PRUNED"}
    assert not pruned & set(best)


def test_a_plan_is_an_objective_for_any_study():
    plan = tune_plan_from_dict(
        {
            "recipe": "uct",
            "policy": "random",
            "budget": {"nodes": 20},
            "size": "4x4",
            "colours": 2,
            "positions": 2,
            "samples": 3,
            "elites": 1,
            "parameters": {"selection.c": {"low": 0.1, "high": 1.0}},
        }
    )
    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.RandomSampler(seed=0))
    study.optimize(objective_of(plan), n_trials=2)
    assert len(study.best_params) == 1
    assert len(study.trials[0].intermediate_values) == 2
