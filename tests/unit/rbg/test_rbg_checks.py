"""Names of the right kind, arithmetic in range."""

import pytest

from playtree.rbg.reading import read_file, read_rules
from playtree.rbg.source import RbgError
from tests.unit.rbg.samples import game_text


def error_of(rules: str, **sections: str) -> str:
    with pytest.raises(RbgError) as caught:
        read_rules(game_text(rules, **sections), "game.rbg")
    return str(caught.value)


@pytest.mark.parametrize(
    "rules, message",
    [
        ("upp", "unknown direction 'upp'; declared: down, left, right, up; hint: did you mean 'up'?"),
        (
            "a",
            "found the piece 'a'; expected a direction: down, left, right, up; hint: write {a} to test for the piece",
        ),
        ("white", "found the player 'white'; expected a direction: down, left, right, up; hint: write ->white"),
        ("x", "found the variable 'x'; expected a direction"),
        ("{q}", "unknown piece 'q'; declared: a, b, e"),
        ("{up}", "found the direction 'up'; expected a piece: a, b, e"),
        ("[white]", "found the player 'white'; expected a piece"),
        ("->a", "found the piece 'a'; expected a player: black, white"),
        ("->red", "unknown player 'red'; declared: black, white"),
        ("[$ a = 1]", "found the piece 'a'; expected a variable or player: black, white, x, y"),
        ("[$ x = up]", "found the direction 'up'; expected a variable or player or piece"),
        ("{$ z < 1}", "unknown variable or player or piece 'z'"),
        ("{? {! ({q})*}}", "unknown piece 'q'"),
    ],
)
def test_a_name_of_the_wrong_kind_is_explained(rules, message):
    assert message in error_of(rules)


def test_a_macro_that_is_defined_later_is_pointed_out():
    text = game_text("turn") + "#turn = ->white\n"
    with pytest.raises(RbgError) as caught:
        read_rules(text, "game.rbg")
    assert "hint: macro 'turn' is defined only later, at 7:2; move it before its use" in str(caught.value)


def test_the_place_of_an_error_is_that_in_the_source_with_the_macros_on_the_way():
    message = error_of("turn(q) ->>", macros="#put(p) = [p]\n#turn(p) = ->white put(p) [w]\n")
    assert message.startswith("game.rbg:8:15: unknown piece 'q'")
    message = error_of("up turn(a) ->>", macros="#put(p) = [p] [w]\n#turn(p) = ->white put(p)\n")
    assert message.startswith("game.rbg:5:16: unknown piece 'w'")
    assert message.endswith("(in expansion of 'put' at 6:20, in expansion of 'turn' at 8:13)")


@pytest.mark.parametrize(
    "sections, message",
    [
        ({"pieces": "a, b, e, a"}, "piece 'a' has the name of the piece at 2:11"),
        ({"players": "a(1)"}, "player 'a' has the name of the piece at 2:11"),
        ({"variables": "white(1)"}, "variable 'white' has the name of the player at 1:12"),
        ({"variables": "up(1)"}, "direction 'up' has the name of the variable at 3:14"),
        ({"players": ""}, "section '#players' is empty; expected at least one player"),
        ({"pieces": ""}, "section '#pieces' is empty; expected at least one piece"),
    ],
)
def test_names_are_different(sections, message):
    assert message in error_of("->white", **sections)


def test_vertices_have_a_name_space_of_their_own():
    description = read_rules(game_text("->white n", board="a[a]{n:white} white[e]{n:a}")).description
    assert description.board.names == ("a", "white")
    assert description.players == ("white", "black")


def test_arithmetic_that_may_leave_64_bits_is_refused():
    big = {"variables": "x(2147483647), y(2147483647)"}
    read_rules(game_text("{$ x*y < 3} ->white", **big))
    assert "may leave 64 bits" in error_of("{$ x*y*9 < 3} ->white", **big)
    assert "may leave 64 bits" in error_of("{$ 0-x*y*9 < 3} ->white", **big)
    read_rules(game_text("{$ x*y/x+x-y < 3} ->white", **big))


def test_a_description_numbers_pieces_and_variables_by_name_and_players_as_written():
    game = read_rules(game_text("->white", pieces="e, b, a", players="z(1), c(2), white(3)")).description
    assert game.pieces == ("a", "b", "e")
    assert game.slots == ("z", "c", "white", "x", "y")
    assert game.bounds == {"z": 1, "c": 2, "white": 3, "x": 9, "y": 9}


def test_a_file_that_cannot_be_read_is_an_error_with_its_name(tmp_path):
    with pytest.raises(RbgError, match=r"none\.rbg: No such file"):
        read_file(tmp_path / "none.rbg")
    with pytest.raises(RbgError, match="Is a directory"):
        read_file(tmp_path)
    (tmp_path / "bad.rbg").write_bytes(b"#a = \xff")
    with pytest.raises(RbgError, match=r"bad\.rbg: byte 5 is not part of a text"):
        read_file(tmp_path / "bad.rbg")
