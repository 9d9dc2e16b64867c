"""One move of a region in LLVM IR, if there is any, with everything undone that led nowhere.

first(cell)                 the lowest move, for the keeper
random(cell, rng, out)      each action drawn evenly from those possible there; where they lead nowhere, another one
"""

from playtree.rbg.emit_moves import write_action
from playtree.rbg.emit_region import Reached, Region, Regions
from playtree.rbg.emit_text import Value


class AnyWriter:
    def __init__(self, regions: Regions) -> None:
        self.regions = regions
        self.code, self.view = regions.code, regions.view

    def first(self, node: int) -> str:
        """The name of the function that makes the lowest move of a region."""
        name = f"{self.view.name}first{node}"
        return self.code.function(name, lambda: self.write_first(name, node))

    def write_first(self, name: str, node: int) -> str:
        region = self.regions.begin(f"i1 @{name}(ptr %s, i64 %cell, i64 %depth)", node, "i1 false")
        body, sets = region.body, region.changes.sets
        for end in region.ends:
            if end.switch:
                here, onward = body.label("here"), body.label("onward")
                body.branch(sets.is_some(end.cells), here, onward)
                body.begin(here)
                region.changes.end_move(end.exit.place, end.switch, sets.lowest(end.cells))
                body.do("ret i1 true")
                body.begin(onward)
                continue
            for cell in region.changes.each(end.cells):
                undo = region.changes.make(end.exit.source, end.exit.edge.action, cell)
                onward, failed = body.label("onward"), body.label("failed")
                deeper = body.add("%depth", 1)
                made = body.let(f"call i1 {self.first(end.exit.edge.target)}(ptr %s, i64 {cell}, i64 {deeper})")
                body.branch(made, onward, failed)
                body.begin(onward)
                body.do("ret i1 true")
                body.begin(failed)
                undo()
        body.do("ret i1 false")
        return body.text()

    def random(self, node: int) -> str:
        """The name of the function that makes a move of a region, action by action at random."""
        name = f"{self.view.name}random{node}"
        return self.code.function(name, lambda: self.write_random(name, node))

    def write_random(self, name: str, node: int) -> str:
        head = f"i64 @{name}(ptr %s, i64 %cell, i64 %depth, ptr %rng, ptr %out)"
        region = self.regions.begin(head, node, "i64 0")
        body, sets = region.body, region.changes.sets
        rest = [body.alloca(sets.kind) for _ in region.ends]
        for end, place in zip(region.ends, rest, strict=True):
            body.store(sets.text(end.cells), place, sets.kind)
        again = body.label("again")
        body.go(again)
        body.begin(again)
        left = [end.cells._replace(value=body.load(place, sets.kind), cell=None)
                for end, place in zip(region.ends, rest, strict=True)]  # fmt: skip
        sizes = [sets.size(cells) for cells in left]
        total: Value = 0
        for size in sizes:
            total = body.add(total, size)
        nothing, some = body.label("nothing"), body.label("some")
        if total == 0:
            body.do("ret i64 0")
            return body.text()
        body.branch(body.compare("eq", total, 0), nothing, some)
        body.begin(nothing)
        body.do("ret i64 0")
        body.begin(some)
        drawn: Value = body.let(f"call i64 @below(ptr %rng, i64 {total})")
        for end, cells, place, size in zip(region.ends, left, rest, sizes, strict=True):
            here, onward = body.label("here"), body.label("onward")
            body.branch(body.compare("slt", drawn, size), here, onward)
            body.begin(here)
            cell = body.let(f"call i64 @nth({sets.kind} {cells.value}, i64 {drawn})")
            one = sets.single(cell)
            body.store(body.let(f"xor {sets.kind} {cells.value}, {one.value}"), place, sets.kind)
            self.write_try(region, end, cell, again)
            body.begin(onward)
            drawn = body.let(f"sub i64 {drawn}, {size}")
        body.do("unreachable")
        return body.text()

    def write_try(self, region: Region, end: Reached, cell: str, again: str) -> None:
        """Make an action and go on behind it; if that leads nowhere, undo it and go `again`."""
        body = region.body
        write_action(body, "%out", "%depth", end.exit.place, cell)
        deeper = body.add("%depth", 1)
        if end.switch:
            region.changes.end_move(end.exit.place, end.switch, cell)
            body.do(f"ret i64 {deeper}")
            return
        undo = region.changes.make(end.exit.source, end.exit.edge.action, cell)
        more = self.random(end.exit.edge.target)
        made = body.let(f"call i64 {more}(ptr %s, i64 {cell}, i64 {deeper}, ptr %rng, ptr %out)")
        done, failed = body.label("done"), body.label("failed")
        body.branch(body.compare("ne", made, 0), done, failed)
        body.begin(done)
        body.do(f"ret i64 {made}")
        body.begin(failed)
        undo()
        body.go(again)
