"""Boards are read from every format, and what cannot be read is named with its place."""

import pytest

from playtree.errors import InputError
from playtree.files import read_text
from playtree.games.samegame.formats import (
    read_board_file,
    read_boards,
    read_moves,
    read_rules,
    write_board,
    write_moves,
)
from playtree.games.samegame.rules import named_rules


def rows(text: str, format_name: str | None = None) -> list[str]:
    """Return the first board of a text as digits."""
    return write_board(read_boards(text, "test", format_name)[0]).split()


@pytest.mark.parametrize(
    "text",
    [
        "42.\n115\n",
        "420\n115",
        "42-\r\n115\r\n",
        "4 2 .\n1 1 5",
        "4, 2, -\n1, 1, 5",
        "4;2;.;\n1;1;5;",
        "4\t2\t0\n1\t1\t5",
        "\n\n# a board\n  42.\n  115\n\n",
    ],
)
def test_digit_grids_are_read_with_and_without_separators(text):
    assert rows(text) == ["42.", "115"]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("AB.\nCCA", ["12.", "331"]),
        ("ab0\ncca", ["12.", "331"]),
        ("B G\nI -", ["27", "9."]),
        ("RGB\nYVV", ["123", "455"]),
        ("R,V\nV,V", ["15", "55"]),
        ("RGX\nXXG", ["213", "331"]),
    ],
)
def test_letters_are_numbered_by_the_documented_rule(text, expected):
    assert rows(text) == expected


@pytest.mark.parametrize(
    "text, expected",
    [
        ("3 1 -1\n0 0 4", ["42.", "115"]),
        ("3 1 2\n0 0 4", ["423", "115"]),
        ("7 1 -1\n1 1 4", ["82.", "225"]),
    ],
)
def test_codingame_grids_are_detected_by_minus_one_or_zero(text, expected):
    assert rows(text) == expected


def test_a_separated_zero_is_empty_where_the_grid_cannot_be_codingame():
    assert rows("5 0\n1 1") == ["5.", "11"]
    assert rows("4 0\n. 1") == ["4.", ".1"]
    assert rows("4 0\n1 1", "digits") == ["4.", "11"]
    assert rows("1 2\n1 1", "codingame") == ["23", "22"]


def test_a_file_may_hold_boards_of_several_sizes():
    read = read_boards("# one\n12\n# two\n123\n123\n\n\n1\n", "test")
    assert [(board.columns, board.rows) for board in read] == [(2, 1), (3, 2), (1, 1)]


def test_json_holds_one_board_or_several_and_the_rules():
    one = '{"format": "playtree-board", "rules": {"name": "jawbreaker"}, "cells": ["42.", "115"]}'
    assert rows(one) == ["42.", "115"]
    assert read_rules(one, "test") == named_rules("jawbreaker")
    assert len(read_boards(f"[{one}, {one}]", "test")) == 2
    assert read_rules("42.\n115", "test") is None
    assert read_rules('{"format": "playtree-board", "cells": ["1"]}', "test") is None


def test_boards_are_written_in_every_format():
    board = read_boards("42.\n115", "test")[0]
    assert write_board(board) == "42.\n115\n"
    assert write_board(board, "letters") == "DB.\nAAE\n"
    assert write_board(board, "codingame") == "3 1 -1\n0 0 4\n"
    assert '"name": "samegame"' in write_board(board, "json", named_rules("samegame"))
    with pytest.raises(InputError, match="unknown board format 'xml'; expected one of digits, letters"):
        write_board(board, "xml")


def test_moves_are_written_as_pairs_and_for_codingame():
    moves = [(9, 0), (0, 14)]
    assert write_moves(moves) == "9,0 0,14\n"
    assert write_moves(moves, "codingame") == "9 0\n0 14\n"
    assert read_moves("9,0 0,14", "test") == moves
    with pytest.raises(InputError, match="unknown move format 'xml'; expected one of pairs, codingame"):
        write_moves(moves, "xml")
    with pytest.raises(InputError, match=r"test:3: found move '9;0'; expected column,row"):
        read_moves("9;0", "test:3")


WIDE = "1" * 51
TALL = "1\n" * 51


@pytest.mark.parametrize(
    "text, message",
    [
        ("123\n# x\n12\n\n123\n12", "boards.txt:6: row has 2 cells; expected 3"),
        (
            "1 2 3\n1 12 3",
            "boards.txt:2: found colour '12', a colour too many; expected one of 1 2 3 4 5 6 7 8 9 0 . -",
        ),
        ("123\n1?3", "boards.txt:2: found unknown cell '?'; expected one of 1 2 3"),
        ("-1 9\n1 1", "boards.txt:1: found colour '9', a colour too many; expected one of 0 1 2 3 4 5 6 7 8 -1"),
        ("ABC\n1BC", "boards.txt:2: found colour '1', a colour too many; expected one of A a B b"),
        ("ABCDEFGHI\nKBCDEFGHI", "boards.txt:2: 'K' is a colour too many; expected 9 at most"),
        ("1,,2\n1,1,1", "boards.txt:1: found unknown cell ''; expected one of"),
        (WIDE, "boards.txt:1: row has 51 cells; expected 1..50"),
        (TALL, "boards.txt:51: found row 51; expected 50 at most"),
        ("", "boards.txt: found no board; expected rows of digits or letters, or JSON"),
        ("# only a header\n\n", "boards.txt: found no board"),
        ("{", "boards.txt:1:2: not valid JSON"),
        ("[" * 100_000, "boards.txt: JSON nested too deeply"),
        ("[]", "boards.txt: found an empty list; expected at least one board"),
        ("[1]", 'boards.txt: found format 1; expected "format": "playtree-board"'),
        ('{"format": "x"}', "boards.txt: found format 'x'; expected"),
        ('{"format": "playtree-board"}', "boards.txt: found cells None; expected a list of rows of digits"),
        (
            '{"format": "playtree-board", "cells": ["12", "1"]}',
            "boards.txt: row 2 of cells: row has 1 cells; expected 2",
        ),
        (
            '{"format": "playtree-board", "cells": ["1"], "rule": 1}',
            "boards.txt: unknown field 'rule'; expected format",
        ),
        ('{"format": "playtree-board", "cells": ["1"], "rules": 1}', "boards.txt: found rules 1; expected an object"),
        (
            '{"format": "playtree-board", "cells": ["1"], "rules": {"name": "x"}}',
            "boards.txt: unknown rules 'x'; expect",
        ),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(text, message):
    with pytest.raises(InputError) as caught:
        read_boards(text, "boards.txt")
    assert str(caught.value).startswith(message)


def test_an_unknown_format_is_refused():
    with pytest.raises(
        InputError, match="unknown board format 'xml'; expected one of digits, letters, codingame, json"
    ):
        read_boards("1", "test", "xml")


def test_files_are_read_with_or_without_a_byte_order_mark(tmp_path):
    path = tmp_path / "board.txt"
    path.write_bytes(b"\xef\xbb\xbf12\n34\n")
    assert [write_board(board) for board in read_board_file(path)] == ["12\n34\n"]


def test_unreadable_files_are_named(tmp_path):
    with pytest.raises(InputError, match=r"absent.txt: cannot be read \(No such file or directory\)"):
        read_text(tmp_path / "absent.txt")
    with pytest.raises(InputError, match="cannot be read"):
        read_text(tmp_path)
    path = tmp_path / "latin.txt"
    path.write_bytes(b"12\n\xff\n")
    with pytest.raises(InputError, match=r"latin.txt:2: found bytes that are not UTF-8; expected UTF-8 text"):
        read_board_file(path)
