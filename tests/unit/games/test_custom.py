"""Puzzles of one's own: plain functions become a game, compiled and interpreted alike."""

import functools
import os
import subprocess
import sys
import types
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

import playtree
from playtree.compiled.calls import ABSENT, OVER
from playtree.compiled.random import below, seeded
from playtree.errors import GameError, InputError
from playtree.games.custom import Puzzle, puzzle
from playtree.games.interface import GameTable
from playtree.games.probes import Probe
from playtree.search.budget import Budget
from playtree.search.solo.pruning.look_ahead import LookAhead
from playtree.search.solo.variant import Variant

ROOT = Path(__file__).parents[3]


def legal(state, actions):
    """Take one to three coins."""
    for coins in range(min(3, state[0])):
        actions[coins] = coins + 1
    return min(3, state[0])


def apply(state, action):
    state[0] -= action
    return action % 3


def coins(**more: Any) -> Puzzle:
    return puzzle("coins", [20], **{"legal": legal, "apply": apply, **more})


def rewarded(reward: Any) -> float:
    """What the compiled `reward` returns for 5 coins and action 1, as the `apply` of a puzzle."""
    return Probe(coins(apply=reward).table()).apply(np.array([5], np.uint64), 1)


@pytest.mark.kernels
def test_a_puzzle_is_solved_and_replayed():
    solution = playtree.solve(coins(), iterations=300, seed=1)
    assert coins().replay(solution.moves).score == solution.score
    assert sum(solution.moves) == 20


def test_compiled_and_interpreted_searches_are_equal():
    command = "import sys; sys.path.insert(0, '.')\nfrom tests.unit.games.test_custom import *\n"
    command += "print(playtree.solve(coins(), iterations=300, seed=5).moves)"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    interpreted = subprocess.run(
        [sys.executable, "-c", command], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert interpreted.stdout.strip() == str(playtree.solve(coins(), iterations=300, seed=5).moves)


def either_below_zero(state, actions):
    actions[0], actions[1] = -1, -2
    return 2 if state[0] < 6 else 0


def in_turn(state, action):
    state[0] += 1
    return 1.0 if (action == -2) == (state[0] % 2 == 1) else 0.0


@pytest.mark.parametrize("recipe", ["uct", "beam", "dbs", "nmcs", "flat", "swarm", "improve", "nrpa", "mast"])
def test_actions_may_be_any_whole_numbers(recipe):
    game = playtree.puzzle("signed", [0], either_below_zero, in_turn)
    assert playtree.solve(game, recipe, iterations=2000, seed=1, threads=1).score == 6.0


def fifth(state, action):
    state[0] += 1
    return 0.1 * (action + 1)


def five_of_three(state, actions):
    for action in range(3):
        actions[action] = action
    return 3 if state[0] < 5 else 0


@pytest.mark.parametrize("recipe", ["uct", "beam", "nrpa", "improve", "portfolio"])
def test_a_score_is_that_of_the_rules_to_the_last_digit(recipe):
    game = playtree.puzzle("fractions", [0], five_of_three, fifth, most_actions=3)
    found = playtree.solve(game, recipe, iterations=400, seed=2)
    assert found.score == game.replay(found.moves).score == sum([0.1 * 3] * 5)


@pytest.mark.kernels
def test_functions_see_signed_numbers():
    def debt(state, action):
        state[0] = state[0] - 10
        return state[0] / 2

    assert rewarded(debt) == -2.5


@pytest.mark.kernels
@pytest.mark.parametrize("shape", [(6,), (2, 3), (1, 2, 3)])
@pytest.mark.parametrize("dtype", [np.int64, np.float64, np.int8, np.float32])
def test_data_of_one_to_three_dimensions_comes_first(shape, dtype):
    data = np.arange(6, dtype=dtype).reshape(shape)

    def moves(data, state, actions):
        actions[0] = data.shape[0]
        return 1

    def reward(data, state, action):
        total = 0.0
        for place in np.ndindex(data.shape):
            total = 10 * total + data[place]
        return total + data.ndim / 8

    game = puzzle("data", [1], moves, reward, data=data)
    probe = Probe(game.table())
    assert game.legal(game.start) == probe.legal(game.start, 4096, 1).actions == [shape[0]]
    assert game.apply(game.start, 1) == probe.apply(game.start, 1) == 12345 + len(shape) / 8


@pytest.mark.kernels
def test_data_may_be_a_tuple_of_arrays():
    def moves(data, state, actions):
        weights, chances = data
        actions[0] = len(weights) + len(chances)
        return 1

    def reward(data, state, action):
        weights, chances = data
        return weights[1, 1] * chances[2]

    game = puzzle("tuple", [1], moves, reward, data=(np.array([[1, 2], [3, 4]]), np.array([0.5, 0.25, 0.125])))
    probe = Probe(game.table())
    assert probe.legal(game.start, 4096, 1).actions == [5]
    assert game.apply(game.start, 1) == probe.apply(game.start, 1) == 0.5


@pytest.mark.kernels
def test_data_is_a_copy_that_nobody_can_change():
    numbers = np.array([1.0])
    game = puzzle("data", [1], lambda data, state, actions: 0, lambda data, state, action: data[0], data=numbers)
    numbers[0] = 7
    assert game.apply(game.start, 0) == Probe(game.table()).apply(game.start, 0) == 1


@pytest.mark.kernels
def test_more_actions_than_places_make_the_search_ask_again():
    def many(state, actions):
        for action in range(min(state[0], len(actions))):
            actions[action] = action
        return state[0]

    def stop(state, action):
        state[0] = 0
        return action

    game = puzzle("many", [5000], many, stop)
    assert len(game.legal(game.start)) == 5000
    probe = Probe(game.table())
    assert probe.legal(game.start, 100, 5000).many == 4096  # at least so many places
    assert probe.legal(game.start, 4096, 5000).many == 5000
    assert probe.legal(game.start, 5000, 5000).actions == list(range(5000))
    assert playtree.solve(game, iterations=50).statistics.iterations == 50


@pytest.mark.kernels
@pytest.mark.parametrize("count", [-1, 1 << 40])
def test_a_count_that_cannot_be_ends_a_search_with_one_line(count):
    def late_nonsense(state, actions):
        actions[0] = 1
        return 1 if state[0] > 17 else count

    game = coins(legal=late_nonsense)
    with pytest.raises(GameError, match=f"game coins: legal returns {count}; expected 0 to 16,777,216"):
        playtree.solve(game, iterations=20)


@pytest.mark.kernels
@pytest.mark.parametrize("recipe", ["uct", "flat"])
@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
def test_a_reward_that_is_not_finite_ends_a_search_with_one_line(number, recipe):
    def forbids_late(state, action):
        state[0] -= action
        return number if state[0] == 1 else 1.0

    with pytest.raises(GameError, match=f"game coins: the reward of an action is {number}; expected a finite number"):
        playtree.solve(coins(apply=forbids_late), recipe, iterations=50)


@pytest.mark.kernels
def test_a_final_score_that_is_not_finite_ends_a_search_with_one_line():
    with pytest.raises(GameError, match=r"game coins: the final score is -inf; expected a finite number .* -1e9"):
        playtree.solve(coins(scores=lambda state: -np.inf), "flat", seconds=0.1)


@pytest.mark.kernels
def test_only_the_scores_of_final_states_have_to_be_finite():
    def many(state, actions):
        for action in range(min(5000, len(actions))):
            actions[action] = action
        return 5000 if state[0] > 0 else 0

    def stop(state, action):
        state[0] = 0
        return action

    game = puzzle("many", [1], many, stop, scores=lambda state: -np.inf if state[0] else 1.0, most_actions=2)
    for recipe in ("flat", "nrpa", "mast", "nmcs"):
        assert playtree.solve(game, recipe, iterations=20).score >= 1.0


@pytest.mark.parametrize("recipe", ["beam", "flat"])
def test_a_puzzle_without_end_is_called_that_by_searches_whose_simulations_end(recipe):
    endless = coins(apply=lambda state, action: 0)
    with pytest.raises(InputError, match="coins: a game does not end: found 65,536 moves; expected fewer"):
        playtree.solve(endless, recipe, iterations=1)


def test_a_bound_that_is_not_finite_is_refused():
    with pytest.raises(InputError, match="game coins: the bound of a state is inf; expected a finite number"):
        coins(bound=lambda state: np.inf)


def test_a_legal_that_writes_too_much_is_told_of_most_actions():
    def many(state, actions):
        for action in range(10):
            actions[action] = action
        return 10

    with pytest.raises(InputError, match=r"legal, test_custom.py line \d+: IndexError: .*most_actions"):
        coins(legal=many, most_actions=9)
    assert len(coins(legal=many, most_actions=10).legal(coins().start)) == 10


@pytest.mark.kernels
def test_optional_functions_answer_in_both_versions():
    game = coins(
        scores=lambda state: state[0] * 1.5,
        bound=lambda state: state[0],
        key=lambda state: -state[0],
        code=lambda state, action: 100 * state[0] + action,
        sample=lambda state, rng: 1 + below(rng, min(3, state[0])) if state[0] > 0 else -1,
    )
    probe = Probe(game.table("scores", "bound", "key", "code", "sample", "status", "playout"))
    state = np.array([2], np.uint64)
    assert probe.final(state) == game.final(state) == 3.0
    assert probe.bound(state) == game.answer("bound", state) == 2
    assert probe.key(state) == 2**64 - 2
    assert probe.code(state, 1) == game.answer("code", state, 1) == 201
    assert {probe.sample(state, seeded(seed)) for seed in range(30)} == {1, 2}
    assert probe.status(state) == 0
    state[0] = 0
    assert probe.sample(state, seeded(0)) == -1
    assert probe.status(state) == OVER
    assert probe.table.playout == ABSENT


def most(state, actions, rng):
    """Take as many coins as possible, or one in one of eight cases."""
    return actions[0] if below(rng, 8) == 0 else actions[len(actions) - 1]


def one_by_one(state, actions):
    """Only taking one coin cannot wait."""
    return 1


@pytest.mark.kernels
def test_a_policy_of_ones_own_plays_the_simulations():
    game = coins(policies={"most": most})
    assert list(game.policies) == ["random", "most"]
    found = Variant(policy="most").run(game, Budget(iterations=40), seed=1)
    assert game.replay(found.moves).score == found.score
    least = coins(policies={"least": lambda state, actions, rng: actions[0]})
    assert Variant(policy="least").run(least, Budget(iterations=1)).moves == (1,) * 20


@pytest.mark.kernels
def test_moves_that_can_wait_are_left_out_of_the_tree():
    variant = Variant(pruning=LookAhead(), policy="random")
    game = coins(narrow=one_by_one)
    assert variant.run(game, Budget(iterations=30)).statistics.pruned > 0
    with pytest.raises(InputError, match="pruning look-ahead needs the game's narrow; game coins has none"):
        variant.run(coins(), Budget(iterations=30))


@pytest.mark.parametrize(
    "policies, message",
    [
        ({"random": most}, "policy 'random'; expected a new name without commas and spaces"),
        ({"a,b": most}, "policy 'a,b'; expected a new name"),
        ({"bad": lambda state, actions: 1}, r"choose takes .*; expected \(state, actions, rng\)"),
        ({"bad": lambda state, actions, rng: 99}, "policy bad plays 99; expected one of the actions"),
        ({"bad": 7}, "choose is 7; expected a plain function"),
    ],
)
def test_a_bad_policy_is_refused(policies, message):
    with pytest.raises(InputError, match=message):
        coins(policies=policies)


@pytest.mark.kernels
def test_functions_that_are_not_there_are_absent():
    table = coins().table("scores", "bound", "key", "code", "sample", "prior")
    assert table[3:] == (ABSENT,) * (len(GameTable._fields) - 3)
    assert coins().final(np.zeros(1, np.uint64)) == 0


# what a function may refer to

FACTOR, OFFSETS, TABLE = 3, (1, 2), np.array([5, 7, 11])


class Prices(NamedTuple):
    low: int
    high: float = 2.5


PRICES = Prices(4)


def helper(number, more=FACTOR):
    return deeper(number) * more


def deeper(number):
    return TABLE[number] + OFFSETS[1]


@numba.njit
def compiled_helper(number):
    return number + FACTOR


def factorial(number):
    return 1 if number < 2 else number * factorial(number - 1)


def is_even(number):
    return True if number == 0 else is_odd(number - 1)


def is_odd(number):
    return False if number == 0 else is_even(number - 1)


module: Any = types.ModuleType("module")
module.inner = types.ModuleType("module.inner")
exec("STEP = 2\ndef twice(number):\n    return number * STEP\n", module.__dict__)
exec("def thrice(number):\n    return number * 3\n", module.inner.__dict__)


def closed(value, function):
    return lambda state, action: function(value) + action


@pytest.mark.kernels
@pytest.mark.parametrize(
    "reward, expected",
    [
        (lambda state, action: helper(action), 27),
        (lambda state, action: helper(action, more=2), 18),
        (lambda state, action: compiled_helper(action), 4),
        (lambda state, action: factorial(5 * action), 120),
        (lambda state, action: is_even(action + 3), 1),
        (lambda state, action: PRICES.low * PRICES.high, 10),
        (lambda state, action: Prices(action, 6.0).high, 6),
        (lambda state, action: module.STEP + module.twice(action), 4),
        (lambda state, action: module.inner.thrice(action), 3),
        (closed(2, helper), 40),
        (closed(6, lambda number: number / 4), 2.5),
        (lambda state, action: sum([helper(number) for number in range(2)]), 48),
        (lambda state, action: np.sqrt(4.0) + np.array([1, 2])[action], 4),
        (lambda state, action: action in (1, 5), 1),
    ],
)
def test_a_function_may_refer_to(reward, expected):
    assert rewarded(reward) == expected


@pytest.mark.kernels
def test_a_compiled_function_serves_too():
    game = coins(apply=numba.njit(apply))
    assert Probe(game.table()).apply(game.start.copy(), 2) == 2


def test_the_original_functions_stay_plain():
    before = dict(helper.__globals__)
    rewarded(lambda state, action: helper(action))
    assert helper.__globals__["deeper"] is before["deeper"] is deeper


def test_a_global_that_changes_is_seen_by_the_next_table(monkeypatch):
    game = coins(apply=lambda state, action: FACTOR)
    assert Probe(game.table()).apply(game.start, 1) == 3
    monkeypatch.setitem(globals(), "FACTOR", 4)
    assert Probe(game.table()).apply(game.start, 1) == game.apply(game.start, 1) == 4


def test_puzzles_of_the_same_code_share_their_machine_code():
    def moves(data, state, actions):
        return 0

    def reward(data, state, action):
        return data[0]

    def table(data):
        return puzzle("shared", [1], moves, reward, data=data).table()

    first, second, other = table(np.array([1, 2])), table(np.array([5])), table(np.array([0.5]))
    assert first.apply == second.apply != other.apply
    assert [Probe(found).apply(np.zeros(1, np.uint64), 0) for found in (first, second, other)] == [1, 5, 0.5]


# what is said when something is wrong

LIST, MAPPING, LARGE = [1, 2], {1: 2}, np.zeros(200_000)


def no_reward(state, action):
    return 1.0 if state[0] < 100 else None


def two_kinds(state, action):
    value: Any = 1
    if state[0] > 100:
        value = "much"
    return len(value) if state[0] > 100 else 1


def changes_a_global(state, action):
    global FACTOR
    if state[0] > 100:
        FACTOR = 5
    return 1


def unknown_attribute(state, action):
    return state.dancers if state[0] > 100 else 1


def in_a_helper(state, action):
    return unknown_attribute(state, action)


@pytest.mark.parametrize(
    "reward, message",
    [
        (lambda state, action: LIST[action], r"'LIST' is a list; use a numpy array or a tuple"),
        (lambda state, action: MAPPING[action], r"'MAPPING' is a dict; use a numpy array"),
        (lambda state, action: LARGE[action], r"'LARGE' is an array of 1,600,000 bytes; give what is so large as data"),
        (lambda state, action: UNKNOWN if state[0] > 100 else 1, r"'UNKNOWN' is not defined"),  # type: ignore[name-defined] # noqa: F821
        (lambda state, action: module.nonsense(1) if state[0] > 100 else 1, r"'module.nonsense' does not exist"),
        (lambda state, action: 1 if module else 0, r"'module' is a module by itself"),
        (no_reward, r"it returns a number here and nothing there; expected a number"),
        (two_kinds, r"line \d+: 'value' is 1 in one place and the text 'much' in another"),
        (changes_a_global, r"line \d+: a global variable is changed; all that changes belongs into the state"),
        (unknown_attribute, r"line \d+: an array of int64 \(1d\) has no 'dancers' when compiled"),
        (in_a_helper, r"in_a_helper, test_custom.py line \d+: an array of int64 \(1d\) has no 'dancers'"),
    ],
)
def test_what_cannot_be_compiled_is_said_in_one_line(reward, message):
    with pytest.raises((GameError, InputError), match=message) as caught:
        coins(apply=reward).table()
    assert str(caught.value).startswith("game coins: ")
    assert "\n" not in str(caught.value)


def test_writing_to_data_is_refused():
    def greedy(data, state, action):
        data[0] = 3
        return 1

    with pytest.raises(GameError, match="constants are changed here"):
        puzzle("greedy", [1], lambda data, state, actions: 0, greedy, data=np.array([1])).table()
    with pytest.raises(InputError, match=r"apply, test_custom.py line \d+: .*read-only"):
        puzzle("greedy", [1], lambda data, state, actions: 1, greedy, data=np.array([1]))


@pytest.mark.parametrize(
    "changed, message",
    [
        ({"start": [1.5]}, "start is an array of float64 with 1 dimensions; expected a row of whole numbers"),
        ({"start": [[1]]}, "start is an array of int64 with 2 dimensions"),
        ({"start": []}, "start is"),
        ({"start": ["a"]}, r"start is \['a'\]"),
        ({"start": [1 << 70]}, "start is"),
        ({"name": ""}, "name is empty"),
        ({"most_actions": 0}, "most_actions is 0; expected a whole number from 1 to 16,777,216"),
        ({"most_actions": 1.5}, "most_actions is 1.5; expected a whole number"),
        ({"most_actions": 10**12}, "most_actions is 1000000000000; expected a whole number from 1"),
        ({"legal": None}, "legal is None; expected a plain function"),
        ({"data": [1, 2]}, "data is a list; expected a numpy array"),
        ({"data": ()}, "data is an empty tuple"),
        ({"data": (np.zeros(2), 5)}, r"data\[1\] is a int; expected a numpy array"),
        ({"data": np.array(["a"])}, "data is an array of <U1; expected int64 or float64"),
        ({"data": np.zeros(2, np.uint64)}, "data is an array of uint64; expected int64 or float64"),
        ({"data": np.zeros(2, complex)}, "data is an array of complex128; expected int64 or float64"),
        ({"data": np.zeros((1, 1, 1, 1))}, "data has 4 dimensions; expected 1 to 3"),
        ({"data": np.zeros(1)}, r"legal takes \(state, actions\); expected \(data, state, actions\) with data"),
        ({"apply": lambda state: 1}, r"apply takes \(state\); expected \(state, action\) without data"),
        ({"scores": lambda state, out: 1}, r"scores takes \(state, out\); expected \(state\) without data"),
        ({"apply": 5}, "apply is 5; expected a plain function"),
        ({"apply": functools.partial(apply)}, "apply is functools.partial.*; expected a plain function"),
        ({"apply": lambda state, action: None}, "apply returns nothing; expected the reward, a number"),
        ({"legal": lambda state, actions: None}, "legal returns nothing; expected how many actions there are"),
        ({"legal": lambda state, actions: 1.5}, "legal returns 1.5; expected how many actions there are"),
        ({"legal": lambda state, actions: -1}, "legal returns -1; expected 0 to 4096"),
        ({"legal": lambda state, actions: 1 << 40}, "legal returns 1099511627776; expected 0 to 4096"),
        ({"key": lambda state: 1.5}, "key returns 1.5; expected a whole number"),
        ({"apply": lambda state, action: 1 // 0}, r"apply, test_custom.py line \d+: ZeroDivisionError"),
    ],
)
def test_a_wrong_puzzle_is_refused_when_it_is_made(changed, message):
    given: dict[str, Any] = {"name": "coins", "start": [20], "legal": legal, "apply": apply, **changed}
    with pytest.raises(InputError, match=message):
        puzzle(given.pop("name"), given.pop("start"), given.pop("legal"), given.pop("apply"), **given)


# what people see


def test_replay_refuses_a_wrong_action():
    with pytest.raises(InputError, match="move 2 is 9, which is no action there"):
        coins().replay([1, 9])


def test_replay_knows_whether_the_game_is_over():
    assert not coins().replay([1]).is_over
    assert coins().replay([3] * 6 + [2]).is_over


def test_the_picture_and_the_texts_are_the_users_own():
    game = coins(draw=lambda state: "o" * state[0], action_text=lambda state, action: f"take {action}")
    assert game.draw(game.start) == "o" * 20
    assert game.action_text(game.start, 2) == "take 2"
    assert game.action_from_text(game.start, " take 2") == 2
    assert game.action_from_text(game.start, "3") == 3
    with pytest.raises(InputError, match="'take 5' is no move here"):
        game.action_from_text(game.start, "take 5")


def test_without_them_words_and_numbers_do():
    assert coins().draw(coins().start) == "20"
    assert coins().action_text(coins().start, 2) == "2"


def test_there_is_one_policy():
    assert coins().policy("random").playout == ABSENT
    with pytest.raises(InputError, match="has no policy 'tabu'; it has: random"):
        coins().policy("tabu")
