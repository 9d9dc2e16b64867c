"""A drawn board can be read with and without colours."""

from io import StringIO

from rich.console import Console

from playtree.games.samegame.board import Board
from playtree.games.samegame.drawing import draw_board, plain_board
from playtree.games.samegame.formats import read_boards
from playtree.games.samegame.generators import random_board
from playtree.games.samegame.rule_book import group_at


def board(text: str) -> Board:
    return read_boards(text, "test", "digits")[0]


def test_letters_axes_group_and_cursor_are_drawn():
    drawn = board(".2.\n123\n129")
    assert plain_board(drawn, highlighted=group_at(drawn, (1, 1)), cursor=(1, 1)) == (
        "2  . b .\n1  A[b]C\n0  A b I\n   0 1 2"
    )


def test_a_drawing_without_axes_is_the_board_alone():
    assert plain_board(board("12\n3."), axes=False) == " A B\n C ."


def test_a_cursor_in_the_last_column_is_closed():
    assert plain_board(board("12"), cursor=(1, 0), axes=False) == " A[B]"


def test_columns_above_nine_have_their_tens_above_them():
    lines = plain_board(random_board(1, columns=12, rows=11)).split("\n")
    assert lines[0].startswith("10 ")
    assert lines[-2].rstrip() == " " * 24 + "1"
    assert lines[-1] == "    0 1 2 3 4 5 6 7 8 9 0 1"


def rendered(no_color: bool = False) -> str:
    out = StringIO()
    console = Console(file=out, force_terminal=True, color_system="standard", no_color=no_color)
    console.print(draw_board(board("12\n3.")))
    return out.getvalue()


def test_colours_are_styles_over_the_same_letters():
    assert "\x1b[1;31mA" in rendered()
    assert "31m" not in rendered(no_color=True)
    assert "A" in rendered(no_color=True)
