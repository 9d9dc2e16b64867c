"""People at one terminal, at any game of several players, among themselves or against the machine.

Moves are typed (play_texts.py), or picked from a list.
"""

from collections.abc import Callable
from typing import Any

from rich.console import Console

from playtree.errors import InputError
from playtree.games.turns import Move, TurnGame
from playtree.interfaces.cli.output import counted
from playtree.interfaces.cli.play_opponent import Machine, short_thought, thought
from playtree.interfaces.cli.play_texts import Texts, is_number, notation_of
from playtree.interfaces.cli.typed import typed_lines
from playtree.rbg.layout import Words
from playtree.search.versus.choice import Choice

COMMANDS = {
    "m": "moves",
    "u": "undo",
    "r": "restart",
    "b": "board",
    "h": "hint",
    "t": "thoughts",
    "?": "help",
    "q": "quit",
}
LETTERS = ", ".join(f"{letter} {word}" for letter, word in COMMANDS.items())
SHOWN = 40  # moves of a list


class Table:
    """A game in progress. offered: the moves that were listed last, which numbers pick from.

    machine: who plays the seats that people do not. make_adviser: who gives hints where there is no machine.
    last_choice: what the machine thought last; thought_at: the state it thought about.
    """

    def __init__(
        self, game: TurnGame, machine: Machine | None = None, make_adviser: Callable[[], Machine] | None = None
    ) -> None:
        self.game, self.compiled = game, game.compiled
        self.notation = notation_of(game)
        self.history: list[Words] = [game.start.copy()]
        self.line: list[Move] = []
        self.offered: list[Move] = []
        self.machine = machine
        self.adviser: Machine | None = machine
        self.make_adviser = make_adviser
        self.last_choice: Choice | None = None
        self.thought_at = self.state

    @property
    def state(self) -> Words:
        return self.history[-1]

    def moves(self) -> list[Move]:
        return self.compiled.moves(self.state)

    @property
    def texts(self) -> Texts:
        """Moves as texts, here."""
        return Texts(self.notation, self.state)

    @property
    def help(self) -> str:
        return f"{self.notation.help}; {LETTERS}"

    def scores(self) -> dict[str, Any]:
        return dict(zip(self.game.players, self.compiled.scores(self.state), strict=True))

    def play(self, move: Move) -> str:
        """Make a legal move."""
        after, text = self.state.copy(), self.texts.line([move])[0]
        self.compiled.play(after, move)
        self.history.append(after)
        self.line.append(move)
        self.offered = []
        return f"move {len(self.line)}: {text}"

    def undo(self) -> str:
        """Take back the last move and, against the machine, those until a person was to move."""
        if not any(not self.is_machine_at(state) for state in self.history[:-1]):
            return "nothing to take back"
        self.history.pop()
        self.line.pop()
        while self.is_machine_at(self.state):
            self.history.pop()
            self.line.pop()
        self.offered = []
        return "taken back"

    def is_machine_at(self, state: Words) -> bool:
        """Whether the machine is to move in a position."""
        return self.machine is not None and self.compiled.player(state) - 1 in self.machine.seats

    def let_machine_move(self) -> str:
        """Make a move of the machine."""
        assert self.machine is not None
        choice = self.last_choice = self.machine.choose(self.line)
        self.thought_at = self.state
        why, played = short_thought(choice, self.texts), self.play(choice.move)
        self.machine.follow(self.line)
        return f"{self.machine.recipe}, {played}" + (f" ({why})" if why else "")

    def rest(self) -> None:
        """Nobody thinks any more."""
        if self.adviser is not None:
            self.adviser.rest()

    def hint(self) -> str:
        """What the adviser would play."""
        if self.compiled.count(self.state) == 0:
            raise InputError("the game is over; u takes a move back, r starts again")
        if self.adviser is None:
            if self.make_adviser is None:
                raise InputError("there is nobody to ask; expected a game with --against")
            self.adviser = self.make_adviser()
        choice = self.last_choice = self.adviser.choose(self.line)
        self.thought_at = self.state
        why = short_thought(choice, self.texts)
        return f"hint: {self.texts.line([choice.move])[0]}" + (f" ({why})" if why else "")

    def thoughts(self) -> str:
        """What was thought before the last hint or move of the machine."""
        return (
            "nobody has thought yet; h asks for a hint"
            if self.last_choice is None
            else thought(self.last_choice, Texts(self.notation, self.thought_at))
        )

    def restart(self) -> str:
        del self.history[1:]
        self.line.clear()
        self.offered = []
        return "started again"

    def picture(self) -> str:
        return self.notation.picture(self.state, self.line, self.history[-2] if self.line else None)

    def situation(self) -> str:
        """Who is to move, or how the game ended."""
        count = self.compiled.count(self.state)
        if count == 0:
            return "the game is over: " + ", ".join(f"{name} {score}" for name, score in self.scores().items())
        mover = self.game.players[self.compiled.player(self.state) - 1]
        return f"{mover} to move, {counted(count, 'move')}"

    def offer(self, moves: list[Move]) -> str:
        """A list to pick from, numbered unless the moves are numbers themselves."""
        self.offered = moves
        is_numbered = self.notation.is_numbered(self.state, self.moves())
        texts = [self.texts.line([move])[0] for move in moves[:SHOWN]]
        width = max(map(len, texts), default=0)
        lines = [
            f"{number if is_numbered else '':>4}  {text:<{width}}  {self.notation.numbers(move)}".rstrip()
            for number, (text, move) in enumerate(zip(texts, moves, strict=False), 1)
        ]
        more = [f"      and {len(moves) - SHOWN} more; begin to type one to see fewer"] if len(moves) > SHOWN else []
        return "\n".join((*lines, *more)) or "no move is left"

    def answer(self, text: str) -> str:
        """Make the move that is meant, or list those that may be; InputError if there is none."""
        moves = self.moves()
        if not moves:
            raise InputError("the game is over; u takes a move back, r starts again")
        word = text.strip()
        if is_number(word) and not self.names_move(word) and self.notation.is_numbered(self.state, moves):
            return self.play(self.numbered(int(word), moves))
        found = self.notation.meant(text, self.state, moves)
        return self.play(found[0]) if len(found) == 1 else self.offer(found)

    def names_move(self, text: str) -> bool:
        """Whether a text is a move's, though it looks like a command or a number."""
        return self.notation.names_move(text, self.state, self.moves())

    def numbered(self, number: int, moves: list[Move]) -> Move:
        offered = self.offered or moves
        if not 1 <= number <= len(offered):
            raise InputError(f"found number {number}; expected 1 to {len(offered)}, a move of the list")
        return offered[number - 1]

    def to_dict(self) -> dict[str, Any]:
        over = self.compiled.count(self.state) == 0
        return {
            "game": self.game.name,
            "moves": list(map(self.game.move_text, self.line)),
            "over": over,
            "scores": self.scores(),
        }


def play_turns(table: Table, console: Console) -> None:
    """Read and answer lines until `quit` or the end of the input."""
    say(console, table.help)
    show(table, console)
    machine_moves(table, console)
    for text in typed_lines(console):
        command = next((word for letter, word in COMMANDS.items() if text.lower() in (letter, word)), "")
        if command and table.names_move(text):
            command = ""
        if command == "quit":
            break
        before = len(table.line), len(table.history)
        try:
            say(console, obey(table, command) if command else table.answer(text))
        except InputError as error:
            say(console, str(error))
        if (len(table.line), len(table.history)) != before or command in ("board", "restart"):
            show(table, console)
        machine_moves(table, console)
    say(console, table.situation())


def machine_moves(table: Table, console: Console) -> None:
    """Let the machine move as long as it is its turn."""
    while table.is_machine_at(table.state) and table.compiled.count(table.state):
        say(console, table.let_machine_move())
        show(table, console)


def obey(table: Table, command: str) -> str:
    answers: dict[str, Callable[[], str]] = {
        "moves": lambda: table.offer(table.moves()),
        "undo": table.undo,
        "restart": table.restart,
        "board": lambda: "",
        "hint": table.hint,
        "thoughts": table.thoughts,
        "help": lambda: table.help,
    }
    return answers[command]()


def show(table: Table, console: Console) -> None:
    say(console, f"\n{table.picture()}\n\n{table.situation()}")


def say(console: Console, text: str) -> None:
    if text:
        console.print(text, markup=False, highlight=False)
