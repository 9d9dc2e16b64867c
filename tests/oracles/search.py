"""The single-player tree search in plain Python: nodes that remember every result, moves by the rule book.

Only simulations and random numbers are those of the search under test, so that both grow the same tree. Everything
that the search keeps up to date step by step is computed anew from the remembered results.
"""

import math
from typing import Any

import numpy as np

from playtree.compiled.random import seeded
from playtree.games.interface import policy_from_text
from playtree.games.samegame.game import SameGame
from playtree.search.solo.expansion.one_child import OneChild
from playtree.search.solo.expansion.sampled import SampledThenAll
from playtree.search.solo.normalisation.fixed import Raw, Static
from playtree.search.solo.selection.schadd_program import SchaddProgram
from playtree.search.solo.selection.uct import Uct
from playtree.search.solo.variant import Variant
from tests.oracles.generator import Generator
from tests.oracles.natives import Player


class Node:
    """A position in the tree. actions: None before they were asked for; those of the children come first."""

    def __init__(self, action: int, state: Any, gained: float) -> None:
        self.action, self.state, self.gained = action, state, gained
        self.actions: list[int] | None = None
        self.children: list[Node] = []
        self.results: list[float] = []
        self.is_terminal = False

    @property
    def visits(self) -> int:
        return len(self.results)

    @property
    def has_untried(self) -> bool:
        return self.actions is not None and len(self.children) < len(self.actions)

    @property
    def is_solved(self) -> bool:
        """Everything below was seen: the end of a game, or all children solved."""
        if self.is_terminal or self.actions is None:
            return self.is_terminal
        return not self.has_untried and all(child.is_solved for child in self.children)

    def nodes(self, depth: int = 0) -> "list[tuple[int, Node]]":
        """This node and all below it, each with its depth."""
        below = [pair for child in self.children for pair in child.nodes(depth + 1)]
        return [(depth, self), *below]


class OracleSearch:
    """A search that makes one iteration when told."""

    def __init__(self, game: SameGame, variant: Variant, seed: np.random.SeedSequence) -> None:
        self.game, self.variant = game, variant
        self.player = Player(game, policy_from_text(game, variant.policy or "random"))
        self.rng = seeded(seed)
        self.root = Node(0, game.start.copy(), 0.0)
        self.best, self.best_line, self.worst = -math.inf, [0], math.inf
        self.playouts = self.states = self.levels = 0

    def iterate(self) -> list[Node]:
        """Make one iteration and return the nodes it went through."""
        path = [self.root]
        while not self.ends_at(path[-1]):  # Step 1. selection
            path.append(self.selected(path[-1]))
        edge = path[-1]
        if edge.actions is None and (self.samples or edge.visits >= self.variant.expansion.after):  # Step 2. expansion
            self.list_actions(edge)
        steps_down = edge.has_untried and (not self.samples or edge.visits >= self.variant.expansion.threshold)
        if steps_down:
            assert edge.actions is not None
            untried = edge.actions[len(edge.children) :]
            path.append(self.new_child(edge, untried[self.below(len(untried))]))
        score, line = self.simulate(path)  # Step 3. simulation
        if self.samples and not steps_down and edge.visits < self.variant.expansion.threshold:
            score, line = self.adopt(path, score, line)
        if not line:
            path[-1].is_terminal = True
        for node in path:  # Step 4. backup
            node.results.append(score)
        self.levels += len(path) - 1
        return path

    @property
    def samples(self) -> bool:
        return not isinstance(self.variant.expansion, OneChild)

    def ends_at(self, node: Node) -> bool:
        is_new = self.samples and node.visits < self.variant.expansion.threshold
        return is_new or node.actions is None or node.has_untried

    def selected(self, node: Node) -> Node:
        """The child of the highest value, the first of equal ones."""
        choice, highest = None, -math.inf
        for child in node.children:
            value = -math.inf if child.is_solved else self.value(node, child)
            if value > highest:
                choice, highest = child, value
        assert choice is not None
        return choice

    def value(self, parent: Node, child: Node) -> float:
        """The formula of the selection rule, straight from its paper, over scores in units of the normalisation."""
        unit, rule = self.unit(), self.variant.selection
        n, total = child.visits, sum(child.results)
        mean, top = unit * (total / n), unit * max(child.results)
        spread = unit**2 * max(sum(result**2 for result in child.results) - n * (total / n) ** 2, 0.0)
        if isinstance(rule, Uct):
            return mean + rule.c * math.sqrt(math.log(parent.visits) / n)
        if isinstance(rule, SchaddProgram):
            blended = (1 - rule.w) * mean + rule.w * top
            return blended + rule.c * math.sqrt(math.sqrt(parent.visits) / n) * math.sqrt((spread + rule.d) / (n + 1))
        exploration = rule.c * math.sqrt(math.log(parent.visits) / n)
        return mean + rule.w * top + exploration + math.sqrt((spread + rule.d) / n)

    def unit(self) -> float:
        rule = self.variant.normalisation
        if isinstance(rule, Raw):
            return 1.0
        if isinstance(rule, Static):
            return 1.0 / rule.constant
        return 1.0 / max(self.best - self.worst, rule.least)

    def list_actions(self, node: Node) -> None:
        node.actions = self.game.legal(node.state)
        self.states += 1

    def new_child(self, node: Node, action: int) -> Node:
        """Make a node of an untried action: it changes places with the first untried one."""
        assert node.actions is not None
        here, place = node.actions.index(action), len(node.children)
        node.actions[here], node.actions[place] = node.actions[place], action
        state = node.state.copy()
        reward = self.game.apply(state, action)
        node.children.append(Node(action, state, node.gained + reward))
        return node.children[-1]

    def simulate(self, path: list[Node]) -> tuple[float, list[int]]:
        """Play from the last node to the end: score of the whole game, and the actions from there on."""
        rest, line, states = self.player.play(path[-1].state, self.rng, path[-1].gained)
        score = path[-1].gained + rest
        self.playouts += 1
        self.states += states
        self.worst = min(self.worst, score)
        if score > self.best:
            self.best, self.best_line = score, [*(node.action for node in path[1:]), *line]
        return score, line

    def adopt(self, path: list[Node], score: float, line: list[int]) -> tuple[float, list[int]]:
        """Follow the line through the tree; the first position that is no node becomes one. Changes `path`.

        Where it enters a solved subtree, another child is drawn and the game is simulated anew from there.
        """
        while line:
            node = path[-1]
            if node.actions is None:
                self.list_actions(node)
            known = {child.action: child for child in node.children}
            if line[0] not in known:
                path.append(self.new_child(node, line[0]))
                return score, line[1:]
            if not known[line[0]].is_solved:
                path.append(known[line[0]])
                line = line[1:]
                continue
            assert node.actions is not None
            unsolved = [action for action in node.actions if action not in known or not known[action].is_solved]
            action = unsolved[self.below(len(unsolved))]
            path.append(known[action] if action in known else self.new_child(node, action))
            score, line = self.simulate(path)
            if action not in known:
                break
        return score, line

    def below(self, bound: int) -> int:
        generator = Generator(int(self.rng[0]))
        drawn = generator.below(bound)
        self.rng[0] = generator.word
        return drawn

    @property
    def nodes_in_memory(self) -> int:
        """How many positions count as nodes: with SampledThenAll also the untried children from the T-th visit on."""
        rule = self.variant.expansion
        waiting = 0
        for _, node in self.root.nodes():
            if isinstance(rule, SampledThenAll) and node.visits >= max(rule.threshold, 2):
                waiting += len(node.actions or ()) - len(node.children)
        return len(self.root.nodes()) + waiting
