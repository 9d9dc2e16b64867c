"""Patterns in LLVM IR, in three forms:

    meets(set)          whether there is a way from some vertex of the set; for patterns that change nothing
    everywhere()        all vertices from which there is a way without changes: backwards from the end, for all at once
    holds(vertex)       whether there is a way from the vertex; for patterns that put pieces down or assign on the way

Which form is used depends on how many vertices are asked for.
"""

from functools import cached_property

from playtree.rbg import actions
from playtree.rbg.automaton import Edge, Part
from playtree.rbg.components import components, is_cyclic
from playtree.rbg.emit_changes import ChangeWriter
from playtree.rbg.emit_code import Code
from playtree.rbg.emit_flow import Flow
from playtree.rbg.emit_sets import NEVER, CellSet, SetWriter
from playtree.rbg.emit_tests import TestWriter
from playtree.rbg.emit_text import Body
from playtree.rbg.emit_view import View, is_modifier

FEW = 8  # vertices for which a pattern with cycles is better asked for one by one


class PatternWriter:
    """Writes the patterns of a game, each when it is first needed."""

    def __init__(self, code: Code, view: View) -> None:
        self.code, self.view = code, view
        self.game = view.automaton.description

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        return self.view.automaton.patterns

    def inside(self, number: int) -> list[int]:
        """The nodes of a pattern."""
        part = self.parts[number]
        order, seen = [part.start], {part.start}
        for node in order:
            if node != part.end:
                for edge in self.view.automaton.edges[node]:
                    if edge.target not in seen:
                        seen.add(edge.target)
                        order.append(edge.target)
        return order

    def changes(self, number: int) -> bool:
        """Whether something is put down or assigned inside."""
        return any(is_modifier(edge) for node in self.inside(number) for edge in self.edges(number, node, True))

    def edges(self, number: int, node: int, with_changes: bool = False) -> list[Edge]:
        """The edges of a node of a pattern."""
        if node == self.parts[number].end:
            return []
        edges = self.view.automaton.edges[node]
        return [edge for edge in edges if with_changes or not is_modifier(edge)]

    def has_cycle(self, number: int) -> bool:
        def targets(node: int) -> list[int]:
            return [edge.target for edge in self.edges(number, node)]

        return any(is_cyclic(part, targets) for part in components([self.parts[number].start], targets))

    def is_same_everywhere(self, number: int) -> bool:
        """Whether the result does not depend on the vertex."""
        return self.forgets(number, self.parts[number].start, frozenset())

    def forgets(self, number: int, node: int, above: frozenset[int]) -> bool:
        """Whether all ways from a node on are independent of the vertex there."""
        if node == self.parts[number].end:
            return True
        if node in above or len(above) > 50:
            return False
        for action, target in self.edges(number, node, True):
            if isinstance(action, actions.Anywhere):
                continue
            is_free = action is None or isinstance(action, actions.Comparison)
            if isinstance(action, actions.Pattern):
                is_free = self.is_same_everywhere(action.number)
            if not is_free or not self.forgets(number, target, above | {node}):
                return False
        return True

    def among(self, sets: SetWriter, number: int, cells: CellSet) -> CellSet:
        """The vertices of a set at which a pattern holds."""
        if self.is_same_everywhere(number):
            return self.asked_once(sets, number, cells)
        if not self.changes(number):
            if cells.most == 1:
                return self.asked_once(sets, number, cells)
            if cells.most <= FEW and self.has_cycle(number):
                return self.one_by_one(sets, number, cells)
            return sets.both(cells, self.all_at_once(sets, number, cells))
        if cells.most == 1 or not self.has_plain_way(number):
            return self.one_by_one(sets, number, cells)
        plain = sets.both(cells, self.all_at_once(sets, number, cells))
        return sets.either(plain, self.one_by_one(sets, number, sets.without(cells, plain)))

    def has_plain_way(self, number: int) -> bool:
        """Whether some way through the pattern changes nothing."""
        pending, seen = [self.parts[number].start], set[int]()
        while pending:
            node = pending.pop()
            if node not in seen:
                seen.add(node)
                pending += [edge.target for edge in self.edges(number, node)]
        return self.parts[number].end in seen

    def test(self, sets: SetWriter, number: int, cells: CellSet) -> str:
        """Whether a pattern holds at some vertex of a set of at most one, or of any if it is the same everywhere."""
        if self.changes(number):
            holds = self.code.function(f"{self.view.name}holds{number}", lambda: self.write_holds(number))
            depth = "%depth" if "%depth" in sets.body.head else "0"
            return sets.body.let(f"call i1 {holds}(ptr %s, i64 {sets.lowest(cells)}, i64 {depth})")
        meets = self.code.function(f"{self.view.name}meets{number}", lambda: self.write_meets(number))
        return sets.body.let(f"call i1 {meets}(ptr %s, {sets.kind} {sets.text(cells)})")

    def asked_once(self, sets: SetWriter, number: int, cells: CellSet) -> CellSet:
        """All of the set or none of it; nothing is computed for an empty set."""
        body = sets.body
        if isinstance(sets.is_some(cells), int):
            return sets.where(self.test(sets, number, cells), cells)
        before, ask, after = body.block, body.label("ask"), body.label("asked")
        body.branch(sets.is_some(cells), ask, after)
        before = body.block
        body.begin(ask)
        held = sets.where(self.test(sets, number, cells), cells)
        asked = body.block
        body.go(after)
        body.begin(after)
        name, fill = sets.phi()
        fill([(0, before), (held.value, asked)])
        return CellSet(name, cells.most)

    def all_at_once(self, sets: SetWriter, number: int, cells: CellSet) -> CellSet:
        body = sets.body
        name = self.code.function(f"{self.view.name}everywhere{number}", lambda: self.write_everywhere(number))
        some = sets.is_some(cells)
        if isinstance(some, int):
            return CellSet(body.let(f"call {sets.kind} {name}(ptr %s)"), self.code.layout.vertices)
        before, ask, after = body.block, body.label("ask"), body.label("asked")
        body.branch(some, ask, after)
        body.begin(ask)
        found = body.let(f"call {sets.kind} {name}(ptr %s)")
        body.go(after)
        body.begin(after)
        result, fill = sets.phi()
        fill([(0, before), (found, ask)])
        return CellSet(result, self.code.layout.vertices)

    def one_by_one(self, sets: SetWriter, number: int, cells: CellSet) -> CellSet:
        """A loop over the members."""
        if cells.is_never:
            return cells
        body = sets.body
        before, loop, ask, after = body.block, body.label("each"), body.label("ask"), body.label("done")
        body.go(loop)
        body.begin(loop)
        rest, fill_rest = sets.phi()
        found, fill_found = sets.phi()
        body.branch(sets.numbers.is_some(body, rest), ask, after)
        body.begin(ask)
        cell = sets.lowest(CellSet(rest, 2))
        one = sets.single(cell)
        held = sets.either(CellSet(found, cells.most), sets.where(self.test(sets, number, one), one))
        fewer = sets.numbers.without_lowest(body, rest, cell)
        fill_rest([(cells.value, before), (fewer, body.block)])
        fill_found([(0, before), (held.value, body.block)])
        body.go(loop)
        body.begin(after)
        return CellSet(found, cells.most)

    def write_meets(self, number: int) -> str:
        body = Body(f"i1 @{self.view.name}meets{number}(ptr %s, {self.code.set_kind} %cells)")
        tests = TestWriter(self.code, self.game, self, body)
        start, end = self.parts[number]
        most = self.code.layout.vertices if self.is_same_everywhere(number) else 1
        flow = Flow(tests, lambda node: self.edges(number, node), goal=end, found="found")
        reached = flow.spread({start: CellSet("%cells", most)}, {end})
        body.do(f"ret i1 {as_bit(tests.sets.is_some(reached.get(end, NEVER)))}")
        body.begin("found")
        body.do("ret i1 true")
        return body.text()

    def write_everywhere(self, number: int) -> str:
        body = Body(f"{self.code.set_kind} @{self.view.name}everywhere{number}(ptr %s)")
        tests = TestWriter(self.code, self.game, self, body)
        start, end = self.parts[number]
        sources: dict[int, list[Edge]] = {}
        for node in self.inside(number):
            for edge in self.edges(number, node):
                sources.setdefault(edge.target, []).append(Edge(edge.action, node))
        flow = Flow(tests, lambda node: sources.get(node, []), is_backwards=True)
        reached = flow.spread({end: tests.sets.constant(self.code.everything)}, {start})
        body.do(f"ret {self.code.set_kind} {tests.sets.text(reached.get(start, NEVER))}")
        return body.text()

    def write_holds(self, number: int) -> str:
        return self.write_way(number, self.parts[number].start, f"{self.view.name}holds{number}")

    def write_way(self, number: int, start: int, name: str) -> str:
        """Whether there is a way from a node to the end of the pattern; changes are made and undone."""
        body = Body(f"i1 @{name}(ptr %s, i64 %cell, i64 %depth)")
        tests = TestWriter(self.code, self.game, self, body)
        changes = ChangeWriter(self.code, self.view, tests)
        changes.check_fuel("i1 false")
        end = self.parts[number].end
        flow = Flow(tests, lambda node: self.edges(number, node), goal=end, found="found")
        nodes = [node for node in self.inside(number) if any(map(is_modifier, self.edges(number, node, True)))]
        reached = flow.spread({start: tests.sets.single("%cell")}, {end, *nodes})
        flow.leave_if_found()
        deeper = body.add("%depth", 1)
        for node in nodes:
            for edge in self.edges(number, node, True):
                if is_modifier(edge) and node in reached:
                    self.try_change(number, changes, node, edge, reached[node], deeper)
        body.do("ret i1 false")
        body.begin("found")
        body.do("ret i1 true")
        return body.text()

    def try_change(
        self, number: int, changes: ChangeWriter, node: int, edge: Edge, cells: CellSet, deeper: str | int
    ) -> None:
        """Make a change at each vertex of a set and look whether there is a way behind it."""
        body = changes.body
        name = f"{self.view.name}way{number}.{edge.target}"
        way = self.code.function(name, lambda: self.write_way(number, edge.target, name))
        for cell in changes.each(changes.possible(edge.action, cells)):
            undo = changes.make(node, edge.action, cell)
            held = body.let(f"call i1 {way}(ptr %s, i64 {cell}, i64 {deeper})")
            undo()
            onward = body.label("on")
            body.branch(held, "found", onward)
            body.begin(onward)


def as_bit(value: str | int) -> str:
    return {0: "false", 1: "true"}[value] if isinstance(value, int) else value
