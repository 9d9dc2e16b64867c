"""From the tokens of section #board to its syntax.

    graph     := vertex {vertex}           vertex := name '[' piece ']' '{' [label ':' name {',' label ':' name}] '}'
    generator := ('rectangle' | 'hexagon') '(' label ',' ... row {row} ')'
               | 'cuboid' '(' label ',' ... '[' row {row} ']' ... ')'
    row       := '[' [piece] {',' [piece]} ']'

A generator takes four or six labels. A place in a row without a piece is a hole; `[]` is a row of length 0.
"""

from playtree.rbg.cursor import Cursor
from playtree.rbg.syntax import Graph, Grid, Name, Row, Vertex

LABELS_OF = {"rectangle": 4, "hexagon": 6, "cuboid": 6}


def parse_board(cursor: Cursor) -> Grid | Graph:
    """The section #board."""
    board = parse_grid(cursor) if cursor.at_keyword(*LABELS_OF) else parse_graph(cursor)
    if cursor.token.kind != "end":
        raise cursor.unexpected("the end of the board")
    return board


def parse_grid(cursor: Cursor) -> Grid:
    keyword = cursor.take()
    kind = keyword.text
    cursor.expect("(")
    labels = []
    for number in range(LABELS_OF[kind]):
        what = f"the name of direction {number + 1} of {LABELS_OF[kind]}"
        labels.append(cursor.name(what))
        cursor.expect(",", f"',' behind {what}")
    layers = []
    if kind == "cuboid":
        while cursor.skip("["):
            layers.append(parse_rows(cursor))
            cursor.expect("]", "a row or ']'")
    else:
        layers.append(parse_rows(cursor))
    if not layers:
        raise cursor.unexpected("a layer such as [[a,b] [c,d]]")
    hint = "rows follow each other without a comma" if cursor.at(",") else ""
    if not cursor.skip(")"):
        raise cursor.unexpected("a row or ')'", hint)
    return Grid(kind, tuple(labels), tuple(layers), keyword.place)


def parse_rows(cursor: Cursor) -> tuple[Row, ...]:
    rows = []
    while cursor.at("["):
        rows.append(parse_row(cursor))
    if not rows:
        raise cursor.unexpected("a row such as [a,b,c]")
    return tuple(rows)


def parse_row(cursor: Cursor) -> Row:
    at = cursor.expect("[").place
    cells: list[Name | None] = []
    if cursor.skip("]"):
        return Row((), at)
    while True:
        is_hole = cursor.at(",", "]")
        cells.append(None if is_hole else cursor.name("a piece, or nothing for a hole"))
        if cursor.skip("]"):
            return Row(tuple(cells), at)
        cursor.expect(",", "',' or ']'")


def parse_graph(cursor: Cursor) -> Graph:
    at = cursor.token.place
    vertices = []
    while cursor.token.kind == "name":
        name = cursor.name("a vertex")
        cursor.expect("[", f"'[' and the piece on vertex '{name}'")
        piece = cursor.name(f"the piece on vertex '{name}'")
        cursor.expect("]")
        cursor.expect("{", f"'{{' and the edges of vertex '{name}'")
        vertices.append(Vertex(name, piece, parse_edges(cursor)))
    if not vertices:
        raise cursor.unexpected("rectangle, hexagon, cuboid or a vertex such as v1[piece]{label:v2}")
    return Graph(tuple(vertices), at)


def parse_edges(cursor: Cursor) -> tuple[tuple[Name, Name], ...]:
    edges: list[tuple[Name, Name]] = []
    while not cursor.skip("}"):
        if edges:
            cursor.expect(",", "',' or '}'")
        label = cursor.name("a label")
        cursor.expect(":")
        edges.append((label, cursor.name("the name of the vertex that the edge leads to")))
    return tuple(edges)
