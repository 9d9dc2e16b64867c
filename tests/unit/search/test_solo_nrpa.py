"""Nested rollout policy adaptation against a plain version, and what its playouts may choose from."""

import dataclasses
import math
import time
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import playtree
from playtree.compiled.decorator import INTERPRETED
from playtree.errors import InputError
from playtree.games.interface import guide_from_text
from playtree.games.samegame import rule_book
from playtree.games.samegame.board import Board
from playtree.games.samegame.game import SameGame, action_of
from playtree.games.samegame.generators import random_board
from playtree.search.budget import Budget
from playtree.search.solo.method import Task
from playtree.search.solo.nrpa import search as nrpa_search
from playtree.search.solo.nrpa.adapt import adapt, weight_of
from playtree.search.solo.nrpa.levels import new_levels
from playtree.search.solo.nrpa.method import Nrpa
from playtree.search.solo.nrpa.search import NrpaSearch
from tests.oracles.exhaustive import best_score
from tests.oracles.natives import Natives
from tests.oracles.nrpa import PlainNrpa, Played, Policy, Step, adapted, generator_of
from tests.property.strategies import any_rules, drawn_boards

pytestmark = pytest.mark.kernels

GAME = SameGame(random_board(2, 6, 6, 4) if INTERPRETED else random_board(2))


def searched(game, method: Nrpa, seed: int = 0, **limits: Any) -> NrpaSearch:
    search = method.start(Task(game, Budget(**limits), np.random.SeedSequence(seed)))
    search.run()
    assert isinstance(search, NrpaSearch)
    return search


def offer_of(
    game: SameGame, colour: int = 0, switch: int = 0, small: int = 0, after: int = 10, bias: float = 0.0,
    large: int = 0, seldom: float = 1.0,
):  # fmt: skip
    """What a playout may choose from, by the rule book."""
    whole, natives = game.board.counts()[colour], Natives(game)

    def offer(state, moves):
        board = game.board_of(state)
        groups = (rule_book.pruned_groups if game.prune else rule_book.groups)(board, game.rules.minimum)
        counts, spared, limit = board.counts(), colour, small if moves >= after else 0
        if large > 0 and counts[colour] < whole:
            spared = 1 + int(np.argmax(counts[1:]))
        is_sparing = colour > 0 and counts.sum() > switch
        kept = [is_sparing and board.cells[min(group)] == spared and len(group) > limit for group in groups]
        seldom_played = [is_kept and 0 < large <= len(group) for group, is_kept in zip(groups, kept, strict=True)]
        allowed = [not is_kept or is_seldom for is_kept, is_seldom in zip(kept, seldom_played, strict=True)]
        if not any(allowed):
            allowed, seldom_played = [True] * len(groups), [False] * len(groups)
        return [
            (
                action_of(min(group)),
                natives.code(state, action_of(min(group)))
                if game.tracks
                else (frozenset(group), int(board.cells[min(group)])),
                bias * min(len(group) - 2, 8) + (math.log(seldom) if is_seldom else 0.0),
            )
            for group, is_allowed, is_seldom in zip(groups, allowed, seldom_played, strict=True)
            if is_allowed
        ]

    return offer


def most_frequent(game: SameGame) -> int:
    return int(np.argmax(game.board.counts()))


@pytest.mark.parametrize(
    "numbers",
    [
        {},
        {"playouts": 3},
        {"repetitions": 2},
        {"patience": 2},
        {"alpha": 0.5, "temperature": 2.0},
        {"playouts": 2, "repetitions": 3, "temperature": 0.7},
    ],
    ids=str,
)
def test_it_plays_the_games_of_the_plain_version(numbers):
    """On plain arrays playouts list their moves in order, so that equal random numbers give equal games."""
    check_like_plain_version(numbers)


def test_it_plays_them_too_where_groups_are_named_by_their_cells():
    check_like_plain_version({}, places=1)


@pytest.mark.parametrize("numbers", [{}, {"repetitions": 2}, {"patience": 2}], ids=str)
def test_tables_that_grow_change_nothing(numbers, monkeypatch):
    monkeypatch.setattr(nrpa_search, "FIRST_PLACES", 16)
    check_like_plain_version(numbers)


def check_like_plain_version(numbers: dict[str, Any], places: int = 0) -> None:
    level = 3 if "patience" in numbers else 2
    game = SameGame(random_board(5, 5, 5, 3), on_planes=False, tracks=places == 0)
    count = 4 if level == 3 else 6
    numbers_of_guide: dict[str, Any] = {"small": 2, "after": 3, "switch": 6, "bias": 0.3, "large": 3, "seldom": 0.5}
    numbers_of_guide["colour"] = most_frequent(game)
    text = f"tabu,places={places}," + ",".join(f"{name}={value}" for name, value in numbers_of_guide.items())
    plain = PlainNrpa(game, offer_of(game, **numbers_of_guide), generator_of(7), iterations=count, **numbers)
    plain.run({}, level)
    plain.run({}, level)
    method = Nrpa(level=level, iterations=count, policy=text, **numbers)
    check_same_playouts(game, method, plain)


def check_same_playouts(game, method: Nrpa, plain: PlainNrpa) -> None:
    """Stopped after any number of playouts, the last one is that of the plain version, and so is the best."""
    for many in range(1, len(plain.history) + 1, 7 if INTERPRETED else 1):
        search = searched(game, method, seed=7, iterations=many)
        levels, expected = search.levels, plain.history[many - 1]
        assert levels.line[0, : levels.lengths[0]].tolist() == expected.line
        assert levels.scores[0] == pytest.approx(expected.score)
        best = max(plain.history[:many], key=lambda played: played.score)
        assert search.score == pytest.approx(best.score)
        assert search.line == best.line
        assert search.statistics.playouts == many


def test_a_puzzle_is_played_like_by_the_plain_version():
    game, prior = _sticks()
    plain = PlainNrpa(
        game,
        lambda state, moves: [(action, int(state.view(np.int64)[0]) * 4 + action, prior(state, action)) for action in
                              game.legal(state)],
        generator_of(7),
        iterations=4,
    )  # fmt: skip
    plain.run({}, 3)
    check_same_playouts(game, Nrpa(level=3, iterations=4), plain)


def _sticks():
    """Take one to three sticks; taking k of n is worth (7 n + 3 k) mod 5."""

    def legal(state, actions):
        for index in range(min(3, state[0])):
            actions[index] = index + 1
        return min(3, state[0])

    def apply(state, action):
        worth = (7 * state[0] + 3 * action) % 5
        state[0] -= action
        return worth

    def code(state, action):
        return state[0] * 4 + action

    def prior(state, action):
        return 0.25 * action

    made = playtree.puzzle("sticks", [23], legal, apply, code=code, prior=prior)
    return made, lambda state, action: 0.25 * action


@settings(max_examples=30)
@given(st.data(), st.floats(0.1, 3.0), st.floats(0.3, 3.0))
def test_adapting_is_a_step_up_the_gradient(data, alpha, temperature):
    levels = new_levels(1, 64, 64, 16)
    game, codes, priors, ends, chosen = Played(0.0), [], [], [], []
    policy: Policy = {}
    for _ in range(data.draw(st.integers(1, 6))):
        names = data.draw(st.lists(st.integers(1, 12), min_size=1, max_size=5, unique=True))
        biases = data.draw(st.lists(st.floats(-2, 2), min_size=len(names), max_size=len(names)))
        pick = data.draw(st.integers(0, len(names) - 1))
        game.steps.append(Step(list(zip(names, biases, strict=True)), pick))
        codes += names
        priors += [math.exp(bias) for bias in biases]
        ends.append(len(codes))
        chosen.append(pick)
    levels.codes[1, : len(codes)], levels.priors[1, : len(codes)] = codes, priors
    levels.ends[1, : len(ends)], levels.chosen[1, : len(ends)] = ends, chosen
    levels.lengths[1] = len(ends)
    for stamp in range(1, 4):
        policy = adapted(policy, game, alpha, temperature)
        adapt(levels, 1, alpha, temperature, stamp)
    for name in set(codes):
        assert weight_of(levels, 1, np.uint64(name), temperature) == pytest.approx(policy[name], abs=1e-9)
    assert weight_of(levels, 1, np.uint64(99)) == 0.0


@settings(max_examples=40)
@given(
    drawn_boards(max_columns=8 if INTERPRETED else 16, max_rows=6 if INTERPRETED else 15),
    any_rules(),
    st.sampled_from(
        [
            "all",
            "all,places=1",
            "tabu",
            "tabu,places=1",
            "tabu,small=2,after=4",
            "tabu,switch=20,bias=0.5",
            "tabu,rank=1,small=3,after=0",
            "tabu,small=2,after=0,large=4,seldom=0.5",
            "tabu,rank=1,large=3,seldom=0.9,switch=9,bias=0.1",
        ]
    ),
    st.integers(0, 2**32 - 1),
)
def test_the_fast_playout_lists_at_each_step_what_the_rules_allow(board, rules, text, seed):
    """Groups are mended after each move: cells, colour and weights must be those of a list made from scratch."""
    game = SameGame(board, rules, on_planes=True)
    guide = guide_from_text(game, text)
    numbers = guide.numbers
    large = int(numbers[5]) if "large" in text else 0
    colour, switch, small, after = (int(number) for number in numbers[:4])
    offer = offer_of(game, colour, switch, small, after, numbers[4], large, numbers[6])
    search = searched(game, Nrpa(level=1, iterations=2, policy=text), seed=seed, iterations=1)
    levels, state, begin, score = search.levels, game.start.copy(), 0, 0.0
    names = Natives(game if "places" in text else game.tracked())
    named = names.game.start.copy()
    for move in range(levels.lengths[0]):
        end, action = levels.ends[0, move], int(levels.line[0, move])
        choices = offer(state, move)
        expected = {name: (played, bias) for played, name, bias in choices}
        assert end - begin == len(expected)
        listed = levels.codes[0, begin:end]
        assert len(set(listed.tolist())) == len(expected)
        assert listed[levels.chosen[0, move]] == names.code(named, action)
        biases = {names.code(named, played): bias for played, bias in expected.values()}
        assert set(listed.tolist()) == set(biases)
        for code, prior in zip(listed.tolist(), levels.priors[0, begin:end], strict=True):
            assert prior == pytest.approx(math.exp(biases[code]))
        score += game.apply(state, action)
        names.apply(named, action)
        begin = end
    assert not offer(state, int(levels.lengths[0]))
    assert levels.scores[0] == score + game.final(state)


@pytest.mark.parametrize("on_planes, prune", [(True, False), (False, False), (True, True)])
def test_the_best_game_of_small_boards_is_found_and_never_exceeded(on_planes, prune):
    for seed in range(3 if INTERPRETED else 12):
        game = SameGame(random_board(seed, 4, 4, 3), on_planes=on_planes, prune=prune)
        optimum = best_score(game.board, game.rules, prune)
        for text in ("all", "tabu", "tabu,small=2,after=0", "tabu,large=3,seldom=0.3"):
            search = searched(game, Nrpa(level=2, iterations=10, policy=text), seed=seed, iterations=100)
            assert search.score <= optimum
        found = searched(game, Nrpa(level=2, policy="all"), seed=seed, iterations=200 if INTERPRETED else 2000)
        assert found.score <= optimum if INTERPRETED else found.score == optimum


@pytest.mark.parametrize("limit", ["iterations", "ru"])
@pytest.mark.parametrize("threads", [1, 2])
def test_equal_seeds_give_equal_solutions(limit, threads):
    budget: dict[str, Any] = {limit: 300}
    found = [playtree.solve(GAME, "nrpa", seed=3, threads=threads, **budget) for _ in range(2)]
    one, two = (dataclasses.replace(solution, seconds=0.0, history=()) for solution in found)
    assert one == two
    assert GAME.replay(one.moves).score == one.score


def test_a_budget_is_obeyed():
    assert playtree.solve(GAME, "nrpa", iterations=37, threads=2).statistics.playouts == 37
    states = playtree.solve(GAME, "nrpa", ru=500).statistics.states
    assert 500 <= states < 500 + GAME.board.cells.size
    begin = time.monotonic()
    solution = playtree.solve(GAME, "nrpa", seconds=0.2)
    assert 0.2 <= solution.seconds <= time.monotonic() - begin


def test_a_game_without_end_is_refused():
    def legal(state, actions):
        actions[0] = 0
        return 1

    def apply(state, action):
        return 0

    game = playtree.puzzle("round and round", [0], legal, apply)
    game.most_moves = 1000
    with pytest.raises(InputError, match="round and round: a game does not end: found 1,000 moves; expected fewer"):
        searched(game, Nrpa(level=2), iterations=9)
    if not INTERPRETED:
        with pytest.raises(InputError, match="round and round: a game does not end: found 1,000 moves"):
            playtree.solve(game, iterations=9)


def test_a_long_game_with_many_moves_gets_larger_buffers():
    """Beyond the first buffers: games of 400 moves, 300 names in each position, and tables that grow."""

    def legal(state, actions):
        many = 300 if state[0] < 400 else 0
        for index in range(many):
            actions[index] = index
        return many

    def apply(state, action):
        state[0] += 1
        return 1 if action == state[0] % 7 else 0

    def code(state, action):
        return state[0] * 1000 + action

    game = playtree.puzzle("long", [0], legal, apply, code=code)
    if INTERPRETED:
        return
    search = searched(game, Nrpa(level=2, iterations=3), iterations=9)
    assert len(search.line) == 400
    assert search.levels.used.shape[1] > 2 * 300 * 400
    again = searched(game, Nrpa(level=2, iterations=3), iterations=9)
    assert (again.score, again.line) == (search.score, search.line)


@pytest.mark.parametrize(
    "numbers, message",
    [
        ({"level": 0}, "level is 0; expected at least 1"),
        ({"level": 99}, "level is 99; expected at most 12"),
        ({"iterations": 0}, "iterations is 0; expected at least 1"),
        ({"playouts": 0}, "playouts is 0"),
        ({"repetitions": -1}, "repetitions is -1"),
        ({"patience": -1}, "patience is -1"),
        ({"alpha": 0.0}, "alpha is 0; expected a number above 0"),
        ({"temperature": math.nan}, "temperature is nan"),
    ],
)
def test_wrong_numbers_are_refused(numbers, message):
    with pytest.raises(InputError, match=message):
        Nrpa(**numbers)


def test_what_it_does_not_know_is_refused():
    with pytest.raises(InputError, match="search nrpa does not count nodes; expected a budget of: seconds, iterations"):
        playtree.solve(GAME, "nrpa", nodes=100)
    with pytest.raises(InputError, match="game samegame has no guide 'random'; it has: tabu, all"):
        playtree.solve(GAME, Nrpa(policy="random"), iterations=1)
    with pytest.raises(InputError, match="guide tabu: colour is 9; expected 0 to"):
        playtree.solve(GAME, Nrpa(policy="tabu,colour=9"), iterations=1)


def test_a_board_without_moves_is_over_at_once():
    game = SameGame(Board(np.array([[1, 2], [2, 1]], np.uint8)))
    solution = playtree.solve(game, "nrpa", iterations=5)
    assert solution.moves == ()
