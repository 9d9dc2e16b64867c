"""Nested rollout policy adaptation as in the pseudo-code, with a dictionary as policy [klein2015] A.4, [rosin2011]."""

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from playtree.games.interface import Game
from tests.oracles.generator import Generator

Policy = dict[Hashable, float]
Offer = Callable[[Any, int], list[tuple[int, Hashable, float]]]  # state and moves so far -> action, name, bias


@dataclass
class Step:
    """A position of a game: what could be chosen (name and bias), and the index of what was."""

    choices: list[tuple[Hashable, float]]
    chosen: int


@dataclass
class Played:
    score: float = -math.inf
    line: list[int] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)


def probabilities(policy: Policy, choices: list[tuple[Hashable, float]], temperature: float) -> list[float]:
    weights = [math.exp(policy.get(name, 0.0) / temperature + bias) for name, bias in choices]
    return [weight / sum(weights) for weight in weights]


def adapted(policy: Policy, game: Played, alpha: float, temperature: float) -> Policy:
    """The policy after a step up the gradient."""
    new = dict(policy)
    for step in game.steps:
        chances = probabilities(policy, step.choices, temperature)
        for index, ((name, _), chance) in enumerate(zip(step.choices, chances, strict=True)):
            hit = 1.0 if index == step.chosen else 0.0
            new[name] = new.get(name, 0.0) + alpha / temperature * (hit - chance)
    return new


class PlainNrpa:
    """offer: what a playout may choose from. history: all playouts."""

    def __init__(self, game: Game, offer: Offer, generator: Generator, **numbers: float) -> None:
        self.game, self.offer, self.generator = game, offer, generator
        default = {"iterations": 100, "alpha": 1.0, "temperature": 1.0, "playouts": 1, "repetitions": 0, "patience": 0}
        self.numbers = {**default, **numbers}
        self.history: list[Played] = []

    def run(self, policy: Policy, level: int) -> Played:
        if level == 0:
            return self.playout(policy)
        best, repeats, fruitless = Played(), 0, 0
        patience = self.numbers["patience"] if level > 1 else 0
        for _ in range(int(self.numbers["iterations"])):
            for _ in range(int(self.numbers["playouts"]) if level == 1 else 1):
                new = self.run(policy, level - 1)
                repeats = repeats + 1 if (new.score, new.line) == (best.score, best.line) else 0
                fruitless = 0 if new.score > best.score else fruitless + 1
                if new.score >= best.score:
                    best = new
                is_tired = repeats >= self.numbers["repetitions"] > 0 or fruitless >= patience > 0
                if is_tired:
                    break
            policy = adapted(policy, best, self.numbers["alpha"], self.numbers["temperature"])
            if is_tired:
                break
        return best

    def playout(self, policy: Policy) -> Played:
        state, played = self.game.start.copy(), Played(0.0)
        while choices := self.offer(state, len(played.line)):
            named = [(name, bias) for _, name, bias in choices]
            weights = [math.exp(policy.get(name, 0.0) / self.numbers["temperature"] + bias) for name, bias in named]
            mark, pick = self.generator.uniform() * sum(weights), 0
            while pick < len(choices) - 1 and mark >= sum(weights[: pick + 1]):
                pick += 1
            action = choices[pick][0]
            played.score += self.game.apply(state, action)
            played.line.append(action)
            played.steps.append(Step(named, pick))
        played.score += self.game.final(state)
        self.history.append(played)
        return played


def generator_of(seed: int) -> Generator:
    word = int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])
    return Generator(max(word, 1))
