"""Properties of reading and writing SameGame boards and solutions."""

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from playtree.errors import InputError
from playtree.games.samegame.formats import FORMATS, read_boards, read_moves, read_rules, write_board, write_moves
from playtree.games.samegame.rule_book import groups, play, remove
from playtree.games.samegame.solutions import Solution, read_solution, verify_solution, write_solution
from tests.property.strategies import boards, rule_sets, small_boards


@given(boards(), st.sampled_from(FORMATS))
def test_a_board_is_read_as_it_was_written(board, format_name):
    assert read_boards(write_board(board, format_name), "test", format_name) == [board]


@given(boards(), st.sampled_from(["digits", "letters", "json"]))
def test_our_own_formats_are_detected(board, format_name):
    assert read_boards(write_board(board, format_name), "test") == [board]


@given(st.lists(boards(max_columns=6, max_rows=6), min_size=1, max_size=4), st.sampled_from(["\n", "# next\n"]))
def test_several_boards_are_read_from_one_text(several, between):
    assert read_boards(between.join(map(write_board, several)), "test") == several


@given(boards(max_columns=4, max_rows=4), rule_sets())
def test_a_board_brings_its_rules_along(board, rules):
    assert read_rules(write_board(board, "json", rules), "test") == rules


@given(st.lists(st.tuples(st.integers(0, 49), st.integers(0, 49))))
def test_moves_are_read_as_they_were_written(moves):
    assert read_moves(write_moves(moves), "test") == moves


@given(st.text() | st.text(alphabet='0123-. ,;AB#\n{}[]"'), st.sampled_from([None, *FORMATS]))
def test_any_text_gives_boards_or_one_clear_line(text, format_name):
    message = "expected"
    try:
        assert read_boards(text, "test", format_name)
    except InputError as error:
        message = str(error)
    assert "expected" in message
    assert "\n" not in message


@settings(deadline=None, max_examples=50)
@given(small_boards(), rule_sets())
def test_a_solution_is_read_as_it_was_written(board, rules):
    moves, current = [], board
    while found := groups(current, rules.minimum):
        moves.append(max(found[-1]))
        current, _ = remove(current, moves[-1])
    replay = play(board, rules, moves)
    solution = Solution(board, rules, tuple(moves), replay.score, replay.cleared, {"seed": 7})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "solution.json"
        write_solution(path, solution)
        assert read_solution(path) == solution
        assert verify_solution(read_solution(path)) == replay
