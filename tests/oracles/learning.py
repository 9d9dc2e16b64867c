"""Simulations that learn from the moves of other games, with plain dictionaries that forget nothing."""

import math
from typing import Any

from playtree.games.samegame.game import SameGame
from playtree.search.solo.simulation.averages import Mast, Ngrams
from tests.oracles.generator import Generator
from tests.oracles.natives import Natives


class LearningPlayer:
    """known: the scores of the games in which a sequence of moves was played, by their codes."""

    def __init__(self, game: SameGame, rule: Mast | Ngrams, natives: Natives) -> None:
        self.game, self.rule, self.natives = game, rule, natives
        self.longest, self.often = (rule.length, rule.often) if isinstance(rule, Ngrams) else (1, 1)
        self.known: dict[tuple[int, ...], list[float]] = {}

    def learn(self, codes: list[int], score: float) -> None:
        for end in range(1, len(codes) + 1):
            for length in range(1, min(self.longest, end) + 1):
                self.known.setdefault(tuple(codes[end - length : end]), []).append(score)

    def promise(self, codes: list[int]) -> float:
        """The mean of the averages of the last one, two, ... moves."""
        averages = []
        for length in range(1, min(self.longest, len(codes)) + 1):
            scores = self.known.get(tuple(codes[-length:]), [])
            if not scores and length == 1:
                return math.inf
            if scores and (length == 1 or len(scores) >= self.often):
                averages.append(sum(scores) / len(scores))
        return sum(averages) / len(averages)

    def play(self, state: Any, rng: Any, gained: float, before: list[int]) -> tuple[float, list[int], int]:
        """Play from `state`, which stays as it is: score from there, actions, states whose moves were computed."""
        state, codes, line, score = state.copy(), list(before), [], 0.0
        generator = Generator(int(rng[0]))
        while actions := self.game.legal(state):
            names = [self.natives.code(state, action) for action in actions]
            if generator.uniform() >= 1.0 - self.rule.epsilon:
                choice = generator.below(len(actions))
            else:
                values = [self.promise([*codes, name]) for name in names]
                choice, equal = 0, 0
                for index, value in enumerate(values):
                    if value > values[choice] or index == 0:
                        choice, equal = index, 1
                    elif value == values[choice]:
                        equal += 1
                        choice = index if generator.below(equal) == 0 else choice
            line.append(actions[choice])
            codes.append(names[choice])
            score += self.game.apply(state, actions[choice])
        rng[0] = generator.word
        return score + self.game.final(state), line, len(line) + 1
