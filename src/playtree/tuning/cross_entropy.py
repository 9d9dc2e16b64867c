"""The cross-entropy method [tak2010] 2, [schadd2012] 5: draw samples, and move the distribution towards the best.

    start     mean = (low + high) / 2, deviation = (high - low) / 2 for each number
    draw      N samples from the normal distributions, within the bounds
    update    mean      <- alpha mean of the E elites      + (1 - alpha) mean
              deviation <- alpha deviation of the elites  + (1 - alpha) deviation        (Algorithm 1, with 1/E)

A choice has a probability for each value, equal at first, and moves in the same way towards the elites' frequencies
[rubinstein1999]. A number outside of its bounds is drawn again.

Where fitness is mostly luck, deviations that follow the elites collapse around a lucky place. With `noisy`, the
deviation of iteration k = 1, 2, ... moves with beta - beta (1 - 1/k)^3 in the place of alpha, beta = 0.3 [kroese2006],
and `best` is the top of a parabola through all samples (parabola.py) instead of the last mean.

    method = CrossEntropy(space, samples=100, elites=10)
    while method.iteration < 20:
        sample = method.ask()
        method.tell(sample, fitness(method.values(sample)))
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playtree.errors import InputError
from playtree.tuning.parabola import top_of_parabola
from playtree.tuning.space import Choice, Number, Space

NOISY_SMOOTHING, NOISY_POWER = 0.3, 3
MOST_DRAWS = 1000  # of a sample within the bounds, before it is put on them
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Sample:
    """number: 0.. in its iteration. point: see `Space.values`."""

    iteration: int
    number: int
    point: tuple[float, ...]


@dataclass(frozen=True)
class Iteration:
    """What came out of an iteration: points and fitnesses by number (-inf where cut), the numbers of the elites, best
    first, and the distribution after it: means and deviations of numbers, in coordinates.
    """

    points: tuple[tuple[float, ...], ...]
    fitnesses: tuple[float, ...]
    elites: tuple[int, ...]
    means: tuple[float, ...]
    deviations: tuple[float, ...]


class CrossEntropy:
    """Ask for samples and tell their fitness, in any order within an iteration; more is better.

    samples, elites, smoothing: N, E and alpha; 100, 10 and 0.6 in [tak2010] 5.1. noisy: see above. All randomness
    comes from `seed`, and sample i of iteration k is the same whatever the order of asking and telling.
    """

    def __init__(
        self,
        space: Space,
        *,
        samples: int = 100,
        elites: int = 10,
        smoothing: float = 0.6,
        noisy: bool = False,
        seed: int = 0,
    ) -> None:
        if not 1 <= elites <= samples:
            raise InputError(f"elites is {elites} of {samples} samples; expected 1 to the number of samples")
        if not 0 < smoothing <= 1:
            raise InputError(f"smoothing is {smoothing:g}; expected a number above 0, at most 1")
        self.space, self.samples, self.elites, self.smoothing, self.seed = space, samples, elites, smoothing, seed
        self.noisy = noisy
        kinds = list(space.parameters.values())
        self._numbers = np.array([isinstance(kind, Number) for kind in kinds])
        self._means = np.where(self._numbers, 0.5, 0.0)
        self._deviations = np.where(self._numbers, 0.5, 0.0)
        self._chances: dict[int, Floats] = {
            place: np.full(len(kind.values), 1 / len(kind.values))
            for place, kind in enumerate(kinds)
            if isinstance(kind, Choice)
        }
        self.iteration, self.history = 0, list[Iteration]()
        self._begin()

    def _begin(self) -> None:
        """Draw the samples of the iteration."""
        rng = np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(self.iteration,)))
        self._points = [self._draw(rng) for _ in range(self.samples)]
        self._asked = 0
        self._told: dict[int, float] = {}

    def _draw(self, rng: np.random.Generator) -> tuple[float, ...]:
        point = np.zeros(len(self._means))
        for place in range(len(point)):
            if place in self._chances:
                point[place] = rng.choice(len(self._chances[place]), p=self._chances[place])
            else:
                point[place] = _within(rng, self._means[place], self._deviations[place])
        return tuple(float(at) for at in point)

    @property
    def waits(self) -> bool:
        """Whether all samples of the iteration were asked for and some not told yet."""
        return self._asked == self.samples

    def ask(self) -> Sample:
        """The next sample; InputError if the iteration waits for the fitness of others."""
        if self.waits:
            raise InputError(f"ask: found all {self.samples} samples given out; expected their fitness first (tell)")
        self._asked += 1
        return Sample(self.iteration, self._asked - 1, self._points[self._asked - 1])

    def values(self, sample: Sample) -> dict[str, Any]:
        """The parameters of a sample by name."""
        return self.space.values(sample.point)

    def tell(self, sample: Sample, fitness: float) -> None:
        """The fitness of a sample; -inf for one that was cut. The last one of an iteration begins the next."""
        if sample.iteration != self.iteration or not 0 <= sample.number < self._asked:
            raise InputError(f"tell: found sample {sample.number} of iteration {sample.iteration}, not asked for now")
        if np.isnan(fitness):
            raise InputError(f"tell: found the fitness nan of sample {sample.number}; expected a number")
        self._told[sample.number] = float(fitness)
        if len(self._told) == self.samples:
            self._update()

    def retell(self, sample: Sample, fitness: float) -> None:
        """Tell of a sample that was played with other values, those of its point, as if they had been drawn."""
        self._points[sample.number] = sample.point
        self.tell(sample, fitness)

    def _update(self) -> None:
        fitnesses = [self._told[number] for number in range(self.samples)]
        order = sorted(range(self.samples), key=lambda number: -fitnesses[number])[: self.elites]
        best = np.array([self._points[number] for number in order])
        alpha = self.smoothing
        self._means = alpha * best.mean(axis=0) + (1 - alpha) * self._means
        self._means[~self._numbers] = 0.0
        beta = NOISY_SMOOTHING * (1 - (1 - 1 / (self.iteration + 1)) ** NOISY_POWER) if self.noisy else alpha
        self._deviations = beta * best.std(axis=0) + (1 - beta) * self._deviations
        self._deviations[~self._numbers] = 0.0
        for place, chances in self._chances.items():
            shares = np.bincount(best[:, place].astype(int), minlength=len(chances)) / len(best)
            mixed = alpha * shares + (1 - alpha) * chances
            self._chances[place] = mixed / mixed.sum()
        means, deviations = tuple(map(float, self._means)), tuple(map(float, self._deviations))
        self.history.append(Iteration(tuple(self._points), tuple(fitnesses), tuple(order), means, deviations))
        self.iteration += 1
        self._begin()

    def best(self) -> dict[str, Any]:
        """The middle of the distribution, its means and the likeliest choices; the top of a parabola if noisy."""
        means = self._top() if self.noisy and self.history else self._means
        point = [
            float(np.argmax(self._chances[place])) if place in self._chances else float(mean)
            for place, mean in enumerate(means)
        ]
        return self.space.values(point)

    def _top(self) -> Floats:
        """The numbers at the top of a parabola through all samples that were not cut."""
        points = np.array([point for past in self.history for point in past.points])
        fitnesses = np.array([fitness for past in self.history for fitness in past.fitnesses])
        kept = np.isfinite(fitnesses)
        found = self._means.copy()
        found[self._numbers] = top_of_parabola(
            points[kept][:, self._numbers], fitnesses[kept], self._means[self._numbers]
        )
        return found

    def distributions(self) -> dict[str, dict[str, Any]]:
        """The distributions by name: mean and deviation in the number's own units, or the chance of each choice."""
        found: dict[str, dict[str, Any]] = {}
        for place, (name, kind) in enumerate(self.space.parameters.items()):
            if isinstance(kind, Number):
                mean, spread = float(self._means[place]), float(self._deviations[place])
                low, high = (kind.value(min(max(mean + sign * spread, 0.0), 1.0)) for sign in (-1, 1))
                found[name] = {"mean": kind.value(mean), "low": low, "high": high}
            else:
                found[name] = {str(value): float(self._chances[place][at]) for at, value in enumerate(kind.values)}
        return found

    def to_dict(self) -> dict[str, Any]:
        """All that changes, as plain data."""
        return {
            "iteration": self.iteration,
            "means": self._means.tolist(),
            "deviations": self._deviations.tolist(),
            "chances": {str(place): chances.tolist() for place, chances in self._chances.items()},
            "told": {str(number): _plain(fitness) for number, fitness in self._told.items()},
            "history": [
                {**vars(past), "fitnesses": [_plain(fitness) for fitness in past.fitnesses]} for past in self.history
            ],
        }

    def restore(self, data: Mapping[str, Any]) -> None:
        """Go on from what `to_dict` gave; samples that were asked for and not told are asked for again."""
        self.iteration = data["iteration"]
        self._means, self._deviations = np.array(data["means"]), np.array(data["deviations"])
        self._chances = {int(place): np.array(chances) for place, chances in data["chances"].items()}
        self.history = [
            Iteration(
                tuple(map(tuple, past["points"])),
                tuple(_number(fitness) for fitness in past["fitnesses"]),
                tuple(past["elites"]),
                tuple(past["means"]),
                tuple(past["deviations"]),
            )
            for past in data["history"]
        ]
        self._begin()
        self._told = {int(number): _number(fitness) for number, fitness in data["told"].items()}

    def missing(self) -> list[Sample]:
        """The samples of the iteration that were not told, in order; they count as asked for from now on."""
        self._asked = self.samples
        return [
            Sample(self.iteration, number, self._points[number])
            for number in range(self.samples)
            if number not in self._told
        ]


def _within(rng: np.random.Generator, mean: float, deviation: float) -> float:
    """A normal number from 0 to 1: drawn again while it is outside."""
    for _ in range(MOST_DRAWS):
        drawn = rng.normal(mean, deviation)
        if 0 <= drawn <= 1:
            return float(drawn)
    return float(min(max(mean, 0.0), 1.0))


def _plain(fitness: float) -> float | None:
    return fitness if np.isfinite(fitness) else None


def _number(fitness: float | None) -> float:
    return -np.inf if fitness is None else float(fitness)
