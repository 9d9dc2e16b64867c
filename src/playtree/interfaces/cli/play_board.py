"""Playing SameGame with the cursor: the group under it is marked and its points are shown."""

from typing import cast

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from playtree.games.samegame.board import Board
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.rule_book import Cell, group_at
from playtree.interfaces.cli.keys import BACKSPACE, DOWN, END_OF_INPUT, ENTER, ESCAPE, LEFT, RIGHT, UP, keyboard
from playtree.interfaces.cli.output import counted, points_words
from playtree.interfaces.cli.play_commands import COMMANDS, Player
from playtree.interfaces.cli.progress import COMPILING
from playtree.interfaces.cli.words import picture

HELP = ("arrows choose, enter removes, or type a move: 3,0", "u undo  h hint  r restart  s save  q quit")
STEPS = {UP: (0, 1), DOWN: (0, -1), LEFT: (-1, 0), RIGHT: (1, 0)}
LINES_AROUND = 7  # above and below the board


class BoardScreen:
    """The screen: what the player sees, and what a key changes."""

    def __init__(self, player: Player, title: str) -> None:
        self.player, self._title = player, title
        self._game = cast(SameGame, player.session.game)
        self._cursor: Cell = (0, 0)
        self._typed = ""
        self.message = ""

    def press(self, key: str) -> None:
        """Obey a key, except those that quit."""
        if key in STEPS:
            self._step(*STEPS[key])
        elif key in (ENTER, " "):
            self.message = self.player.move(self._typed or "{},{}".format(*self._cursor))
            self._typed = ""
        elif key == BACKSPACE:
            self._typed = self._typed[:-1]
        elif key == ESCAPE:
            self._typed = ""
        elif key.isdecimal() or (key == "," and self._typed):
            self._typed += key
        elif key in COMMANDS:
            self.message = self.player.do(COMMANDS[key])
            self._look_at_hint(key)

    def draw(self, width: int, height: int) -> Group:
        """The whole screen, for a terminal of this size."""
        board = self._game.board_of(self.player.session.state)
        group = group_at(board, self._cursor)
        marked = group if len(group) >= self._game.rules.minimum else frozenset()
        drawing = picture(self._game, self.player.session.state, highlighted=marked, cursor=self._cursor)
        if marked:
            points = f"{counted(len(group), 'block')}, {points_words(self._game.rules.points_of(len(group)))}"
        else:
            points = "no group here"
        return Group(
            Text.assemble(
                (self.player.score_words(), "bold green"), f"   {self._title}", no_wrap=True, overflow="ellipsis"
            ),
            Text(),
            _window(drawing, board, self._cursor, width, height - LINES_AROUND),
            Text(points + (f"   move: {self._typed}_" if self._typed else "")),
            Text(self.message, "yellow", no_wrap=True, overflow="ellipsis"),
            Text("\n".join(HELP), "dim", no_wrap=True, overflow="ellipsis"),
        )

    def _step(self, columns: int, rows: int) -> None:
        board = self._game.board
        column, row = self._cursor[0] + columns, self._cursor[1] + rows
        self._cursor = column % board.columns, row % board.rows
        self.message = ""

    def _look_at_hint(self, key: str) -> None:
        """Put the cursor on the group of a hint."""
        if COMMANDS[key] == "hint" and self.message.startswith("hint: "):
            column, row = self.message.split()[1].split(",")
            self._cursor = int(column), int(row)


def play_on_board(screen: BoardScreen, console: Console) -> None:
    """Let a person play until the key q."""
    live = Live(console=console, screen=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False)

    def say(message: str) -> None:
        screen.message = message
        live.update(screen.draw(console.width, console.height), refresh=True)

    screen.player.on_compiling = lambda: say(COMPILING)
    with live, keyboard() as next_key:
        while True:
            say(screen.message)
            key = next_key()
            if key in ("q", END_OF_INPUT):
                break
            if key == "h":
                say("thinking ...")
            screen.press(key)
    console.print(screen.player.score_words())


def _window(drawing: Text, board: Board, cursor: Cell, width: int, height: int) -> Text:
    """As much of a drawing as fits, with the cursor in it; the numbers of the rows stay."""
    lines, labels = drawing.split(allow_blank=True), len(str(board.rows - 1)) + 1
    top = _first_shown(len(lines), height, board.rows - 1 - cursor[1])
    left = labels + _first_shown(2 * board.columns + 1, width - labels, 2 * cursor[0] + 1)
    shown = [line[:labels] + line[left : left + width - labels] for line in lines[top : top + max(height, 1)]]
    return Text("\n", no_wrap=True).join(shown)


def _first_shown(whole: int, room: int, place: int) -> int:
    """Where to begin, so that a place is in the middle of the room, or nearer to an end."""
    return max(0, min(place - room // 2, whole - room))
