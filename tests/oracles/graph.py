"""The search on a graph in plain Python: states and edges with results, averages straight from the formulas."""

import math
from typing import Any

import numpy as np

from playtree.compiled.random import seeded
from playtree.games.interface import policy_from_text
from playtree.games.samegame.game import SameGame
from playtree.search.solo.search import Search
from playtree.search.solo.selection.on_graph import Ucd, Uct1, Uct2, Uct3
from playtree.search.solo.variant import Variant
from playtree.search.tree import NOT_LISTED, OPEN, ROOT
from tests.oracles.generator import Generator
from tests.oracles.natives import Player


class State:
    """A state of the graph. results: of the iterations through it, from here on. level: one above its first parent."""

    def __init__(self, words: Any, level: int) -> None:
        self.words, self.level = words, level
        self.actions: list[int] | None = None
        self.edges: list[Edge] = []
        self.results: list[float] = []
        self.is_terminal = False

    @property
    def has_untried(self) -> bool:
        return self.actions is not None and len(self.edges) < len(self.actions)

    @property
    def is_solved(self) -> bool:
        if self.is_terminal or self.actions is None:
            return self.is_terminal
        return not self.has_untried and all(edge.target.is_solved for edge in self.edges)


class Edge:
    """A way to a state. results: of the iterations along it, from its target on; own: of those that ended with it."""

    def __init__(self, action: int, reward: float, target: State) -> None:
        self.action, self.reward, self.target = action, reward, target
        self.results: list[float] = []
        self.own: list[float] = []

    def average(self, levels: float) -> float:
        """avg_d, counted from the target on."""
        if levels == 0:
            return sum(self.results) / len(self.results)
        below = [edge for edge in self.target.edges if edge.results]
        count = len(self.own) + sum(len(edge.results) for edge in below)
        if count == 0:
            return sum(self.target.results) / len(self.target.results)
        total = sum((edge.reward + edge.average(levels - 1)) * len(edge.results) for edge in below)
        return (sum(self.own) + total) / count

    def visits(self, levels: int) -> int:
        """n_d."""
        if levels == 0:
            return len(self.results)
        return len(self.own) + sum(edge.visits(levels - 1) for edge in self.target.edges)


class OracleGraph:
    """A search that makes one iteration when told."""

    def __init__(self, game: SameGame, variant: Variant, seed: np.random.SeedSequence) -> None:
        self.game, self.variant, self.rng = game, variant, seeded(seed)
        self.player = Player(game, policy_from_text(game, variant.policy or "random"))
        self.root = State(game.start.copy(), 0)
        self.states = {self.root.words.tobytes(): self.root}
        self.best = -math.inf
        self.iterations = 0

    def iterate(self) -> None:
        state, path, best = self.root, list[Edge](), self.best
        while True:
            while state.actions is not None and not state.has_untried:
                path.append(self.selected(state, sum(edge.reward for edge in path)))
                state = path[-1].target
            if state.actions is None and state.results:
                state.actions = self.game.legal(state.words)
            if not state.has_untried:
                break
            edge, is_new = self.tried(state, sum(edge.reward for edge in path))
            if edge is not None:
                path.append(edge)
                state = edge.target
            if is_new:
                break
            if state.is_solved or self.best > best:
                self.iterations += 1  # the ways that were left led to solved states, or one to a better game
                return
        gained = sum(edge.reward for edge in path)
        rest, line, _ = self.player.play(state.words, self.rng, gained)
        state.is_terminal = not line
        self.best = max(self.best, gained + rest)
        result = gained + rest
        self.root.results.append(result)
        for edge in path:
            result -= edge.reward
            edge.results.append(result)
            edge.target.results.append(result)
        if path:
            path[-1].own.append(result)
        self.iterations += 1

    def tried(self, state: State, gained: float) -> tuple[Edge | None, bool]:
        """Try a drawn action: the edge to go along, if its target is not solved, and whether that is new."""
        assert state.actions is not None
        place = len(state.edges)
        generator = Generator(int(self.rng[0]))
        index = place + generator.below(len(state.actions) - place)
        self.rng[0] = generator.word
        state.actions[place], state.actions[index] = state.actions[index], state.actions[place]
        words = state.words.copy()
        reward = self.game.apply(words, state.actions[place])
        known = self.states.get(words.tobytes())
        if known is not None and known.level > state.level:
            edge = Edge(state.actions[place], reward, known)
            state.edges.append(edge)
            if known.is_solved:
                self.best = max(self.best, gained + reward + self.value(known))
                return None, False
            return edge, False
        made = State(words, state.level + 1)
        if known is None:
            self.states[words.tobytes()] = made
        state.edges.append(Edge(state.actions[place], reward, made))
        return state.edges[-1], True

    def value(self, state: State) -> float:
        """The best that can be had from a solved state."""
        if state.is_terminal:
            return state.results[0]
        return max(edge.reward + self.value(edge.target) for edge in state.edges)

    def selected(self, state: State, gained: float) -> Edge:
        rule, unit = self.variant.selection, 1.0 / self.variant.normalisation.constant
        visits, choice, highest = len(state.results), None, -math.inf
        if isinstance(rule, Ucd):
            visits = sum(edge.visits(rule.d2) for edge in state.edges)
        for edge in state.edges:
            if edge.target.is_solved:
                continue
            if not edge.results:  # the iteration that made it found a better game on another way
                return edge
            count = len(edge.results)
            match rule:
                case Uct1():
                    average = edge.average(0)
                case Uct2():
                    average = sum(edge.target.results) / len(edge.target.results)
                case Uct3():
                    average = edge.average(math.inf)
                case Ucd():
                    average, count = edge.average(rule.d1), edge.visits(rule.d3)
            value = unit * (gained + edge.reward + average) + rule.c * math.sqrt(math.log(visits) / count)
            if value > highest:
                choice, highest = edge, value
        assert choice is not None
        return choice


def check_same_graph(search: Search, oracle: OracleGraph) -> None:
    """Compare all that both know of every state and edge."""
    seen: set[int] = set()
    waiting = [(ROOT, oracle.root)]
    tree, graph = search.tree, search.tree.graph
    while waiting:
        node, state = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        assert tree.visits[node] == len(state.results)
        assert tree.total[node] == sum(state.results)
        assert (tree.closed[node] != OPEN) == state.is_solved
        assert (tree.count[node] == NOT_LISTED) == (state.actions is None)
        assert tree.tried[node] == len(state.edges)
        for index, edge in enumerate(state.edges):
            place = int(tree.first[node]) + index
            assert (tree.action[place], tree.reward[place]) == (edge.action, edge.reward)
            assert (graph.visits[place], graph.total[place]) == (len(edge.results), sum(edge.results))
            assert (graph.own_visits[place], graph.own_total[place]) == (len(edge.own), sum(edge.own))
            waiting.append((int(graph.target[place]), edge.target))
