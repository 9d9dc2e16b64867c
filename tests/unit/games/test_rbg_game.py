"""Board games given by rules as games that can be searched: single-player ones by all that solves puzzles."""

from typing import Any

import numpy as np
import pytest

from playtree import InputError, Rbg, load, solve
from playtree.compiled import calls, turn_calls
from playtree.compiled.decorator import INTERPRETED, compiled
from playtree.compiled.random import below, seeded
from playtree.games.conformance import check
from playtree.games.saved import SavedGame, read_saved_game, replayed, save_game, wrong_claim
from playtree.games.turns import TurnTable
from tests.unit.rbg.samples import game_text


@pytest.fixture(autouse=True)
def _numbers_wrap_around():
    """Interpreted, random numbers would warn."""
    with np.errstate(over="ignore"):
        yield


# Coins in a row: the solver takes one of the coins at either end and scores it.
RACE = game_text(
    players="solver(9)", pieces="e, a, b", board="rectangle(up, down, left, right, [a, b, a, a, b, b, a])",
    variables="",
    rules="""(->solver (left* + right*) {a, b} ({! left {a, b}} + {! right {a, b}})
             ({a} [e] ->> [$ solver = solver + 1] + {b} [e] ->>))*""",
)  # fmt: skip


def test_a_single_player_game_keeps_the_contract_of_games():
    report = check(Rbg.from_text(RACE, "race"), games=8)
    assert report.ok, str(report)


def test_a_single_player_game_is_solved():
    game = Rbg.from_text(RACE, "race")
    solution = solve(game, iterations=300, seed=1)
    assert solution.score == 4
    assert game.replay(solution.moves).is_over


def test_a_board_game_is_loaded_by_name():
    game = load("pegSolitaire")
    assert isinstance(game, Rbg)
    assert game.legal(game.start) == [0, 1, 2, 3]
    assert game.action_from_text(game.start, game.action_text(game.start, 2)) == 2
    assert game.draw(game.start).splitlines()[3] == "p p p . p p p"


def test_a_solution_of_a_rules_file_is_saved_and_read_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "race.rbg").write_text(RACE, encoding="utf-8")
    game = load("race.rbg")
    solution = solve(game, iterations=100)
    save_game("best.json", "race.rbg", SavedGame(game, solution.moves, solution.score, None), {})
    saved = read_saved_game("best.json")
    assert wrong_claim(saved, replayed(saved, "best.json")) is None
    assert game.final(game.start) == 0


def test_a_game_that_does_not_end_is_refused_by_its_limit_which_can_be_raised(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    endless = game_text(players="solver(9)", variables="x(9)", rules="(->solver ->>)*")
    (tmp_path / "endless.rbg").write_text(endless, encoding="utf-8")
    with pytest.raises(InputError, match="a play does not end; the limit is 50, raise it with --limit pl"):
        solve(load("endless.rbg", limits="play_moves=50"), iterations=3)
    with pytest.raises(InputError, match="unknown limit 'patience'; expected one of: source_characters"):
        load("endless.rbg", limits="patience=3")
    with pytest.raises(InputError, match="found the option limits; expected it with a board of the form NAME or FILE"):
        load("random:1", limits="moves=3")


def test_tables_have_room_for_dots_that_lead_nowhere():
    """The first dot is dropped and the second keeps its number."""
    game = Rbg.from_text(game_text("->white (. {} [a] + . {e} [a] + . {a} [e]) ->>"), "dots")
    table, state = game.turns(), game.start.copy()
    actions = game.compiled.actions(state)
    assert len(table.is_start) > max(number for number, _ in actions)
    for action in actions:
        log = game.compiled.do(state, action)
        assert not table.is_start[state[table.place]]
        game.compiled.undo(state, log)


def test_a_game_of_several_players_is_not_solved():
    with pytest.raises(InputError, match="ticTacToe: found 2 players, cross, nought; expected a game of one player"):
        solve(Rbg("ticTacToe"), iterations=1)


@compiled
def play_by_numbers(game: TurnTable, state: Any, rng: Any, out: Any) -> int:
    """Play whole moves at random, each by its number; how many were made. Changes everything but `game`."""
    made = 0
    while True:
        count = turn_calls.count_moves(game.count_moves, game.data, state)
        if count == 0:
            return made
        length = turn_calls.move(game.move, game.data, state, below(rng, count), out)
        turn_calls.play(game.play, game.data, state, out[:length])
        made += 1


@compiled
def play_by_actions(game: TurnTable, state: Any, rng: Any, out: Any, log: Any) -> int:
    """Play single actions at random, each tried, taken back and made; complete each move. How many were made."""
    made = 0
    while True:
        count = turn_calls.actions(game.actions, game.data, state, out)
        if count == 0 or made == 30:
            return made
        action = out[below(rng, count)]
        turn_calls.do(game.do, game.data, state, action, log)
        is_end = game.is_start[state[game.place]]
        turn_calls.undo(game.undo, game.data, state, log)
        if is_end:
            out[0] = action
            turn_calls.play(game.play, game.data, state, out[:1])
        elif turn_calls.complete(game.complete, game.data, state, rng, out) == 0:
            return made
        made += 1


@pytest.mark.parametrize("name", ["breakthrough", "chess", "englishDraughts", "gomoku", "theMillGame"])
@pytest.mark.skipif(INTERPRETED, reason="takes long by the slow twin")
def test_moves_drawn_natively_are_those_of_the_numbers_drawn(name):
    game = Rbg(name)
    table, out, counters = game.turns(), np.zeros(4000, np.int32), np.zeros(4, np.int64)
    for seed in range(3):
        state, other = game.start.copy(), game.start.copy()
        made = play_by_numbers(table, state, seeded(seed), out)
        run_wander(table, other, seeded(seed), out, counters)
        assert np.array_equal(state, other)
        assert counters[turn_calls.MOVES_MADE] == made


@pytest.mark.kernels
def test_kernels_play_games_of_several_players_by_address():
    game = Rbg("ticTacToe")
    table = game.turns()
    out, log, counters = np.zeros(64, np.int32), np.zeros(turn_calls.LOG, np.int64), np.zeros(4, np.int64)
    scores = np.zeros(2)
    for seed in range(5):
        state = game.start.copy()
        made = play_by_numbers(table, state, seeded(seed), out)
        assert 5 <= made <= 9
        assert game.compiled.is_over(state)
        calls_scores(table, state, scores)
        assert sum(scores) == 100
        other = game.start.copy()
        assert 5 <= play_by_actions(table, other, seeded(seed), out, log) <= 9
        third = game.start.copy()
        run_wander(table, third, seeded(seed), out, counters)
        assert np.array_equal(third, state)
        assert counters[turn_calls.MOVES_MADE] == made


@compiled
def calls_scores(game: TurnTable, state: Any, scores: Any) -> None:
    calls.scores(game.scores, game.data, state, scores)


@compiled
def run_wander(game: TurnTable, state: Any, rng: Any, line: Any, counters: Any) -> None:
    turn_calls.wander(game.wander, game.data, state, rng, line, counters)


def test_the_slow_twin_does_what_the_compiled_game_does():
    game = Rbg("breakthrough", split="ModPlusShift")
    twin, compiled_game = game.twin, game.compiled
    state, rng = game.start.copy(), seeded(3)
    assert np.array_equal(twin.start(), state)
    for _ in range(6):
        assert twin.actions_of(state) == compiled_game.actions(state)
        assert twin.parts_of(state) == compiled_game.semimoves(state)
        moves = twin.moves_of(state)
        assert moves == compiled_game.moves(state)
        for name in ("complete",):
            first, second = state.copy(), state.copy()
            one, two = np.zeros(50, np.int32), np.zeros(50, np.int32)
            left, right = rng.copy(), rng.copy()
            assert getattr(twin, name)(None, first, left, one) == compiled_game.call(name, second, right, two, 50)
            assert np.array_equal(first, second)
            assert np.array_equal(one, two)
            assert left[0] == right[0]
        twin.apply(None, state, int(below(rng, len(moves))))


@pytest.mark.skipif(INTERPRETED, reason="a policy without native code")
def test_the_native_playout_is_uniform_over_moves():
    game = Rbg.from_text(RACE, "race")
    assert game.policy("random").playout != 0
