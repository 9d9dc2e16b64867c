"""Boards: the generators, explicit graphs, holes."""

import pytest

from playtree.rbg.boards import NONE, Board
from playtree.rbg.drawing import draw
from playtree.rbg.limits import Limits
from playtree.rbg.reading import read_rules
from playtree.rbg.source import RbgError
from tests.unit.rbg.samples import game_text


def board_of(board: str, limits: Limits | None = None) -> Board:
    return read_rules(game_text("->white", board=board), "game.rbg", limits or Limits()).description.board


def error_of(board: str) -> str:
    with pytest.raises(RbgError) as caught:
        board_of(board)
    return str(caught.value)


def leads(board: Board, vertex: str, label: str) -> str | None:
    target = board.edges[board.labels.index(label)][board.names.index(vertex)]
    return None if target == NONE else board.names[target]


def test_a_rectangle_runs_from_top_left_row_by_row():
    board = board_of("rectangle(u, d, l, r, [a,b,e] [e,a,b])")
    assert board.names == ("rx0y0", "rx1y0", "rx2y0", "rx0y1", "rx1y1", "rx2y1")
    assert board.pieces == ("a", "b", "e", "e", "a", "b")
    assert [leads(board, "rx1y0", label) for label in "udlr"] == [None, "rx1y1", "rx0y0", "rx2y0"]
    assert [leads(board, "rx1y1", label) for label in "udlr"] == ["rx1y0", None, "rx0y1", "rx2y1"]


def test_holes_have_no_number_and_no_edges():
    board = board_of("rectangle(u, d, l, r, [a,,b] [,e,] [e,e,e])")
    assert board.names == ("rx0y0", "rx2y0", "rx1y1", "rx0y2", "rx1y2", "rx2y2")
    assert leads(board, "rx0y0", "r") is None
    assert leads(board, "rx1y1", "d") == "rx1y2"


def test_a_hexagon():
    """
     a b        x0y0 x1y0
    e e e      x0y1 x1y1 x2y1
     a b        x0y2 x1y2
    """
    board = board_of("hexagon(nw, ne, e1, se, sw, w1, [a,b] [e,e,e] [a,b])")
    around = ("nw", "ne", "e1", "se", "sw", "w1")
    assert [leads(board, "hx0y0", label) for label in around] == [None, None, "hx1y0", "hx1y1", "hx0y1", None]
    assert [leads(board, "hx1y1", label) for label in around] == ["hx0y0", "hx1y0", "hx2y1", "hx1y2", "hx0y2", "hx0y1"]
    assert [leads(board, "hx0y1", label) for label in around] == [None, "hx0y0", "hx1y1", "hx0y2", None, None]
    assert [leads(board, "hx2y1", label) for label in around] == ["hx1y0", None, None, None, "hx1y2", "hx1y1"]
    assert [leads(board, "hx1y2", label) for label in around] == ["hx1y1", "hx2y1", None, None, None, "hx0y2"]


def test_a_hexagon_may_only_grow_or_only_shrink():
    assert leads(board_of("hexagon(nw, ne, e1, se, sw, w1, [a] [a,b])"), "hx0y0", "se") == "hx1y1"
    assert leads(board_of("hexagon(nw, ne, e1, se, sw, w1, [a,b] [a])"), "hx0y1", "ne") == "hx1y0"


def test_every_edge_of_a_generator_has_one_back():
    board = board_of("hexagon(nw, ne, e1, se, sw, w1, [a,a] [a,a,a] [a,a,a,a] [a,a,a] [a,a])")
    for label, row in enumerate(board.edges):
        back = board.edges[(label + 3) % 6]
        assert all(back[target] == vertex for vertex, target in enumerate(row) if target != NONE)


def test_a_cuboid():
    board = board_of("cuboid(u, d, l, r, f, b2, [[a,b][e,e]] [[e,e][b,a]])")
    assert board.names[:5] == ("cx0y0z0", "cx1y0z0", "cx0y1z0", "cx1y1z0", "cx0y0z1")
    assert [leads(board, "cx0y0z0", label) for label in board.labels] == [
        None, "cx0y1z0", None, "cx1y0z0", "cx0y0z1", None,
    ]  # fmt: skip
    assert leads(board, "cx0y0z1", "b2") == "cx0y0z0"


def test_an_explicit_graph():
    board = board_of("v1[a]{next:v2, skip:v3} v2[b]{next:v3} v3[e]{back:v1} v4[e]{}")
    assert board.labels == ("next", "skip", "back")
    assert [leads(board, "v1", label) for label in board.labels] == ["v2", "v3", None]
    assert board.degree == 2


def test_a_board_prints_as_a_graph_that_is_the_same_board():
    board = board_of("rectangle(u, d, l, r, [a,,b] [e,e,a])")
    again = board_of(str(board))
    assert (again.names, again.pieces) == (board.names, board.pieces)
    assert str(again).count(":") == str(board).count(":")


@pytest.mark.parametrize(
    "board, message",
    [
        (
            "rectangle(u, d, l, r, [a,b] [a,b,])",
            "expected 2 cells as in the first row; hint: a trailing comma makes a hole",
        ),
        ("rectangle(u, d, l, r, [a,b] [a])", "found a row of 1 cells; expected 2 cells as in the first row"),
        ("rectangle(u, d, l, r, [a,b], [a,b])", "found ','; expected a row or ')'; hint: rows follow each"),
        ("rectangle(u, d, l, [a])", "found '['; expected the name of direction 4 of 4"),
        ("rectangle(u, d, l, l, [a])", "direction 'l' has the name of the direction at 4:26; expected a new name"),
        ("rectangle(u, d, l, r)", "found ')'; expected ',' behind the name of direction 4"),
        ("rectangle(u, d, l, r, )", "found ')'; expected a row such as [a,b,c]"),
        ("rectangle(u, d, l, r, [])", "the board has no vertex"),
        ("rectangle(u, d, l, r, [,])", "the board has no vertex"),
        ("rectangle(u, d, l, r, [a b])", "found 'b'; expected ',' or ']'"),
        ("rectangle(u, d, l, r, [q])", "unknown piece 'q'; declared: a, b, e"),
        ("rectangle(u, d, l, a, [a])", "direction 'a' has the name of the piece at 2:11"),
        ("rectangle(u, d, l, r, [a]) x", "found 'x'; expected the end of the board"),
        ("hexagon(p, q, r, s, t, u, [a] [a])", "found a row of 1 cells; expected 2 or 0 cells behind a row of 1"),
        ("hexagon(p, q, r, s, t, u, [a,a] [a] [a,a])", "found a row of 2 cells; expected 0 cells behind a row of 1"),
        ("cuboid(p, q, r, s, t, u, [[a]] [[a][a]])", "found a layer of 2 rows; expected 1"),
        ("cuboid(p, q, r, s, t, u, [[a]] [[a,b]])", "found a row of 2 cells; expected 1"),
        ("v[a]{n:w}", "unknown vertex 'w' as the end of edge 'n'"),
        ("v[a]{n:v, n:v}", "vertex 'v' has two edges 'n'; expected one per label"),
        ("v[a]{n:v} v[a]{n:v}", "found vertex 'v' a second time"),
        ("v[a]{n:v,}", "found '}'; expected a label"),
        ("v{n:v}", "found '{'; expected '[' and the piece on vertex 'v'"),
        ("", "found the end of section '#board'; expected rectangle, hexagon, cuboid or a vertex"),
    ],
)
def test_mistakes_are_explained(board, message):
    assert message in error_of(board)


def test_a_large_board_hits_a_limit():
    with pytest.raises(RbgError, match="too many vertices; the limit is 3, raise it with --limit vertices=NUMBER"):
        board_of("rectangle(u, d, l, r, [a,a] [a,a])", Limits(vertices=3))
    with pytest.raises(RbgError, match="too many vertices; the limit is 1"):
        board_of("v[a]{n:w} w[a]{n:v}", Limits(vertices=1))
    with pytest.raises(RbgError, match="too many different labels; the limit is 1"):
        board_of("v[a]{n:v, m:v}", Limits(labels=1))


@pytest.mark.parametrize(
    "board, picture",
    [
        ("rectangle(u, d, l, r, [a,,e] [e,b,e])", "a   .\n. b ."),
        ("hexagon(p, q, r, s, t, u, [a] [b,e] [a])", " a\nb .\n a"),
        ("cuboid(p, q, r, s, t, u, [[a,b]] [[e,e]])", "a b\n\n. ."),
        ("v[a]{n:w} w[e]{n:v}", "v a\nw ."),
        ("a2[a]{n:c1} b1[e]{n:a2} c1[b]{n:b1}", "a\n  . b"),
    ],
)
def test_boards_are_drawn(board, picture):
    assert draw(read_rules(game_text("->white", board=board)).description) == picture
