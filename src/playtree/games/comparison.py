"""One state of a game, asked of its native functions and of its slow rules; any difference is a `ContractError`.

The slow rules are asked first: where they run beyond an array, they say so, and compiled code would do damage.
"""

import math
from typing import Any

import numpy as np

from playtree.compiled.calls import ABSENT, NONE, OVER
from playtree.errors import PlaytreeError
from playtree.games.adapters import MOST_FEATURES
from playtree.games.custom import Puzzle
from playtree.games.interface import ROUNDING, Game, Policy, State
from playtree.games.probes import ContractError, Probe, difference

MOST_SHOWN = 12
SLACK = 1e-9  # by so much of their size numbers may differ, as sums of fractions do

_WORD = (1 << 64) - 1


class Comparison:
    """The two versions of one game, and the keys of the states seen so far."""

    def __init__(self, game: Game, probe: Probe) -> None:
        self._game, self._probe, self._table = game, probe, probe.table
        self._key_of: dict[bytes, int] = {}
        self._first_with: dict[int, tuple[State, list[int]]] = {}
        self._first_like: dict[int, tuple[State, list[int]]] = {}
        self._described_by = 0

    def actions(self, state: State) -> list[int]:
        """The actions in `state`, with any size of the buffer."""
        expected = self._slowly("legal", state)
        if len(set(expected)) != len(expected):
            twice = next(action for action in expected if expected.count(action) > 1)
            raise ContractError(f"legal lists an action twice: found {twice} in {shown(expected)}; expected it once")
        many, room = len(expected), len(expected) + 1
        listed = self._probe.legal(state, room, many)
        if listed.many > room:
            room = listed.many
            listed = self._probe.legal(state, room, many)
            if listed.many > room:
                raise ContractError(f"legal asks for more and more room: found {listed.many}; expected at most {room}")
        _compare_actions(listed.actions, expected)
        again = self._probe.legal(state, room, many).actions
        if again != listed.actions:
            found = f"found {shown(again)}; expected {shown(listed.actions)} as before"
            raise ContractError(f"legal answers differently when asked again: {found}")
        short = self._probe.legal(state, many - 1, many).many if expected else many
        if short < many:
            found = f"found a count of {short} with {many - 1} places; expected {many} or more"
            raise ContractError(f"legal hides that the buffer is too small: {found}")
        return expected

    def reward(self, state: State, action: int) -> float:
        """Play `action` and return its reward. Changes `state`."""
        first, second, slow = state.copy(), state.copy(), state.copy()
        expected = self._slowly("apply", slow, action)
        reward, again = self._probe.apply(first, action), self._probe.apply(second, action)
        if not np.array_equal(first, second):
            raise ContractError(f"apply acts differently when asked again: {difference(second, first)}, by {action}")
        if not _same(again, reward):
            raise ContractError(f"apply rewards differently when asked again: found {again:g}; expected {reward:g}")
        if not np.array_equal(first, slow):
            raise ContractError(f"apply changes the state differently: {difference(first, slow)}, by action {action}")
        _compare_numbers("apply returns another reward", reward, expected)
        state[:] = first
        return reward

    def final(self, state: State) -> float:
        """What `state` adds to the score if the game ends there."""
        expected = self._slowly("final", state)
        found = self._probe.final(state)
        _compare_numbers("scores differ", found, expected)
        return found

    def bound(self, state: State) -> float:
        """The most that can still be scored; infinity if the game does not say."""
        if self._table.bound == ABSENT:
            return math.inf
        expected = self._answer("bound", state)
        bound = self._probe.bound(state)
        if expected is not None:
            _compare_numbers("bound differs", bound, expected)
        if math.isnan(bound):
            raise ContractError("bound is no number: found nan; expected a number")
        return bound

    def key(self, state: State, actions: list[int]) -> None:
        """Equal states have equal keys; states with equal keys offer the same game."""
        if self._table.key == ABSENT:
            return
        expected = self._answer("key", state)
        key = self._probe.key(state)
        _compare_words("key differs", key, key if expected is None else expected)
        _compare_words("key differs for equal states", self._probe.key(state.copy()), key)
        _compare_words("key differs for equal states", key, self._key_of.setdefault(state.tobytes(), key))
        other, other_actions = self._first_with.setdefault(key, (state.copy(), list(actions)))
        if not np.array_equal(other, state) and not self._is_same_game(state, actions, other, other_actions):
            found = f"found {key} for state {words_of(other)} too; expected another, since the play differs"
            raise ContractError(f"key is equal for different states: {found}")

    def _is_same_game(self, state: State, actions: list[int], other: State, other_actions: list[int]) -> bool:
        if sorted(actions) != sorted(other_actions):
            return False
        if not actions:
            return _same(self._probe.final(state), self._probe.final(other))
        for action in actions:
            here, there = state.copy(), other.copy()
            rewards = self._probe.apply(here, action), self._probe.apply(there, action)
            if not _same(*rewards) or self._probe.key(here) != self._probe.key(there):
                return False
        return True

    def canonical(self, state: State, actions: list[int]) -> None:
        """States that differ by a symmetry only have as many actions, with the same rewards and like states after."""
        if self._table.canonical == ABSENT:
            return
        expected = self._answer("canonical", state)
        name = self._probe.canonical(state)
        _compare_words("canonical differs", name, name if expected is None else expected)
        _compare_words("canonical differs when asked again", self._probe.canonical(state.copy()), name)
        other, other_actions = self._first_like.setdefault(name, (state.copy(), list(actions)))
        if not np.array_equal(other, state) and self._outcomes(state, actions) != self._outcomes(other, other_actions):
            found = f"found {name} for state {words_of(other)} too; expected another, since the play differs"
            raise ContractError(f"canonical is equal for different games: {found}")

    def _outcomes(self, state: State, actions: list[int]) -> list[tuple[float, int]]:
        """The rewards of all actions, and what their states are like; of a final state what it adds."""
        found = [] if actions else [(round(self._probe.final(state), 9), 0)]
        for action in actions:
            after = state.copy()
            reward = self._probe.apply(after, action)
            found.append((round(reward, 9), self._probe.canonical(after)))
        return sorted(found)

    def features(self, state: State) -> None:
        """As many finite numbers for each state, the first from 0 to 1, the same compiled and interpreted."""
        if self._table.features == ABSENT:
            return
        out = np.full(MOST_FEATURES, np.nan)
        expected = self._answer("features", state, out)
        found = self._probe.features(state)
        self._described_by = self._described_by or len(found)
        if len(found) != self._described_by:
            raise ContractError(
                f"features differ in number: found {len(found)}; expected {self._described_by} as before"
            )
        if not np.isfinite(found).all() or not 0.0 <= found[0] <= 1.0:
            place = 0 if np.isfinite(found).all() else int(np.argmax(~np.isfinite(found)))
            wanted = "0 to 1, how much of the game is over" if place == 0 else "a finite number"
            raise ContractError(
                f"features are out of range: found {found[place]:g} at place {place}; expected {wanted}"
            )
        slow = found if expected is None else [float(number) for number in out[: int(expected)]]
        if len(slow) != len(found) or not all(map(_same, found, slow)):
            raise ContractError(
                f"features differ: found {found[:MOST_SHOWN]}; expected {slow[:MOST_SHOWN]}, interpreted"
            )
        if self._probe.features(state) != found:
            raise ContractError(f"features differ when asked again: expected {found[:MOST_SHOWN]}")

    def code(self, state: State, action: int) -> None:
        """The name of an action is the same each time."""
        if self._table.code == ABSENT:
            return
        expected = self._answer("code", state, action)
        code = self._probe.code(state, action)
        _compare_words("code differs", code, code if expected is None else expected)
        _compare_words("code differs when asked again", self._probe.code(state, action), code)

    def prior(self, state: State, action: int) -> None:
        """What speaks for an action is a number, and the same compiled and interpreted."""
        if self._table.prior == ABSENT:
            return
        expected, prior = self._answer("prior", state, action), self._probe.prior(state, action)
        if math.isnan(prior) or not _same(prior, prior if expected is None else expected):
            raise ContractError(f"prior differs: found {prior:g}; expected {expected}, a number")

    def status(self, state: State, actions: list[int]) -> None:
        """Over where there are no actions, and only there."""
        if self._table.status == ABSENT:
            return
        status = self._probe.status(state)
        if (status == OVER) != (not actions):
            expected = f"{OVER}, over" if not actions else "who moves"
            raise ContractError(f"status is wrong: found {status} with {len(actions)} actions; expected {expected}")

    def sample(self, state: State, actions: list[int], rng: Any) -> None:
        """A drawn action is legal; at the end there is none."""
        if self._table.sample == ABSENT:
            return
        action = self._probe.sample(state, rng)
        if action not in (actions or [NONE]):
            expected = f"one of {shown(actions)}" if actions else f"{NONE}, since the game is over"
            raise ContractError(f"sample returns an illegal action: found {action}; expected {expected}")

    def playout(self, policy: Policy, prefix: list[int], rng: Any) -> None:
        """A simulation after the moves of `prefix` is a legal game to the end with the score that it reports."""
        state = self._game.start.copy()
        gained = sum(self._probe.apply(state, action) for action in prefix)
        score, line = self._probe.playout(policy, state, rng, gained)
        self.line([*prefix, *line], gained + score, f"playout {policy.name}")

    def line(self, line: list[int], score: float, name: str) -> None:
        """The slow rules agree with the score of a whole game."""
        try:
            whole = [*line, *self._game.closing(line)]
            replay = self._game.replay(whole)
        except Exception as error:
            raise ContractError(f"{name} plays an illegal line: {shown(line)}: {error}") from error
        if not replay.is_over:
            raise ContractError(f"{name} stops before the end: {shown(line)}")
        if not _same(replay.score, score) and not _same(replay.score, score, self._game.largest_sum(whole)):
            found = f"found {score:.12g}; expected {replay.score:.12g}, by replaying {shown(line)}"
            raise ContractError(f"{name} returns another score: {found}")

    def words_for_people(self, state: State, actions: list[int]) -> None:
        """The picture is text, and an action's text leads back to it."""
        picture = self._slowly("draw", state)
        if not isinstance(picture, str):
            raise ContractError(f"draw returns no text: found {picture!r}; expected text")
        for action in actions[:MOST_SHOWN]:
            text = self._slowly("action_text", state, action)
            back = self._slowly("action_from_text", state, text)
            if back != action:
                raise ContractError(f"action_text is ambiguous: '{text}' is read as {back}; expected {action}")

    def _answer(self, role: str, state: State, *rest: Any) -> Any:
        """What a user's optional function says interpreted; None where the game is no puzzle of a user's."""
        if not isinstance(self._game, Puzzle):
            return None
        try:
            return self._game.answer(role, state.copy(), *rest)
        except PlaytreeError as error:
            raise ContractError(f"{role} fails when interpreted: {error}") from error

    def _slowly(self, name: str, state: State, *rest: Any) -> Any:
        """What the slow rules say; only `apply` may change the state."""
        before = state.copy()
        try:
            result = getattr(self._game, name)(state, *rest)
        except Exception as error:
            kind = "" if isinstance(error, PlaytreeError) else f"{type(error).__name__}: "
            raise ContractError(f"{name} fails when interpreted: {kind}{error}") from error
        if name != "apply" and not np.array_equal(state, before):
            found = difference(state, before)
            state[:] = before
            raise ContractError(f"{name} changes the state: {found}, interpreted")
        return result


def _compare_actions(found: list[int], expected: list[int]) -> None:
    if found == expected:
        return
    missing, extra = sorted(set(expected) - set(found)), sorted(set(found) - set(expected))
    lists = f"found {shown(found)} compiled; expected {shown(expected)}, interpreted"
    if missing:
        raise ContractError(f"legal leaves out actions: {shown(missing)}; {lists}")
    if extra:
        raise ContractError(f"legal lists actions too many: {shown(extra)}; {lists}")
    if len(found) != len(expected):
        raise ContractError(f"legal lists an action twice: {lists}")
    raise ContractError(f"legal lists the actions in another order: {lists}")


def _compare_numbers(what: str, found: float, expected: float) -> None:
    if not math.isfinite(expected) or not _same(found, expected):
        raise ContractError(f"{what}: found {found:.12g} compiled; expected {expected:.12g}, interpreted, and finite")


def _compare_words(what: str, found: int, expected: int) -> None:
    if found != int(expected) & _WORD:
        raise ContractError(f"{what}: found {found}; expected {int(expected) & _WORD}")


def _same(found: float, expected: float, size: float = 0.0) -> bool:
    """Whether two numbers are equal but for rounding. size: of larger sums that led to them."""
    return math.isclose(found, expected, rel_tol=SLACK, abs_tol=max(SLACK, ROUNDING * size))


def shown(actions: list[int]) -> str:
    """The first actions of a list, as text."""
    return ", ".join(map(str, actions[:MOST_SHOWN])) + ", ..." * (len(actions) > MOST_SHOWN) or "none"


def words_of(state: State) -> str:
    """The first words of a state, as text."""
    words = [str(word) for word in state.view(np.int64)]
    return " ".join(words[:MOST_SHOWN]) + " ..." * (len(words) > MOST_SHOWN)
