"""Boards: a graph whose edges carry labels, given vertex by vertex or by a generator.

    v1[piece]{label:target, ...} v2[piece]{...}     a graph
    rectangle(up, down, left, right, [a,b] [c,d])   rows from top to bottom
    hexagon(nw, ne, e, se, sw, w, [a] [b,c] [d])    rows grow by one, then shrink by one
    cuboid(up, down, left, right, front, back, [[a,b] [c,d]] [[e,f] [g,h]])     layers of rows; front leads to the next

An empty place between commas is a hole, also behind the last comma of a row.
"""

from dataclasses import dataclass
from itertools import pairwise

from playtree.rbg.limits import DEFAULT_LIMITS, Limits
from playtree.rbg.source import RbgError, error_at
from playtree.rbg.syntax import Graph, Grid, Name, Row

NONE = -1
Cell = tuple[int, int, int]  # column, row, layer, from 0


@dataclass(frozen=True)
class Board:
    """names, pieces: of each vertex, in order; play begins at the first. edges[label][vertex]: where it leads, or NONE.

    kind: rectangle, hexagon, cuboid or graph. cells: column, row, layer of each vertex, empty for a graph.
    """

    kind: str
    names: tuple[str, ...]
    pieces: tuple[str, ...]
    labels: tuple[str, ...]
    edges: tuple[tuple[int, ...], ...]
    cells: tuple[Cell, ...] = ()

    def __len__(self) -> int:
        return len(self.names)

    @property
    def degree(self) -> int:
        """The largest number of edges out of one vertex."""
        return max(sum(row[vertex] != NONE for row in self.edges) for vertex in range(len(self)))

    def __str__(self) -> str:
        """The board as an explicit graph, in the language itself; the edges of a vertex by name."""
        lines = []
        for vertex, name in enumerate(self.names):
            targets = sorted(zip(self.labels, (row[vertex] for row in self.edges), strict=True))
            edges = ", ".join(f"{label}:{self.names[target]}" for label, target in targets if target != NONE)
            lines.append(f"{name}[{self.pieces[vertex]}]{{{edges}}}")
        return "\n".join(lines)


def build_board(board: Grid | Graph, limits: Limits = DEFAULT_LIMITS) -> Board:
    """Number the vertices and draw the edges."""
    return build_graph(board, limits) if isinstance(board, Graph) else build_grid(board, limits)


def build_graph(graph: Graph, limits: Limits) -> Board:
    numbers: dict[str, int] = {}
    for vertex in graph.vertices:
        if vertex.name.text in numbers:
            raise error_at(vertex.name.at, f"found vertex '{vertex.name}' a second time; expected a new name")
        numbers[vertex.name.text] = len(numbers)
        check_size(len(numbers), vertex.name, limits)
    edges: dict[str, list[int]] = {}
    for number, vertex in enumerate(graph.vertices):
        for label, target in vertex.edges:
            row = edges.setdefault(label.text, [NONE] * len(numbers))
            if len(edges) > limits.labels:
                raise limits.exceeded("labels", "the edges have too many different labels", label.at)
            if target.text not in numbers:
                raise error_at(target.at, f"unknown vertex '{target}' as the end of edge '{label}'")
            if row[number] != NONE:
                raise error_at(label.at, f"vertex '{vertex.name}' has two edges '{label}'; expected one per label")
            row[number] = numbers[target.text]
    pieces = tuple(vertex.piece.text for vertex in graph.vertices)
    return Board("graph", tuple(numbers), pieces, tuple(edges), tuple(tuple(row) for row in edges.values()))


def build_grid(grid: Grid, limits: Limits) -> Board:
    check_shape(grid)
    numbers: dict[Cell, int] = {}
    pieces = []
    for z, layer in enumerate(grid.layers):
        for y, row in enumerate(layer):
            for x, piece in enumerate(row.cells):
                if piece is not None:
                    numbers[x, y, z] = len(numbers)
                    pieces.append(piece.text)
                    check_size(len(pieces), piece, limits)
    if not pieces:
        raise error_at(grid.at, "the board has no vertex; expected at least one piece in a row")
    edges = [[NONE] * len(pieces) for _ in grid.labels]
    for cell, number in numbers.items():
        for label, target in enumerate(neighbours(grid, *cell)):
            edges[label][number] = numbers.get(target, NONE)
    names = tuple(cell_name(grid.kind, *cell) for cell in numbers)
    labels = tuple(label.text for label in grid.labels)
    return Board(grid.kind, names, tuple(pieces), labels, tuple(map(tuple, edges)), tuple(numbers))


def check_size(count: int, name: Name, limits: Limits) -> None:
    if count > limits.vertices:
        raise limits.exceeded("vertices", "the board has too many vertices", name.at)


def check_shape(grid: Grid) -> None:
    """Refuse rows and layers that do not fit together."""
    if grid.kind == "hexagon":
        check_hexagon(grid)
        return
    for layer in grid.layers:
        if len(layer) != len(grid.layers[0]):
            raise error_at(layer[0].at, f"found a layer of {len(layer)} rows; expected {len(grid.layers[0])}")
        for row in layer:
            if len(row.cells) != len(grid.layers[0][0].cells):
                raise wrong_row(row, f"{len(grid.layers[0][0].cells)} cells as in the first row", grid)


def check_hexagon(grid: Grid) -> None:
    (rows,) = grid.layers
    is_shrinking = False
    for before, row in pairwise(rows):
        change = len(row.cells) - len(before.cells)
        is_shrinking = is_shrinking or change == -1
        if change != (-1 if is_shrinking else 1):
            shorter, longer = len(before.cells) - 1, len(before.cells) + 1
            expected = f"{shorter}" if is_shrinking else f"{longer} or {shorter}"
            raise wrong_row(row, f"{expected} cells behind a row of {len(before.cells)}", grid)


def wrong_row(row: Row, expected: str, grid: Grid) -> RbgError:
    """The error for a row of the wrong length; a trailing comma is the likely cause."""
    rows = [each for layer in grid.layers for each in layer]
    ends_in_hole = any(len(each.cells) > 1 and each.cells[-1] is None for each in rows)
    hint = "a trailing comma makes a hole, which counts as a cell" if ends_in_hole else ""
    return error_at(row.at, f"found a row of {len(row.cells)} cells; expected {expected}", hint)


def cell_name(kind: str, x: int, y: int, z: int) -> str:
    return f"cx{x}y{y}z{z}" if kind == "cuboid" else f"{kind[0]}x{x}y{y}"


def neighbours(grid: Grid, x: int, y: int, z: int) -> tuple[Cell, ...]:
    """Where the labels lead from a cell, in their order; it need not be a cell of the board."""
    if grid.kind == "hexagon":
        return hexagon_neighbours(grid, x, y)
    flat = ((x, y - 1, z), (x, y + 1, z), (x - 1, y, z), (x + 1, y, z))
    return flat if grid.kind == "rectangle" else (*flat, (x, y, z + 1), (x, y, z - 1))


def hexagon_neighbours(grid: Grid, x: int, y: int) -> tuple[Cell, ...]:
    """North-west, north-east, east, south-east, south-west, west.

    Rows are numbered from their own left ends, so what lies north-west of column x depends on which row is longer:

        above the widest row      the widest row and below
            x-1  x                        x   x+1
              x                             x
            x   x+1                       x-1  x
    """
    (rows,) = grid.layers
    north = x if y > 0 and len(rows[y - 1].cells) > len(rows[y].cells) else x - 1
    south = x if y + 1 < len(rows) and len(rows[y + 1].cells) > len(rows[y].cells) else x - 1
    upper, lower = (north, y - 1, 0), (south, y + 1, 0)
    return upper, right_of(upper), (x + 1, y, 0), right_of(lower), lower, (x - 1, y, 0)


def right_of(cell: Cell) -> Cell:
    return cell[0] + 1, cell[1], cell[2]
