"""Actions by their numbers in LLVM IR: carried out with a record of what they changed, and reverted.

A record is how many words were changed, then the place and the old content of each.
"""

from playtree.rbg import actions
from playtree.rbg.automaton import Edge
from playtree.rbg.emit_code import Code
from playtree.rbg.emit_patterns import PatternWriter
from playtree.rbg.emit_tests import TestWriter
from playtree.rbg.emit_text import Body, Value
from playtree.rbg.emit_view import MOST_OTHERS, View
from playtree.rbg.layout import CELL, PLACE, PLAYER, SLOTS

LOG_WORDS = 24  # room that the record of an action needs

REVERT = """
define internal void @revert(ptr %s, ptr %log) {
first:
  %count = load i64, ptr %log
  br label %loop
loop:
  %left = phi i64 [ %count, %first ], [ %fewer, %one ]
  %more = icmp sgt i64 %left, 0
  br i1 %more, label %one, label %done
one:
  %fewer = add i64 %left, -1
  %twice = shl i64 %fewer, 1
  %second = add i64 %twice, 2
  %wordAt = getelementptr i64, ptr %log, i64 %second
  %first1 = add i64 %twice, 1
  %placeAt = getelementptr i64, ptr %log, i64 %first1
  %place = load i64, ptr %placeAt
  %word = load i64, ptr %wordAt
  %target = getelementptr i64, ptr %s, i64 %place
  store i64 %word, ptr %target
  br label %loop
done:
  ret void
}"""


class ActWriter:
    """Writes the function that carries out an action by its number; equal changes share a function."""

    def __init__(self, code: Code, view: View, patterns: PatternWriter) -> None:
        self.code, self.view, self.patterns = code, view, patterns
        self.game = view.automaton.description

    def write(self) -> str:
        """The function that carries out one action, which must be possible."""
        body = Body("void @act(ptr %s, i64 %place, i64 %cell, ptr %log)")
        for count, where in enumerate((PLACE, CELL, PLAYER)):
            log(body, count, where, body.load(body.at("%s", where)))
        body.store(3, "%log")
        body.store("%place", body.at("%s", PLACE))
        body.store("%cell", body.at("%s", CELL))
        sources = {
            edge.action.index: node
            for node, edges in enumerate(self.view.automaton.edges)
            for edge in edges
            if isinstance(edge.action, actions.MODIFIERS)
        }
        changes = [self.change(edge, sources[place]) for place, edge in enumerate(self.view.automaton.modifiers, 1)]
        labels = {change: body.label("change") for change in changes}
        cases = " ".join(f"i64 {place}, label %{labels[change]}" for place, change in enumerate(changes, 1))
        body.do(f"switch i64 %place, label %nothing [ {cases} ]")
        for change, label in labels.items():
            body.begin(label)
            body.do(f"tail call void {change}(ptr %s, i64 %cell, ptr %log)")
            body.do("ret void")
        body.begin("nothing")
        body.do("ret void")
        return body.text()

    def change(self, edge: Edge, source: int) -> str:
        """The name of the function that makes the change of a modifier."""
        match edge.action:
            case actions.Off(piece):
                others = self.view.others(source, piece)
                name = f"put{piece}." + ".".join(map(str, sorted(others)))
                return self.code.function(name, lambda: self.write_put(name, piece, others))
            case actions.Assign() as action:
                name = f"assign{action.index}"
                return self.code.function(name, lambda: self.write_assign(name, action))
            case actions.Switch(player):
                name = f"turn{player}"
                return self.code.function(name, lambda: self.write_turn(name, player))
        raise AssertionError(f"no modifier: {edge}")

    def write_turn(self, name: str, player: int) -> str:
        body = Body(f"void @{name}(ptr %s, i64 %cell, ptr %log)")
        body.store(player, body.at("%s", PLAYER))
        body.do("ret void")
        return body.text()

    def write_assign(self, name: str, action: actions.Assign) -> str:
        body = Body(f"void @{name}(ptr %s, i64 %cell, ptr %log)")
        tests = TestWriter(self.code, self.game, self.patterns, body)
        where = SLOTS + action.slot
        log(body, 3, where, body.load(body.at("%s", where)))
        body.store(tests.value(action.value)[0], body.at("%s", where))
        body.store(4, "%log")
        body.do("ret void")
        return body.text()

    def write_put(self, name: str, piece: int, others: frozenset[int]) -> str:
        body, layout = Body(f"void @{name}(ptr %s, i64 %cell, ptr %log)"), self.code.layout
        count = 3
        word: Value = 0 if layout.set_words == 1 else body.let("lshr i64 %cell, 6")
        bit = body.let(f"shl nuw i64 1, {body.let('and i64 %cell, 63')}")
        rest = body.let(f"xor i64 {bit}, -1")
        planes = [body.add(layout.plane(other), word) for other in sorted(others)]
        if others and layout.has_bytes:
            at = body.at(body.at("%s", layout.bytes), "%cell", "i8")
            before = body.load(at, "i8")
            where = body.add(layout.bytes, body.let("lshr i64 %cell, 3"))
            log(body, count, where, body.load(body.at("%s", where)))
            count += 1
            body.store(piece, at, "i8")
            if len(others) > MOST_OTHERS:
                offset = body.let(f"mul i64 {body.let(f'zext i8 {before} to i64')}, {layout.set_words}")
                planes = [body.add(body.add(layout.planes, offset), word)]
        changes = [(where, "and", rest) for where in planes]
        if others:
            changes.append((body.add(layout.plane(piece), word), "or", bit))
        for where, operation, bits in changes:
            old = body.load(body.at("%s", where))
            log(body, count, where, old)
            count += 1
            body.store(body.let(f"{operation} i64 {old}, {bits}"), body.at("%s", where))
        body.store(count, "%log")
        body.do("ret void")
        return body.text()


def log(body: Body, count: int, where: Value, before: str) -> None:
    """Note the old content of a word."""
    body.store(where, body.at("%log", 1 + 2 * count))
    body.store(before, body.at("%log", 2 + 2 * count))
