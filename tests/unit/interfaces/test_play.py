"""`playtree play`: by lines, and with the cursor in a real terminal."""

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.games.samegame.solutions import read_solution
from playtree.interfaces.cli import keys
from playtree.interfaces.cli.play_board import BoardScreen
from playtree.interfaces.cli.play_commands import Player
from playtree.interfaces.session import Session
from tests.unit.interfaces.terminal import terminal

BOARD = "112\n112\n333\n"


@pytest.fixture
def play(run, tmp_path):
    """Return a function that plays on BOARD by lines."""

    def by_lines(*lines: str, options: tuple[str, ...] = ()):
        (tmp_path / "board.txt").write_text(BOARD)
        return run("play", "board.txt", "--seconds", 0.05, *options, stdin="".join(f"{line}\n" for line in lines))

    return by_lines


def test_moves_are_scored_as_they_are_played(play):
    ran = play("0,1", "0 0", "0,0")
    assert ran.code == 0
    said = [line for line in ran.out.splitlines() if "point" in line or "score" in line]
    assert said == [
        "score 0, 0 moves",
        "4 points",
        "score 4, 1 move",
        "1 point",
        "score 5, 2 moves",
        "0 points",
        "score 1005, 3 moves, game over, board cleared",
        "score 1005, 3 moves, game over, board cleared",
    ]


def test_the_board_is_drawn_after_each_move(play):
    assert "2  . . B\n1  . . B\n0  C C C\n" in play("0,1").out
    assert "2  A A B\n1  A A B\n0  C C C\n   0 1 2\n" in play("quit").out


def test_undo_and_restart(play):
    out = play("0,1", "undo", "u", "0,1", "2,0", "r").out
    assert out.count("taken back") == 1
    assert "nothing to take back" in out
    assert out.endswith("started again\n2  A A B\n1  A A B\n0  C C C\n   0 1 2\nscore 0, 0 moves\nscore 0, 0 moves\n")


def test_a_hint_names_a_legal_move_and_what_it_leads_to(play):
    out = play("hint").out
    hint = next(line for line in out.splitlines() if line.startswith("hint: "))
    move = hint.split()[1]
    assert "(the solver sees 1005 points in the end)" in hint
    assert "0 moves" not in play(move).out.splitlines()[-1]
    assert "the game is over" in play("0,1", "0,0", "0,0", "h").out


def test_moves_are_listed(play):
    assert "\n0,0 0,1 2,1\n" in play("moves").out
    assert "no move is left" in play("0,1", "0,0", "0,0", "m").out


def test_what_is_no_move_is_said_and_the_game_goes_on(play):
    out = play("7,7", "hello", "", "0,1").out
    assert "no group of at least 2 blocks at column 7, row 7" in out
    assert "'hello' is no move; expected column,row" in out
    assert out.endswith("score 4, 1 move\n")


def test_a_game_is_saved_under_a_name_that_is_free(play, tmp_path):
    out = play("0,1", "0,0", "0,0", "s").out
    assert "saved board-1.json\n" in out
    assert read_solution(tmp_path / "board-1.json").score == 1005
    assert "saved, though not over yet: board-2.json\n" in play("save").out
    assert "not over yet: mine.json" in play("save", options=("--out", "mine.json")).out
    assert "nowhere/mine.json: could not be saved" in play("save", options=("--out", "nowhere/mine.json")).out


def test_json_is_all_that_stands_on_standard_output(play):
    ran = play("0,1", options=("--json",))
    assert json.loads(ran.out) == {
        "score": 4,
        "over": False,
        "cleared": False,
        "moves": [[0, 1]],
        "board": "board.txt",
    }
    assert "4 points" in ran.err


def test_a_session_of_a_game_adds_up():
    session = Session(SameGame(random_board(1, 5, 5)))
    while not session.is_over:
        session.play_action(session.legal[-1])
    assert session.score == session.game.replay(session.line).score
    assert session.undo()
    assert not session.is_over
    session.restart()
    assert (session.line, session.score) == ([], 0.0)


UP, RIGHT, ENTER = "\x1b[A", "\x1bOC", "\r"


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}], ids=["colours", "NO_COLOR"])
def test_with_the_cursor_in_a_terminal(tmp_path, environment):
    board = tmp_path / "board.txt"
    board.write_text(BOARD)
    out = tmp_path / "game.json"
    with terminal("play", str(board), "--seconds", "0.05", "--out", str(out), **environment) as screen:
        screen.wait_for("u undo")
        assert "[c]c c" in screen.text  # the group under the cursor, for eyes that see no colours
        assert "3 blocks, 1 point" in screen.text
        screen.type(UP)
        screen.wait_for("4 blocks, 4 points")
        screen.type(ENTER)
        screen.wait_for("score 4, 1 move")
        screen.type("u")
        screen.wait_for("taken back")
        screen.type("h")
        screen.wait_for("hint: ")
        screen.type("0,1")
        screen.wait_for("move: 0,1_")
        screen.type(ENTER)
        screen.wait_for("score 4, 1 move")
        screen.type("s")
        screen.wait_for("saved, though not over yet")
        screen.type("q")
        assert screen.exit_code() == 0
        assert screen.text.rstrip().endswith("score 4, 1 move")
    assert read_solution(out).moves == ((0, 1),)


def test_ctrl_c_leaves_the_terminal_as_it_was(tmp_path):
    (tmp_path / "board.txt").write_text(BOARD)
    with terminal("play", str(tmp_path / "board.txt")) as screen:
        screen.wait_for("u undo")
        screen.interrupt()
        assert screen.exit_code() == 130
        assert "\x1b[?1049l" in screen.raw  # back from the other screen
        assert "Traceback" not in screen.text


def test_a_board_higher_than_the_terminal_shows_the_part_with_the_cursor():
    with terminal("play", "random:1", "--size", "4x40", rows=20) as screen:
        screen.wait_for("u undo")
        assert "[" in screen.text.split("no group")[0]
        screen.type("q")
        assert screen.exit_code() == 0


@pytest.mark.parametrize("right, up", [(0, 0), (30, 0), (-1, 1), (49, 29)])
def test_a_board_larger_than_the_terminal_is_shown_around_the_cursor(right, up):
    game = SameGame(random_board(1, 50, 30, 5))
    screen = BoardScreen(Player(Session(game), "random:1", Path("game.json"), 1.0), "random:1")
    for key in [keys.RIGHT if right > 0 else keys.LEFT] * abs(right) + [keys.UP] * up:
        screen.press(key)
    shown = io.StringIO()
    Console(width=40, height=20, file=shown).print(screen.draw(40, 20))
    lines = shown.getvalue().splitlines()
    assert len(lines) <= 20
    assert max(map(len, lines)) <= 40
    marked = [line for line in lines if "[" in line and "]" in line]
    assert len(marked) == 1
    assert marked[0].split()[0] == str(up)
