"""One play between two sides, under a referee that trusts nobody."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from playtree.errors import GameError
from playtree.games.turns import TurnGame
from playtree.matches.clock import Clock
from playtree.matches.players import Player
from playtree.matches.referee import Referee
from playtree.search.versus.budget import MoveBudget

FIRST, SECOND = 0, 1


@dataclass(frozen=True)
class PlayRecord:
    """A play as it went; pairs hold the first and the second side.

    number: of the play, from 0. seats: which side sat where. turns, simulations, states, seconds: moves made, and what
    thinking about them took. late: the most by which a move exceeded its seconds. memory: most bytes of the process.
    out_of_time: the side whose clock ran out.
    """

    game: str
    number: int
    seats: tuple[int, ...]
    scores: tuple[Any, ...]
    moves: int
    turns: tuple[int, int]
    simulations: tuple[int, int]
    states: tuple[int, int]
    seconds: tuple[float, float]
    late: tuple[float, float]
    memory: int
    out_of_time: int | None = None

    @property
    def points(self) -> float:
        """1 if the first side won, 1/2 for a draw. A side with several seats has their mean score."""
        if self.out_of_time is not None:
            return float(self.out_of_time == SECOND)
        first, second = (self._mean_score(side) for side in (FIRST, SECOND))
        if math.isclose(first, second, rel_tol=1e-12, abs_tol=1e-12):  # a fifth for each of three is not 3 / 5 in all
            return 0.5
        return float(first > second)

    def _mean_score(self, side: int) -> float:
        scores = [score for seat, score in zip(self.seats, self.scores, strict=True) if seat == side]
        return math.fsum(scores) / len(scores)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def record_from(data: dict[str, Any]) -> PlayRecord:
    """The record in a line of a results file. TypeError, ValueError: it is none."""
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    record = PlayRecord(**values)
    pairs = (record.turns, record.simulations, record.states, record.seconds, record.late)
    sides, numbers = (FIRST, SECOND), [record.number, record.moves, record.memory, *record.scores]
    is_sound = (
        all(len(pair) == len(sides) for pair in pairs)
        and set(record.seats) == set(sides)
        and len(record.scores) == len(record.seats)
        and all(math.isfinite(number) for number in (*numbers, *(each for pair in pairs for each in pair)))
        and record.number >= 0
        and record.out_of_time in (None, *sides)
    )
    if not is_sound:
        raise ValueError
    return record


def seats_of(players: int, number: int) -> tuple[int, ...]:
    """Which side sits where in a play: in turn, and all swapped in every other play."""
    return tuple((seat + number) % 2 for seat in range(players))


def seed_of(seed: int, game: str, number: int, seat: int) -> int:
    """The seed of a player in a play."""
    words = [seed, *game.encode(), number, seat]
    return int(np.random.SeedSequence(words).generate_state(1, np.uint64)[0]) >> 1


def play_once(
    game: TurnGame,
    players: Sequence[Player],
    thinking: MoveBudget | None,
    *,
    clock: Clock | None = None,
    odds: float = 1.0,
    seed: int = 0,
    number: int = 0,
    on_move: Callable[[Referee], None] = lambda referee: None,
) -> PlayRecord:
    """Play a game to its end. players: one for each seat. clock: of each side, in place of `thinking`.

    odds: how many times as much thinking or time the first side has.
    """
    referee, seats = Referee(game), seats_of(len(players), number)
    shares = (odds, 1.0)  # of the first and the second side
    clocks = [clock.times(shares[side]) for side in seats] if clock else []
    budgets = [thinking.times(share) for share in shares] if thinking else []
    turns, simulations, states = [0, 0], [0, 0], [0, 0]
    seconds, late = [0.0, 0.0], [0.0, 0.0]
    forget_peak_memory()
    for seat, player in enumerate(players):
        player.begin(seed_of(seed, game.name, number, seat))
    out_of_time = None
    while not referee.is_over and out_of_time is None:
        seat, side = referee.seat, seats[referee.seat]
        limits = MoveBudget(seconds=clocks[seat].share()) if clocks else budgets[side]
        begin = time.perf_counter()
        chosen = players[seat].choose(limits)
        taken = time.perf_counter() - begin
        turns[side] += 1
        simulations[side] += chosen.simulations
        states[side] += chosen.states
        seconds[side] += taken
        if limits.seconds is not None:
            late[side] = max(late[side], taken - limits.seconds)
        if clocks:
            clocks[seat].spend(taken)
            out_of_time = side if clocks[seat].is_out else None
        _make(referee, players, chosen.move)
        on_move(referee)
    return PlayRecord(
        game=game.name,
        number=number,
        seats=seats,
        scores=referee.scores,
        moves=len(referee.moves),
        turns=(turns[0], turns[1]),
        simulations=(simulations[0], simulations[1]),
        states=(states[0], states[1]),
        seconds=(seconds[0], seconds[1]),
        late=(late[0], late[1]),
        memory=peak_memory(),
        out_of_time=out_of_time,
    )


def _make(referee: Referee, players: Sequence[Player], move: Any) -> None:
    """Play a move and tell everybody; an error if it is not legal."""
    rules = referee.game.compiled
    if not referee.is_legal(move):
        found = f"{referee.game.name}: move {len(referee.moves) + 1} is '{referee.game.move_text(move)}'"
        raise GameError(f"{found}; expected one of {referee.count} legal moves")
    if len(referee.moves) >= rules.most_moves:
        raise rules.endless(referee.game.name)
    referee.play(move)
    for player in players:
        player.advance(move)


def forget_peak_memory() -> None:
    """Measure the peak from now on, where the system allows that."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return


def peak_memory() -> int:
    """The most bytes that this process has held since then; 0 if the system does not tell."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM:")), 0)
