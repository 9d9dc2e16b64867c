"""A second player of games that knows no automaton: it walks through the rules expression itself.

A place in the rules is what is left to do: a chain of expressions. Moves are found breadth first, as sets, and
nothing is shared with the interpreter but the tree.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playtree.rbg.boards import NONE
from playtree.rbg.normal import NormalForm
from playtree.rbg.syntax import (
    Assign,
    Comparison,
    Concat,
    Dot,
    Expression,
    Name,
    Number,
    Off,
    On,
    Pattern,
    Shift,
    Star,
    Sum,
    Switch,
)

Rest = tuple[Expression, ...]


class DivisionError(Exception):
    """A division by zero."""


@dataclass(frozen=True)
class State:
    pieces: tuple[str, ...]
    values: tuple[tuple[str, int], ...]
    vertex: int
    player: str | None
    rest: Rest


class TooMuchError(Exception):
    """More work than a test should do."""


class TreeOracle:
    """Plays a game in normal form."""

    def __init__(self, form: NormalForm, budget: int = 20_000) -> None:
        self.form = form
        self.board = form.description.board
        self.budget = budget

    def start(self) -> State:
        values = tuple((slot, 0) for slot in self.form.description.slots)
        return State(self.board.pieces, values, 0, None, (self.form.rules,))

    def closure(self, state: State) -> list[State]:
        """All states that are reached by tests and shifts, with a modifier, a switch or nothing next."""
        seen, waiting, found = {self.key(state)}, [state], []
        while waiting:
            current = waiting.pop(0)
            self.budget -= 1
            if self.budget < 0:
                raise TooMuchError
            if not current.rest or isinstance(current.rest[0], Off | Assign | Switch):
                found.append(current)
                continue
            for following in self.after_test(current):
                if self.key(following) not in seen:
                    seen.add(self.key(following))
                    waiting.append(following)
        return found

    @staticmethod
    def key(state: State) -> tuple[Any, ...]:
        return (state.vertex, *(id(part) for part in state.rest))

    def after_test(self, state: State) -> Iterator[State]:
        first, rest = state.rest[0], state.rest[1:]
        match first:
            case Sum():
                for item in first.items:
                    yield moved(state, state.vertex, (item, *rest))
            case Concat():
                yield moved(state, state.vertex, (*first.items, *rest))
            case Star():
                yield moved(state, state.vertex, rest)
                yield moved(state, state.vertex, (first.body, *state.rest))
            case Shift():
                there = self.board.edges[self.board.labels.index(first.label.text)][state.vertex]
                if there != NONE:
                    yield moved(state, there, rest)
            case Dot():
                yield moved(state, state.vertex, rest)
            case On():
                if state.pieces[state.vertex] in [piece.text for piece in first.pieces]:
                    yield moved(state, state.vertex, rest)
            case Pattern():
                if self.passes(moved(state, state.vertex, (first.body,))) != first.negated:
                    yield moved(state, state.vertex, rest)
            case Comparison():
                if self.is_true(first, state):
                    yield moved(state, state.vertex, rest)

    def passes(self, state: State) -> bool:
        """Whether some way leads to the end; switches do nothing here."""
        for reached in self.closure(state):
            if not reached.rest:
                return True
            changed = self.after_modifier(reached)
            if changed is not None and self.passes(changed):
                return True
        return False

    def after_modifier(self, state: State) -> State | None:
        """The state behind the modifier that comes next; a switch only sets the player."""
        first, rest = state.rest[0], state.rest[1:]
        if isinstance(first, Off):
            pieces = [*state.pieces]
            pieces[state.vertex] = first.piece.text
            return State(tuple(pieces), state.values, state.vertex, state.player, rest)
        if isinstance(first, Switch):
            player = first.player.text if first.player else None
            return State(state.pieces, state.values, state.vertex, player, rest)
        assert isinstance(first, Assign)
        name = first.variable.text
        try:
            value = self.value(first.value, state)
        except DivisionError:
            return None
        if not 0 <= value <= self.form.description.bounds[name]:
            return None
        values = tuple((slot, value if slot == name else old) for slot, old in state.values)
        return State(state.pieces, values, state.vertex, state.player, rest)

    def moves(self, state: State) -> dict[tuple[tuple[int, int], ...], State]:
        """Every move with the state behind it, before the keeper's moves."""
        found: dict[tuple[tuple[int, int], ...], State] = {}
        waiting: list[tuple[tuple[tuple[int, int], ...], State]] = [((), state)]
        while waiting:
            move, current = waiting.pop()
            for reached in self.closure(current):
                changed = self.after_modifier(reached) if reached.rest else None
                if changed is None:
                    continue
                modifier: Any = reached.rest[0]
                longer = (*move, (modifier.index, reached.vertex + 1))
                if isinstance(modifier, Switch):
                    found[longer] = changed
                else:
                    waiting.append((longer, changed))
        return found

    def is_true(self, comparison: Comparison, state: State) -> bool:
        try:
            left, right = self.value(comparison.left, state), self.value(comparison.right, state)
        except DivisionError:
            return False
        return bool(eval(f"left {comparison.operator} right", {}, {"left": left, "right": right}))

    def value(self, value: Any, state: State) -> int:
        if isinstance(value, Number):
            return value.value
        if isinstance(value, Name):
            known = dict(state.values)
            return known[value.text] if value.text in known else state.pieces.count(value.text)
        result, *others = (self.value(item, state) for item in value.items)
        for other in others:
            if value.operator == "/":
                if other == 0:
                    raise DivisionError
                result = int(result / other)
            else:
                result = {"+": result + other, "-": result - other, "*": result * other}[value.operator]
        return result


def moved(state: State, vertex: int, rest: Rest) -> State:
    return State(state.pieces, state.values, vertex, state.player, rest)
