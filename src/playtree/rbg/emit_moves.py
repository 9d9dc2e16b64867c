"""How many whole moves a region has, in LLVM IR.

They are counted without being listed: where only the switch is left, the moves are the members of a set.
"""

from playtree.rbg.emit_region import Region, Regions
from playtree.rbg.emit_text import Body, Value

CELL_BITS = 16  # an action is its number and its vertex: number << 16 | vertex


class MoveWriter:
    def __init__(self, regions: Regions) -> None:
        self.regions = regions
        self.code, self.view = regions.code, regions.view

    def count(self, node: int) -> str:
        """The name of the function that counts the moves of a region."""
        name = f"{self.view.name}count{node}"
        return self.code.function(name, lambda: self.write_count(name, node))

    def write_count(self, name: str, node: int) -> str:
        region = self.regions.begin(f"i64 @{name}(ptr %s, i64 %cell, i64 %depth)", node, "i64 0")
        total = self.write_total(region)
        region.body.do(f"ret i64 {total}")
        return region.body.text()

    def write_total(self, region: Region) -> Value:
        body, sets = region.body, region.changes.sets
        total = body.alloca("i64")
        body.store(0, total)
        steady: Value = 0
        for end in region.ends:
            number = 1 if end.switch else self.regions.steady_count(end.exit.edge.target)
            if number is not None:
                size = sets.size(end.cells)
                steady = body.add(steady, times(body, size, number))
                continue
            for cell in region.changes.each(end.cells):
                undo = region.changes.make(end.exit.source, end.exit.edge.action, cell)
                deeper = body.add("%depth", 1)
                found = body.let(f"call i64 {self.count(end.exit.edge.target)}(ptr %s, i64 {cell}, i64 {deeper})")
                undo()
                body.store(body.add(body.load(total), found), total)
        return body.add(body.load(total), steady)


def times(body: Body, size: Value, number: int) -> Value:
    if isinstance(size, int) or number == 0:
        return int(size) * number if number else 0
    return size if number == 1 else body.let(f"mul i64 {size}, {number}")


def write_action(body: Body, out: str, depth: Value, place: int, cell: Value) -> None:
    """Write an action into the list of those of a move."""
    narrow = body.let(f"trunc i64 {cell} to i32")
    body.store(body.let(f"or i32 {narrow}, {place << CELL_BITS}"), body.at(out, depth, "i32"), "i32")
