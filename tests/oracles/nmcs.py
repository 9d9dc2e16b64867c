"""Nested Monte-Carlo search with the best game remembered, and flat Monte-Carlo, as in the pseudo-code [klein2015]."""

import math

from playtree.games.interface import Game, State
from tests.oracles.generator import Generator

Line = list[int]


class PlainNested:
    """history: score and line of every simulation, in order."""

    def __init__(self, game: Game, generator: Generator) -> None:
        self.game, self.generator = game, generator
        self.history: list[tuple[float, Line]] = []

    def nested(self, state: State, line: Line, gained: float, level: int) -> tuple[float, Line]:
        """The best game of a search from `state`, from the start of the game on (A.3)."""
        best, best_line = -math.inf, line
        while actions := self.game.legal(state):
            for action in actions:
                child, reward = self.after(state, action)
                if level == 1:
                    score, found = self.simulated(child, [*line, action], gained + reward)
                else:
                    score, found = self.nested(child, [*line, action], gained + reward, level - 1)
                if score > best:
                    best, best_line = score, found
            state, reward = self.after(state, best_line[len(line)])
            line, gained = [*line, best_line[len(line)]], gained + reward
        if best == -math.inf:  # over before a simulation
            self.history.append((gained + self.game.final(state), line))
        return gained + self.game.final(state), line

    def flat(self, simulations: int) -> None:
        """One game of flat Monte-Carlo (3.1)."""
        state, line, gained = self.game.start.copy(), list[int](), 0.0
        while actions := self.game.legal(state):
            totals = [0.0] * len(actions)
            for _ in range(simulations):
                for index, action in enumerate(actions):
                    child, reward = self.after(state, action)
                    totals[index] += self.simulated(child, [*line, action], gained + reward)[0]
            action = actions[totals.index(max(totals))]
            state, reward = self.after(state, action)
            line, gained = [*line, action], gained + reward

    def after(self, state: State, action: int) -> tuple[State, float]:
        child = state.copy()
        return child, self.game.apply(child, action)

    def simulated(self, state: State, line: Line, gained: float) -> tuple[float, Line]:
        """Play uniformly to the end."""
        state, line = state.copy(), list(line)
        while actions := self.game.legal(state):
            line.append(actions[self.generator.below(len(actions))])
            gained += self.game.apply(state, line[-1])
        self.history.append((gained + self.game.final(state), line))
        return self.history[-1]
