"""Modifiers in LLVM IR: made in place, and undone by putting back what was there."""

from collections.abc import Callable, Iterator

from playtree.rbg import actions
from playtree.rbg.actions import Action
from playtree.rbg.emit_code import Code
from playtree.rbg.emit_sets import CellSet, SetWriter
from playtree.rbg.emit_tests import TestWriter
from playtree.rbg.emit_text import Body, Value
from playtree.rbg.emit_view import MOST_OTHERS, View
from playtree.rbg.layout import CELL, FAULT, FAULTS, FUEL, PLACE, PLAYER, SLOTS

Undo = Callable[[], None]


class ChangeWriter:
    """Writes changes of the state into a function whose first parameters are %s, %cell and %depth."""

    def __init__(self, code: Code, view: View, tests: TestWriter) -> None:
        self.code, self.view, self.tests = code, view, tests
        self.body: Body = tests.body
        self.sets: SetWriter = tests.sets

    def possible(self, action: Action | None, cells: CellSet) -> CellSet:
        """Where a modifier is possible, out of where it is reached."""
        return self.sets.where(self.tests.in_range(action), cells) if isinstance(action, actions.Assign) else cells

    def make(self, node: int, action: Action | None, cell: str) -> Undo:
        """Make the change of an edge out of a node at a vertex; what is returned writes how to undo it."""
        match action:
            case actions.Off(piece):
                return self.put(piece, self.view.others(node, piece), cell)
            case actions.Assign():
                return self.assign(action)
        return lambda: None

    def put(self, piece: int, others: frozenset[int], cell: str) -> Undo:
        body, layout = self.body, self.code.layout
        restore: list[tuple[Value, str, str]] = []
        if not others:
            return lambda: None
        word = 0 if layout.set_words == 1 else body.let(f"lshr i64 {cell}, 6")
        low = cell if layout.set_words == 1 else body.let(f"and i64 {cell}, 63")
        bit = body.let(f"shl nuw i64 1, {low}")
        rest = body.let(f"xor i64 {bit}, -1")
        by_vertex = len(others) > MOST_OTHERS
        if layout.has_bytes:
            place = body.at(body.at("%s", layout.bytes), cell, "i8")
            before = body.load(place, "i8")
            restore.append((before, place, "i8"))
            body.store(piece, place, "i8")
            if by_vertex:
                wide = body.let(f"zext i8 {before} to i64")
                offset = wide if layout.set_words == 1 else body.let(f"mul i64 {wide}, {layout.set_words}")
                self.change(body.at(body.at(body.at("%s", layout.planes), offset), word), "and", rest, restore)
        if not by_vertex:
            for other in sorted(others):
                self.change(body.at(body.at("%s", layout.plane(other)), word), "and", rest, restore)
        self.change(body.at(body.at("%s", layout.plane(piece)), word), "or", bit, restore)

        def undo() -> None:
            for value, pointer, kind in reversed(restore):
                body.store(value, pointer, kind)

        return undo

    def change(self, pointer: str, operation: str, bits: str, restore: list[tuple[Value, str, str]]) -> None:
        before = self.body.load(pointer)
        restore.append((before, pointer, "i64"))
        self.body.store(self.body.let(f"{operation} i64 {before}, {bits}"), pointer)

    def assign(self, action: actions.Assign) -> Undo:
        body = self.body
        place = body.at("%s", SLOTS + action.slot)
        before = body.load(place)
        body.store(self.value_of(action), place)
        return lambda: body.store(before, place)

    def value_of(self, action: actions.Assign) -> Value:
        """The value that an assignment sets, computed where the state is still as at the beginning of the function."""
        return self.body.first(("value", action), lambda: self.tests.value(action.value)[0])

    def end_move(self, place: int, action: actions.Switch, cell: Value) -> None:
        """Carry out a switch."""
        body = self.body
        body.store(place, body.at("%s", PLACE))
        body.store(cell, body.at("%s", CELL))
        body.store(action.player, body.at("%s", PLAYER))

    def each(self, cells: CellSet) -> Iterator[str]:
        """Write a loop over the members of a set around what the caller writes for one."""
        if cells.is_never:
            return
        if cells.cell:
            yield cells.cell
            return
        body, sets = self.body, self.sets
        before, loop, work, after = body.block, body.label("each"), body.label("one"), body.label("none")
        body.go(loop)
        body.begin(loop)
        rest, fill = sets.phi()
        body.branch(sets.numbers.is_some(body, rest), work, after)
        body.begin(work)
        cell = sets.lowest(CellSet(rest, 2))
        yield cell
        fewer = sets.numbers.without_lowest(body, rest, cell)
        fill([(cells.value, before), (fewer, body.block)])
        body.go(loop)
        body.begin(after)

    def check_fuel(self, nothing: str) -> None:
        """Return at once if the search has taken too many steps, or has become too deep."""
        body = self.body
        place = body.at("%s", FUEL)
        left = body.let(f"add i64 {body.load(place)}, -1")
        body.store(left, place)
        go, empty = body.label("go"), body.label("empty")
        body.branch(body.compare("sge", left, 0), go, empty)
        body.begin(empty)
        self.fail("search_steps")
        body.do(f"ret {nothing}")
        body.begin(go)
        deep, fine = body.label("deep"), body.label("fine")
        body.branch(body.compare("slt", "%depth", self.code.limits.move_length), fine, deep)
        body.begin(deep)
        self.fail("move_length")
        body.do(f"ret {nothing}")
        body.begin(fine)

    def fail(self, limit: str) -> None:
        """Note that a limit was hit, unless another one was, and leave nothing to go on with."""
        body = self.body
        place = body.at("%s", FAULT)
        before = body.load(place)
        is_first = body.compare("eq", before, 0)
        body.store(body.let(f"select i1 {is_first}, i64 {FAULTS.index(limit)}, i64 {before}"), place)
        body.store(-1, body.at("%s", FUEL))
