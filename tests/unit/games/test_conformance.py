"""`check` finds nothing in a sound game, and each kind of mistake in a game that makes it."""

import ctypes
import itertools
from collections.abc import Callable, Sequence
from ctypes import POINTER, c_double, c_int64, c_uint64
from typing import Any

import numpy as np
import pytest

from playtree.compiled.calls import LINE_LENGTH, native
from playtree.compiled.decorator import INTERPRETED
from playtree.games.conformance import Report, check
from playtree.games.continued import Continued
from playtree.games.custom import Puzzle, puzzle
from playtree.games.interface import GameTable, Policy, Replay, State

pytestmark = pytest.mark.kernels


def legal(state, actions):
    """Take one to three coins; the second number counts the turns."""
    for coins in range(min(3, state[0])):
        actions[coins] = coins + 1
    return min(3, state[0])


def apply(state, action):
    state[0] -= action
    state[1] += 1
    return action * action


def scores(state):
    return -state[1]


def bound(state):
    return state[0] * 3


def key(state):
    return state[0] * 1000 + state[1]


def code(state, action):
    return state[0] * 10 + action


def coins(**changed: Any) -> Puzzle:
    functions = {"legal": legal, "apply": apply, "scores": scores, "bound": bound, "key": key, "code": code, **changed}
    return puzzle("coins", [9, 0], **functions, most_actions=4)


# native functions that do anything at all: C functions made of Python ones

_SHAPES: dict[str, tuple[Any, list[Any]]] = {
    "legal": (c_int64, [POINTER(c_int64), c_int64]),
    "apply": (c_double, [c_int64]),
    "status": (c_int64, []),
    "scores": (None, [POINTER(c_double), c_int64]),
    "key": (c_uint64, []),
    "code": (c_uint64, [c_int64]),
    "bound": (c_double, []),
    "sample": (c_int64, [POINTER(c_uint64)]),
    "playout": (
        c_double,
        [*[POINTER(c_double)] * 2, POINTER(c_uint64), c_double, POINTER(c_int64), c_int64, POINTER(c_int64)],
    ),
}
_kept: list[Any] = []


def address_of(shape: str, function: Callable[..., Any]) -> int:
    """The address of a native function that calls `function`, which may be as wild as it likes."""
    if INTERPRETED:
        return native(shape, "wild", function)
    result, arguments = _SHAPES[shape]

    def called(data: Any, state: Any, *rest: Any) -> Any:
        words, place = [], 0
        while place < len(rest):
            if isinstance(rest[place], (int, float)):
                words.append(rest[place])
            elif shape in ("legal", "scores") or (shape == "playout" and place == 4):
                words.append(np.ctypeslib.as_array(rest[place], (rest[place + 1],)))  # with its length
                place += 1
            else:
                length = {("playout", 0): 16, ("playout", 1): 64, ("playout", 6): 4}.get((shape, place), 1)
                words.append(np.ctypeslib.as_array(rest[place], (length,)))
            place += 1
        return function(np.ctypeslib.as_array(data, (data[0],)), np.ctypeslib.as_array(state, (data[1],)), *words)

    callback = ctypes.CFUNCTYPE(result, POINTER(c_int64), POINTER(c_uint64), *arguments)(called)
    _kept.append(callback)
    return int(ctypes.cast(callback, ctypes.c_void_p).value or 0)


class Wild(Continued):
    """The coins with some native functions replaced."""

    def __init__(self, **functions: Callable[..., Any]) -> None:
        super().__init__(coins(), [])
        self._addresses = {shape: address_of(shape, function) for shape, function in functions.items()}

    def table(self, *functions: str) -> GameTable:
        return super().table(*functions)._replace(**self._addresses)

    def policy(self, name: str, **numbers: float) -> Policy:
        return Policy(name, self._addresses.get("playout", 0))


def native_legal(order: Callable[[list[int]], Sequence[int]]) -> Callable[..., int]:
    """A sound native `legal`, but for what `order` makes of its actions."""

    def function(data: Any, state: Any, actions: Any) -> int:
        listed = order([coins + 1 for coins in range(min(3, int(state[0])))])
        actions[: len(listed)] = listed[: len(actions)]
        return len(listed)

    return function


def native_apply(data: Any, state: Any, action: int) -> float:
    return apply(state.view(np.int64), action)


def findings(game: Any, **more: Any) -> list[str]:
    report = check(game, games=12, **more)
    assert report.ok == (not report.findings)
    return report.findings


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_found_in_a_sound_game(seed):
    assert check(coins(), games=12, seed=seed).findings == []
    assert check(Wild(legal=native_legal(list), apply=native_apply), games=12, seed=seed).findings == []


def test_optional_functions_may_be_absent():
    assert check(puzzle("plain", [9, 0], legal, apply), games=5).findings == []


def sometimes(answers: Sequence[Any]) -> Callable[[], Any]:
    """One answer after the other."""
    turns = itertools.cycle(answers)
    return lambda: next(turns)


def beyond(data: Any, state: Any, actions: Any) -> int:
    count = native_legal(list)(data, state, actions)
    np.lib.stride_tricks.as_strided(actions, (len(actions) + 1,))[len(actions)] = 5
    return count


def hidden_places(data: Any, state: Any, actions: Any) -> int:
    return min(len(actions), native_legal(list)(data, state, actions))


def restless(data: Any, state: Any, actions: Any) -> int:
    state[1] += np.uint64(1)
    return native_legal(list)(data, state, actions)


def forgetful_apply(answers: Sequence[int], is_reward: bool) -> Callable[..., float]:
    extra = sometimes(answers)

    def function(data: Any, state: Any, action: int) -> float:
        reward = native_apply(data, state, action)
        if is_reward:
            return reward + extra()
        state[1] += np.uint64(extra())
        return reward

    return function


def changes_data(data: Any, state: Any, action: int) -> float:
    data[2] += 1
    return native_apply(data, state, action)


def raises(data: Any, state: Any, action: int) -> float:
    raise ValueError("no way")


def takes_four(data: Any, state: Any, action: int) -> float:
    reward = native_apply(data, state, action)
    state[0] = max(int(state[0]) - 1, 0)
    return reward


def writes_no_score(data: Any, state: Any, out: Any) -> None:
    out[0] = 77


def counting(answers: Sequence[Any]) -> Callable[..., Any]:
    answer = sometimes(answers)
    return lambda data, state, *rest: answer()


def played(line: Callable[[list[int]], list[int]], extra: float = 0) -> Callable[..., float]:
    """A playout that takes one coin at a time, but for what `line` makes of its moves."""

    def function(
        data: Any, state: Any, policy: Any, memory: Any, rng: Any, gained: float, out: Any, counters: Any
    ) -> float:
        moves = line([1] * int(state[0]))
        out[: len(moves)] = moves
        counters[LINE_LENGTH] = len(moves)
        return sum(move * move for move in moves) - float(state[1]) - len(moves) + extra

    return function


@pytest.mark.parametrize(
    "wild, finding",
    [
        ({"legal": native_legal(lambda listed: listed[:-1])}, "legal leaves out actions: 3; found 1, 2 compiled"),
        ({"legal": native_legal(lambda listed: [*listed, 9])}, "legal lists actions too many: 9; found 1, 2, 3, 9"),
        ({"legal": native_legal(lambda listed: [*listed, listed[0]])}, "legal lists an action twice: found 1, 2, 3, 1"),
        ({"legal": native_legal(lambda listed: listed[::-1])}, "legal lists the actions in another order: found 3, 2"),
        ({"legal": restless}, "legal changes the state: word 1 is 1; expected 0"),
        ({"legal": beyond}, "legal writes beyond the buffer: place 4 was written; expected at most 4 places"),
        ({"legal": hidden_places}, "legal hides that the buffer is too small: found a count of 2 with 2 places"),
        ({"legal": lambda data, state, actions: len(actions) + 1}, "legal asks for more and more room"),
        ({"legal": lambda data, state, actions: -3}, "legal returns -3; expected 0 or more"),
        ({"legal": lambda data, state, actions: 2}, "legal returns 2 but writes nothing at place 0"),
        ({"apply": forgetful_apply([0, 1], False)}, "apply acts differently when asked again: word 1 is 2; expected 1"),
        ({"apply": forgetful_apply([0, 1], True)}, "apply rewards differently when asked again: found"),
        ({"apply": takes_four}, "apply changes the state differently: word 0 is"),
        ({"apply": forgetful_apply([1], True)}, "apply returns another reward: found"),
        ({"apply": raises}, "apply raises ValueError: no way"),
        ({"apply": changes_data}, "apply changes data; expected that all that changes is in the state"),
        ({"scores": writes_no_score}, "scores differ: found 77 compiled; expected -"),
        ({"bound": lambda data, state: 8.0}, "bound is too low: found 8 after 0 of these moves; expected at least"),
        ({"bound": lambda data, state: float("nan")}, "bound is no number: found nan"),
        ({"key": lambda data, state: 5}, "key is equal for different states: found 5 for state 9 0 too"),
        ({"key": counting(range(10_000))}, "key differs for equal states: found 1; expected 0"),
        ({"code": counting(range(10_000))}, "code differs when asked again: found 1; expected 0"),
        ({"status": lambda data, state: 0}, "status is wrong: found 0 with 0 actions; expected -1, over"),
        ({"status": lambda data, state: -1}, "status is wrong: found -1 with 3 actions; expected who moves"),
        ({"sample": lambda data, state, rng: 4}, "sample returns an illegal action: found 4; expected one of 1, 2, 3"),
        (
            {"sample": lambda data, state, rng: 1 if state[0] else 7},
            "sample returns an illegal action: found 7; expected -1, since the game is over",
        ),
        ({"playout": played(lambda line: [4, *line])}, "playout random plays an illegal line: "),
        ({"playout": played(lambda line: line[:-1])}, "playout random stops before the end: "),
        ({"playout": played(list, extra=3)}, "playout random returns another score: found"),
    ],
)
def test_a_wrong_native_function_is_found(wild, finding):
    found = findings(Wild(**wild))
    assert any(text.startswith(finding) for text in found), found
    assert all("move " in text and "state " in text for text in found)


def test_sound_features_and_symmetries_are_no_finding():
    assert not findings(coins(features=described, canonical=key))


def test_a_sound_playout_is_no_finding():
    assert findings(Wild(playout=played(list))) == []


def test_an_answer_that_changes_is_found():
    turns = sometimes([False, True])
    wild = Wild(legal=native_legal(lambda listed: listed[::-1] if turns() else listed))
    assert findings(wild)[0].startswith("legal answers differently when asked again: found 3, 2, 1; expected 1, 2, 3")


def restless_moves(state, actions):
    state[1] = 5
    return legal(state, actions)


def double_moves(state, actions):
    if state[0] < 5:
        actions[0] = actions[1] = 1
        return 2
    return legal(state, actions)


def over_and_over(state, out):
    out[0] = state[0]
    return 1


def more_and_more(state, out):
    for place in range(state[1] + 1):
        out[place] = 0.5
    return state[1] + 1


def secretive(state, out):
    out[0] = out[1] = 0.5
    return 1


def described(state, out):
    out[0], out[1] = 1 - state[0] / 9, state[1]
    return 2


def late_failure(state, action):
    state[0] -= action
    state[1] += 1
    return TABLE[state[0] - 20]


def late_nonsense(state, actions):
    return legal(state, actions) if state[0] > 4 else -1


TABLE = np.zeros(15)


@pytest.mark.parametrize(
    "changed, finding",
    [
        ({"legal": restless_moves}, "legal changes the state: word 1 is 5; expected 0, interpreted"),
        ({"legal": double_moves}, "legal lists an action twice: found 1 in 1, 1; expected it once"),
        ({"legal": lambda state, actions: 0}, "the start has no moves: found no action; expected at least one"),
        ({"legal": late_nonsense}, "legal fails when interpreted: game coins: legal returns -1"),
        ({"apply": late_failure}, "apply fails when interpreted: game coins: apply, test_conformance.py line "),
        ({"apply": lambda state, action: 1}, "the game does not end: found 60 moves; expected fewer (check's most_m"),
        ({"bound": lambda state: 3}, "bound is too low: found 3 after"),
        ({"key": lambda state: state[0] // 2}, "key is equal for different states: "),
        ({"key": lambda state: state[0]}, "key is equal for different states: "),  # the turns count in the end
        ({"canonical": lambda state: state[0] // 2}, "canonical is equal for different games: "),
        ({"features": lambda state, out: 0}, "features returns 0; expected 1 to 256 numbers"),
        ({"features": over_and_over}, "features are out of range: found 9 at place 0; expected 0 to 1"),
        ({"features": more_and_more}, "features differ in number: found "),
        ({"features": secretive}, "features writes more than it says: place 1 was written; expected 1 numbers"),
        ({"draw": lambda state: 5}, "draw fails when interpreted: game coins: draw returns 5; expected a text"),
        ({"action_text": lambda state, action: "take"}, "action_text is ambiguous: 'take' is read as 1; expected 2"),
        ({"sample": lambda state, rng: 4}, "sample returns an illegal action: found 4"),
        ({"scores": lambda state: np.inf}, "final fails when interpreted: game coins: the final score is inf;"),
    ],
)
def test_a_wrong_function_of_a_user_is_found(changed, finding):
    found = findings(coins(**changed), most_moves=60)
    assert any(text.startswith(finding) for text in found), found


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled here")
def test_what_cannot_be_compiled_is_a_finding():
    found = findings(coins(apply=lambda state, action: action if state[0] < 100 else None))
    assert found[0].startswith("it cannot be compiled: game coins: <lambda>, test_conformance.py line ")


class Careless(Wild):
    """Its slow rules replay with another score."""

    def replay(self, line: Sequence[int]) -> Replay:
        found = super().replay(line)
        return Replay(found.score + 1, found.length, found.is_over)


class Incomplete(Wild):
    """It has no native functions."""

    def table(self, *functions: str) -> GameTable:
        raise RuntimeError("no table")


class Failing(Wild):
    """Its slow rules fail."""

    def final(self, state: State) -> float:
        raise RuntimeError("no final")


@pytest.mark.parametrize(
    "kind, finding",
    [
        (Careless, "a random game returns another score: "),
        (Incomplete, "it cannot be compiled: RuntimeError: no table"),
        (Failing, "final fails when interpreted: RuntimeError: no final"),
    ],
)
def test_a_wrong_game_is_found(kind, finding):
    assert findings(kind())[0].startswith(finding)


def test_large_rewards_that_cancel_may_be_rounded():
    def costly(state, action):
        before = state[0]
        state[0] -= action
        return 0.1 * action + (1e9 if before == 9 else 0.0) - (1e9 if state[0] == 0 else 0.0)

    def rest(state):
        return 0.1 * state[0] - (1e9 if 0 < state[0] < 9 else 0.0)

    assert not findings(puzzle("costly", [9], legal, costly, bound=rest))
    found = findings(puzzle("dear", [9], legal, costly, bound=lambda state: rest(state) - 0.01))
    assert any(text.startswith("bound is too low: found ") for text in found), found


def test_a_report_reads_well():
    well = "coins: all is well; compiled and interpreted agree in 1 random game of 20 moves"
    assert str(Report("coins", 1, 20)) == well
    report = Report("coins", 200, 1_200, ["legal is wrong", "apply is wrong"])
    assert str(report).splitlines() == [
        "coins: 2 things to mend, found in 200 random games of 1,200 moves",
        "  1. legal is wrong",
        "  2. apply is wrong",
    ]


def test_a_check_is_the_same_each_time_and_another_with_another_seed():
    reports = [check(coins(), games=10, seed=seed) for seed in (1, 1, 2)]
    assert reports[0] == reports[1]
    assert reports[0].moves != reports[2].moves


def test_a_finding_tells_how_to_get_there():
    found = findings(Wild(status=lambda data, state: 0))[0]
    place = found[found.index("(move") :]
    line = [int(action) for action in place.partition("after ")[2].partition(";")[0].split(", ")]
    assert sum(line) == 9
    assert place.endswith(f"state 0 {len(line)})")
