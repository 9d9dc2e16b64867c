"""Board games in turns: `playtree play NAME`."""

import json

import pytest


@pytest.fixture
def play(run):
    """Play with these lines of input and return what is written."""

    def played(game: str, *lines: str, json_wanted: bool = False):
        more = ["--json"] if json_wanted else []
        ran = run("play", game, *more, stdin="".join(f"{line}\n" for line in lines))
        assert ran.code == 0, ran.err
        return ran.out

    return played


def test_a_whole_game_by_squares(play):
    out = play("ticTacToe", "b2", "a3", "c1", "c3", "b3", "a1", "b1")
    assert "cross to move, 9 moves" in out
    assert "the game is over: cross 100, nought 0" in out
    assert out.rstrip().endswith("the game is over: cross 100, nought 0")


def test_the_board_has_names_at_its_edges(play):
    board = play("breakthrough", "q").split("\n\n")[1].splitlines()
    assert board[0] == " 8  b b b b b b b b"
    assert " 8  b b b b b b b b\n" in play("breakthrough", "b")
    assert "    a b c d e f g h" in play("breakthrough", "q")


def test_a_square_that_several_moves_share_lists_them_and_a_number_picks_one(play):
    out = play("breakthrough", "b2", "2", json_wanted=True)
    assert json.loads(out)["moves"] == ["50 2 42 3"]
    shown = play("breakthrough", "b2")
    assert "   1  b2 a3  50 2 41 3" in shown
    assert "   3  b2 c3  50 2 43 3" in shown


def test_moves_undo_restart_and_notation(play):
    assert json.loads(play("breakthrough", "a2 a3", "u", json_wanted=True))["moves"] == []
    assert json.loads(play("breakthrough", "49 2 41 3", "a7 a6", json_wanted=True))["moves"] == [
        "49 2 41 3",
        "9 10 17 11",
    ]
    assert json.loads(play("breakthrough", "a2 a3", "r", "m", "1", json_wanted=True))["moves"] == ["49 2 41 3"]
    assert "nothing to take back" in play("breakthrough", "undo")


@pytest.mark.parametrize(
    "line, says",
    [
        ("z9", "'z9' is no square; expected names such as a8 or h1"),
        ("a5", "no move goes through a5; m lists the moves"),
        ("23", "found number 23; expected 1 to 22, a move of the list"),
        ("1 2 3 4", "'1 2 3 4' is not legal here; m lists the moves"),
    ],
)
def test_a_wrong_line_is_answered_and_the_game_goes_on(play, line, says):
    out = play("breakthrough", line, "a2 a3")
    assert says in out
    assert "move 1: a2 a3" in out


def test_a_game_that_is_over_says_so(play):
    out = play("ticTacToe", "b2", "a3", "c1", "c3", "b3", "a1", "b1", "a2")
    assert "the game is over; u takes a move back, r starts again" in out


def test_a_puzzle_given_by_rules_is_played_like_other_puzzles(play):
    assert "score 0, 0 moves" in play("pegSolitaire", "q")
