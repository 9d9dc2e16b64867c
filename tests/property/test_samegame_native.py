"""Native SameGame, on bit planes and plain arrays, does what the rule book says: in every position of random games."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playtree.compiled.decorator import INTERPRETED
from playtree.compiled.random import seeded
from playtree.games.interface import policy_from_text
from playtree.games.samegame.board import Board
from playtree.games.samegame.game import SameGame, fits_planes
from playtree.games.samegame.rules import Rules
from tests.oracles.natives import Natives, Player
from tests.property.strategies import any_rules, boards, drawn_boards

QUICK, MANY = 10 if INTERPRETED else 300, 10_000

ANY_BOARD = drawn_boards() | drawn_boards(max_columns=7, max_rows=7, max_colours=4) | boards(max_columns=8, max_rows=8)


def both_kinds(board: Board, rules: Rules, prune: bool, tracks: bool = False) -> list[Natives]:
    """The native functions on plain arrays and, where the board fits, on bit planes."""
    kinds = [False, True] if fits_planes(board) else [False]
    games = [SameGame(board, rules, prune=prune, on_planes=on_planes) for on_planes in kinds]
    return [Natives(game.tracked() if tracks else game) for game in games]


def check_game(board: Board, rules: Rules, prune: bool, seed: int) -> None:
    """Play a random game and compare everything that the native functions say with the rule book, at each position."""
    for natives in both_kinds(board, rules, prune, tracks=seed % 2 == 1):
        game, rng, random = natives.game, seeded(seed), np.random.default_rng(seed)
        state, slow, line, score = game.start.copy(), game.start.copy(), [], 0.0
        while True:
            check_position(natives, slow, rng)
            legal = natives.legal(state)
            if not legal:
                break
            line.append(legal[random.integers(len(legal))])
            reward = natives.apply(state, line[-1])
            assert reward == game.apply(slow, line[-1])
            assert np.array_equal(state, slow)
            score += reward
        score += natives.final(state)
        replay = game.replay([*line, *game.closing(line)])
        assert replay.is_over
        assert score == replay.score


def check_position(natives: Natives, state: np.ndarray, rng: np.ndarray) -> None:
    """Compare what can be asked of a position; nothing of it changes the position."""
    game, before = natives.game, state.copy()
    legal = natives.legal(state)
    assert legal == game.legal(state)
    assert natives.is_over(state) == (not legal)
    assert natives.bound(state) == game.rules.bound(game.board_of(state).counts())
    drawn = natives.sample(state, rng)
    assert drawn in legal if legal else drawn == -1
    assert len({natives.code(state, action) for action in legal}) == len(legal)
    if not legal:
        assert natives.final(state) == game.final(state)
    assert np.array_equal(state, before)


@pytest.mark.kernels
@settings(max_examples=QUICK)
@given(ANY_BOARD, any_rules(), st.booleans(), st.integers(0, 2**32 - 1))
def test_random_games_are_played_as_in_the_rule_book(board, rules, prune, seed):
    check_game(board, rules, prune, seed)


@pytest.mark.slow
@settings(max_examples=MANY)
@given(ANY_BOARD, any_rules(), st.booleans(), st.integers(0, 2**32 - 1))
def test_ten_thousand_random_games_are_played_as_in_the_rule_book(board, rules, prune, seed):
    check_game(board, rules, prune, seed)


@settings(max_examples=5)
@given(drawn_boards(max_columns=50, max_rows=50, max_colours=9), any_rules(), st.booleans())
def test_large_boards_are_played_as_in_the_rule_book(board, rules, prune):
    check_game(board, rules, prune, board.blocks)


POLICIES = [
    "random",
    "tabu-random",
    "tabu-color-random",
    "tabu-color",
    "tabu-color-learned",
    "modified-tabu-color-random",
    "probabilistic-tabu-color-random",
    "weighted-tabu-color-random",
    "dynamic-tabu-color-random",
    "dynamic-color-random",
    "connection-maximization",
    "mix",
    "mc-rws",
    "mc-rws-tak",
    "random,blocks=1",
    "tabu-random,blocks=1",
    "dynamic-color-random,blocks=1",
]


@pytest.mark.kernels
@settings(max_examples=10 if INTERPRETED else 150)
@given(
    drawn_boards() | drawn_boards(9, 9, 4),
    any_rules(),
    st.booleans(),
    st.sampled_from(POLICIES),
    st.integers(0, 2**32 - 1),
)
def test_a_playout_is_a_whole_legal_game_with_its_score(board, rules, prune, policy, seed):
    for natives in both_kinds(board, rules, prune):
        game = natives.game
        score, line, states = Player(game, policy_from_text(game, policy)).play(game.start, seeded(seed))
        state = game.start.copy()
        for action in line:
            assert action in natives.legal(state)
            natives.apply(state, action)
        assert natives.is_over(state)
        assert states == len(line) + 1
        assert score == game.replay([*line, *game.closing(line)]).score


@given(drawn_boards(8, 8, 4), st.booleans(), st.integers(0, 2**32 - 1))
@settings(max_examples=30)
def test_a_group_keeps_its_code_while_its_cells_and_colour_stay(board, prune, seed):
    for natives in both_kinds(board, Rules("any"), prune):
        names: dict[object, int] = {}
        state, rng = natives.game.start.copy(), seeded(seed)
        while not natives.is_over(state):
            cells = natives.game.board_of(state).cells
            for action in natives.legal(state):
                column, row = divmod(action, 64)
                group = _group(cells, column, row)
                assert names.setdefault(group, natives.code(state, action)) == natives.code(state, action)
            natives.apply(state, natives.sample(state, rng))
        assert len(set(names.values())) == len(names)


@given(drawn_boards(9, 9, 4) | drawn_boards(20, 16, 4), st.booleans(), st.integers(0, 2**32 - 1))
@settings(max_examples=5 if INTERPRETED else 60, deadline=None)
def test_in_a_tracked_game_a_group_has_the_name_of_its_blocks_wherever_they_fall(board, prune, seed):
    """By plain lists: each block carries the cell in which it stood at the start."""
    board = board.settled()
    for on_planes in (False, True) if fits_planes(board) else (False,):
        game = SameGame(board, prune=prune, on_planes=on_planes).tracked()
        natives, state, rng = Natives(game), game.start.copy(), seeded(seed)
        blocks = [[(column, row) for row in range(board.rows)] for column in range(board.columns)]
        names: dict[frozenset, int] = {}
        while not natives.is_over(state):
            cells = game.board_of(state).cells
            groups = {action: _group(cells, *divmod(action, 64))[1] for action in natives.legal(state)}
            for action, group in groups.items():
                stood = frozenset(blocks[column][row] for column, row in group)
                assert names.setdefault(stood, natives.code(state, action)) == natives.code(state, action)
            action = natives.sample(state, rng)
            natives.apply(state, action)
            height = [int(np.count_nonzero(column)) for column in cells]
            blocks = [
                [block for row, block in enumerate(column[: height[index]]) if (index, row) not in groups[action]]
                for index, column in enumerate(blocks)
            ]
            blocks = [column for column in blocks if column]
        assert len(set(names.values())) == len(names)


def test_tracked_games_are_made_once_and_only_where_nothing_hangs():
    game = SameGame(Board(np.array([[1, 1], [2, 2]], np.uint8)))
    tracked = game.tracked()
    assert tracked is tracked.tracked() is not game
    assert tracked.pruned().tracks
    assert tracked.board_of(tracked.start) == game.board
    hanging = SameGame(Board(np.array([[0, 1], [1, 1]], np.uint8)))
    assert hanging.tracked() is hanging


def _group(cells: np.ndarray, column: int, row: int) -> tuple[int, frozenset]:
    """Colour and cells of a group."""
    todo, found = [(column, row)], {(column, row)}
    while todo:
        c, r = todo.pop()
        for near in ((c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1)):
            inside = 0 <= near[0] < cells.shape[0] and 0 <= near[1] < cells.shape[1]
            if inside and near not in found and cells[near] == cells[column, row]:
                found.add(near)
                todo.append(near)
    return int(cells[column, row]), frozenset(found)
