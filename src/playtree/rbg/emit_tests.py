"""What one action makes of a set of vertices, for all actions that change nothing."""

from typing import Protocol

from playtree.rbg import actions
from playtree.rbg.actions import Action
from playtree.rbg.cells import Relation, inverse, step_relation
from playtree.rbg.checks import Description
from playtree.rbg.emit_code import Code
from playtree.rbg.emit_sets import NEVER, CellSet, SetWriter
from playtree.rbg.emit_text import Body, Value
from playtree.rbg.formulas import Formula
from playtree.rbg.layout import SLOTS

TESTS = {"<": "slt", "<=": "sle", ">": "sgt", ">=": "sge", "==": "eq", "!=": "ne"}
OPERATIONS = {"+": "add nsw", "-": "sub nsw", "*": "mul nsw"}


class Patterns(Protocol):
    """Where a pattern holds."""

    def among(self, sets: SetWriter, number: int, cells: CellSet) -> CellSet: ...


class TestWriter:
    """Writes tests and shifts. The board and the values are those at the beginning of the function."""

    __test__ = False  # not for pytest

    def __init__(self, code: Code, game: Description, patterns: Patterns, body: Body) -> None:
        self.code, self.game, self.patterns, self.body = code, game, patterns, body
        self.sets = SetWriter(code, body)

    def follow(self, cells: CellSet, action: Action | None) -> CellSet:
        """The set behind an action."""
        sets = self.sets
        match action:
            case actions.Shift(label):
                return sets.moved(cells, step_relation(self.game.board, label))
            case actions.Jump(table):
                return sets.moved(cells, table)
            case actions.Anywhere(anywhere):
                return sets.where(sets.is_some(cells), sets.constant(anywhere))
        return self.test(cells, action)

    def backwards(self, cells: CellSet, action: Action | None) -> CellSet:
        """The set from which an action leads into a set."""
        sets = self.sets
        match action:
            case actions.Shift(label):
                return sets.moved(cells, inverse(step_relation(self.game.board, label)))
            case actions.Jump(table):
                return sets.moved(cells, inverse(table))
            case actions.Anywhere(anywhere):
                there = sets.both(cells, sets.constant(anywhere))
                return sets.where(sets.is_some(there), sets.constant(self.code.everything))
        return self.test(cells, action)

    def test(self, cells: CellSet, action: Action | None) -> CellSet:
        sets = self.sets
        match action:
            case None | actions.Dot() | actions.Switch():
                return cells
            case actions.Inside(inside):
                return sets.both(cells, sets.constant(inside))
            case actions.On(pieces):
                return sets.both(cells, self.holding(pieces))
            case actions.Comparison():
                return sets.where(self.compared(action), cells)
            case actions.Pattern(number, negated):
                if cells.is_never:
                    return cells
                holding = self.patterns.among(sets, number, cells)
                return sets.without(cells, holding) if negated else holding
        raise AssertionError(f"no test: {action}")

    def holding(self, pieces: frozenset[int]) -> CellSet:
        """The vertices that hold one of these pieces."""
        others = self.code.layout.pieces - len(pieces)
        if others < len(pieces):
            rest = frozenset(range(self.code.layout.pieces)) - pieces
            if not rest:
                return self.sets.constant(self.code.everything)
            turned = self.body.first(("not on", pieces), lambda: self.sets.without(
                self.sets.constant(self.code.everything), self.planes(rest)).value)  # fmt: skip
            return CellSet(turned, self.code.layout.vertices)
        return CellSet(self.body.first(("on", pieces), lambda: self.planes(pieces).value), self.code.layout.vertices)

    def planes(self, pieces: frozenset[int]) -> CellSet:
        result: CellSet | None = None
        for piece in sorted(pieces):
            result = self.sets.either(result, CellSet(self.plane(piece), self.code.layout.vertices))
        return result or NEVER

    def plane(self, piece: int) -> Value:
        place = self.code.layout.plane(piece)
        return self.body.first(("plane", piece), lambda: self.body.load(self.body.at("%s", place), self.code.set_kind))

    def compared(self, action: actions.Comparison) -> Value:
        """Whether a comparison holds; one that divides by zero does not."""
        return self.body.first(action, lambda: self.fresh_comparison(action))

    def fresh_comparison(self, action: actions.Comparison) -> Value:
        left, left_fine = self.value(action.left)
        right, right_fine = self.value(action.right)
        result: Value = self.body.compare(TESTS[action.operator], left, right)
        for fine in (left_fine, right_fine):
            if fine is not None:
                result = self.body.let(f"and i1 {result}, {fine}")
        return result

    def value(self, formula: Formula) -> tuple[Value, Value | None]:
        """The value of a formula, and whether nothing was divided by zero, if that can happen."""
        body, stack = self.body, list[Value]()
        fine: Value | None = None
        for step, number in formula:
            if step == "number":
                stack.append(number)
            elif step == "slot":
                stack.append(body.load(body.at("%s", SLOTS + number)))
            elif step == "count":
                stack.append(self.sets.size(CellSet(self.plane(number), self.code.layout.vertices)))
            else:
                right, left = stack.pop(), stack.pop()
                if step == "/":
                    is_zero = body.compare("eq", right, 0)
                    right = body.let(f"select i1 {is_zero}, i64 1, i64 {right}")
                    not_zero = body.let(f"xor i1 {is_zero}, true")
                    fine = not_zero if fine is None else body.let(f"and i1 {fine}, {not_zero}")
                    stack.append(body.let(f"sdiv i64 {left}, {right}"))
                else:
                    stack.append(body.let(f"{OPERATIONS[step]} i64 {left}, {right}"))
        return stack[0], fine

    def in_range(self, action: actions.Assign) -> Value:
        """Whether an assignment is possible."""

        def write() -> Value:
            value, fine = self.value(action.value)
            if isinstance(value, int):
                return int(0 <= value <= action.bound)
            result: Value = self.body.compare("ule", value, action.bound)
            return result if fine is None else self.body.let(f"and i1 {result}, {fine}")

        return self.body.first(("range", action), write)


def relation_of(action: Action | None, game: Description) -> Relation | None:
    """The relation of a shift or a jump."""
    match action:
        case actions.Shift(label):
            return step_relation(game.board, label)
        case actions.Jump(table):
            return table
    return None
