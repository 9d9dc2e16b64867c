"""Board games in turns: `playtree play NAME`."""

import json
import re
import time
from pathlib import Path

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


def test_the_last_move_is_marked(play):
    out = play("breakthrough", "a2 b3", "h7 h6")
    assert "\n 3  .(w). . . . . .\n" in out
    assert "\n 2 (.)w w w w w w w\n" in out
    assert "\n 7  b b b b b b b(.)\n" in out
    assert "\n 6  . . . . . . .(b)\n" in out


def test_marks_fit_boards_of_every_shape(play):
    for game in ("hex", "yavalath3", "chess", "theMillGame", "pentago"):
        drawn = play(game, "m", "1", "q").split("move 1: ")[1]
        assert drawn.count("(") == drawn.count(")") >= 1
        assert "(" not in play(game, "q")


OWN_GAME = """
from playtree import turn_game

def legal(state, actions):
    for action in range(3):
        actions[action] = action
    return 3 if state[0] < 6 else 0

def apply(state, action):
    state[0] += 1

def player(state):
    return 1 + state[0] % 2

def scores(state, out):
    out[:] = 0.5

def own(**more):
    return turn_game("own", [0], legal, apply, player, scores, **more)

plain = own()
like_commands = own(action_text=lambda state, action: ["u", "Q", "moves"][action])
equals = own(action_text=lambda state, action: "1")
in_parts = own(starts=lambda state: state[0] % 2 == 0)
"""


@pytest.mark.parametrize(
    "game, lines, moves",
    [
        ("plain", ["0", "1", "m", "1"], ["0", "1", "1"]),
        ("plain", ["9", "3"], []),
        ("like_commands", ["u", "Q", "moves", "m", "2"], ["0", "1", "2", "1"]),
        ("like_commands", ["u", "undo"], []),
        ("like_commands", ["u", "q", "u"], ["0"]),
        ("equals", ["1", "3"], ["0", "2"]),
        ("in_parts", ["2 1", "1", "1 1"], ["2 1", "1 1"]),
    ],
)
def test_a_text_of_a_move_of_ones_own_game_is_that_move(play, tmp_path, game, lines, moves):
    (tmp_path / "ones_own.py").write_text(OWN_GAME)
    assert json.loads(play(f"ones_own:{game}", *lines, json_wanted=True))["moves"] == moves


def test_a_list_of_moves_that_are_numbers_has_no_other_numbers(play, tmp_path):
    (tmp_path / "ones_own.py").write_text(OWN_GAME)
    out = play("ones_own:plain", "m")
    assert "\n      0\n      1\n      2\n" in out
    assert "or its beginning; m moves" in out
    out = play("ones_own:like_commands", "m")
    assert "\n   1  u\n   2  Q\n" in out
    assert "or its beginning, or its number if the list has numbers in front; m moves" in out
    assert "'7' is no move here" in play("ones_own:plain", "7")


def test_the_machine_answers_and_undo_takes_both_moves_back(run):
    ran = run("play", "breakthrough", "--against", "random", "--json", stdin="a2 a3\nu\nb2 b3\n")
    assert ran.code == 0
    moves = json.loads(ran.out)["moves"]
    assert len(moves) == 2
    assert moves[0] == "50 2 42 3"
    assert "random, move 2: " in ran.err
    assert "taken back" in ran.err
    assert ran.err.rstrip().endswith("white to move, 22 moves") or "white to move" in ran.err.splitlines()[-1]


def test_the_machine_may_begin_and_there_is_nothing_of_ours_to_take_back(run):
    ran = run("play", "breakthrough", "--against", "random", "--side", "black", "--json", stdin="u\n")
    assert len(json.loads(ran.out)["moves"]) == 1
    assert "nothing to take back" in ran.err


def test_of_three_players_the_machine_plays_two(run):
    ran = run("play", "yavalath3", "--against", "random", "--side", 2, "--json", stdin="m\n1\n")
    assert len(json.loads(ran.out)["moves"]) == 4


def test_the_first_compilation_is_announced(run, tmp_path):
    source = (Path(__file__).parents[3] / "examples" / "nim.py").read_text()
    (tmp_path / "new_nim.py").write_text(source.replace("return count", f"return min(count, {time.time_ns()})", 1))
    for announced in ("compiling the search, once\n", ""):
        ran = run("play", "new_nim:game", "--against", "random", stdin="q\n")
        assert (ran.code, ran.err) == (0, announced)


def test_a_whole_game_against_the_agent_with_hints_and_thoughts(run):
    lines = "t\nh\nt\nb2\n" + "m\n1\n" * 5
    ran = run("play", "ticTacToe", "--against", "orthodox", "--seconds", 0.05, stdin=lines)
    assert ran.code == 0
    assert "nobody has thought yet; h asks for a hint" in ran.out
    assert re.search(r"hint: [abc][123] \((expects|certain of) \d+ %, [\d,]+ simulations", ran.out)
    assert re.search(r"orthodox, move 2: [abc][123] \((expects|certain of) \d+ %", ran.out)
    assert "the game is over: " in ran.out


def test_thoughts_tell_the_line_of_each_of_the_best_moves_the_hint_first(run):
    ran = run("play", "breakthrough", "--against", "semisplit-nodal", "--seconds", 0.2, stdin="h\nt\nq\n")
    assert ran.code == 0
    hint = re.search(r"hint: (\w\d \w\d) .*, going on (.*)\)", ran.out)
    found = re.findall(r"  (\w\d \w\d) +[\d.]+ %(?: certain)?  [\d,]+ visits, going on (.*)", ran.out)
    assert hint is not None
    assert len(found) == len({move for move, _ in found}) == 5
    assert found[0][0] == hint[1]
    assert found[0][1].startswith(hint[2])


@pytest.mark.parametrize(
    "arguments, says",
    [
        ("breakthrough --against nobody", "playtree: unknown recipe 'nobody'; expected one of: random, auto, orthodox"),
        (
            "breakthrough --against random --side red",
            "playtree: side: found 'red'; expected one of: white, black, 1, 2",
        ),
        ("breakthrough --think-on", "playtree: found --think-on without --against; expected an opponent"),
        ("breakthrough --side black", "playtree: found --side without --against; expected an opponent"),
        (
            "random:1 --against random",
            "playtree: random:1: found --against or --side; expected a board game of several",
        ),
    ],
)
def test_what_makes_no_game_is_one_line(run, arguments, says):
    ran = run("play", *arguments.split())
    assert ran.code == 2
    assert ran.err.startswith(says)
