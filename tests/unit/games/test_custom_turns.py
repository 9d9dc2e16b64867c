"""Games of several players of one's own: Nim against the theory of Nim, others against exhaustive search."""

import functools
import importlib
import inspect
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import playtree
from playtree import Agent, Design, InputError, MoveBudget
from playtree.errors import GameError
from playtree.games.custom_turns import OwnTurnGame
from playtree.interfaces.cli.program import main
from playtree.matches import Match, Referee, Tournament, play_once, player_from_recipe
from playtree.search.versus.design import FINALS
from playtree.search.versus.recipes import AGENTS

nim: Any = importlib.import_module("examples.nim")

pytestmark = [pytest.mark.kernels, pytest.mark.variants]


def legal(state, actions):
    for stones in range(min(3, state[0])):
        actions[stones] = stones + 1
    return min(3, state[0])


def apply(state, action):
    state[0] -= action
    state[1] = 1 + state[1] % 3


def player(state):
    return state[1]


def scores(state, out):
    out[(state[1] + 1) % 3] = 2.0  # who took the last stone
    out[state[1] - 1] = 1.0  # the next one


def three_takers(stones):
    """Three players take one to three stones in turn; the last gets 2 points and the one behind him 1."""
    return playtree.turn_game("takers", [stones, 1], legal, apply, player, scores, players=("a", "b", "c"), best=2.0)


def walk_legal(state, actions):
    """A piece goes one or two steps, twice in a move, on a strip; a first step may lead to where there is no second."""
    count = 0
    for step in range(1, 3):
        if state[0] + step <= 7:
            actions[count] = step
            count += 1
    return count


def walk_apply(state, action):
    state[0] += action
    state[1] = 1 - state[1]
    if state[1] == 0:
        state[2] = 3 - state[2]


def walk_starts(state):
    return state[1] == 0


def walk_player(state):
    return state[2]


def walk_scores(state, out):
    out[2 - state[2]] = 1.0


def strip():
    return playtree.turn_game("strip", [0, 0, 1], walk_legal, walk_apply, walk_player, walk_scores, starts=walk_starts)


GAMES = {"nim": lambda: nim.nim(1, 2, 3), "takers": lambda: three_takers(7), "strip": strip}


class Exhaustive:
    """All outcomes of optimal play by the slow rules; several, where a player has equal choices."""

    def __init__(self, game: OwnTurnGame) -> None:
        self.game = game
        self.outcomes = functools.cache(self._outcomes)

    def of(self, state):
        return self.outcomes(state.tobytes())

    def _outcomes(self, words):
        state = np.frombuffer(words, np.uint64).copy()
        moves = self.game.slow_moves(state)
        if not moves:
            return frozenset([self.game.final_scores(state)])
        seat = self.game.mover(state) - 1
        ends = [self.of(self.after(state, move)) for move in moves]
        worst = max(min(each[seat] for each in end) for end in ends)
        return frozenset(each for end in ends for each in end if each[seat] >= worst)

    def after(self, state, move):
        after = state.copy()
        for action in move:
            self.game.apply(after, action)
        return after


@pytest.mark.parametrize("name", GAMES)
def test_check_finds_nothing_wrong(name):
    report = playtree.check(GAMES[name](), 20)
    assert report.ok, str(report)


@pytest.mark.parametrize("name", GAMES)
def test_moves_are_those_of_the_slow_rules_in_every_position(name):
    game = GAMES[name]()
    seen, pending = set(), [game.start]
    while pending:
        state = pending.pop()
        if state.tobytes() in seen:
            continue
        seen.add(state.tobytes())
        moves = game.slow_moves(state)
        assert game.compiled.moves(state) == moves
        assert game.compiled.count(state) == len(moves)
        assert [game.compiled.numbered(state, number) for number in range(len(moves))] == moves
        for move in moves:
            assert game.compiled.is_legal(state, move)
            after = state.copy()
            game.compiled.play(after, move)
            assert np.array_equal(after, Exhaustive(game).after(state, move))
            pending.append(after)
    assert not game.compiled.is_legal(game.start, (99,))
    assert not game.compiled.is_legal(game.start, ())


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("tree", ["orthodox", "semisplit", "rollup"])
def test_the_solver_proves_what_exhaustive_search_finds(name, tree):
    game = GAMES[name]()
    oracle = Exhaustive(game)
    agent = Agent(game, Design(tree, "semisplit", proves=True), 1, memory_megabytes=2)
    proven = 0
    while not agent.is_over:
        choice = agent.choose(None, MoveBudget(simulations=2000))
        seat = game.compiled.player(agent.state) - 1
        proven += choice.is_proven
        if choice.is_proven:
            assert choice.expected == pytest.approx(min(each[seat] for each in oracle.of(agent.state)) / game.best)
        else:  # where a win leaves points to others, what they get is seldom known
            assert name == "takers" or len(oracle.of(agent.state)) > 1
        assert game.compiled.is_legal(agent.state, choice.move)
        agent.advance(choice.move)
    assert proven > 0


@settings(max_examples=8, deadline=None)
@given(st.lists(st.integers(0, 4), min_size=1, max_size=3).filter(any))
def test_a_proven_move_in_nim_is_what_theory_says(piles):
    game = nim.nim(*piles)
    choice = Agent(game, "solver", 1, memory_megabytes=4).choose(None, MoveBudget(simulations=20_000))
    left = list(piles)
    left[choice.move[0] - 1] -= choice.move[1]
    is_won = functools.reduce(int.__xor__, piles) != 0
    assert choice.is_proven
    assert choice.expected == float(is_won)
    if is_won:
        assert functools.reduce(int.__xor__, left) == 0


def last_scores(state, out):
    out[2 - state[1]] = 49.0


def test_the_highest_score_is_proven_as_a_win_whatever_it_is():
    game = playtree.turn_game("stones", [11, 1], legal, endless_free, player, last_scores, best=49.0)
    choice = Agent(game, "solver", 1, memory_megabytes=2).choose(None, MoveBudget(simulations=3000))
    assert (choice.move, choice.is_proven, choice.expected) == ((3,), True, 1.0)  # 49 * (1 / 49) is less than 1
    assert choice.simulations < 3000


def needle_legal(state, actions):
    """First give up or go on, then find one of many."""
    count = 0 if state[0] == 2 else 2 if state[0] == 0 else 500
    for action in range(count):
        actions[action] = action
    return count


def needle_apply(state, action):
    state[1] = 0 if state[0] == 1 and action == 77 else 1
    state[0] = 1 if state[0] == 0 and action == 1 else 2


def needle_scores(state, out):
    out[state[1]] = 1.0


@pytest.mark.parametrize("final", FINALS)
def test_a_certain_loss_is_not_played_where_another_move_may_be_none(final):
    game = playtree.turn_game("needle", [0, 0], needle_legal, needle_apply, lambda state: 1, needle_scores)
    for seed in range(5):
        agent = Agent(game, Design(proves=True, final=final), seed, memory_megabytes=2)
        assert agent.choose(None, MoveBudget(simulations=40)).move == (1,)


def king_legal(state, actions):
    if state[0] == 2:
        return 0
    actions[0], actions[1] = 0, 1
    return 2


def king_apply(state, action):
    state[1] = 3 if state[0] == 0 else 1 + action
    state[0] = 2 if state[0] == 1 or action == 1 else 1


def king_player(state):
    return 2 if state[0] == 0 else 1


def king_scores(state, out):
    if state[1] == 3:
        out[1], out[2] = 0.25, 1.0
    else:
        out[0], out[state[1]] = 1.0, 0.5


def king():
    """The second player takes a quarter, or lets the first one win, who then gives half to either of the others."""
    players = ("red", "green", "blue")
    return playtree.turn_game("king", [0, 0], king_legal, king_apply, king_player, king_scores, players=players)


@pytest.mark.parametrize("seed", range(4))
def test_a_win_that_others_share_in_two_ways_proves_nothing(seed):
    choice = Agent(king(), "solver", seed, memory_megabytes=1).choose(None, MoveBudget(simulations=500))
    assert {each.move: each.is_proven for each in choice.alternatives} == {(0,): False, (1,): True}


@pytest.mark.parametrize("move", [(2**30,), (-1,), (2**31,), (0, 2**30), ("a",), None])
def test_what_is_no_move_is_no_move_in_disguise_either(move):
    agent = Agent(king(), "orthodox", 1, memory_megabytes=1)
    with pytest.raises(InputError, match="expected a legal one"):
        agent.advance(move)


@pytest.mark.parametrize(
    "name", ["orthodox", "semisplit-raw", "rollup-nodal", "semisplit-nodal-mast", "orthodox-mast-rave"]
)
def test_agents_play_legal_games_whatever_they_learn(name):
    game = nim.nim(2, 3, 4)
    players = [player_from_recipe(each, game) for each in (name, "random")]
    for number in range(2):
        record = play_once(game, players[::-1] if number else players, MoveBudget(simulations=60), number=number)
        assert sorted(record.scores) == [0.0, 1.0]
    assert name in AGENTS


def test_parts_that_lead_nowhere_are_dropped():
    agent = Agent(strip(), "semisplit-raw", 1, memory_megabytes=2)
    for move in [(2, 1), (1, 1)]:
        agent.advance(move)
    choice = agent.choose(None, MoveBudget(simulations=50))  # at 5 of 7, a first step of 2 leaves no second
    assert choice.move == (1, 1)
    assert int(agent.search.tree.count[agent.search.root]) == 1


def test_visits_add_up_in_a_split_tree_of_a_game_of_ones_own():
    agent = Agent(nim.game, "semisplit-nodal", 1, memory_megabytes=4)
    agent.choose(None, MoveBudget(simulations=500))
    tree, root = agent.search.tree, agent.search.root
    first = int(tree.first[root])
    assert tree.visits[root] == 500
    assert sum(tree.visits[first : first + int(tree.tried[root])]) == 500
    assert not tree.is_start[first]


def test_a_referee_refuses_what_is_no_move():
    referee = Referee(nim.game)
    assert referee.is_legal((1, 3))
    for wrong in list[Any]([(1,), (1, 4), (4, 1), (1, 1, 1), "no", ((1, 1),)]):
        assert not referee.is_legal(wrong)


@pytest.mark.parametrize(
    "changes, says",
    [
        ({"players": ("one",)}, "expected two or more different names"),
        ({"best": 0}, "best is 0"),
        ({"player": lambda state: 3}, r"player returns 3; expected 1 to 2 \(tried at the start\)"),
        ({"scores": lambda state: 0.0}, r"scores takes \(state\); expected \(state, out\)"),
        ({"starts": lambda state: False}, "starts is false at the start"),
        ({"legal": lambda state, actions: 1.5}, "legal returns 1.5"),
    ],
)
def test_what_makes_no_game_is_refused(changes, says):
    given = {"legal": nim.legal, "apply": nim.apply, "player": nim.player, "scores": nim.scores, "starts": nim.starts}
    with pytest.raises(InputError, match=says):
        playtree.turn_game("wrong", [3, 0, 1], **{**given, **changes})


def endless_apply(state, action):
    state[1] = 3 - state[1]


def test_check_says_what_is_wrong():
    endless = playtree.turn_game("endless", [3, 1], legal, endless_apply, player, lambda state, out: None)
    report = playtree.check(endless, 1, most_moves=50)
    assert "the game does not end: found 50 moves" in report.findings[0]

    def rich(state, out):
        out[0] = 7.0

    report = playtree.check(playtree.turn_game("rich", [3, 1], legal, endless_free, player, rich), 1)
    assert "scores are out of range: found [7.0, 0.0]; expected 0 to 1" in report.findings[0]


def late_text(state, action):
    return "abc"[state[0] - 1]


def no_text(state, action):
    return "take" if state[0] > 2 else action


@pytest.mark.parametrize(
    "text, says",
    [
        (late_text, r"action_text, test_custom_turns.py line \d+: IndexError: string index out of range"),
        (no_text, "action_text returns 1; expected a text"),
    ],
)
def test_check_asks_for_the_texts_of_actions(text, says):
    game = playtree.turn_game("texts", [5, 1], legal, endless_free, player, lambda state, out: None, action_text=text)
    report = playtree.check(game, 5)
    assert re.match(f"action_text fails when interpreted: game texts: {says}", report.findings[0])


def test_check_says_only_that_a_move_has_too_many_actions():
    never = playtree.turn_game(
        "long", [200, 1], legal, endless_free, player, lambda state, out: None, starts=lambda state: state[0] == 200
    )
    assert [finding.partition(" (")[0] for finding in playtree.check(never, 1).findings] == [
        "a move has more than 64 actions; expected that it ends"
    ]


def endless_free(state, action):
    state[0] -= action
    state[1] = 3 - state[1]


def bad_player(state):
    return 1 if state[0] > 1 else 5


def test_a_fault_in_the_rules_ends_a_search_with_one_line():
    game = playtree.turn_game("faulty", [5, 1], legal, endless_free, bad_player, lambda state, out: None)
    with pytest.raises(GameError, match="faulty: player returns a number that is no player's"):
        Agent(game, "orthodox", 1, memory_megabytes=2).choose(None, MoveBudget(simulations=200))


def no_number(state, out):
    out[:] = 0.5
    if state[0] == 0:
        out[0] = np.nan


def too_much(state, out):
    out[0] = 7.0 if state[0] == 0 else 0.0


@pytest.mark.parametrize("written, found", [(no_number, r"\[nan, 0.5\]"), (too_much, r"\[7.0, 0.0\]")])
@pytest.mark.parametrize("threads", [1, 2])
def test_scores_that_are_out_of_range_end_a_search_or_a_match_with_one_line(written, found, threads):
    game = playtree.turn_game("odd", [3, 1], legal, endless_free, player, written)
    says = f"odd: scores are {found}; expected 0 to 1 for each player"
    with pytest.raises(GameError, match=says):
        Agent(game, "orthodox", 1, memory_megabytes=2, threads=threads).choose(None, MoveBudget(simulations=200))
    referee = Referee(game)
    assert len(referee.scores) == 2  # of no importance before the end
    for _ in range(3):
        referee.play((1,))
    with pytest.raises(GameError, match=says):
        _ = referee.scores
    report = playtree.check(game, 1)
    assert [finding.partition(" (")[0] for finding in report.findings] == [
        f"scores are out of range: found {found.replace(chr(92), '')}; expected 0 to 1"
    ]


def test_sums_of_fractions_may_be_a_hair_above_the_best():
    def almost(state, out):
        out[0] = 0.1 + 0.7 + 0.2 + 2e-16

    game = playtree.turn_game("hair", [3, 1], legal, endless_free, player, almost)
    Agent(game, "orthodox", 1, memory_megabytes=2).choose(None, MoveBudget(simulations=200))
    assert playtree.check(game, 1).ok


def ends_mid_move(state):
    return state[0] % 2 == 0


@pytest.mark.parametrize("count", [-1, 1 << 40])
@pytest.mark.parametrize("design", ["orthodox", "semisplit-nodal"])
@pytest.mark.parametrize("starts", [None, ends_mid_move])
def test_a_count_that_cannot_be_ends_a_search_with_one_line(count, design, starts):
    def late_nonsense(state, actions):
        actions[0] = 1
        return 1 if state[0] > 3 else count

    given = late_nonsense, endless_free, lambda state: 1 + state[0] % 2, lambda state, out: None
    game = playtree.turn_game("faulty", [10, 1], *given, starts=starts)
    with pytest.raises(GameError, match="faulty: legal returns"):
        Agent(game, design, 1, memory_megabytes=2).choose(None, MoveBudget(simulations=200))


def test_other_strategies_and_solvers_are_refused():
    with pytest.raises(InputError, match="nim: found the split strategy ModPlus"):
        Agent(nim.game, Design("semisplit", "semisplit", "ModPlus"))
    with pytest.raises(InputError, match="nim: found 2 players, first, second; expected a game of one player"):
        playtree.solve(nim.game, iterations=10)
    with pytest.raises(InputError, match="found a game of one player; expected one of several"):
        Tournament(Match("random", "random", ("examples.knapsack:game",), 1, MoveBudget(simulations=1)))


def test_a_match_of_ones_own_game_goes_on_where_it_ended(tmp_path):
    match = Match("solver", "random", ("examples.nim:game",), 2, MoveBudget(simulations=3000))
    records = list(Tournament(match, file=tmp_path / "plays").run())
    assert records[0].points == 1.0  # the first player wins Nim on 3, 4 and 5, and proves it
    assert {record.game for record in records} == {"nim"}
    assert list(Tournament(match, file=tmp_path / "plays").run()) == []


def test_people_play_against_the_machine_by_the_texts_of_the_game(monkeypatch, capsys):
    answers = iter(["pile 1\n", "pile 1 take 2\n", "h\n", "t\n", "u\n", "m\n", "pile 9\n", "q\n"])
    monkeypatch.setattr("sys.stdin", type("Typed", (), {"readline": lambda self: next(answers, ""), "isatty": bool})())
    code = main(["play", "examples.nim:game", "--against", "solver", "--seconds", "0.05", "--json"])
    out, err = capsys.readouterr()
    assert code == 0
    assert json.loads(out) == {"game": "nim", "moves": [], "over": False, "scores": {"first": 0.0, "second": 1.0}}
    assert "type a move as the list shows it" in err
    assert "   1  pile 1 take 1" in err
    assert "move 1: pile 1 take 2" in err
    assert "(last move: pile" in err
    assert "'pile 9' is no move here" in err


def test_the_page_shows_the_functions_as_they_are():
    page = (Path(nim.__file__).parents[1] / "docs" / "your-own-game.md").read_text(encoding="utf-8")
    for function in (nim.legal, nim.apply, nim.starts, nim.player, nim.scores):
        assert inspect.getsource(function) in page
