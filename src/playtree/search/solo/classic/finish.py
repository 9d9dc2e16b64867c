"""How an exact search has a line at any time: now and then a simulation finishes the game from where it stands."""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled import calls
from playtree.compiled.calls import ABSENT, COUNTERS, LINE_LENGTH, MEMORY_NUMBERS, STATES_SEEN, TOO_MANY_ACTIONS
from playtree.compiled.decorator import compiled
from playtree.games.interface import Game, GameTable, Policy
from playtree.games.uniform import uniform_playout
from playtree.search.solo.steps import copy_words
from playtree.search.solo.timed import Timed

FIRST_ACTIONS, FIRST_LINE = 256, 256


class Finish(NamedTuple):
    """state: uint64[], used up by a simulation. actions: int64[A]. line: int64[L]. policy: float64[16], memory:
    float64[64] and playout: int64[4] (compiled/calls.py). final: float64[1]. rng: uint64[1]. best: float64[1], score
    of the best game; best_line: int64[L], its actions; best_length: int64[1].
    """

    state: Any
    actions: Any
    line: Any
    policy: Any
    memory: Any
    playout: Any
    final: Any
    rng: Any
    best: Any
    best_line: Any
    best_length: Any


class Finishing(Timed):
    """An exact search, whose best game is that of its workspace's `finish`."""

    _work: Any

    @property
    def score(self) -> float:
        """Score of the best game so far; -inf before the first."""
        return float(self._work.finish.best[0])

    @property
    def line(self) -> list[int]:
        """Actions of the best game."""
        return [int(action) for action in self._work.finish.best_line[: self._work.finish.best_length[0]]]


def new_finish(game: Game, policy: Policy, rng: Any) -> Finish:
    """The memory for simulations of this policy."""
    return Finish(
        state=game.start.copy(),
        actions=np.empty(FIRST_ACTIONS, np.int64),
        line=np.empty(FIRST_LINE, np.int64),
        policy=policy.numbers,
        memory=np.zeros(MEMORY_NUMBERS),
        playout=np.zeros(COUNTERS, np.int64),
        final=np.zeros(1),
        rng=rng,
        best=np.full(1, -np.inf),
        best_line=np.empty(FIRST_LINE, np.int64),
        best_length=np.zeros(1, np.int64),
    )


def with_actions(finish: Finish, needed: int) -> Finish:
    """The same with room for so many actions."""
    return finish._replace(actions=np.empty(2 * needed, np.int64))


def with_line(finish: Finish, needed: int) -> Finish:
    """The same with room for lines of this length."""
    longer = np.empty(2 * needed, np.int64)
    longer[: len(finish.best_line)] = finish.best_line
    return finish._replace(line=np.empty(2 * needed, np.int64), best_line=longer)


@compiled(inline=True, borrows=True)
def finished(game: GameTable, state: Any, gained: float, finish: Finish) -> float:
    """Play from `state` to the end; return the score of the whole game. finish.playout says how long and whether the
    buffers were too small. Leaves `state` as it is.
    """
    copy_words(state, finish.state)
    finish.playout[TOO_MANY_ACTIONS] = 0
    if game.playout != ABSENT:
        rest = calls.playout(
            game.playout,
            game.data,
            finish.state,
            finish.policy,
            finish.memory,
            finish.rng,
            gained,
            finish.line,
            finish.playout,
        )
    else:
        rest = uniform_playout(
            game, finish.state, finish.actions, finish.rng, finish.line, finish.playout, finish.final
        )
    return gained + rest


@compiled(inline=True, borrows=True)
def room_needed(finish: Finish, depth: int) -> Any:
    """Actions and length of a line that the buffers must hold for the simulation of now at this depth; 0 if they do."""
    length = depth + finish.playout[LINE_LENGTH]
    return finish.playout[TOO_MANY_ACTIONS], length if length > len(finish.line) else 0


@compiled(inline=True, borrows=True)
def states_seen(finish: Finish) -> int:
    """States whose moves the simulation of now computed."""
    return finish.playout[STATES_SEEN]
