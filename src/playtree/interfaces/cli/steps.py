"""A solution step by step: each position with the next move marked."""

from collections.abc import Callable
from dataclasses import dataclass

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from playtree.games.interface import Game, State
from playtree.games.samegame.game import SameGame, move_of
from playtree.games.samegame.rule_book import Group as Blocks
from playtree.games.samegame.rule_book import group_at
from playtree.interfaces.cli.keys import BACKSPACE, END, END_OF_INPUT, ENTER, HOME, LEFT, RIGHT, keyboard
from playtree.interfaces.cli.output import number_words, points_words
from playtree.interfaces.cli.words import ending_words, picture

KEYS: dict[str, Callable[[int, int], int]] = {
    **dict.fromkeys((" ", ENTER, RIGHT, "n"), lambda step, last: min(step + 1, last)),
    **dict.fromkeys(("b", BACKSPACE, LEFT, "p"), lambda step, last: max(step - 1, 0)),
    HOME: lambda step, last: 0,
    END: lambda step, last: last,
}
HELP = "space next, b back, home, end, q quit"


@dataclass(frozen=True)
class Step:
    """A position. move, points: of the move that comes next; None and 0 at the end. score: so far."""

    state: State
    move: int | None
    points: float
    score: float


def steps_of(game: Game, line: tuple[int, ...]) -> list[Step]:
    """The positions of a line that was replayed before, the last one with the score of the whole game."""
    state, score, steps = game.start.copy(), 0.0, []
    for action in line:
        before = state.copy()
        points = game.apply(state, action)
        steps.append(Step(before, action, points, score))
        score += points
    return [*steps, Step(state, None, 0.0, game.replay(line).score)]


def draw_step(game: Game, steps: list[Step], number: int) -> Group:
    """The picture of a step and what is said about it."""
    step = steps[number]
    marked: Blocks = frozenset()
    cursor = None
    if isinstance(game, SameGame) and step.move is not None:
        cursor = move_of(step.move)
        marked = group_at(game.board_of(step.state), cursor)
    return Group(
        Text.assemble((f"step {number} of {len(steps) - 1}", "bold"), f"  score {number_words(step.score)}"),
        picture(game, step.state, highlighted=marked, cursor=cursor),
        Text(_next_words(game, step)),
    )


def walk(game: Game, steps: list[Step], console: Console, number: int = 0) -> None:
    """Let a person step through, until the key q."""
    live = Live(console=console, screen=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False)
    with live, keyboard() as next_key:
        while True:
            live.update(Group(Text(HELP, "dim"), Text(), draw_step(game, steps, number)), refresh=True)
            key = next_key()
            if key in ("q", END_OF_INPUT):
                return
            if key in KEYS:
                number = KEYS[key](number, len(steps) - 1)


def _next_words(game: Game, step: Step) -> str:
    if step.move is None:
        return ", ".join(filter(None, ["the end", ending_words(game, step.state)]))
    return f"next: {game.action_text(step.state, step.move)} for {points_words(step.points)}"
