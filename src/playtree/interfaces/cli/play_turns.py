"""People at one terminal, at any board game given by rules, among themselves or against the machine.

Moves are named by their squares, or picked from a list.
"""

import sys
from collections.abc import Callable, Iterator
from typing import Any

from rich.console import Console

from playtree.errors import InputError
from playtree.games.rbg import Rbg
from playtree.interfaces.cli.output import counted
from playtree.interfaces.cli.play_marks import marked
from playtree.interfaces.cli.play_opponent import Machine, short_thought, thought
from playtree.rbg.interpreter import Move
from playtree.rbg.layout import Words
from playtree.rbg.notation import move_from_text, move_text
from playtree.rbg.squares import labelled, matching, square_names, squares_of, squares_text
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
HELP = (
    "type the squares of a move, such as e2 e4, or the number of a move in the list; "
    + ", ".join(f"{letter} {word}" for letter, word in COMMANDS.items())
)  # fmt: skip
SHOWN = 40  # moves of a list


class Table:
    """A game in progress. offered: the moves that were listed last, which numbers pick from.

    machine: who plays the seats that people do not. make_adviser: who gives hints where there is no machine.
    last_choice: what the machine thought last.
    """

    def __init__(
        self, game: Rbg, machine: Machine | None = None, make_adviser: Callable[[], Machine] | None = None
    ) -> None:
        self.game, self.compiled = game, game.compiled
        self.names = square_names(self.compiled.automaton.description.board)
        self.numbers = {name: number for number, name in enumerate(self.names, 1)}
        self.history: list[Words] = [game.start.copy()]
        self.line: list[Move] = []
        self.offered: list[Move] = []
        self.machine = machine
        self.adviser: Machine | None = machine
        self.make_adviser = make_adviser
        self.last_choice: Choice | None = None

    @property
    def state(self) -> Words:
        return self.history[-1]

    def moves(self) -> list[Move]:
        return self.compiled.moves(self.state)

    def scores(self) -> dict[str, int]:
        return dict(zip(self.game.players, self.compiled.scores(self.state), strict=True))

    def play(self, move: Move) -> str:
        """Make a legal move."""
        after = self.state.copy()
        self.compiled.play(after, move)
        self.history.append(after)
        self.line.append(move)
        self.offered = []
        return f"move {len(self.line)}: {squares_text(move, self.names)}"

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
        played, why = self.play(choice.move), short_thought(choice, self.names)
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
        why = short_thought(choice, self.names)
        return f"hint: {squares_text(choice.move, self.names)}" + (f" ({why})" if why else "")

    def thoughts(self) -> str:
        """What was thought before the last hint or move of the machine."""
        return (
            "nobody has thought yet; h asks for a hint"
            if self.last_choice is None
            else thought(self.last_choice, self.names)
        )

    def restart(self) -> str:
        del self.history[1:]
        self.line.clear()
        self.offered = []
        return "started again"

    def picture(self) -> str:
        pieces = self.compiled.layout.pieces_of(self.state)
        description = self.compiled.automaton.description
        last = squares_of(self.line[-1]) if self.line else ()
        return marked(description, labelled(description, pieces), pieces, last)

    def situation(self) -> str:
        """Who is to move, or how the game ended."""
        count = self.compiled.count(self.state)
        if count == 0:
            return "the game is over: " + ", ".join(f"{name} {score}" for name, score in self.scores().items())
        mover = self.game.players[self.compiled.player(self.state) - 1]
        return f"{mover} to move, {counted(count, 'move')}"

    def offer(self, moves: list[Move]) -> str:
        """A numbered list to pick from."""
        self.offered = moves
        width = max((len(squares_text(move, self.names)) for move in moves[:SHOWN]), default=0)
        lines = [
            f"{number:>4}  {squares_text(move, self.names):<{width}}  {move_text(move)}"
            for number, move in enumerate(moves[:SHOWN], 1)
        ]
        more = [f"      and {len(moves) - SHOWN} more; name a square to see fewer"] if len(moves) > SHOWN else []
        return "\n".join((*lines, *more)) or "no move is left"

    def answer(self, text: str) -> str:
        """Make the move that is meant, or list those that may be; InputError if there is none."""
        moves = self.moves()
        if not moves:
            raise InputError("the game is over; u takes a move back, r starts again")
        words = text.replace(",", " ").replace("-", " ").split() if text not in self.numbers else [text]
        if len(words) == 1 and words[0].isascii() and words[0].isdecimal() and words[0] not in self.numbers:
            return self.play(self.numbered(int(words[0]), moves))
        if all(word.isascii() and word.isdecimal() for word in words) or text.lstrip().startswith("("):
            move = move_from_text(text)
            if move not in moves:
                raise InputError(f"'{text}' is not legal here; m lists the moves")
            return self.play(move)
        unknown = [word for word in words if word not in self.numbers]
        if unknown:
            first, last = self.names[0], self.names[-1]
            raise InputError(f"'{unknown[0]}' is no square; expected names such as {first} or {last}; ? helps")
        found = matching(moves, [self.numbers[word] for word in words])
        if not found:
            raise InputError(f"no move goes through {' '.join(words)}; m lists the moves")
        return self.play(found[0]) if len(found) == 1 else self.offer(found)

    def numbered(self, number: int, moves: list[Move]) -> Move:
        offered = self.offered or moves
        if not 1 <= number <= len(offered):
            raise InputError(f"found number {number}; expected 1 to {len(offered)}, a move of the list")
        return offered[number - 1]

    def to_dict(self) -> dict[str, Any]:
        over = self.compiled.count(self.state) == 0
        return {"game": self.game.name, "moves": list(map(move_text, self.line)), "over": over, "scores": self.scores()}


def play_turns(table: Table, console: Console) -> None:
    """Read and answer lines until `quit` or the end of the input."""
    say(console, HELP)
    show(table, console)
    machine_moves(table, console)
    for text in lines(console):
        command = next((word for letter, word in COMMANDS.items() if text.lower() in (letter, word)), "")
        if text in table.numbers:
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
        "help": lambda: HELP,
    }
    return answers[command]()


def show(table: Table, console: Console) -> None:
    say(console, f"\n{table.picture()}\n\n{table.situation()}")


def say(console: Console, text: str) -> None:
    if text:
        console.print(text, markup=False, highlight=False, soft_wrap=True)


def lines(console: Console) -> Iterator[str]:
    """The lines of standard input that say something, asked for on a terminal."""
    while True:
        if sys.stdin.isatty():
            console.print("> ", end="")
        line = sys.stdin.readline()
        if not line:
            return
        if line.strip():
            yield line.strip()
