"""The slow and obvious player of a game: the oracle for everything faster.

A search walks through pairs of a node and a vertex, from the beginning of a move to its first switch. What it saw it
remembers until the next modifier: behind that, everything may be different, so it begins to remember afresh.
Nothing is changed in place; every modifier makes a new `World`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import eq, ge, gt, le, lt, ne
from typing import NamedTuple, TypeAlias

from playtree.rbg import actions
from playtree.rbg.actions import KEEPER, Action
from playtree.rbg.automaton import Automaton
from playtree.rbg.boards import NONE
from playtree.rbg.cells import members
from playtree.rbg.formulas import Formula, evaluate
from playtree.rbg.limits import DEFAULT_LIMITS, Limits
from playtree.rbg.source import RbgError
from playtree.rbg.syntax import UNNUMBERED

COPIED_PER_STEP = 32  # pieces, values or modifiers that are copied count as one step

COMPARE = {"<": lt, "<=": le, ">": gt, ">=": ge, "==": eq, "!=": ne}

Move: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs of the number of a modifier and the vertex, from 1, where it was made; the last one is a switch."""


@dataclass(frozen=True)
class World:
    """What is on the board and in the variables. known: results of patterns, which hold as long as nothing changes."""

    pieces: tuple[int, ...]
    values: tuple[int, ...]
    known: dict[tuple[int, int], bool] = field(default_factory=dict, compare=False, repr=False)

    def put(self, piece: int, vertex: int) -> "World":
        return World((*self.pieces[:vertex], piece, *self.pieces[vertex + 1 :]), self.values)

    def set(self, slot: int, value: int) -> "World":
        return World(self.pieces, (*self.values[:slot], value, *self.values[slot + 1 :]))


@dataclass(frozen=True)
class Position:
    """A state between two moves. player: who is to move, 0 is the keeper. vertex: from 0. node: of the automaton."""

    world: World
    vertex: int
    player: int
    node: int


class Walker(NamedTuple):
    """A place in a search. seen: pairs of node and vertex since the last modifier, shared. player: behind a switch."""

    node: int
    vertex: int
    world: World
    move: Move
    seen: set[tuple[int, int]]
    player: int | None = None


@dataclass
class Interpreter:
    """Plays the game of an automaton.

    lowest: the keeper makes the lowest of its moves, as compiled games do, rather than the first one found. In proper
    rules its choice does not matter.
    """

    automaton: Automaton
    limits: Limits = DEFAULT_LIMITS
    lowest: bool = False
    steps: int = field(default=0, init=False)
    costs: tuple[int, ...] = field(default=(), init=False, repr=False)

    def __post_init__(self) -> None:
        self.costs = tuple(1 + sum(self.cost(action) for action, _ in edges) for edges in self.automaton.edges)

    def cost(self, action: Action | None) -> int:
        """How many steps of the limit it takes to try an action: about as much as the time and memory it needs."""
        game = self.automaton.description
        match action:
            case actions.Off():
                return 1 + len(game.board) // COPIED_PER_STEP
            case actions.Assign():
                return 1 + len(game.slots) // COPIED_PER_STEP + formula_cost(action.value, len(game.board))
            case actions.Comparison():
                return 1 + sum(formula_cost(side, len(game.board)) for side in (action.left, action.right))
        return 1

    def start(self) -> Position:
        """The first position in which a player is to move, or in which the game is already over."""
        return self.keep(Position(self.initial_world(), 0, KEEPER, self.automaton.main.start))

    def initial_world(self) -> World:
        """The pieces as on the board of the description, all values 0."""
        game = self.automaton.description
        pieces = tuple(game.piece_numbers[piece] for piece in game.board.pieces)
        return World(pieces, (0,) * len(game.slots))

    def moves(self, position: Position) -> list[Move]:
        """All moves of the player to move, each once; none if the game is over."""
        if position.player == KEEPER:
            return []
        self.steps = 0
        found = []
        for move, _ in self.search(position):
            found.append(move)
            if len(found) > self.limits.moves:
                raise self.too_much("moves", "a position has too many moves")
        return found

    def apply(self, position: Position, move: Move) -> Position:
        """Make a move, which must be legal, and then the moves of the keeper."""
        world, vertex = position.world, position.vertex
        player, node = position.player, position.node
        for index, number in move:
            action, node = self.automaton.modifiers[index - 1]
            vertex = number - 1
            if isinstance(action, actions.Switch):
                player = action.player
            elif isinstance(action, actions.Off | actions.Assign):
                world = change(action, vertex, world) or world
        return self.keep(Position(world, vertex, player, node))

    def is_over(self, position: Position) -> bool:
        """Whether the one to move has no move."""
        self.steps = 0
        return next(self.search(position), None) is None

    def scores(self, position: Position) -> tuple[int, ...]:
        """The score of each player, as it stands."""
        return position.world.values[: len(self.automaton.description.players)]

    def keep(self, position: Position) -> Position:
        """Make moves of the keeper, each the first one found, until a player is to move or the keeper cannot move."""
        count, self.steps = 0, 0
        while position.player == KEEPER:
            found = self.search(position)
            step = min(found, key=move_of, default=None) if self.lowest else next(found, None)
            if step is None:
                return position
            position = step[1]
            count += 1
            if count > self.limits.keeper_moves:
                raise self.too_much("keeper_moves", "the keeper moves on and on")
        return position

    def search(self, position: Position) -> Iterator[tuple[Move, Position]]:
        """Every legal move, with the position behind its switch."""
        begin = Walker(position.node, position.vertex, position.world, (), set())
        for walker in self.walk(begin):
            if walker.player is not None:
                yield walker.move, Position(walker.world, walker.vertex, walker.player, walker.node)

    def holds(self, number: int, vertex: int, world: World) -> bool:
        """Whether there is a way through a pattern."""
        if (number, vertex) not in world.known:
            start, end = self.automaton.patterns[number]
            is_through = False
            for walker in self.walk(Walker(start, vertex, world, (), set())):
                if walker.node == end:
                    is_through = True
                    break
            world.known[number, vertex] = is_through
        return world.known[number, vertex]

    def walk(self, begin: Walker) -> Iterator[Walker]:
        """Walk depth first, alternatives in their order, and stop behind the switch of a move; yield every place."""
        stack = [iter((begin,))]
        while stack:
            walker = next(stack[-1], None)
            if walker is None:
                stack.pop()
            elif walker.player is not None:
                yield walker
            elif (walker.node, walker.vertex) not in walker.seen:
                walker.seen.add((walker.node, walker.vertex))
                self.count_steps(self.costs[walker.node])
                yield walker
                stack.append(self.ways(walker))

    def ways(self, walker: Walker) -> Iterator[Walker]:
        """The places one action away."""
        for action, target in self.automaton.edges[walker.node]:
            if isinstance(action, actions.Jump | actions.Anywhere):
                reached = action.cells if isinstance(action, actions.Anywhere) else action.table[walker.vertex]
                for vertex in members(reached):
                    yield walker._replace(node=target, vertex=vertex)
                continue
            following = self.follow(walker, action, target)
            if following is not None:
                yield following

    def follow(self, walker: Walker, action: Action | None, target: int) -> Walker | None:
        """The place behind an edge, or None if the action is not possible."""
        _, vertex, world, move, seen, _ = walker
        match action:
            case None | actions.Dot():
                return Walker(target, vertex, world, move, seen)
            case actions.Shift(label):
                there = self.automaton.description.board.edges[label][vertex]
                return None if there == NONE else Walker(target, there, world, move, seen)
            case actions.On(pieces):
                is_possible = world.pieces[vertex] in pieces
            case actions.Inside(cells):
                is_possible = cells >> vertex & 1 == 1
            case actions.Pattern(number, negated):
                is_possible = self.holds(number, vertex, world) != negated
            case actions.Comparison(left, operator, right):
                is_possible = compare(left, operator, right, world)
            case actions.Off() | actions.Assign() | actions.Switch():
                return self.modify(walker, action, target)
        return Walker(target, vertex, world, move, seen) if is_possible else None

    def modify(
        self, walker: Walker, action: actions.Off | actions.Assign | actions.Switch, target: int
    ) -> Walker | None:
        """The place behind a modifier, with nothing seen yet. A switch in a pattern does nothing."""
        _, vertex, world, move, seen, _ = walker
        if isinstance(action, actions.Switch) and action.index == UNNUMBERED:
            return Walker(target, vertex, world, move, seen)
        move = (*move, (action.index, vertex + 1))
        self.count_steps(len(move) // COPIED_PER_STEP)
        if len(move) > self.limits.move_length:
            raise self.too_much("move_length", "a move, or the way through a pattern, has too many modifiers")
        if isinstance(action, actions.Switch):
            return Walker(target, vertex, world, move, seen, action.player)
        changed = change(action, vertex, world)
        return None if changed is None else Walker(target, vertex, changed, move, set())

    def too_much(self, limit: str, what: str) -> RbgError:
        return self.limits.exceeded(limit, f"{self.automaton.description.file}: {what}")

    def count_steps(self, steps: int) -> None:
        self.steps += steps
        if self.steps > self.limits.search_steps:
            raise self.too_much("search_steps", "the search for moves takes too long")


def move_of(step: tuple[Move, Position]) -> Move:
    return step[0]


def formula_cost(steps: Formula, vertices: int) -> int:
    return sum(1 + vertices // COPIED_PER_STEP if step == "count" else 1 for step, _ in steps)


def change(action: actions.Off | actions.Assign, vertex: int, world: World) -> World | None:
    """The world after a modifier, or None if the value is out of range."""
    if isinstance(action, actions.Off):
        return world.put(action.piece, vertex)
    value = evaluate(action.value, world.values, world.pieces)
    return world.set(action.slot, value) if value is not None and 0 <= value <= action.bound else None


def compare(left: Formula, operator: str, right: Formula, world: World) -> bool:
    """Whether a comparison holds; one that divides by zero does not."""
    first, second = evaluate(left, world.values, world.pieces), evaluate(right, world.values, world.pieces)
    return first is not None and second is not None and COMPARE[operator](first, second)
