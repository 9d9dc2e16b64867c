"""The rules as an automaton: nodes, and edges that carry one action or none.

    a b      start -a-> o -b-> end          a + b    start -a-> end, start -b-> end
    a*       start --> o, o -a-> o, o --> end

A pattern is an automaton of its own over the same nodes, entered at its start and left at its end; patterns written
alike share one. Numbers replace names: pieces, slots and labels are numbered as in the description, vertices from 0.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeAlias

from playtree.rbg import actions
from playtree.rbg.actions import Action
from playtree.rbg.checks import Description
from playtree.rbg.formulas import formula
from playtree.rbg.loops import looping_dots
from playtree.rbg.normal import NormalForm
from playtree.rbg.printing import leaf_text
from playtree.rbg.stackless import Steps, each, run
from playtree.rbg.syntax import (
    UNNUMBERED,
    Assign,
    Comparison,
    Concat,
    Dot,
    Expression,
    Off,
    On,
    Pattern,
    Shift,
    Star,
    Sum,
    Switch,
)


class Edge(NamedTuple):
    """action: None on an empty edge."""

    action: Action | None
    target: int


class Part(NamedTuple):
    """The main automaton, or that of a pattern."""

    start: int
    end: int


Key: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True)
class Automaton:
    """edges[node]: in the order of the alternatives. main: the rules. patterns: by number."""

    form: NormalForm
    edges: tuple[tuple[Edge, ...], ...]
    main: Part
    patterns: tuple[Part, ...]

    @property
    def description(self) -> Description:
        return self.form.description

    @cached_property
    def modifiers(self) -> tuple[Edge, ...]:
        """The edge of each modifier: number k is modifiers[k-1]."""
        found = {}
        for edges in self.edges:
            for edge in edges:
                if isinstance(edge.action, actions.MODIFIERS) and edge.action.index != UNNUMBERED:
                    found[edge.action.index] = edge
        return tuple(found[index] for index in sorted(found))

    @cached_property
    def dots(self) -> dict[int, Edge]:
        """The dots at which moves are split, by number: those outside patterns and loops."""
        edges = (edge for out in self.edges for edge in out)
        return {edge.action.index: edge for edge in edges if isinstance(edge.action, actions.Dot) and edge.action.index}

    def node_behind(self, place: int) -> int:
        """The node behind a modifier or a dot, or the start for 0."""
        if place == 0:
            return self.main.start
        if place <= len(self.modifiers):
            return self.modifiers[place - 1].target
        return self.dots[place].target if place in self.dots else self.main.end

    @cached_property
    def nodal(self) -> frozenset[int]:
        """The nodes at which a move begins: the start and those behind switches."""
        behind = (edge.target for edge in self.modifiers if isinstance(edge.action, actions.Switch))
        return frozenset((self.main.start, *behind))

    @property
    def edge_count(self) -> int:
        return sum(map(len, self.edges))

    def lines(self) -> Iterator[str]:
        """One line per edge: source, target, action."""
        for node, edges in enumerate(self.edges):
            for edge in edges:
                yield f"{node} -> {edge.target}\t{actions.action_text(edge.action, self.description)}"

    def __str__(self) -> str:
        parts = [f"main {self.main.start} .. {self.main.end}"]
        parts += [f"pattern {number} {part.start} .. {part.end}" for number, part in enumerate(self.patterns)]
        return "\n".join((*parts, *self.lines()))


def build_automaton(form: NormalForm) -> Automaton:
    """The automaton of rules in normal form."""
    builder = Builder(form.description)
    main = Part(builder.node(), builder.node())
    run(builder.build(form.rules, main))
    number_dots(builder, len(form.modifiers))
    return Automaton(form, tuple(map(tuple, builder.edges)), main, tuple(builder.patterns))


def number_dots(builder: "Builder", modifiers: int) -> None:
    """Number the dots outside patterns and loops, on from the last modifier. Changes the edges."""
    inside, pending = set[int](), [part.start for part in builder.patterns]
    while pending:
        node = pending.pop()
        if node not in inside:
            inside.add(node)
            pending.extend(edge.target for edge in builder.edges[node])
    looping = looping_dots(builder.edges, builder.description.board)
    index = modifiers
    for node, edges in enumerate(builder.edges):
        for place, edge in enumerate(edges):
            if isinstance(edge.action, actions.Dot) and node not in inside and (node, place) not in looping:
                index += 1
                edges[place] = Edge(actions.Dot(index), edge.target)


@dataclass
class Builder:
    """An automaton that grows."""

    description: Description
    edges: list[list[Edge]] = field(default_factory=list)
    patterns: list[Part] = field(default_factory=list)
    known: dict[int, int] = field(default_factory=dict)
    keys: dict[Key, int] = field(default_factory=dict)
    key_of: dict[int, int] = field(default_factory=dict)

    def node(self) -> int:
        self.edges.append([])
        return len(self.edges) - 1

    def build(self, expression: Expression, part: Part) -> Steps[None]:
        """Add edges for the expression from the start of the part to its end."""
        match expression:
            case Sum():
                for item in expression.items:
                    yield self.build(item, part)
            case Concat():
                node = part.start
                for item in expression.items[:-1]:
                    following = self.node()
                    yield self.build(item, Part(node, following))
                    node = following
                yield self.build(expression.items[-1], Part(node, part.end))
            case Star():
                loop = self.node()
                self.edges[part.start].append(Edge(None, loop))
                yield self.build(expression.body, Part(loop, loop))
                self.edges[loop].append(Edge(None, part.end))
            case Pattern():
                number = yield self.pattern(expression)
                self.edges[part.start].append(Edge(actions.Pattern(number, expression.negated), part.end))
            case _:
                self.edges[part.start].append(Edge(self.action(expression), part.end))

    def pattern(self, expression: Pattern) -> Steps[int]:
        """The number of the automaton of a pattern, built if it is new."""
        key: int = yield self.key(expression.body)
        if key not in self.known:
            part = Part(self.node(), self.node())
            yield self.build(expression.body, part)
            self.known[key] = len(self.patterns)
            self.patterns.append(part)
        return self.known[key]

    def key(self, expression: Expression) -> Steps[int]:
        """A number that two expressions share if they are written alike."""
        if id(expression) in self.key_of:
            return self.key_of[id(expression)]
        kind = type(expression).__name__
        inside: list[int] = []
        match expression:
            case Sum() | Concat():
                inside = yield each(self.key(item) for item in expression.items)
            case Star() | Pattern():
                inside = yield each([self.key(expression.body)])
        negated = isinstance(expression, Pattern) and expression.negated
        text = str(negated) if inside else leaf_text(expression)
        self.key_of[id(expression)] = self.keys.setdefault((kind, text, *inside), len(self.keys))
        return self.key_of[id(expression)]

    def action(self, expression: Expression) -> Action:
        """An action with numbers for names."""
        game = self.description
        match expression:
            case Shift():
                return actions.Shift(game.label_numbers[expression.label.text])
            case On():
                return actions.On(frozenset(game.piece_numbers[piece.text] for piece in expression.pieces))
            case Off():
                return actions.Off(game.piece_numbers[expression.piece.text], expression.index)
            case Assign():
                slot = game.slot_numbers[expression.variable.text]
                bound = game.bounds[expression.variable.text]
                return actions.Assign(slot, bound, formula(expression.value, game), expression.index)
            case Comparison():
                left, right = formula(expression.left, game), formula(expression.right, game)
                return actions.Comparison(left, expression.operator, right)
            case Switch():
                player = game.players.index(expression.player.text) + 1 if expression.player else actions.KEEPER
                return actions.Switch(player, expression.index)
            case Dot():
                return actions.Dot()
        raise AssertionError(f"not an action in normal form: {expression}")


def to_dot(automaton: Automaton) -> str:
    """The automaton as a drawing for Graphviz: a box for each pattern, double circles where moves begin."""
    game = automaton.description
    lines = ["digraph rules {", "  rankdir=LR;", '  node [shape=circle, label="", width=0.15];']
    lines += [f"  {node} [shape=doublecircle];" for node in sorted(automaton.nodal)]
    lines.append(f'  {automaton.main.start} [xlabel="start"];')
    for number, part in enumerate(automaton.patterns):
        lines.append(f'  {part.start} [xlabel="pattern {number}"];')
        lines.append(f"  {part.end} [shape=square];")
    for node, edges in enumerate(automaton.edges):
        for edge in edges:
            lines.append(f'  {node} -> {edge.target} [label="{actions.action_text(edge.action, game)}"];')
    return "\n".join((*lines, "}", ""))
