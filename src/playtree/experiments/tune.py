"""Tuning a search: the cross-entropy method over games.

Which games are played follows from the results so far and from nothing else, and every game is a run in the store. So a
tuning that was killed goes on by walking the same way again: what was played is looked up. Without a cut all games of
an iteration are played at once; with one, samples are judged one after the other, `step` games between two looks.

So that all workers have something to do, the samples next in line play beside the one that is judged, as far as what is
known of them lets them go on. A game that turns out to be needless then is kept in the store, but counts for nothing:
the result does not depend on the number of workers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from playtree.experiments.executors import Crews, kept
from playtree.experiments.runner import run_all
from playtree.experiments.runs import Run, file_digest
from playtree.experiments.store import Store
from playtree.experiments.tune_plan import TunePlan
from playtree.tuning import CrossEntropy, Judge, NoCut
from playtree.tuning.cross_entropy import Sample

SEEDS = 10**9
BESIDE = 3  # samples in play for each worker: some end a look earlier than others


@dataclass(frozen=True)
class TuneProgress:
    """Where a tuning stands. fitness: mean of the elites of the last iteration, per position; None before it."""

    iteration: int
    iterations: int
    sample: int
    samples: int
    fitness: float | None


@dataclass
class Tuning:
    """What a tuning did. played: games of each iteration; most: had nothing been cut. elites: their mean score."""

    method: CrossEntropy
    played: list[int] = field(default_factory=list)
    elites: list[float] = field(default_factory=list)
    most: int = 0


def tune(
    plan: TunePlan,
    store: Store,
    crews: Crews,
    on_progress: Callable[[TuneProgress], None] = lambda progress: None,
) -> Tuning:
    """Tune from the start, or on from what the store has, to the last iteration of the plan."""
    tuning = Tuning(plan.method())
    tuning.most = plan.whole["samples"] * plan.whole["positions"] * plan.whole["games"]
    with kept(crews) as again:
        while tuning.method.iteration < plan.whole["iterations"]:
            _Iteration(plan, tuning, store, again, on_progress).play()
    return tuning


class _Iteration:
    """The games of one iteration."""

    def __init__(
        self,
        plan: TunePlan,
        tuning: Tuning,
        store: Store,
        crews: Crews,
        report: Callable[[TuneProgress], None],
    ) -> None:
        self._plan, self._tuning, self._store, self._crews, self._report = plan, tuning, store, crews, report
        self._places = places_of(plan, tuning.method.iteration)
        self._played, self._is_compiled = 0, tuning.method.iteration > 0

    def play(self) -> None:
        """Give every sample its fitness, which begins the next iteration."""
        method = self._tuning.method
        samples = method.missing()
        fitnesses = self._all(samples) if isinstance(self._plan.cut, NoCut) else self._one_by_one(samples)
        for sample, fitness in zip(samples, fitnesses, strict=True):
            method.tell(sample, fitness)
        past = method.history[-1]
        self._tuning.played.append(self._played)
        self._tuning.elites.append(float(np.mean([past.fitnesses[number] for number in past.elites])))
        self._tell(method.samples)

    def _all(self, samples: Sequence[Sample]) -> list[float]:
        runs = [self._runs(sample, 0, len(self._places)) for sample in samples]
        known = self._results([run for group in runs for run in group])
        self._played = sum(map(len, runs))
        return [self._fitness(self._scores([known[run.key] for run in group])) for group in runs]

    def _one_by_one(self, samples: Sequence[Sample]) -> list[float]:
        plan, fitnesses = self._plan, list[float]()
        judge = Judge(plan.cut, len(self._places), plan.whole["elites"], plan.floor)
        scores: list[list[float]] = [[] for _ in samples]
        with self._crews() as crew:
            beside = BESIDE * crew.size()
        while len(fitnesses) < len(samples):
            now = len(fitnesses)
            length = self._length(judge, scores[now])
            if length is None:
                self._play_on(judge, samples[now : now + beside], scores[now : now + beside])
                continue
            judge.note(scores[now][:length])
            self._played += length * plan.whole["games"]
            is_whole = length == len(self._places)
            fitnesses.append(self._fitness(scores[now]) if is_whole else -np.inf)
            self._tell(samples[now].number + 1)
        return fitnesses

    def _length(self, judge: Judge, scores: Sequence[float]) -> int | None:
        """After how many positions a sample is done: cut, or all played. None if these are too few to say."""
        length = 0
        while length < len(self._places) and not judge.is_lost(scores[:length]):
            if length == len(scores):
                return None
            length = self._next_look(length)
        return length

    def _next_look(self, length: int) -> int:
        return min(length + self._plan.whole["step"], len(self._places))

    def _play_on(self, judge: Judge, samples: Sequence[Sample], scores: Sequence[list[float]]) -> None:
        """Let those that are not done yet play until their next look. Changes `scores`."""
        going = [number for number in range(len(samples)) if self._length(judge, scores[number]) is None]
        runs = {
            number: self._runs(samples[number], len(scores[number]), self._next_look(len(scores[number])))
            for number in going
        }
        known = self._results([run for group in runs.values() for run in group])
        for number, group in runs.items():
            scores[number] += self._scores([known[run.key] for run in group])

    def _runs(self, sample: Sample, first: int, last: int) -> list[Run]:
        """The games of a sample on the positions from first to before last."""
        plan = self._plan
        search = plan.search_with(self._tuning.method.values(sample))
        return [
            Run(plan.name, board, plan.options, search, plan.budget, (seed + game) % SEEDS, file_digest(board))
            for board, seed in self._places[first:last]
            for game in range(plan.whole["games"])
        ]

    def _results(self, runs: Sequence[Run]) -> dict[str, float]:
        run_all(runs, self._store, self._crews, is_compiled=self._is_compiled)
        self._is_compiled = True
        return {record["key"]: record["score"] for record in self._store.records(run.key for run in runs)}

    def _scores(self, games: Sequence[float]) -> list[float]:
        """The score of each position: the best of its games."""
        count = self._plan.whole["games"]
        return [max(games[first : first + count]) for first in range(0, len(games), count)]

    def _fitness(self, scores: Sequence[float]) -> float:
        return max(scores) if self._plan.fitness == "top" else float(np.mean(scores))

    def _tell(self, sample: int) -> None:
        method, elites = self._tuning.method, self._tuning.elites
        iterations = self._plan.whole["iterations"]
        self._report(TuneProgress(method.iteration, iterations, sample, method.samples, elites[-1] if elites else None))


def places_of(plan: TunePlan, iteration: int) -> list[tuple[str, int]]:
    """The boards of an iteration, new in each, with the seeds of their games."""
    rng = np.random.default_rng(np.random.SeedSequence(plan.whole["seed"], spawn_key=(1, iteration)))
    count = plan.whole["positions"]
    if plan.boards:
        boards = [plan.boards[place] for place in rng.permutation(len(plan.boards))[:count]]
    else:
        boards = [f"random:{number}" for number in rng.integers(SEEDS, size=count)]
    return list(zip(boards, (int(seed) for seed in rng.integers(SEEDS, size=count)), strict=True))


def result_of(plan: TunePlan, tuning: Tuning) -> dict[str, Any]:
    """What a tuning found, as data."""
    games = sum(tuning.played)
    saved = 1 - games / (tuning.most * max(len(tuning.played), 1))
    return {
        "plan": plan.name,
        "parameters": tuning.method.best(),
        "distributions": tuning.method.distributions(),
        "iterations": tuning.method.iteration,
        "games": games,
        "saved": saved,
        "elites": tuning.elites,
        "search": plan.search_with(tuning.method.best()),
    }
