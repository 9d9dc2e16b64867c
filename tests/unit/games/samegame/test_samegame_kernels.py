"""The native functions of SameGame on boards of every size and kind, compared with the rule book."""

import numpy as np
import pytest

from playtree.compiled.random import seeded
from playtree.errors import InputError
from playtree.games.samegame.board import Board
from playtree.games.samegame.formats import read_boards
from playtree.games.samegame.game import SameGame, action_of
from playtree.games.samegame.generators import random_board
from playtree.games.samegame.rule_book import play
from playtree.games.samegame.rules import NAMED_RULES, Rules, rules_from_text
from playtree.games.samegame.sets import example_solutions, load_board
from tests.oracles.natives import Natives, call

pytestmark = pytest.mark.kernels

KINDS = pytest.mark.parametrize("on_planes", [True, False], ids=["planes", "grid"])


def drawn(text: str) -> Board:
    return read_boards(text, "test", "digits")[0]


def play_and_compare(game: SameGame, seed: int) -> float:
    """Play a random game by the native functions and by the rule book; return its score."""
    natives, rng = Natives(game), seeded(seed)
    state, slow, score = game.start.copy(), game.start.copy(), 0.0
    while (action := natives.sample(state, rng)) != -1:
        assert natives.legal(state) == game.legal(state)
        assert natives.bound(state) == game.rules.bound(game.board_of(state).counts())
        reward = natives.apply(state, action)
        assert reward == game.apply(slow, action)
        assert np.array_equal(state, slow)
        score += reward
    assert natives.is_over(state)
    assert game.legal(state) == []
    assert natives.final(state) == game.final(state)
    return score + natives.final(state)


@KINDS
@pytest.mark.parametrize(
    "columns, rows, colours", [(16, 15, 5), (16, 15, 7), (15, 15, 5), (1, 15, 2), (16, 1, 2), (1, 1, 1)]
)
@pytest.mark.parametrize("prune", [False, True])
def test_boards_at_the_limits_of_the_planes(columns, rows, colours, prune, on_planes):
    board = random_board(columns + rows, columns, rows, colours)
    play_and_compare(SameGame(board, prune=prune, on_planes=on_planes), seed=1)


@pytest.mark.parametrize(
    "columns, rows, colours", [(50, 50, 9), (17, 15, 5), (16, 16, 5), (50, 1, 3), (1, 50, 3), (5, 5, 9)]
)
def test_boards_beyond_the_planes(columns, rows, colours):
    game = SameGame(random_board(3, columns, rows, colours), prune=True)
    assert not game.on_planes
    natives, rng, state = Natives(game), seeded(2), game.start.copy()
    for _ in range(12):  # the rule book takes its time on a large board
        assert natives.legal(state) == game.legal(state)
        if (action := natives.sample(state, rng)) == -1:
            break
        slow = state.copy()
        assert natives.apply(state, action) == game.apply(slow, action)
        assert np.array_equal(state, slow)


@KINDS
@pytest.mark.parametrize("rules", NAMED_RULES.values(), ids=list(NAMED_RULES))
@pytest.mark.parametrize("prune", [False, True])
def test_named_rules(rules, prune, on_planes):
    for seed in range(3):
        play_and_compare(SameGame(random_board(seed, 7, 8, 4), rules, prune=prune, on_planes=on_planes), seed)


@KINDS
@pytest.mark.parametrize("minimum", [1, 2, 3, 4])
@pytest.mark.parametrize("prune", [False, True])
def test_minimum_sizes_of_groups(minimum, prune, on_planes):
    rules = Rules("any", minimum=minimum)
    scores = {
        play_and_compare(SameGame(random_board(seed, 8, 8, 3), rules, prune=prune, on_planes=on_planes), seed)
        for seed in range(4)
    }
    assert minimum > 1 or min(scores) >= 1000  # with single blocks every board is cleared


@KINDS
def test_with_holes_everything_falls_with_the_first_move(on_planes):
    board = drawn("""
        1.1
        2..
        .22
    """)
    game = SameGame(board, on_planes=on_planes)
    natives, state = Natives(game), game.start.copy()
    assert natives.legal(state) == [64]
    assert natives.apply(state, 64) == 0
    assert game.board_of(state) == drawn("...\n1..\n21.")
    assert natives.is_over(state)


@KINDS
def test_a_board_with_holes_is_pruned_only_after_it_fell(on_planes):
    board = drawn("""
        1...
        1.4.
        244.
        .3.3
    """)
    game = SameGame(board, prune=True, on_planes=on_planes)
    natives, state = Natives(game), game.start.copy()
    assert natives.legal(state) == game.legal(state) == [2, 65]
    natives.apply(state, 65)
    assert game.board_of(state) == drawn("....\n1...\n1...\n233.")
    assert natives.legal(state) == game.legal(state) == [64]


@KINDS
def test_the_quick_finish_counts_the_segments_that_are_left(on_planes):
    board = drawn("""
        14
        14
        24
        35
    """)
    plain = Natives(SameGame(board, on_planes=on_planes))
    pruned = Natives(SameGame(board, prune=True, on_planes=on_planes))
    assert plain.legal(plain.game.start) == [2, 65]
    assert pruned.legal(pruned.game.start) == []
    assert pruned.is_over(pruned.game.start)
    assert pruned.final(pruned.game.start) == (0 + 1) - 3  # two segments, then three single blocks
    assert pruned.game.closing([]) == [2, 65]


@KINDS
def test_the_bound_counts_the_bonus_only_where_the_board_can_be_cleared(on_planes):
    for text, bound in (("11\n12", 1 - 1), ("11\n22", 1000), ("111\n112", 9 - 1), ("1111\n2222", 1000 + 4 + 4)):
        natives = Natives(SameGame(drawn(text), on_planes=on_planes))
        assert natives.bound(natives.game.start) == bound == natives.game.rules.bound(drawn(text).counts())


@KINDS
def test_a_buffer_that_is_too_small_gets_what_fits_and_the_true_count(on_planes):
    game = SameGame(random_board(1), on_planes=on_planes)
    expected = game.legal(game.start)
    for capacity in (0, 1, 5):
        actions = np.full(10, -7, np.int64)
        count = call("legal", game.table().legal, game.table().data, game.start.copy(), actions[:capacity])
        assert count == len(expected)
        assert list(actions) == expected[:capacity] + [-7] * (10 - capacity)


@KINDS
def test_codes_name_cells_and_colour(on_planes):
    first, second = drawn("12\n12\n33"), drawn("11\n22\n33")
    game = SameGame(first, on_planes=on_planes)
    natives = Natives(game)
    codes = [natives.code(game.start, action) for action in natives.legal(game.start)]
    assert len(set(codes)) == 3
    other = game.state_of(second)
    assert natives.code(other, 0) == codes[0]  # the same group in another position
    assert natives.code(other, 1) not in codes
    recoloured = game.state_of(drawn("12\n12\n11"))
    assert natives.code(recoloured, 0) not in codes


@KINDS
def test_an_empty_board_is_over_and_cleared(on_planes):
    natives = Natives(SameGame(Board(np.zeros((3, 2), np.uint8)), on_planes=on_planes))
    assert natives.is_over(natives.game.start)
    assert natives.final(natives.game.start) == 1000
    assert natives.sample(natives.game.start, seeded(1)) == -1


def test_both_representations_play_the_same_cells():
    board, rules = random_board(11, 16, 15, 7), rules_from_text("jawbreaker")
    planes, grid = Natives(SameGame(board, rules)), Natives(SameGame(board, rules, on_planes=False))
    here, there, rng = planes.game.start.copy(), grid.game.start.copy(), seeded(5)
    while (action := planes.sample(here, rng)) != -1:
        assert planes.apply(here, action) == grid.apply(there, action)
        assert planes.game.board_of(here) == grid.game.board_of(there)
    assert grid.is_over(there)


@pytest.mark.parametrize("columns, rows, colours", [(17, 15, 5), (16, 16, 5), (5, 5, 8)])
def test_a_board_that_does_not_fit_the_planes_is_refused_there(columns, rows, colours):
    cells = random_board(1, columns, rows, colours).cells.copy()
    cells[0, 0] = colours
    with pytest.raises(InputError, match="does not fit the bit planes; they hold 16 x 15 cells and 7 colours"):
        SameGame(Board(cells), on_planes=True)


@KINDS
def test_the_example_games_of_the_standard_set_are_scored_as_by_the_rule_book(data_folder, on_planes):
    for example in example_solutions():
        game = SameGame(load_board("standard", example.number), on_planes=on_planes)
        natives, state = Natives(game), game.start.copy()
        score = sum(natives.apply(state, action_of(move)) for move in example.moves)
        assert natives.is_over(state)
        assert score + natives.final(state) == play(game.board, game.rules, example.moves).score
