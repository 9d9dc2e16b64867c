"""The single-player tree search in plain Python: nodes that remember every result, moves by the rule book.

Only simulations and random numbers are those of the search under test, so that both grow the same tree. Everything
that the search keeps up to date step by step is computed anew from the remembered results.
"""

import math
from typing import Any

import numpy as np

from playtree.compiled.random import seeded
from playtree.games.interface import policy_from_text
from playtree.games.samegame.game import SameGame, move_of
from playtree.search.solo.backup.plain import BonusOnlyInMean, Plain
from playtree.search.solo.expansion.competing import Competing
from playtree.search.solo.expansion.one_child import OneChild
from playtree.search.solo.expansion.sampled import Sampled, SampledThenAll
from playtree.search.solo.expansion.widening import Widening
from playtree.search.solo.exploration.global_weight import (
    Annealing,
    AnnealingFast,
    Constant,
    DepthBlock,
    LeafBlock,
    LeafBlockUnlessEnds,
    LeafBlockUrgent,
)
from playtree.search.solo.exploration.node_weight import CNode, CNodeAnnealing, CNodeAnnealingFast, CNodeLU
from playtree.search.solo.normalisation.fixed import Raw, Static
from playtree.search.solo.normalisation.relative import Bound, Global, GlobalFalling, Local, LocalAhead, Span
from playtree.search.solo.pruning.beam import Beam
from playtree.search.solo.pruning.look_ahead import LookAhead
from playtree.search.solo.selection.amaf import Amaf, Rave
from playtree.search.solo.selection.matsumoto import Matsumoto
from playtree.search.solo.selection.schadd_program import SchaddProgram
from playtree.search.solo.selection.single_player_uct import SinglePlayerUct
from playtree.search.solo.selection.third_term import (
    ThirdAverage,
    ThirdAveragePlus,
    ThirdTop,
    TopScore,
    TopThirdAverage,
)
from playtree.search.solo.selection.ucb1_tuned import Ucb1Tuned
from playtree.search.solo.selection.uct import Uct
from playtree.search.solo.simulation.by_policy import ByPolicy
from playtree.search.solo.variant import Variant
from tests.oracles.generator import Generator
from tests.oracles.learning import LearningPlayer
from tests.oracles.look_ahead import cannot_wait
from tests.oracles.natives import Natives, Player


class Node:
    """A position in the tree. actions: None before they were asked for; those of the children come first."""

    def __init__(self, action: int, state: Any, gained: float, reward: float, weight: float | None) -> None:
        self.action, self.state, self.gained, self.reward = action, state, gained, reward
        self.actions: list[int] | None = None
        self.children: list[Node] = []
        self.results: list[float] = []  # as they enter averages
        self.tops: list[float] = []  # as they enter the best result
        self.games: list[list[int]] = []  # codes of the moves from here on, for each result
        self.code, self.first_game = (
            0,
            0,
        )  # of the move that leads here; the first game of the parent that counts for it
        self.weight = weight  # of exploration; None where it is not the node's own
        self.is_terminal = self.is_cut = self.has_end = False  # has_end: a game has ended here or below

    @property
    def visits(self) -> int:
        return len(self.results)

    @property
    def has_untried(self) -> bool:
        return self.actions is not None and len(self.children) < len(self.actions)

    @property
    def is_solved(self) -> bool:
        """Nothing is left to do: the end of a game, cut away, or all children solved."""
        if self.is_terminal or self.is_cut or self.actions is None:
            return self.is_terminal or self.is_cut
        return not self.has_untried and all(child.is_solved for child in self.children)

    def nodes(self, depth: int = 0) -> "list[tuple[int, Node]]":
        """This node and all below it, each with its depth."""
        below = [pair for child in self.children for pair in child.nodes(depth + 1)]
        return [(depth, self), *below]


class OracleSearch:
    """A search that makes one iteration when told."""

    def __init__(self, game: SameGame, variant: Variant, seed: np.random.SeedSequence, iterations: int) -> None:
        self.game, self.variant, self.iterations = game, variant, iterations
        self.weight, self.left = 1.0, 1.0  # of the whole search; fraction of the budget that is left
        self.lengths: list[int] = []
        self.natives = Natives(game)
        self.player: Any = Player(game, policy_from_text(game, variant.policy or "random"))
        if not isinstance(variant.simulation, ByPolicy):
            self.player = LearningPlayer(game, variant.simulation, self.natives)
        self.rng = seeded(seed)
        self.root = Node(0, game.start.copy(), 0.0, 0.0, self.first_weight())
        self.best, self.best_line, self.worst = -math.inf, [0], math.inf
        self.has_tied = False  # two children were worth the same but for rounding: which is chosen is then open
        self.playouts = self.states = self.levels = self.pruned = 0
        self.passes: dict[int, int] = {}  # simulations through each depth that the beam has not cut yet
        self.beam_depth = 0

    def iterate(self) -> list[Node]:
        """Make one iteration and return the nodes it went through."""
        path = [self.root]
        while not self.ends_at(path):  # Step 1. selection
            self.visit(path[-1])
            choice = self.selected(path[-1])
            if self.competes(path, choice):
                break
            assert choice is not None
            path.append(choice)
        edge = path[-1]
        if edge.actions is None and self.lists(edge):  # Step 2. expansion
            self.list_actions(edge)
        steps_down = self.steps_down(edge)
        if steps_down:
            assert edge.actions is not None
            untried = edge.actions[len(edge.children) :]
            path.append(self.new_child(edge, untried[self.below(len(untried))]))
        score, line = self.simulate(path)  # Step 3. simulation
        if not steps_down and self.adopts(edge):
            score, line = self.adopt(path, score, line)
        if not line:
            path[-1].is_terminal = True
            for node in path:
                node.has_end = True
            self.reach_end(path)
        bonus, backup = self.bonus_of([*(node.action for node in path[1:]), *line]), self.variant.backup
        less = 0.0 if isinstance(backup, Plain) else (1.0 - backup.share) * bonus
        codes = self.codes_of([*(node.action for node in path[1:]), *line])
        self.player.learn(codes, score)
        for depth, node in enumerate(path):
            node.games.append(codes[depth:])
        for node in path:  # Step 4. backup
            node.results.append(score if isinstance(backup, BonusOnlyInMean) else score - less)
            node.tops.append(score - less)
        self.cut_back(len(path) - 1)
        self.levels += len(path) - 1
        self.lengths.append(len(path) - 1 + len(line))
        self.left = 1.0 - self.root.visits / self.iterations
        self.end_iteration()
        return path

    def codes_of(self, line: list[int]) -> list[int]:
        """The names of the moves of a game."""
        state, codes = self.game.start.copy(), []
        for action in line:
            codes.append(self.natives.code(state, action))
            self.game.apply(state, action)
        return codes

    def amaf_results(self, parent: Node, child: Node) -> list[float]:
        """Results of the games through the parent in which the child's move was played there or later."""
        games = zip(parent.games, parent.results, strict=False)
        return [result for codes, result in list(games)[child.first_game :] if child.code in codes]

    def bonus_of(self, line: list[int]) -> float:
        """The bonus that a game was paid."""
        replay = self.game.replay([*line, *self.game.closing(line)])
        return float(self.game.rules.bonus) if replay.cleared else 0.0

    def ends_at(self, path: list[Node]) -> bool:
        """Whether the descent ends at the last node, whatever its children are worth."""
        node = path[-1]
        match self.variant.expansion:
            case OneChild():
                return node.actions is None or node.has_untried
            case Sampled(threshold) | SampledThenAll(threshold):
                return node.visits < threshold or node.actions is None or node.has_untried
            case Competing():
                return not node.children
            case Widening():
                return node.actions is None or self.widens(node)
        raise AssertionError(self.variant.expansion)

    def competes(self, path: list[Node], choice: Node | None) -> bool:
        """Whether the last node is worth more than its best child."""
        if not isinstance(self.variant.expansion, Competing) or not path[-1].has_untried:
            return False
        parent = path[-2] if len(path) > 1 else path[-1]
        return choice is None or self.value(parent, path[-1]) >= self.value(path[-1], choice)

    def widens(self, node: Node) -> bool:
        """Whether a listed node gets one more child: it has too few for its visits, or all it has are solved."""
        rule = self.variant.expansion
        is_narrow = len(node.children) < rule.factor * node.visits**rule.power
        return node.has_untried and (is_narrow or all(child.is_solved for child in node.children))

    def lists(self, edge: Node) -> bool:
        rule = self.variant.expansion
        return edge.visits >= (rule.after if isinstance(rule, OneChild) else isinstance(rule, Widening))

    def steps_down(self, edge: Node) -> bool:
        match self.variant.expansion:
            case Sampled(threshold) | SampledThenAll(threshold):
                return edge.has_untried and edge.visits >= threshold
            case Competing():
                return False
            case Widening():
                return edge.actions is not None and self.widens(edge)
        return edge.has_untried

    def adopts(self, edge: Node) -> bool:
        rule = self.variant.expansion
        if isinstance(rule, Sampled | SampledThenAll):
            return edge.visits < rule.threshold
        return isinstance(rule, Competing)

    def selected(self, node: Node) -> Node | None:
        """The unsolved child of the highest value, the first of equal ones."""
        choice, highest = None, -math.inf
        for child in node.children:
            value = -math.inf if child.is_solved else self.value(node, child)
            if math.isfinite(value) and abs(value - highest) <= 1e-12 * abs(value):
                self.has_tied = True
            if value > highest:
                choice, highest = child, value
        return choice

    def value(self, parent: Node, child: Node) -> float:
        """The formula of the selection rule, straight from its paper, over scores in units of the normalisation."""
        unit, rule = self.unit(parent), self.variant.selection
        n, results = child.visits, [result - child.gained for result in child.results]  # from the child on
        average, best = child.reward + sum(results) / n, max(child.tops) - child.gained
        zero = 0.0
        if isinstance(self.variant.normalisation, Local):
            zero = parent.gained
        elif isinstance(self.variant.normalisation, LocalAhead):
            zero = child.gained
        mean, top = unit * (child.gained - child.reward + average - zero), unit * (child.gained + best - zero)
        local, local_top = unit * (average - child.reward), unit * best
        spread = unit * unit * max(sum(result**2 for result in results) - sum(results) ** 2 / n, 0.0)
        weight = self.weight_at(parent)
        log = math.log(parent.visits)
        explore = weight * rule.c * math.sqrt(log) * (1.0 / math.sqrt(n))
        match rule:
            case Uct():
                return mean + explore
            case SchaddProgram():
                blended = (1 - rule.w) * mean + rule.w * top
                return blended + weight * rule.c * math.sqrt(math.sqrt(parent.visits) / n) * math.sqrt(
                    (spread + rule.d) / (n + 1)
                )
            case Amaf() | Rave():
                later = self.amaf_results(parent, child)
                amaf = unit * (sum(later) / len(later) - zero) if later else mean
                m = len(later)
                beta = 1.0 if isinstance(rule, Amaf) else m / (n + m + 4 * rule.b**2 * n * m)
                return (1 - beta) * mean + beta * amaf + explore
            case Matsumoto():
                deviation = weight * rule.c * math.sqrt(log) + rule.d * math.sqrt(spread)
                return mean + deviation * (1.0 / math.sqrt(n))
            case SinglePlayerUct():
                deviation = weight * rule.c * math.sqrt(log) + math.sqrt(spread + rule.d)
                return mean + rule.w * top + deviation * (1.0 / math.sqrt(n))
            case Ucb1Tuned():
                return mean + weight * rule.c * math.sqrt(log / n * min(0.25, spread / n + math.sqrt(2 * log / n)))
            case TopScore():
                return top + explore
            case ThirdAverage():
                return mean + local + explore
            case ThirdAveragePlus():
                return mean + local + unit * child.reward + explore
            case ThirdTop():
                return top + local_top + explore
            case TopThirdAverage():
                return top + local + explore
        raise AssertionError(rule)

    def unit(self, parent: Node) -> float:
        match self.variant.normalisation:
            case Raw():
                return 1.0
            case Static(constant):
                return 1.0 / constant
            case Span(least):
                return 1.0 / max(self.best - self.worst, least)
            case Global(least):
                return 1.0 / max(abs(self.best), least)
            case GlobalFalling(factor):
                return 1.0 / max(abs(self.best), 1.0) / (1.0 + (factor - 1.0) * self.left)
            case Local(least) | LocalAhead(least):
                return 1.0 / max(abs(max(parent.tops) - parent.gained), least)
            case Bound(least):
                return 1.0 / max(abs(self.game.rules.bound(self.game.board.counts())), least)
        raise AssertionError(self.variant.normalisation)

    def first_weight(self) -> float | None:
        return 1.0 if isinstance(self.variant.exploration, CNode | CNodeLU) else None

    def weight_at(self, node: Node) -> float:
        rule = self.variant.exploration
        if isinstance(rule, Constant):
            return rule.weight
        if node.weight is not None:
            return node.weight
        if isinstance(rule, Annealing | AnnealingFast | CNodeAnnealing | CNodeAnnealingFast):
            return self.annealed()
        return self.weight

    def annealed(self) -> float:
        rule = self.variant.exploration
        if isinstance(rule, AnnealingFast | CNodeAnnealingFast):
            return max(math.exp(-rule.rate * (1.0 - self.left)), rule.floor)
        return self.left

    def visit(self, node: Node) -> None:
        """Late urgency of a node's own weight."""
        rule = self.variant.exploration
        if not isinstance(rule, CNodeLU) or self.left >= rule.late or node.weight is None:
            return
        if not node.has_end:
            node.weight *= rule.fall

    def reach_end(self, path: list[Node]) -> None:
        """The algorithm terminalNodeHit, or one factor for the whole search."""
        rule = self.variant.exploration
        if isinstance(rule, LeafBlock | LeafBlockUrgent | LeafBlockUnlessEnds):
            self.weight *= rule.rise
        if isinstance(rule, CNode | CNodeLU | CNodeAnnealing | CNodeAnnealingFast):
            factor = rule.p
            for node in reversed(path):
                node.weight = factor * (self.annealed() if node.weight is None else node.weight)
                factor = max(factor * rule.f, rule.lowest)

    def end_iteration(self) -> None:
        rule = self.variant.exploration
        depths = [depth for depth, _ in self.root.nodes()]
        mean_depth = sum(depths) / len(depths)
        if isinstance(rule, DepthBlock | LeafBlockUrgent):
            first = self.lengths[:256]
            ideal = rule.ideal or sum(first) / len(first) / rule.divisor
            if self.left < rule.late and mean_depth < 0.5 * ideal:
                self.weight *= rule.fall
            if isinstance(rule, DepthBlock) and mean_depth > ideal:
                self.weight *= rule.rise
        has_ends = any(node.is_terminal for _, node in self.root.nodes())
        if isinstance(rule, LeafBlockUnlessEnds) and self.left < rule.late and not has_ends:
            self.weight *= rule.fall

    def list_actions(self, node: Node) -> None:
        node.actions = self.game.legal(node.state)
        self.states += 1
        if isinstance(self.variant.pruning, LookAhead):
            groups = cannot_wait(self.game.board_of(node.state), self.game.rules.minimum)
            found = len(node.actions)
            kept = [
                action for action in node.actions if any(move_of(action) in group for group in groups)
            ] or node.actions
            self.states += found
            self.pruned += found - len(kept)
            node.actions = list(kept)

    def cut_back(self, depth: int) -> None:
        """The beam: after L simulations through a depth its W most visited nodes stay."""
        rule = self.variant.pruning
        if not isinstance(rule, Beam):
            return
        for level in range(self.beam_depth + 1, depth + 1):
            self.passes[level] = self.passes.get(level, 0) + 1
            if self.passes[level] >= rule.simulations:
                self.passes = {above: count for above, count in self.passes.items() if above < level}
                self.keep_best(level, rule.width)
                return

    def keep_best(self, level: int, width: int) -> None:
        layers = [[self.root]]
        for _ in range(level):
            layers.append([child for node in layers[-1] for child in node.children if not child.is_solved])
        if not layers[-1]:
            return
        self.beam_depth = level
        kept = sorted(layers[-1], key=lambda node: -node.visits)[:width]
        for node in kept:
            node.actions, node.children = None, []
        for depth in range(level, 0, -1):
            parents = [node for node in layers[depth - 1] if any(child in kept for child in node.children)]
            others = [node for node in layers[depth] if node not in kept]
            for node in others:
                node.is_cut = True
            self.pruned += len(others)
            for node in parents:
                node.actions = [child.action for child in node.children]
            kept = parents

    def new_child(self, node: Node, action: int) -> Node:
        """Make a node of an untried action: it changes places with the first untried one."""
        assert node.actions is not None
        here, place = node.actions.index(action), len(node.children)
        node.actions[here], node.actions[place] = node.actions[place], action
        state = node.state.copy()
        reward = self.game.apply(state, action)
        child = Node(action, state, node.gained + reward, reward, self.first_weight())
        child.code, child.first_game = self.natives.code(node.state, action), len(node.results)
        node.children.append(child)
        return child

    def simulate(self, path: list[Node]) -> tuple[float, list[int]]:
        """Play from the last node to the end: score of the whole game, and the actions from there on."""
        before = self.codes_of([node.action for node in path[1:]])
        rest, line, states = self.player.play(path[-1].state, self.rng, path[-1].gained, before)
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
