"""The rules of single games, where counts of moves from the start do not reach."""

import pytest

from playtree import Rbg, load
from playtree.errors import InputError
from playtree.games.boardgames import game_names, load_game, rules_path
from playtree.rbg import Interpreter, Move, Position, draw, game_info, low_level, move_from_text, read_automaton


def with_board(name: str, rows: str) -> Interpreter:
    """A game of ours that begins with another board, drawn as rows of pieces."""
    text = rules_path(name).read_text(encoding="utf-8")
    board = " ".join(f"[{', '.join(row.replace('.', 'e').split())}]" for row in rows.strip().splitlines())
    begin = text.index("right,") + len("right,")
    end = text.index(")", begin)
    return Interpreter(read_automaton(text[:begin] + board + text[end:], name))


def picture(player: Interpreter, position: Position) -> str:
    return draw(player.automaton.description, position.world.pieces)


def test_the_fifteen_of_the_paper_and_four_more_are_there():
    paper = (
        "amazons breakthrough breakthru chess chessNoCheck englishDraughts foxAndHounds go gomoku hex knightthrough "
        "pentago reversi skirmish theMillGame"
    )
    assert set(game_names()) == {*paper.split(), "ticTacToe", "connectFour", "pegSolitaire", "yavalath3"}


@pytest.mark.parametrize("name", game_names())
def test_games_have_no_notes_and_a_low_level_form(name):
    automaton = load_game(name)
    assert automaton.description.notes == ()
    assert game_info(read_automaton(low_level(automaton.form))).modifiers == len(automaton.modifiers)


def test_a_game_is_found_by_name_or_path(tmp_path):
    (tmp_path / "own.rbg").write_text(rules_path("hex").read_text(encoding="utf-8"), encoding="utf-8")
    assert load_game(str(tmp_path / "own.rbg")).description.file == "own.rbg"
    assert load_game("connect4").description.file == "connectFour.rbg"
    assert isinstance(load("connect4"), Rbg)
    with pytest.raises(InputError, match="unknown game 'chesss'; expected a path to a rules file or one of: amazons, "):
        load_game("chesss")


def pass_of(player: Interpreter, position: Position) -> Move:
    """The move whose modifier no other move shares."""
    moves = player.moves(position)
    numbers = [move[-1][0] for move in moves]
    (found,) = [move for move in moves if numbers.count(move[-1][0]) == 1]
    return found


def test_moves_of_breakthrough_are_written_as_everywhere():
    """Modifier 1 is ->white, 2 takes the pawn off, 3 is ->>; vertex 54 is f2, 45 is e3."""
    player = Interpreter(load_game("breakthrough"))
    assert move_from_text("54 2 45 3") in player.moves(player.start())


def scores_after_each_move(player: Interpreter) -> set[tuple[int, ...]]:
    """The scores of all positions after one move in which the game is over."""
    ends = [player.apply(player.start(), move) for move in player.moves(player.start())]
    return {player.scores(end) for end in ends if player.is_over(end)}


def test_go_captures_and_forbids_suicide_but_not_a_capture_that_looks_like_it():
    player = with_board(
        "go",
        """
        . w b . .
        w b . . .
        b . . . .
        . . . b w
        . . . w .
        """,
    )
    start = player.start()
    moves = set(player.moves(start)) - {pass_of(player, start)}
    (corner,) = [move for move in moves if move[-1][1] == 1]
    after = player.apply(start, corner)
    assert [line.split() for line in picture(player, after).splitlines()[:3]] == [
        ["b", ".", "b", ".", "."],
        [".", "b", ".", ".", "."],
        ["b", ".", ".", ".", "."],
    ]
    assert not [move for move in moves if move[-1][1] == 25]


def test_go_counts_the_area_after_two_passes():
    player = with_board(
        "go",
        """
        . b . w .
        b b . w w
        . . . . .
        """,
    )
    position = player.start()
    for _ in range(2):
        position = player.apply(position, pass_of(player, position))
    assert player.is_over(position)
    assert player.scores(position) == (50, 50)


def test_reversi_passes_only_when_forced_and_ends_when_nobody_can_move():
    player = with_board("reversi", "b w . . w b")
    assert len(player.moves(player.start())) == 2
    stuck = with_board("reversi", "w b . . .")
    (passing,) = stuck.moves(stuck.start())
    after = stuck.apply(stuck.start(), passing)
    assert after.player == 2
    assert len(stuck.moves(after)) == 1
    assert scores_after_each_move(with_board("reversi", "b w .")) == {(100, 0)}


def test_gomoku_wants_exactly_five():
    five = with_board("gomoku", "b b b b . . .")
    assert scores_after_each_move(five) == {(100, 0)}
    six = with_board("gomoku", "b b b . b b .")
    assert scores_after_each_move(six) == set()


def test_pentago_turns_a_quadrant():
    player = with_board(
        "pentago",
        """
        b . . . . .
        . . . . . .
        . w . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        """,
    )
    start = player.start()
    pictures = {picture(player, player.apply(start, move)) for move in player.moves(start) if move[0][1] == 2}
    clockwise = """
    . . b . . .
    w . w . . .
    . . . . . .
    """
    counterclockwise = """
    . . . . . .
    w . w . . .
    b . . . . .
    """
    tops = {tuple(line.strip() for line in text.splitlines()[:3]) for text in pictures}
    for wanted in (clockwise, counterclockwise):
        assert tuple(line.strip() for line in wanted.strip().splitlines()) in tops


@pytest.mark.parametrize("row, winning", [(". w w w w .", [13, 18]), ("w w . w w b", [15]), ("w w w w . .", [17])])
def test_in_pentago_a_marble_that_makes_five_wins_without_a_turn(row, winning):
    rows = [". . . . . ."] * 6
    rows[2] = row
    player = with_board("pentago", "\n".join(rows))
    start = player.start()
    moves = player.moves(start)
    squares = [square for (_, square), *_ in moves]
    assert [square for square in range(1, 37) if squares.count(square) == 1] == winning
    assert {squares.count(square) for square in squares if square not in winning} == {8}
    for move in moves:
        if move[0][1] in winning:
            assert player.scores(player.apply(start, move)) == (100, 0)


def test_in_yavalath_three_in_a_row_put_a_player_out():
    text = rules_path("yavalath3").read_text(encoding="utf-8")
    player = Interpreter(read_automaton(text.replace("[e, e, e, e, e]", "[r, r, e, e, e]", 1)))
    start = player.start()
    position = player.apply(start, next(move for move in player.moves(start) if move[-1][1] == 3))
    for expected in (2, 3, 2, 3):
        assert position.player == expected
        position = player.apply(position, player.moves(position)[0])
