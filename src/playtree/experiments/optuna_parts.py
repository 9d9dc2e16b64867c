"""The cross-entropy method and its cuts as parts of Optuna, for any study: `pip install playtree[tune]`.

    sampler = CrossEntropySampler(samples=100, elites=10, seed=0)
    study = optuna.create_study(direction="maximize", sampler=sampler, pruner=ConfidenceCutPruner(positions=30))
    study.optimize(objective, n_trials=2000)

An objective that reports the score of position i as step i (`trial.report(score, i)`) and asks `trial.should_prune()`
is cut by the rule of [tak2010] 6.5; its value is the mean of the scores.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import optuna
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.pruners import BasePruner
from optuna.samplers import BaseSampler, RandomSampler
from optuna.search_space import intersection_search_space
from optuna.study import Study, StudyDirection
from optuna.trial import FrozenTrial, Trial, TrialState

from playtree.experiments.searches import run_search
from playtree.experiments.tune_plan import TunePlan
from playtree.games.catalogue import load
from playtree.search.budget import Budget
from playtree.tuning import Choice, CrossEntropy, Judge, Number, Space
from playtree.tuning.cross_entropy import Sample
from playtree.tuning.cuts import ConfidenceCut, Cut
from playtree.tuning.space import Parameter

DONE = (TrialState.COMPLETE, TrialState.PRUNED, TrialState.FAIL)


class CrossEntropySampler(BaseSampler):  # type: ignore[misc]
    """Samples by iterations: each draws `samples` trials, whose `elites` move the distributions of the next.

    What was drawn before is known from the study alone, so a study in a storage goes on. The first trial, before the
    space is known, is drawn at random. Parameters that come up only in some trials are drawn at random.
    """

    def __init__(
        self, *, samples: int = 100, elites: int = 10, smoothing: float = 0.6, noisy: bool = False, seed: int = 0
    ):
        self._settings = {"samples": samples, "elites": elites, "smoothing": smoothing, "noisy": noisy, "seed": seed}
        self._random = RandomSampler(seed=seed)

    def infer_relative_search_space(self, study: Study, trial: FrozenTrial) -> dict[str, BaseDistribution]:
        """The parameters that all trials have."""
        space = intersection_search_space(study.get_trials(deepcopy=False))
        return {name: kind for name, kind in space.items() if not kind.single()}

    def sample_relative(
        self, study: Study, trial: FrozenTrial, search_space: dict[str, BaseDistribution]
    ) -> dict[str, Any]:
        """The values of this trial: the sample of its place in the iteration of now."""
        if not search_space:
            return {}
        space = Space({name: parameter_of(kind) for name, kind in sorted(search_space.items())})
        method = CrossEntropy(space, **self._settings)  # type: ignore[arg-type]
        sign = 1.0 if study.direction == StudyDirection.MAXIMIZE else -1.0
        others = [other for other in study.get_trials(deepcopy=False) if other.number < trial.number]
        for start in range(0, len(others), method.samples):
            batch = others[start : start + method.samples]
            if len(batch) < method.samples or any(other.state not in DONE for other in batch):
                return method.values(_sample_at(method, len(batch) % method.samples))
            for sample, other in zip(method.missing(), batch, strict=True):
                told = Sample(sample.iteration, sample.number, point_of(space, other.params, sample.point))
                method.retell(told, _fitness(other, sign))
        return method.values(_sample_at(method, 0))

    def sample_independent(
        self, study: Study, trial: FrozenTrial, param_name: str, param_distribution: BaseDistribution
    ) -> Any:
        """A value at random."""
        return self._random.sample_independent(study, trial, param_name, param_distribution)


def _sample_at(method: CrossEntropy, number: int) -> Sample:
    return method.missing()[number]


def _fitness(trial: FrozenTrial, sign: float) -> float:
    value = trial.value if trial.state == TrialState.COMPLETE else None
    return -math.inf if value is None or math.isnan(value) else sign * value


def parameter_of(kind: BaseDistribution) -> Parameter:
    """The parameter of ours that a distribution of Optuna's is."""
    if isinstance(kind, CategoricalDistribution):
        return Choice(tuple(kind.choices))
    assert isinstance(kind, FloatDistribution | IntDistribution)
    return Number(float(kind.low), float(kind.high), isinstance(kind, IntDistribution), kind.log)


def point_of(space: Space, params: Mapping[str, Any], fallback: Sequence[float]) -> tuple[float, ...]:
    """Where the values of a trial lie; `fallback` for those it has not."""
    point = []
    for (name, kind), other in zip(space.parameters.items(), fallback, strict=True):
        if name not in params:
            point.append(other)
        elif isinstance(kind, Number):
            point.append(kind.place(float(params[name])))
        else:
            point.append(float(kind.values.index(params[name])))
    return tuple(point)


class ConfidenceCutPruner(BasePruner):  # type: ignore[misc]
    """Prunes a trial that will not be among the best of its iteration, by its scores so far (steps 0, 1, ...).

    positions: how many scores a whole trial reports. samples, elites: as of the sampler. cut: ConfidenceCut(0.5)
    unless given. floor: least estimate for an unplayed position.
    """

    def __init__(
        self,
        positions: int,
        *,
        samples: int = 100,
        elites: int = 10,
        cut: Cut | None = None,
        floor: float = -math.inf,
    ) -> None:
        self._positions, self._samples, self._elites = positions, samples, elites
        self._cut, self._floor = cut or ConfidenceCut(), floor

    def prune(self, study: Study, trial: FrozenTrial) -> bool:
        """Whether to prune it now."""
        sign = 1.0 if study.direction == StudyDirection.MAXIMIZE else -1.0
        judge = Judge(self._cut, self._positions, self._elites, self._floor)
        for other in study.get_trials(deepcopy=False):
            is_earlier = other.number // self._samples == trial.number // self._samples and other.number < trial.number
            if is_earlier and other.state in (TrialState.COMPLETE, TrialState.PRUNED):
                judge.note(_scores(other, sign)[: self._positions])
        return judge.is_lost(_scores(trial, sign))


def _scores(trial: FrozenTrial, sign: float) -> list[float]:
    return [sign * trial.intermediate_values[step] for step in sorted(trial.intermediate_values)]


def objective_of(plan: TunePlan) -> Callable[[Trial], float]:
    """The objective of a plan for tuning, for any study that maximises: plays its positions, reports each score."""
    from playtree.experiments.tune import places_of

    def objective(trial: Trial) -> float:
        search = plan.search_with({name: suggested(trial, name, kind) for name, kind in plan.space.parameters.items()})
        scores = []
        iteration = trial.number // plan.whole["samples"]
        for step, (board, seed) in enumerate(places_of(plan, iteration)):
            budget = Budget(**plan.budget)  # type: ignore[arg-type]
            scores.append(run_search(search, load(board, **plan.options), budget, seed).score)
            trial.report(scores[-1], step)
            if trial.should_prune():
                raise optuna.TrialPruned
        return float(np.mean(scores))

    return objective


def suggested(trial: Trial, name: str, kind: Parameter) -> Any:
    """The value that the study suggests for a parameter of ours."""
    if isinstance(kind, Choice):
        return trial.suggest_categorical(name, list(kind.values))
    if kind.whole:
        return trial.suggest_int(name, int(kind.low), int(kind.high), log=kind.log)
    return trial.suggest_float(name, kind.low, kind.high, log=kind.log)
