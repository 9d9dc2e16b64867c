"""Does a user's game of several players keep its contract? Random games, compiled and interpreted side by side."""

import math
from typing import Any

import numpy as np

from playtree.compiled.random import seeded
from playtree.errors import PlaytreeError
from playtree.games import turn_kernels
from playtree.games.comparison import shown, words_of
from playtree.games.custom_turn_rules import FAULTS
from playtree.games.custom_turns import OwnTurnGame
from playtree.games.interface import State
from playtree.games.probes import ContractError, difference, heard
from playtree.games.turn_kernels import ENDS, MOST_PARTS
from playtree.rbg.layout import FAULT

MOST_GIVEN_UP = 10
FEWER = "expected fewer (check's most_moves= allows longer games)"
LISTED_TURNS = 3  # of each game: so often whole moves are listed by both

Found = tuple[int, int, list[str]]


def check_turns(game: OwnTurnGame, games: int, seed: int, most_moves: int) -> Found:
    """How many games were played, their actions, and one sentence for each kind of problem."""
    findings: dict[str, str] = {}
    try:
        data = game.packed_data
    except Exception as error:
        kind = "" if isinstance(error, PlaytreeError) else f"{type(error).__name__}: "
        return 0, 0, [f"it cannot be compiled: {kind}{error}"]
    played = made = given_up = 0
    while played < games and given_up < MOST_GIVEN_UP:  # more would tell the same
        run = TurnCheck(game, data, np.random.SeedSequence([seed, played]), most_moves)
        try:
            run.play()
            run.look_at_playouts()
        except ContractError as found:
            findings.setdefault(str(found).partition(":")[0], f"{found} ({run.place()})")
            given_up += 1
        played += 1
        made += len(run.line)
    return played, made, list(findings.values())


class TurnCheck:
    """One random game. line: the actions so far."""

    def __init__(self, game: OwnTurnGame, data: Any, seed: np.random.SeedSequence, most_moves: int) -> None:
        self.game, self.data, self.most_moves = game, data, most_moves
        self.rng, self.choices = seeded(seed), np.random.default_rng(seed)
        self.state, self.line = game.start.copy(), list[int]()
        self.turns = 0

    def place(self) -> str:
        after = f"after {shown(self.line)}" if self.line else "the start"
        return f"action {len(self.line) + 1}, {after}; state {words_of(self.game.words(self.state))}"

    def play(self) -> None:
        """Play to the end by random actions, going back to the start of a move that leads nowhere."""
        tries = 0
        turn = self.state.copy(), 0
        while True:
            is_start = self.slowly("begins", self.state)
            if is_start:
                self.turns += 1
                turn = self.state.copy(), len(self.line)
                if self.is_over():
                    self.look_at_the_end()
                    return
                if self.turns > self.most_moves:
                    raise ContractError(f"the game does not end: found {self.turns - 1:,} moves; {FEWER}")
            elif len(self.line) - turn[1] >= MOST_PARTS:
                raise ContractError(f"a move does not end: found {MOST_PARTS} actions; expected fewer")
            codes = self.actions(self.state)
            if not codes:
                tries += 1
                if tries > 1000:
                    raise ContractError("most parts of moves lead nowhere: found 1000; expected fewer")
                self.state[:] = turn[0]
                del self.line[turn[1] :]
                self.turns -= 1
                continue
            self.make(codes[int(self.choices.integers(len(codes)))])

    def is_over(self) -> bool:
        """Whether there is no whole move; both rules agree."""
        count = int(self.natively("legal", turn_kernels.count_moves, self.state))
        if self.turns > LISTED_TURNS:
            return count == 0
        expected = self.slowly("slow_moves", self.state)
        found = self.game.compiled.moves(self.state.copy())
        if found != expected or count != len(expected):
            raise ContractError(f"moves differ: found {found[:5]} compiled; expected {expected[:5]}, interpreted")
        return count == 0

    def actions(self, state: State) -> list[int]:
        """The actions, with ENDS where a move ends."""
        expected = self.slowly("legal", state)
        if len(set(expected)) != len(expected):
            twice = next(action for action in expected if expected.count(action) > 1)
            raise ContractError(f"legal lists an action twice: found {twice} in {shown(expected)}; expected it once")
        codes = []
        for action in expected:
            self.slowly("action_text", state, action)
            after = state.copy()
            self.slowly("apply", after, action)
            codes.append(action | ENDS if self.slowly("begins", after) else action)
        out = np.zeros(len(expected) + 1, np.int32)
        count = int(self.natively("legal", turn_kernels.actions, state, out))
        found = [int(each) for each in out[:count]]
        if found != codes:
            plain = [each & ~ENDS for each in found]
            if plain == expected:
                raise ContractError(f"starts differs: found moves that end elsewhere, compiled, by {shown(expected)}")
            raise ContractError(
                f"legal differs: found {shown(plain)} compiled; expected {shown(expected)}, interpreted"
            )
        return codes

    def make(self, code: int) -> None:
        """Make an action by both rules."""
        slow, fast, log = self.state.copy(), self.state.copy(), np.zeros(len(self.state), np.int64)
        self.slowly("apply", slow, code & ~ENDS)
        heard("apply", turn_kernels.do, self.data, fast, code, log)
        if fast[FAULT]:
            raise ContractError(FAULTS[int(fast[FAULT])].replace(";", ": found one;", 1))
        if not np.array_equal(fast, slow):
            raise ContractError(f"apply changes the state differently: {difference(fast, slow)}, by {code & ~ENDS}")
        heard("apply", turn_kernels.undo, self.data, fast, log)
        if not np.array_equal(fast, self.state):
            raise ContractError(f"apply cannot be taken back: {difference(fast, self.state)}")
        self.state[:] = slow
        self.line.append(code & ~ENDS)

    def look_at_the_end(self) -> None:
        expected = self.slowly("final_scores", self.state)
        if not self.game.are_scores(expected):
            raise ContractError(f"scores are out of range: found {list(expected)}; expected 0 to {self.game.best:g}")
        out = np.full(len(self.game.players), np.nan)
        self.natively("scores", turn_kernels.scores, self.state, out)
        if not all(math.isclose(one, other, abs_tol=1e-12) for one, other in zip(out, expected, strict=True)):
            raise ContractError(f"scores differ: found {list(out)} compiled; expected {list(expected)}, interpreted")
        picture = self.slowly("draw", self.state)
        if not isinstance(picture, str):
            raise ContractError(f"draw returns no text: found {picture!r}; expected text")

    def look_at_playouts(self) -> None:
        """Simulations by moves and by parts are legal games to the end."""
        for name, kernel in (("moves", turn_kernels.wander), ("parts", turn_kernels.wander_split)):
            state, line, counters = self.game.start.copy(), np.zeros(1 << 12, np.int32), np.zeros(4, np.int64)
            heard(f"a simulation by {name}", kernel, self.data, state, self.rng, line, counters)
            if state[FAULT]:
                raise ContractError(f"a simulation by {name}: {FAULTS[int(state[FAULT])]}")
            if counters[1] >= len(line):
                continue
            made = [int(each) & ~ENDS for each in line[: counters[1]]]
            try:
                replay = self.game.replay(made)
            except PlaytreeError as error:
                raise ContractError(f"a simulation by {name} is illegal: {error}") from error
            if not replay.is_over:
                raise ContractError(f"a simulation by {name} stops before the end: {shown(made)}")

    def natively(self, name: str, kernel: Any, state: State, *rest: Any) -> Any:
        """Ask a native function, which must leave the state and the constants alone."""
        before, data = state.copy(), self.data.copy()
        result = heard(name, kernel, self.data, state, *rest)
        if state[FAULT]:
            raise ContractError(FAULTS[int(state[FAULT])])
        if not np.array_equal(state, before):
            raise ContractError(f"{name} changes the state: {difference(state, before)}")
        if not np.array_equal(self.data, data):
            self.data[:] = data
            raise ContractError(f"{name} changes data; expected that all that changes is in the state")
        return result

    def slowly(self, name: str, state: State, *rest: Any) -> Any:
        """What the interpreted rules say; only `apply` may change the state."""
        before = state.copy()
        word = {"slow_moves": "legal", "begins": "starts", "final_scores": "scores"}.get(name, name)
        try:
            result = getattr(self.game, name)(state, *rest)
        except Exception as error:
            kind = "" if isinstance(error, PlaytreeError) else f"{type(error).__name__}: "
            raise ContractError(f"{word} fails when interpreted: {kind}{error}") from error
        if name != "apply" and not np.array_equal(state, before):
            raise ContractError(f"{word} changes the state: {difference(state, before)}, interpreted")
        return result
