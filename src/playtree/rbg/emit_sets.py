"""Sets of vertices in LLVM IR: a whole number as wide as the board.

A set carries what is known of it while the code is written: how many members it has at most, and the vertex if it is
exactly one.
"""

from collections.abc import Callable
from typing import NamedTuple

from playtree.rbg.cells import Relation, groups
from playtree.rbg.emit_code import Code
from playtree.rbg.emit_text import Body, Value

FEW_GROUPS, MANY_GROUPS = (
    2,
    8,
)  # up to how many shifts are better than looking up a table, for one vertex and for several


class CellSet(NamedTuple):
    """value: a constant or a name. most: members at most. cell: its member, if it is known to have exactly one."""

    value: Value
    most: int
    cell: str | None = None

    @property
    def is_never(self) -> bool:
        return self.value == 0


NEVER = CellSet(0, 0)


class SetWriter:
    """Writes operations on sets into a function."""

    def __init__(self, code: Code, body: Body) -> None:
        self.code, self.body = code, body
        self.kind = code.set_kind
        self.numbers = code.numbers

    def text(self, cells: CellSet) -> str:
        """The value of a set, as an operand."""
        return self.numbers.text(cells.value)

    def phi(self) -> tuple[str, Callable[[list[tuple[Value, str]]], None]]:
        """A set that depends on the block before; its sources are told later."""
        name, fill = self.body.phi(self.kind)
        return name, lambda sources: fill([(self.numbers.text(value), label) for value, label in sources])

    def constant(self, cells: int) -> CellSet:
        return CellSet(cells, cells.bit_count())

    def single(self, cell: str) -> CellSet:
        """The set of one vertex."""
        return CellSet(self.numbers.single(self.body, cell), 1, cell)

    def both(self, left: CellSet, right: CellSet) -> CellSet:
        """Members of both; `left` may lose some."""
        if left.is_never or right.value == self.code.everything:
            return left
        if right.is_never or left.value == self.code.everything:
            return right if right.is_never else CellSet(right.value, min(left.most, right.most), right.cell)
        most = min(left.most, right.most)
        if isinstance(left.value, int) and isinstance(right.value, int):
            return self.constant(left.value & right.value)
        return CellSet(self.body.let(f"and {self.kind} {self.text(left)}, {self.text(right)}"), most)

    def either(self, left: CellSet | None, right: CellSet) -> CellSet:
        if left is None or left.is_never:
            return right
        if right.is_never or left.value == right.value:
            return left
        most = min(left.most + right.most, self.code.layout.vertices)
        if isinstance(left.value, int) and isinstance(right.value, int):
            return self.constant(left.value | right.value)
        if self.code.everything in (left.value, right.value):
            return self.constant(self.code.everything)
        return CellSet(self.body.let(f"or {self.kind} {self.text(left)}, {self.text(right)}"), most)

    def without(self, left: CellSet, right: CellSet) -> CellSet:
        if left.is_never or right.is_never:
            return left
        if isinstance(right.value, int):
            return self.both(left, self.constant(self.code.everything & ~right.value))
        turned = self.body.let(f"xor {self.kind} {right.value}, {self.numbers.text(-1)}")
        return CellSet(self.body.let(f"and {self.kind} {self.text(left)}, {turned}"), left.most)

    def where(self, condition: Value, cells: CellSet) -> CellSet:
        """The set if the condition holds, else none."""
        if isinstance(condition, int):
            return cells if condition else NEVER
        if cells.is_never:
            return cells
        value = self.body.let(
            f"select i1 {condition}, {self.kind} {self.text(cells)}, {self.kind} {self.numbers.text(0)}"
        )
        return CellSet(value, cells.most)

    def is_some(self, cells: CellSet) -> Value:
        """Whether there is a member."""
        if isinstance(cells.value, int):
            return int(cells.value != 0)
        return 1 if cells.cell else self.numbers.is_some(self.body, cells.value)

    def size(self, cells: CellSet) -> Value:
        """How many members."""
        if isinstance(cells.value, int):
            return cells.value.bit_count()
        if cells.cell:
            return 1
        if cells.most == 1:
            return self.body.let(f"zext i1 {self.is_some(cells)} to i64")
        return self.numbers.size(self.body, cells.value)

    def lowest(self, cells: CellSet) -> str:
        """The lowest member, or as many as the set has bits."""
        if cells.cell:
            return cells.cell
        return self.numbers.lowest(self.body, cells.value)

    def from_top(self, cells: CellSet) -> str:
        """How far the highest member is from the highest bit, or as many as the set has bits."""
        return self.numbers.from_top(self.body, cells.value)

    def looked_up(self, table: str, index: str) -> str:
        """A set out of a table."""
        words = self.code.layout.set_words
        place = index if words == 1 else self.body.let(f"mul i64 {index}, {words}")
        return self.body.load(self.body.at(table, place), self.kind)

    def moved(self, cells: CellSet, relation: Relation) -> CellSet:
        """Where a relation leads from a set."""
        degree = max(targets.bit_count() for targets in relation)
        most = min(cells.most * degree, self.code.layout.vertices)
        if cells.is_never:
            return cells
        if isinstance(cells.value, int):
            result = 0
            for vertex, targets in enumerate(relation):
                if cells.value >> vertex & 1:
                    result |= targets
            return self.constant(result)
        parts = groups(relation)
        if cells.most == 1 and len(parts) > FEW_GROUPS:
            return CellSet(self.looked_up(self.code.table(relation), self.lowest(cells)), most)
        if len(parts) <= MANY_GROUPS:
            return CellSet(self.shifted(cells, relation).value, most)
        return CellSet(self.each_looked_up(cells, relation), most)

    def shifted(self, cells: CellSet, relation: Relation) -> CellSet:
        result: CellSet | None = None
        for distance, vertices in groups(relation):
            some = self.both(cells, self.constant(vertices))
            if distance:
                value: Value = self.numbers.shifted(self.body, some.value, distance)
            else:
                value = some.value
            result = self.either(result, CellSet(value, cells.most))
        return result or NEVER

    def each_looked_up(self, cells: CellSet, relation: Relation) -> str:
        """A loop over the members."""
        body, table = self.body, self.code.table(relation)
        before, loop, after = body.block, body.label("each"), body.label("done")
        body.go(loop)
        body.begin(loop)
        rest, fill_rest = self.phi()
        found, fill_found = self.phi()
        lowest = self.lowest(CellSet(rest, 2))
        more = body.let(f"or {self.kind} {found}, {self.looked_up(table, lowest)}")
        fewer = self.numbers.without_lowest(body, rest, lowest)
        body.branch(self.numbers.is_some(body, fewer), loop, after)
        fill_rest([(cells.value, before), (fewer, loop)])
        fill_found([(0, before), (more, loop)])
        body.begin(after)
        return more
