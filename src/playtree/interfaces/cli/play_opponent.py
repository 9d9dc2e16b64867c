"""The machine at the table: it moves in its turn, gives hints, and tells what it thinks."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from playtree.errors import InputError
from playtree.games.turns import Move, TurnGame
from playtree.interfaces.cli.play_texts import Texts
from playtree.matches.players import USUAL, Habits, player_from_recipe, resolved
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.choice import Choice

SHOWN_ALTERNATIVES = 5
SHOWN_MOVES = 5  # of each line


class Machine:
    """A player that is asked about positions of one game in any order. seats: those it plays, from 0."""

    def __init__(
        self,
        game: TurnGame,
        recipe: str,
        seconds: float,
        seats: Sequence[int] = (),
        seed: int = 0,
        habits: Habits = USUAL,
        say: Callable[[str], None] = lambda words: None,
    ) -> None:
        self.recipe, self.seats, self._seed = resolved(recipe, game, habits, say=say), tuple(seats), seed
        self._player = player_from_recipe(self.recipe, game, replace(habits, explains=True))
        self._budget = MoveBudget(seconds=seconds)
        self._told: list[Move] = []
        self._player.begin(seed)

    def choose(self, line: Sequence[Move]) -> Choice:
        """The move behind these, which lead from the start to a position that is not over."""
        self.follow(line)
        return self._player.choose(self._budget)

    def follow(self, line: Sequence[Move]) -> None:
        """Stand behind these moves. A machine that thinks on the time of others begins to."""
        if list(line[: len(self._told)]) != self._told:
            self._player.begin(self._seed)
            self._told = []
        for move in line[len(self._told) :]:
            self._player.advance(move)
            self._told.append(move)

    def rest(self) -> None:
        """End what it thinks in the background."""
        self._player.rest()


def seats_against(game: TurnGame, side: str | None) -> list[int]:
    """The seats of the machine when a person plays `side`: the name or number of a player, the first unless given."""
    names = [name.lower() for name in game.players]
    numbers = [str(number) for number in range(1, len(names) + 1)]
    wanted = numbers[0] if side is None else side.lower()
    if wanted not in (*names, *numbers):
        raise InputError(f"side: found '{side}'; expected one of: {', '.join((*game.players, *numbers))}")
    person = names.index(wanted) if wanted in names else numbers.index(wanted)
    return [seat for seat in range(len(names)) if seat != person]


def short_thought(choice: Choice, texts: Texts) -> str:
    """What a choice is based on, in a line."""
    if not choice.simulations:
        return ""
    sure = "certain of" if choice.is_proven else "expects"
    going_on = " - ".join(texts.line(choice.line[:4])[1:])
    rest = f", going on {going_on}" if going_on else ""
    return f"{sure} {100 * choice.expected:.0f} %, {choice.simulations:,} simulations{rest}"


def thought(choice: Choice, texts: Texts) -> str:
    """The chosen move and the best others of those looked at most, each with how the game is expected to go on."""
    if not choice.alternatives:
        return "it did not think"
    shown = sorted(choice.alternatives, key=lambda each: each.move != choice.move)[:SHOWN_ALTERNATIVES]
    names = [texts.line([each.move])[0] for each in shown]
    width = max(map(len, names))
    lines = []
    for name, each in zip(names, shown, strict=True):
        sure = " certain" if each.is_proven else ""
        line = choice.line if each.move == choice.move else each.line
        going_on = " - ".join(texts.line(line[:SHOWN_MOVES])[1:])
        rest = f", going on {going_on}" if going_on else ""
        lines.append(f"  {name:<{width}}  {100 * each.expected:5.1f} %{sure}  {each.visits:,} visits{rest}")
    return "\n".join(lines)
