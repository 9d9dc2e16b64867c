"""Playing any game by lines of text: moves as the game writes them, and commands."""

from rich.console import Console

from playtree.interfaces.cli.play_commands import COMMANDS, Player
from playtree.interfaces.cli.typed import typed_lines
from playtree.interfaces.cli.words import picture

HELP = "type a move, or: " + ", ".join(f"{letter} {word}" for letter, word in COMMANDS.items())


def play_by_lines(player: Player, console: Console) -> None:
    """Read and answer lines until `quit` or the end of the input."""
    console.print(HELP)
    _draw(player, console)
    for text in typed_lines(console):
        command = _command(player, text)
        if command == "quit":
            break
        before = list(player.session.line)
        console.print(player.do(command) if command else player.move(text))
        if player.session.line != before:
            _draw(player, console)
    console.print(player.score_words())


def _command(player: Player, text: str) -> str:
    """The command that is meant; empty for a move. Where a move is written like a command it is the move."""
    session = player.session
    if text in {session.game.action_text(session.state, action) for action in session.legal}:
        return ""
    return next((word for letter, word in COMMANDS.items() if text.lower() in (letter, word)), "")


def _draw(player: Player, console: Console) -> None:
    console.print(picture(player.session.game, player.session.state))
    console.print(player.score_words())
