"""The recipe `auto`: measures designs on the game at hand before it begins, and picks one [pawlik2021] 6.

Each candidate plays against the orthodox design, by the clock and with seats swapped, as often as the time allows. What
is known of it beforehand, its mean win ratio over the fifteen games of [pawlik2021] table 5.2, counts like PRIOR_PLAYS
plays, so that little evidence changes little:

    (won + PRIOR_PLAYS * prior) / (plays + PRIOR_PLAYS)
"""

import time
from dataclasses import dataclass

from playtree.errors import InputError
from playtree.games.turns import TurnGame
from playtree.matches.play import play_once
from playtree.matches.players import AUTO, USUAL, AgentPlayer, Habits, Player
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.recipes import design_of

REFERENCE = "orthodox"
CANDIDATES = {  # name: win ratio against the reference in half a second a move
    "semisplit-nodal": 0.7139,
    "mctsM_orthodox_semisplit": 0.6766,
    "rollup-nodal": 0.6701,
    "mctsM_semisplitNodal_orthodox": 0.5821,
}
PRIOR_PLAYS = 6
START_SECONDS = 10.0
SPEED_SHARE = 0.1  # of the time, for measuring speeds
ROUNDS = 4  # plays of each candidate that the time should allow
SHORTEST_MOVE, LONGEST_MOVE = 0.001, 0.5


@dataclass(frozen=True)
class Measured:
    """A design on this game. prior: what was known of it. won, plays: against the reference, draws counting half."""

    name: str
    states_per_second: float
    prior: float
    won: float = 0.0
    plays: int = 0

    @property
    def expected(self) -> float:
        """The win ratio to expect against the reference."""
        if self.name == REFERENCE:
            return self.prior
        return (self.won + PRIOR_PLAYS * self.prior) / (self.plays + PRIOR_PLAYS)


@dataclass(frozen=True)
class Picked:
    """The design to play with, and what it was picked by, the reference first."""

    name: str
    measured: tuple[Measured, ...]
    move_seconds: float

    @property
    def reason(self) -> str:
        """Why, in a sentence."""
        reference = self.measured[0]
        words = []
        for each in sorted(self.measured, key=lambda one: -one.expected):
            speed = each.states_per_second / max(reference.states_per_second, 1e-9)
            played = "" if each.name == REFERENCE else f", {each.won:g} of {each.plays} plays"
            words.append(f"{each.name} {100 * each.expected:.0f} % ({speed:.1f} x the states{played})")
        return f"expected against {REFERENCE}, at {1000 * self.move_seconds:.0f} ms a move: {', '.join(words)}"


def pick(game: TurnGame, seconds: float = START_SECONDS, seed: int = 0, habits: Habits = USUAL) -> Picked:
    """Measure the designs for so many seconds, compiling not counted, and pick the best."""
    if not seconds > 0:
        raise InputError(f"auto: found {seconds:g} seconds; expected a number above 0")
    names = [name for name in (REFERENCE, *CANDIDATES) if habits.threads == 1 or design_of(name).tree != "rollup"]
    players: dict[str, AgentPlayer] = {name: AgentPlayer(game, name, habits) for name in names}
    begin = time.perf_counter()
    measured, length = {}, 1.0
    for name, player in players.items():
        player.begin(seed)
        choice = player.choose(MoveBudget(seconds=SPEED_SHARE * seconds / len(players)))
        measured[name] = Measured(name, choice.states / max(choice.seconds, 1e-9), CANDIDATES.get(name, 0.5))
        length = max(length, choice.states / max(choice.simulations, 1))
    left = seconds - (time.perf_counter() - begin)
    wanted = left / (len(CANDIDATES) * ROUNDS * length)  # a random play is about as long as a game, or longer
    move_seconds = min(max(wanted, SHORTEST_MOVE), LONGEST_MOVE)
    number = 0
    while time.perf_counter() - begin < seconds:
        name = names[1 + number % (len(names) - 1)]
        turn = number // (len(names) - 1)
        points = _points(game, players[name], players[REFERENCE], move_seconds, turn, begin + seconds, seed)
        if points is not None:
            old = measured[name]
            measured[name] = Measured(name, old.states_per_second, old.prior, old.won + points, old.plays + 1)
        number += 1
    for player in players.values():
        player.rest()
    best = max(measured.values(), key=lambda each: each.expected)
    return Picked(best.name, tuple(measured.values()), move_seconds)


def _points(
    game: TurnGame, one: AgentPlayer, other: AgentPlayer, move_seconds: float, number: int, end: float, seed: int
) -> float | None:
    """What a play brings the first, 1 being a win; None if time ran out before its end."""
    names = [(one, other)[(seat + number) % 2].agent.name for seat in range(len(game.players))]
    # an agent sits at one seat; of three players, one side has a second agent
    sides: list[Player] = [one if name == one.agent.name else other for name in names]
    if len(names) > 2:
        sides = [AgentPlayer(game, name, one.habits) for name in names]

    class OutOfTimeError(Exception):
        """The measuring ends."""

    def watch(_: object) -> None:
        if time.perf_counter() > end:
            raise OutOfTimeError

    try:
        record = play_once(game, sides, MoveBudget(seconds=move_seconds), seed=seed, number=number, on_move=watch)
    except OutOfTimeError:
        return None
    finally:
        for side in sides:  # a second agent of a side is known here alone
            side.rest()
    return record.points


__all__ = ["AUTO", "CANDIDATES", "Measured", "Picked", "pick"]
