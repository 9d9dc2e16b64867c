"""The command `playtree rbg`."""

import argparse
import json

import pytest

from playtree.errors import InputError
from playtree.interfaces.cli import rbg
from tests.unit.rbg.samples import game_text


@pytest.fixture
def command(capsys):
    """Run the command with these words and return what it prints."""

    def called(*words: str) -> str:
        parser = argparse.ArgumentParser()
        rbg.add_arguments(parser)
        assert rbg.run(parser.parse_args(words)) == 0
        return capsys.readouterr().out

    return called


def test_check_says_what_is_noteworthy_or_wrong(command, tmp_path):
    path = tmp_path / "my.rbg"
    path.write_text(game_text("->white", macros="#m ="), encoding="utf-8")
    assert command("check", str(path)).splitlines() == [
        "my.rbg:5:2: note: macro 'm' is empty",
        "my.rbg: no errors; 3 vertices, 1 modifier",
    ]
    path.write_text(game_text("->red"), encoding="utf-8")
    with pytest.raises(InputError, match=r"^my.rbg:6:12: unknown player 'red'; declared: black, white"):
        command("check", str(path))


def test_info_expand_and_dot(command):
    assert "players       white(100), black(100)" in command("info", "breakthrough")
    assert json.loads(command("info", "breakthrough", "--json"))["vertices"] == 64
    assert command("expand", "breakthrough").startswith("#players = white(100), black(100)\n#pieces = b, e, w\n")
    assert command("dot", "breakthrough").startswith("digraph rules {")


def test_draw_after_moves(command):
    assert command("draw", "ticTacToe", "--after", "5 4; (10,1)") == "o . .\n. x .\n. . .\n"


def test_moves_and_the_end_of_a_game(command):
    assert command("moves", "ticTacToe", "--after", "5 4").splitlines()[:2] == [
        "nought has 8 moves",
        "1 10                    (10,1)",
    ]
    over = json.loads(command("moves", "ticTacToe", "--json", "--after", "1 4; 4 10; 2 4; 5 10; 3 4"))
    assert over == {"moves": [], "is_over": True, "player": None, "scores": {"cross": 100, "nought": 0}}
    with pytest.raises(InputError, match=r"move 2, '5 10', is not legal; expected one of 8: "):
        command("moves", "ticTacToe", "--after", "5 4;5 10")


def test_perft(command):
    assert command("perft", "ticTacToe", "3") == "  1  9\n  2  72\n  3  504\n"
    assert json.loads(command("perft", "ticTacToe", "2", "--json"))["by_depth"] == [9, 72]
    divided = json.loads(command("perft", "ticTacToe", "2", "--divide", "--json"))
    assert (divided["leaves"], set(divided["divide"].values())) == (72, {8})


def test_limits(command):
    with pytest.raises(InputError, match="the limit is 10, raise it with --limit vertices=NUMBER"):
        command("check", "hex", "--limit", "vertices=10")
    for wrong in ("vertices", "vertices=x", "speed=3"):
        with pytest.raises(InputError, match="limit"):
            command("check", "hex", "--limit", wrong)
    with pytest.raises(InputError, match="depth is 0; expected 1 to 100"):
        command("perft", "hex", "0")


def test_speed_of_both_designs(command):
    for design, split in (("orthodox", "Mod"), ("semisplit", "ModShift")):
        words = ("speed", "ticTacToe", "--design", design, "--split", split, "--seconds", "0.02")
        told = json.loads(command(*words, "--json"))
        assert (told["design"], told["split"]) == (design, split)
        assert 5 <= told["mean_length"] <= 9
        assert told["states_per_second"] == pytest.approx(told["playouts_per_second"] * told["mean_length"])
        assert told["compile_seconds"] > 0
        assert f"design        {design}, split {split}\n" in command(*words)
    with pytest.raises(InputError, match="seconds is 0; expected a number above 0"):
        command("speed", "ticTacToe", "--seconds", "0")


def test_the_code_of_a_game(command):
    assert command("ir", "ticTacToe").startswith("; ticTacToe.rbg, compiled by Playtree\n")
    assert "define i64 @count_moves(" in json.loads(command("ir", "ticTacToe", "--split", "ModPlus", "--json"))["ir"]


@pytest.mark.parametrize(
    "words",
    [
        ("speed", "ticTacToe", "--split", "Modest"),
        ("speed", "ticTacToe", "--design", "raw"),
        ("perft", "ticTacToe", "many"),
        ("perft", "ticTacToe"),
        ("check",),
        ("mend", "ticTacToe"),
    ],
)
def test_wrong_words_are_refused(command, words):
    with pytest.raises(SystemExit) as leaving:
        command(*words)
    assert leaving.value.code == 2
