"""A puzzle of one's own: a few plain Python functions, compiled when a search needs them.

    def legal(state, actions):          # write the actions, return how many there are
        for coins in range(min(3, state[0])):
            actions[coins] = coins + 1
        return min(3, state[0])

    def apply(state, action):           # play one, return its reward
        state[0] -= action
        return action % 3

    game = puzzle("coins", [20], legal, apply)

The functions see the state as an int64 array, and the constants of the puzzle, if there are any, as their first
argument. Interpreted, just as they are written, they check what the compiled ones found.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playtree.compiled.calls import OVER, native
from playtree.compiled.decorator import INTERPRETED
from playtree.compiled.fingerprint import plain_function
from playtree.compiled.random import seeded
from playtree.errors import GameError, InputError
from playtree.games.adapters import (
    ARGUMENTS,
    MOST_EVER,
    MOST_FEATURES,
    WRONG_COUNT,
    WRONG_NUMBER,
    native_function,
    noted_number,
    packed,
)
from playtree.games.custom_checks import (
    check_parameters,
    check_result,
    checked_data,
    checked_functions,
    checked_most,
    checked_number,
    checked_start,
    failure,
)
from playtree.games.interface import Game, GameTable, Policy, PolicyKind, Replay, State, known_policy

POLICIES = {"random": PolicyKind("random", "every action is equally likely", "")}
MOST_ACTIONS = 4096

Function = Callable[..., Any]
Data = NDArray[Any] | tuple[NDArray[Any], ...]

_WORD = (1 << 64) - 1


def puzzle(
    name: str,
    start: Sequence[int] | NDArray[Any],
    legal: Function,
    apply: Function,
    *,
    data: Data | None = None,
    scores: Function | None = None,
    bound: Function | None = None,
    features: Function | None = None,
    key: Function | None = None,
    canonical: Function | None = None,
    code: Function | None = None,
    prior: Function | None = None,
    sample: Function | None = None,
    narrow: Function | None = None,
    policies: Mapping[str, Function] | None = None,
    draw: Function | None = None,
    action_text: Function | None = None,
    most_actions: int = MOST_ACTIONS,
) -> "Puzzle":
    """Make a game of plain Python functions; without `data` they are called without that argument.

    start: whole numbers, the state at the beginning. data: constants, a numpy array or a tuple of them.

        legal(data, state, actions)   write the actions into the array; return how many there are, 0 at the end
        apply(data, state, action)    change the state; return the reward
        scores(data, state)           what the final state adds to the rewards; without it nothing
        bound(data, state)            a number that no continuation exceeds, its rewards and final score together
        features(data, state, out)    write numbers that describe the state, for a value learned from games; return how
                                      many. The first is how much of the game is over, from 0 to 1
        key(data, state)              a whole number, equal for states that are the same to a search
        canonical(data, state)        a whole number, equal for states that differ by a symmetry only
        code(data, state, action)     a whole number that names the action in other states too
        prior(data, state, action)    what speaks for an action before anything is learned: the logarithm of its weight
        sample(data, state, rng)      one random action, or -1 at the end; faster than listing them all
        narrow(data, state, actions)  put those of the actions in front that cannot wait; return how many they are
        draw(data, state)             a picture in text
        action_text(data, state, action)   the action as people write it

    policies: names of simulations with functions (data, state, actions, rng) that return one of the actions.
    most_actions: `actions` has at least so many places. A `legal` that finds more actions than places must write only
    those that fit and return how many there are; it is then asked again with more places.
    """
    functions = {
        "legal": legal,
        "apply": apply,
        "scores": scores,
        "bound": bound,
        "features": features,
        "key": key,
        "canonical": canonical,
        "code": code,
        "prior": prior,
        "sample": sample,
        "narrow": narrow,
        "draw": draw,
        "action_text": action_text,
    }
    if not name:
        raise InputError("a puzzle's name is empty; expected a text")
    given, most = checked_functions(name, functions, "legal", "apply"), checked_most(name, most_actions)
    made = Puzzle(name, checked_start(name, start), given, checked_data(name, data), most, policies or {})
    made.try_out()
    return made


class Puzzle(Game):
    """What `puzzle` makes. functions: the user's, by role. data: None, an array or a tuple of arrays; arrays: the same
    as a tuple. policies: the user's, by name.
    """

    def __init__(
        self,
        name: str,
        start: State,
        functions: dict[str, Function],
        data: Any,
        most_actions: int,
        policies: Mapping[str, Function],
    ) -> None:
        self.name, self.start, self.data, self.most_actions = name, start, data, most_actions
        self._form = "none" if data is None else "tuple" if isinstance(data, tuple) else "one"
        self.arrays = {"none": (), "one": (data,), "tuple": data}[self._form]
        self.functions = functions
        for role, function in functions.items():
            check_parameters(name, role, function, data is not None)
        for own, function in policies.items():
            if not own or own in POLICIES or set(own) & set(",= "):
                raise InputError(f"game {name}: policy '{own}'; expected a new name without commas and spaces")
            check_parameters(name, "choose", function, data is not None)
        self._chooses = dict(policies)
        self.policies: Mapping[str, PolicyKind] = {
            **POLICIES,
            **{own: PolicyKind(own, "of the puzzle's own", "") for own in policies},
        }
        self._packed = packed(self.arrays, len(start), most_actions)
        self._twins: dict[str, int] = {}

    def has(self, role: str) -> bool:
        """Whether the user gave a function for this role."""
        return role in self.functions

    def try_out(self) -> None:
        """Call the functions once, at the start; InputError if one fails or returns something else than it should."""
        state = self.start.copy()
        try:
            actions = self.legal(state)
            for role in ("scores", "bound", "key", "canonical"):
                self.answer(role, state)
            self.answer("features", state, np.zeros(MOST_FEATURES))
            if actions:
                self.answer("code", state, actions[0])
                self.answer("prior", state, actions[0])
                self.answer("narrow", state.copy(), np.array(actions))
                for name in self._chooses:
                    self.chosen(name, state.copy(), np.array(actions), seeded(0))
                self.apply(state, actions[0])
        except GameError as error:
            raise InputError(f"{error} (tried at the start)") from error.__cause__

    def table(self, *functions: str) -> GameTable:
        wanted = {"legal", "apply", *functions} & {*self.functions, "status"} & {*ARGUMENTS, "status"}
        return GameTable(self._packed, **{shape: self.address(shape) for shape in sorted(wanted)})

    def address(self, shape: str) -> int:
        """The native function of this shape."""
        if not INTERPRETED:
            function = self.functions["legal" if shape == "status" else shape]
            return native_function(self.name, shape, function, self.arrays, self._form)
        if shape not in self._twins:
            self._twins[shape] = native(shape, f"puzzle.{self.name}", lambda data, *rest: self._twin(shape, *rest))
        return self._twins[shape]

    def _twin(self, shape: str, state: State, *rest: Any) -> Any:
        """What the native function of this shape does, interpreted."""
        if shape == "legal" and len(rest[0]) < self.most_actions:
            return self.most_actions
        if shape == "status":
            return 0 if self.legal(state) else OVER
        if shape == "scores":
            rest[0][0] = self.final(state)
            return None
        if shape in ("turn_apply", "turn_scores"):
            self.answer(shape, state, *rest)
            return 0.0
        result = self.answer(shape, state, *rest)
        if shape == "legal" and not 0 <= result <= MOST_EVER:
            raise self._wrong_count(result)
        return np.uint64(int(result) & _WORD) if shape in ("key", "canonical", "code") else result

    def policy(self, name: str, **numbers: float) -> Policy:
        known_policy(self.policies, name, self.name).numbers(numbers)
        return Policy(name) if name in POLICIES else Policy(name, choose=self._choose_address(name))

    def _choose_address(self, name: str) -> int:
        """The native function of a policy of the puzzle's own."""
        if not INTERPRETED:
            return native_function(self.name, "choose", self._chooses[name], self.arrays, self._form)
        if name not in self._twins:
            self._twins[name] = native(
                "choose",
                f"puzzle.{self.name}",
                lambda data, state, actions, rng: self.chosen(name, state, actions, rng),
            )
        return self._twins[name]

    def chosen(self, name: str, state: State, actions: Any, rng: Any) -> int:
        """The action that a policy of the puzzle's own plays; GameError if it is none of `actions`."""
        action = int(self._called("choose", self._chooses[name], state, actions, rng))
        if action not in actions:
            raise GameError(f"game {self.name}: policy {name} plays {action}; expected one of the actions")
        return action

    def answer(self, role: str, state: State, *rest: Any) -> Any:
        """What the user's function for `role` returns, called as it is written; None where there is none.

        GameError if it fails or returns something of the wrong kind.
        """
        if role not in self.functions:
            return None
        return self._called(role, self.functions[role], state, *rest)

    def _called(self, role: str, given: Function, state: State, *rest: Any) -> Any:
        function = plain_function(given)
        constants = () if self.data is None else (self.data,)
        try:
            with np.errstate(over="ignore"):  # compiled numbers wrap around silently, and so do these
                result = function(*constants, state.view(np.int64), *rest)
        except Exception as error:
            raise GameError(f"game {self.name}: {failure(role, error)}") from error
        check_result(self.name, role, result)
        return checked_number(self.name, role, result) if role in ("apply", "bound") else result

    def legal(self, state: State) -> list[int]:
        actions = np.empty(self.most_actions, np.int64)
        count = int(self.answer("legal", state, actions))
        if len(actions) < count <= MOST_EVER:
            actions = np.empty(count, np.int64)
            count = int(self.answer("legal", state, actions))
        if not 0 <= count <= len(actions):
            raise GameError(f"game {self.name}: legal returns {count}; expected 0 to {len(actions)}")
        return [int(action) for action in actions[:count]]

    def apply(self, state: State, action: int) -> float:
        return float(self.answer("apply", state, action))

    def final(self, state: State) -> float:
        return checked_number(self.name, "scores", float(self.answer("scores", state) or 0))

    def replay(self, line: Sequence[int]) -> Replay:
        self._complain()
        state, score = self.start.copy(), 0.0
        for number, action in enumerate(line, 1):
            if action not in self.legal(state):
                raise InputError(f"game {self.name}: move {number} is {action}, which is no action there")
            score += self.apply(state, action)
        return Replay(score + self.final(state), len(line), not self.legal(state))

    def _complain(self) -> None:
        """GameError, once, if native functions met a wrong count or number: what was searched is then not the game."""
        count, note = int(self._packed[WRONG_COUNT]), int(self._packed[WRONG_NUMBER])
        self._packed[WRONG_COUNT] = self._packed[WRONG_NUMBER] = 0
        if count:
            raise self._wrong_count(count)
        if note:
            checked_number(self.name, *noted_number(note))

    def _wrong_count(self, count: int) -> GameError:
        expected = f"expected 0 to {MOST_EVER:,}"
        return GameError(f"game {self.name}: legal returns {count}; {expected} (playtree.check says where)")

    def draw(self, state: State) -> str:
        return str(self.answer("draw", state) or " ".join(map(str, state.view(np.int64))))

    def action_text(self, state: State, action: int) -> str:
        return str(self.answer("action_text", state, action) or action)

    def action_from_text(self, state: State, text: str) -> int:
        for action in self.legal(state):
            if self.action_text(state, action) == text.strip():
                return action
        return super().action_from_text(state, text)
