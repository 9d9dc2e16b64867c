"""One of all whole moves, by its number or each equally likely, in LLVM IR: for the regions in which a move begins.

The moves behind each first action are counted once and the counts kept; a number is drawn, and only behind the action
in which it falls the search goes on (emit_walk.py, pickAt). Where the first action is the whole move nothing is kept at
all: the move is the n-th member of a set.

    drawAt(rng, out, drawn)     make a random move and write its actions and its number
    takeAt(number, out)         make the move of this number; the first without a generator
"""

from playtree.rbg.emit_moves import MoveWriter, times, write_action
from playtree.rbg.emit_region import Reached, Region, Regions
from playtree.rbg.emit_sets import NEVER
from playtree.rbg.emit_text import Value
from playtree.rbg.layout import CELL, PLACE

MOST_KEPT = 4096  # first actions; rules with more do without this

DRAW = """
define internal i1 @isDrawn(ptr %s) alwaysinline {
  %place = load i64, ptr %s
  %kindAt = getelementptr i8, ptr @drawn, i64 %place
  %kind = load i8, ptr %kindAt
  %isFast = icmp ne i8 %kind, 0
  ret i1 %isFast
}

define internal i64 @drawAt(ptr %s, ptr %rng, ptr %out, ptr %drawn) {
first:
  %isFast = call i1 @isDrawn(ptr %s)
  br i1 %isFast, label %fast, label %slow
fast:
  %made = call i64 @beginAt(ptr %s, ptr %rng, ptr %out, ptr %drawn)
  ret i64 %made
slow:
  %n = call i64 @countAt(ptr %s)
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %draw, label %none
draw:
  %k = call i64 @below(ptr %rng, i64 %n)
  store i64 %k, ptr %drawn
  %length = call i64 @pickAt(ptr %s, i64 %k, ptr %out)
  ret i64 %length
none:
  ret i64 0
}

define internal i64 @takeAt(ptr %s, i64 %number, ptr %out) {
first:
  %drawn = alloca i64, align 8
  store i64 %number, ptr %drawn
  %isFast = call i1 @isDrawn(ptr %s)
  br i1 %isFast, label %fast, label %slow
fast:
  %made = call i64 @beginAt(ptr %s, ptr null, ptr %out, ptr %drawn)
  ret i64 %made
slow:
  %length = call i64 @pickAt(ptr %s, i64 %number, ptr %out)
  ret i64 %length
}

define internal i64 @numberBelow(ptr %rng, i64 %bound, ptr %drawn) alwaysinline {
first:
  %isGiven = icmp eq ptr %rng, null
  br i1 %isGiven, label %given, label %draw
given:
  %number = load i64, ptr %drawn
  ret i64 %number
draw:
  %k = call i64 @below(ptr %rng, i64 %bound)
  store i64 %k, ptr %drawn
  ret i64 %k
}"""


class DrawWriter:
    def __init__(self, regions: Regions, moves: MoveWriter) -> None:
        self.regions, self.moves = regions, moves
        self.code, self.view = regions.code, regions.view

    def steady(self, end: Reached) -> int | None:
        """How many moves there are behind an end, if that is always the same."""
        return 1 if end.switch else self.regions.steady_count(end.exit.edge.target)

    def kept(self, node: int) -> int:
        """How many first actions of a region have to be kept at most."""
        exits = [each for each in self.view.exits(node) if self.steady(Reached(each, NEVER)) is None]
        return len(exits) * self.code.layout.vertices

    def draw(self, node: int) -> str:
        """The name of the function that makes a move of a region."""
        name = f"{self.view.name}draw{node}"
        return self.code.function(name, lambda: self.write(name, node))

    def write(self, name: str, node: int) -> str:
        head = f"i64 @{name}(ptr %s, i64 %cell, i64 %depth, ptr %rng, ptr %out, ptr %drawn)"
        region = self.regions.begin(head, node, "i64 0")
        body = region.body
        room = max(self.kept(node), 1)
        counts, actions, used = (body.alloca(kind) for kind in (f"[{room} x i64]", f"[{room} x i64]", "i64"))
        body.store(0, used)
        sizes = [self.write_size(region, end, counts, actions, used) for end in region.ends]
        total: Value = 0
        for _, size in sizes:
            total = body.add(total, size)
        if total == 0:
            body.do("ret i64 0")
            return body.text()
        nothing, some = body.label("nothing"), body.label("some")
        body.branch(body.compare("eq", total, 0), nothing, some)
        body.begin(nothing)
        body.do("ret i64 0")
        body.begin(some)
        number: Value = body.let(f"call i64 @numberBelow(ptr %rng, i64 {total}, ptr %drawn)")
        for end, (first, size) in zip(region.ends, sizes, strict=True):
            here, onward = body.label("here"), body.label("onward")
            body.branch(body.compare("slt", number, size), here, onward)
            body.begin(here)
            self.write_choice(region, end, number, first, counts, actions)
            body.begin(onward)
            number = body.let(f"sub i64 {number}, {size}")
        body.do("ret i64 0")
        return body.text()

    def write_size(self, region: Region, end: Reached, counts: str, actions: str, used: str) -> tuple[Value, Value]:
        """How many moves there are behind an end, and where the counts of its actions begin."""
        body = region.body
        steady = self.steady(end)
        if steady is not None:
            return 0, times(body, region.changes.sets.size(end.cells), steady)
        first = body.load(used)
        total = body.alloca("i64")
        body.store(0, total)
        for cell in region.changes.each(end.cells):
            undo = region.changes.make(end.exit.source, end.exit.edge.action, cell)
            count = self.moves.count(end.exit.edge.target)
            deeper = body.add("%depth", 1)
            found = body.let(f"call i64 {count}(ptr %s, i64 {cell}, i64 {deeper})")
            undo()
            number = body.load(used)
            body.store(found, body.at(counts, number))
            body.store(cell, body.at(actions, number))
            body.store(body.add(number, 1), used)
            body.store(body.add(body.load(total), found), total)
        return first, body.load(total)

    def write_choice(
        self, region: Region, end: Reached, number: Value, first: Value, counts: str, actions: str
    ) -> None:
        """Make the move of this number behind an end."""
        body, sets = region.body, region.changes.sets
        steady = self.steady(end)
        if steady is None:
            place, left = self.write_scan(region, number, first, counts)
            cell = body.load(body.at(actions, place))
        else:
            chosen: Value = number if steady <= 1 else body.let(f"udiv i64 {number}, {steady}")
            left = 0 if steady <= 1 else body.let(f"urem i64 {number}, {steady}")
            cell = end.cells.cell or body.let(f"call i64 @nth({sets.kind} {sets.text(end.cells)}, i64 {chosen})")
        write_action(body, "%out", 0, end.exit.place, cell)
        if end.switch:
            region.changes.end_move(end.exit.place, end.switch, cell)
            body.do("ret i64 1")
            return
        region.changes.make(end.exit.source, end.exit.edge.action, cell)
        body.store(end.exit.place, body.at("%s", PLACE))
        body.store(cell, body.at("%s", CELL))
        rest = body.at("%out", 1, "i32")
        more = body.let(f"call i64 @pickAt(ptr %s, i64 {left}, ptr {rest})")
        body.do(f"ret i64 {body.add(more, 1)}")

    def write_scan(self, region: Region, number: Value, first: Value, counts: str) -> tuple[str, Value]:
        """Which of the counts a number falls into, and how far."""
        body = region.body
        before, scan, onward, found = body.block, body.label("scan"), body.label("further"), body.label("found")
        body.go(scan)
        body.begin(scan)
        place, fill_place = body.phi("i64")
        left, fill_left = body.phi("i64")
        size = body.load(body.at(counts, place))
        body.branch(body.compare("slt", left, size), found, onward)
        body.begin(onward)
        less = body.let(f"sub i64 {left}, {size}")
        following = body.add(place, 1)
        fill_place([(first, before), (following, onward)])
        fill_left([(number, before), (less, onward)])
        body.go(scan)
        body.begin(found)
        return place, left


def drawn_table(fast: set[int], places: int) -> str:
    """The table that tells at which places moves are drawn by the functions of this file."""
    values = ", ".join(f"i8 {int(place in fast)}" for place in range(places + 1))
    return f"@drawn = private constant [{places + 1} x i8] [{values}]"
