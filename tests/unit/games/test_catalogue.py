"""The grammar of BOARD: which game a text means, and what is said when it means none."""

import io
import json
import re
import subprocess
import sys
import textwrap

import pytest

from playtree.errors import InputError
from playtree.games.catalogue import FORMS, load, size_from_text
from playtree.games.samegame.formats import digit_rows, write_board
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import dominated_board, equal_board, random_board
from playtree.games.samegame.rules import named_rules
from playtree.games.samegame.sets import load_board


def samegame(text: str, **options) -> SameGame:
    game = load(text, **options)
    assert isinstance(game, SameGame)
    return game


def cells(text: str, **options) -> list[str]:
    return digit_rows(samegame(text, **options).board)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return an empty folder in which we are, importable for this test only."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return tmp_path


@pytest.fixture
def stdin(monkeypatch):
    def put(content: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    return put


def test_a_board_by_seed():
    assert samegame("random:7").board == random_board(7)
    assert samegame("equal:7").board == equal_board(7)
    assert samegame("dominated:7").board == dominated_board(7)
    assert samegame("random:7", size="4x6", colours=3).board == random_board(7, 4, 6, 3)


def test_a_board_of_a_set():
    assert samegame("mini20:3").board == load_board("mini20", 3)


def test_rules_by_name_stand_for_a_random_board():
    game = samegame("jawbreaker", size="5x5")
    assert game.board == random_board(1, 5, 5)
    assert game.rules == named_rules("jawbreaker")


def test_rules_and_pruning_are_passed_on():
    game = samegame("random:1", rules="samegame,bonus=500", prune=True)
    assert game.rules.bonus == 500
    assert game.prune
    assert samegame("random:1").rules.name == "samegame"


def test_a_file_holds_a_board(folder):
    (folder / "board.txt").write_text("12\n21\n")
    assert cells("board.txt") == ["12", "21"]
    assert cells(str(folder / "board.txt")) == ["12", "21"]


def test_a_number_picks_one_of_several_boards(folder):
    (folder / "boards.txt").write_text("11\n\n22\n\n33\n")
    assert cells("boards.txt:2") == ["22"]
    with pytest.raises(InputError, match=r"boards\.txt: found 3 boards; expected one, or its number"):
        load("boards.txt")
    with pytest.raises(InputError, match=r"boards\.txt: found number 4; expected 1\.\.3"):
        load("boards.txt:4")


def test_the_format_of_a_file_can_be_named(folder):
    (folder / "board.txt").write_text("0 1\n1 0\n")
    assert cells("board.txt") == ["12", "21"]
    assert cells("board.txt", format="digits") == [".1", "1."]


def test_a_file_goes_before_a_set_of_the_same_name(folder):
    (folder / "mini20:1").write_text("12\n")
    (folder / "random:1").write_text("34\n")
    assert cells("mini20:1") == ["12"]
    assert cells("random:1") == ["34"]


def test_each_board_of_a_json_file_brings_its_own_rules(folder):
    boards = [
        json.loads(write_board(random_board(1, 3, 3), "json", named_rules(name))) for name in ("samegame", "jawbreaker")
    ]
    (folder / "boards.json").write_text(json.dumps(boards))
    assert samegame("boards.json:1").rules.name == "samegame"
    assert samegame("boards.json:2").rules.name == "jawbreaker"
    assert samegame("boards.json:2", rules="clickomania").rules.name == "clickomania"


def test_standard_input_holds_a_board(stdin):
    stdin(b"12\n21\n")
    assert cells("-") == ["12", "21"]
    stdin(b"11\n\n22\n")
    assert cells("-:2") == ["22"]
    stdin(b"\xff\xfe")
    with pytest.raises(InputError, match="standard input: found bytes that are not UTF-8"):
        load("-")


def test_holes_stay_unless_asked_to_settle(folder):
    (folder / "board.txt").write_text("1.2\n...\n.3.\n")
    assert cells("board.txt") == ["1.2", "...", ".3."]
    assert cells("board.txt", settle=True) == ["...", "...", "132"]


PUZZLE = """
    from playtree.games.samegame.game import SameGame
    from playtree.games.samegame.generators import random_board

    game = SameGame(random_board(5, 3, 3))

    def make():
        return SameGame(random_board(6, 3, 3))

    def needs(argument):
        return game

    number = 3
"""


@pytest.fixture
def puzzle(folder, request):
    """Return the name of a module in the folder of now, another one for each test."""
    name = "puzzle_" + re.sub(r"\W", "_", request.node.name)
    (folder / f"{name}.py").write_text(textwrap.dedent(PUZZLE))
    return name


def test_a_puzzle_of_ones_own_is_an_object_or_a_function(puzzle):
    assert samegame(f"{puzzle}:game").board == random_board(5, 3, 3)
    assert samegame(f"{puzzle}:make").board == random_board(6, 3, 3)


@pytest.mark.parametrize(
    "name, says",
    [
        ("nothing", r":nothing: found nothing of that name; expected a Game, .* \(games there: game\)"),
        ("number", r":number: found a int; expected a Game"),
        ("needs", r":needs: found TypeError: needs\(\) missing 1 required"),
    ],
)
def test_what_is_no_puzzle_is_said_plainly(puzzle, name, says):
    with pytest.raises(InputError, match=says):
        load(f"{puzzle}:{name}")


def test_an_error_in_the_code_of_a_puzzle_is_one_line_with_its_place(folder):
    (folder / "broken_puzzle.py").write_text("x = 1\nprint(y)\n")
    with pytest.raises(
        InputError, match=r"broken_puzzle: found NameError: .* \(broken_puzzle\.py:2\); expected a game"
    ):
        load("broken_puzzle:game")
    (folder / "importing_puzzle.py").write_text("import no_such_module_at_all\n")
    with pytest.raises(
        InputError, match="importing_puzzle: found ModuleNotFoundError: No module named 'no_such_module"
    ):
        load("importing_puzzle:game")


def test_python_code_is_no_board(puzzle):
    with pytest.raises(InputError, match="found Python code; expected a board, or a puzzle as module:name"):
        load(f"{puzzle}.py")


@pytest.mark.parametrize(
    "text, says",
    [
        ("standrd:1", "found no file 'standrd:1', no file 'standrd', no board set 'standrd'; expected FILE"),
        ("no_such_module:game", "no module 'no_such_module'"),
        ("board.txt", "found no file 'board.txt'; expected FILE, FILE:NUMBER"),
        ("", "expected FILE"),
        (":", "expected FILE"),
        ("x" * 5000, "expected FILE"),
        ("random:x", "random:x: found seed 'x'; expected a whole number"),
        ("random:-1", "found seed '-1'"),
        ("mini20:21", r"board set mini20: found number 21; expected 1\.\.20"),
        ("mini20:0", "found number 0"),
        ("samegame,bonus", "found 'bonus'; expected field=value"),
    ],
)
def test_a_text_that_means_nothing_says_what_was_tried(text, says, folder):
    with pytest.raises(InputError, match=says):
        load(text)


@pytest.mark.parametrize(
    "options, says",
    [
        ({"size": "15"}, "size: found '15'; expected COLUMNSxROWS such as 15x15"),
        ({"size": "0x5"}, r"found 0 columns; expected 1\.\.50"),
        ({"size": "5x51"}, r"found 51 rows; expected 1\.\.50"),
        ({"colours": 10}, r"found 10 colours; expected 1\.\.9"),
        ({"rules": "chess"}, "unknown rules 'chess'; expected one of samegame"),
        (
            {"format": "digits"},
            "random:1: found the option format; expected it with a board of the form FILE; FILE:NUMBER; -",
        ),
    ],
)
def test_a_wrong_option_is_named(options, says):
    with pytest.raises(InputError, match=says):
        load("random:1", **options)


def test_size_goes_only_with_boards_by_seed():
    with pytest.raises(
        InputError, match="mini20:1: found the option size; expected it with a board of the form random:SEED"
    ):
        load("mini20:1", size="5x5")


def test_a_size_is_columns_and_rows():
    assert size_from_text("4x6") == size_from_text(" 4X6 ") == (4, 6)


def test_every_form_is_described():
    assert len({form.text for form in FORMS}) == len(FORMS)
    assert all(form.summary and form.example for form in FORMS)


def test_the_grammar_does_not_load_the_compiler():
    code = "import sys, playtree.games.catalogue; print('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
