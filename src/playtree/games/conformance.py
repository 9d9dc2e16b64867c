"""Does a game keep its contract? Random games, played compiled and interpreted side by side.

    report = check(game)
    print(report)

Every state of every game is compared (games/comparison.py): the actions, what an action does, its reward, the final
score, and what the optional functions say. A finding is a sentence: what was found, what was expected, and where.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from playtree.compiled.random import seeded
from playtree.errors import PlaytreeError
from playtree.games.comparison import SLACK, Comparison, shown, words_of
from playtree.games.custom_turns import OwnTurnGame
from playtree.games.interface import ROUNDING, Game, Policy
from playtree.games.probes import ContractError, Probe
from playtree.games.turn_conformance import FEWER, check_turns

MOST_MOVES = 10_000
MOST_GIVEN_UP = 10
OPTIONAL = ("scores", "status", "key", "canonical", "features", "code", "prior", "bound", "sample")


@dataclass(frozen=True)
class Report:
    """What `check` found. games, moves: how many were played. findings: one sentence for each kind of problem."""

    name: str
    games: int
    moves: int
    findings: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings

    def __str__(self) -> str:
        played = f"{self.games:,} random game{'s' * (self.games != 1)} of {self.moves:,} moves"
        if self.ok:
            return f"{self.name}: all is well; compiled and interpreted agree in {played}"
        many = len(self.findings)
        lines = [f"{self.name}: {many} thing{'s' * (many != 1)} to mend, found in {played}"]
        lines += [f"  {number}. {finding}" for number, finding in enumerate(self.findings, 1)]
        return "\n".join(lines)


def check(game: Game, games: int = 200, seed: int = 0, *, most_moves: int = MOST_MOVES) -> Report:
    """Play random games by the native and by the slow rules, and report in plain words where they differ.

    most_moves: a game that is longer counts as one that never ends. A bad game is reported; it raises nothing.
    """
    if isinstance(game, OwnTurnGame):
        return Report(game.name, *check_turns(game, games, seed, most_moves))
    try:
        probe = Probe(game.table(*OPTIONAL))
        policies = [game.policy(name) for name in game.policies]
    except Exception as error:
        kind = "" if isinstance(error, PlaytreeError) else f"{type(error).__name__}: "
        return Report(game.name, 0, 0, [f"it cannot be compiled: {kind}{error}"])
    run = _Check(game, Comparison(game, probe), policies, most_moves)
    played = 0
    while played < games and run.given_up < MOST_GIVEN_UP:  # more would tell the same
        run.play(played, np.random.SeedSequence([seed, played]), share=1 if games >= len(policies) else len(policies))
        played += 1
    return Report(game.name, played, run.moves, list(run.findings.values()))


class _Check:
    """The random game of now, and what was found so far. given_up: games that could not be played to their end."""

    def __init__(self, game: Game, comparison: Comparison, policies: list[Policy], most_moves: int) -> None:
        self._game, self._compare, self._policies, self._most_moves = game, comparison, policies, most_moves
        self._line: list[int] = []
        self._state = game.start.copy()
        self.findings: dict[str, str] = {}
        self.moves, self.given_up = 0, 0

    def play(self, number: int, seed: np.random.SeedSequence, share: int) -> None:
        """Play one random game, then a simulation by each policy of this game's share."""
        rng, choices = seeded(seed), np.random.default_rng(seed)
        self._line, self._state = [], self._game.start.copy()
        is_complete = False
        with self._noted():
            self._play_to_the_end(rng, choices)
            is_complete = True
        self.given_up += not is_complete
        if not all(kind.startswith("playout ") for kind in self.findings):
            return  # where the rules are wrong, a simulation may never end
        for step in range(share):
            policy = self._policies[(number + step) % len(self._policies)]
            cut = int(choices.integers(len(self._line) + 1))
            with self._noted():
                self._compare.playout(policy, self._line[:cut], rng)

    def _play_to_the_end(self, rng: np.ndarray, choices: np.random.Generator) -> None:
        state, line, compare = self._state, self._line, self._compare
        gained, promises = 0.0, []  # of each state: what was gained before it, and the bound on the rest
        while True:
            actions = compare.actions(state)
            with self._noted():
                promises.append((gained, compare.bound(state)))
            with self._noted():
                compare.key(state, actions)
            with self._noted():
                compare.canonical(state, actions)
            with self._noted():
                compare.features(state)
            with self._noted():
                compare.status(state, actions)
            with self._noted():
                compare.sample(state, actions, rng)
            if not line:
                self._look_at_the_start(actions)
            if not actions:
                break
            if len(line) >= self._most_moves:
                raise ContractError(f"the game does not end: found {len(line):,} moves; {FEWER}")
            action = actions[int(choices.integers(len(actions)))]
            with self._noted():
                compare.code(state, action)
            with self._noted():
                compare.prior(state, action)
            gained += compare.reward(state, action)
            line.append(action)
            self.moves += 1
        total = gained + compare.final(state)
        with self._noted():
            compare.line(line, total, "a random game")
        with self._noted():
            _compare_promises(promises, total)

    def _look_at_the_start(self, actions: list[int]) -> None:
        if not actions:
            raise ContractError("the start has no moves: found no action; expected at least one")
        with self._noted():
            self._compare.words_for_people(self._state, actions)

    @contextmanager
    def _noted(self) -> Iterator[None]:
        """Make a finding of a misbehaviour, the first of its kind, and go on after the block."""
        try:
            yield
        except ContractError as found:
            kind = str(found).partition(":")[0]
            self.findings.setdefault(kind, f"{found} ({self._place()})")

    def _place(self) -> str:
        line = self._line
        after = f"after {shown(line)}" if line else "the start"
        return f"move {len(line) + 1}, {after}; state {words_of(self._state)}"


def _compare_promises(promises: list[tuple[float, float]], total: float) -> None:
    rounding = ROUNDING * max(abs(gained) for gained, _ in promises) if promises else 0.0
    for moves, (gained, bound) in enumerate(promises):
        rest = total - gained
        if rest > bound + max(SLACK * max(1.0, abs(rest)), rounding):
            raise ContractError(
                f"bound is too low: found {bound:.12g} after {moves} of these moves; expected at least {rest:.12g}, "
                "which a random game scored from there"
            )
