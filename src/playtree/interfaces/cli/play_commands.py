"""What a player can do besides moving, the same whether keys or lines are read. Every answer is a line of text."""

import sys
from collections.abc import Callable
from pathlib import Path

from playtree.compiled.announce import announced
from playtree.errors import PlaytreeError
from playtree.games.saved import save_game
from playtree.interfaces.cli.output import counted, number_words, points_words
from playtree.interfaces.cli.progress import COMPILING
from playtree.interfaces.cli.words import ending_words
from playtree.interfaces.session import Session

COMMANDS = {"u": "undo", "h": "hint", "r": "restart", "s": "save", "m": "moves", "q": "quit"}


class Player:
    """Answers commands. target: where the game is saved. on_compiling: called when a hint has to be compiled first."""

    def __init__(self, session: Session, board: str, target: Path, hint_seconds: float) -> None:
        self.session = session
        self.on_compiling: Callable[[], None] = lambda: print(COMPILING, file=sys.stderr)
        self._board, self._target, self._hint_seconds = board, target, hint_seconds
        self._answers = {
            "undo": self._undo,
            "hint": self._hint,
            "restart": self._restart,
            "save": self._save,
            "moves": self._moves,
        }

    def do(self, command: str) -> str:
        """Obey one of COMMANDS, except quit."""
        try:
            return self._answers[command]()
        except PlaytreeError as error:
            return str(error)

    def move(self, text: str) -> str:
        """Play the move that `text` names."""
        try:
            return points_words(self.session.play(text))
        except PlaytreeError as error:
            return str(error)

    def score_words(self) -> str:
        """The score, and how the game ended if it did."""
        session = self.session
        words = [f"score {number_words(session.score)}", counted(len(session.line), "move")]
        if session.is_over:
            words += ["game over", ending_words(session.game, session.state)]
        return ", ".join(filter(None, words))

    def _undo(self) -> str:
        return "taken back" if self.session.undo() else "nothing to take back"

    def _hint(self) -> str:
        if self.session.is_over:
            return "the game is over"
        with announced(self.on_compiling):
            move, score = self.session.hint(self._hint_seconds)
        return f"hint: {move} (the solver sees {points_words(score)} in the end)"

    def _restart(self) -> str:
        self.session.restart()
        return "started again"

    def _save(self) -> str:
        save_game(self._target, self._board, self.session.played, {"board": self._board})
        return f"saved {self._target}" if self.session.is_over else f"saved, though not over yet: {self._target}"

    def _moves(self) -> str:
        game, state = self.session.game, self.session.state
        return " ".join(game.action_text(state, action) for action in self.session.legal) or "no move is left"
