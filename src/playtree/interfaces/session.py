"""A game that a person plays: moves, undo, the score so far, and hints from the solver."""

from playtree.games.continued import Continued
from playtree.games.interface import Game, State
from playtree.games.saved import SavedGame
from playtree.search.solve import solve


class Session:
    """A game from its start, by the slow rules. line: the actions played so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.line: list[int] = []
        self._history: list[tuple[State, float]] = [(game.start.copy(), 0.0)]  # positions with the points until there

    @property
    def state(self) -> State:
        """The position of now."""
        return self._history[-1][0]

    @property
    def gained(self) -> float:
        """The points of the moves so far."""
        return self._history[-1][1]

    @property
    def legal(self) -> list[int]:
        """The actions of now."""
        return self.game.legal(self.state)

    @property
    def is_over(self) -> bool:
        return not self.legal

    @property
    def score(self) -> float:
        """The points so far, with those for the end once the game is over."""
        return self.gained + (self.game.final(self.state) if self.is_over else 0.0)

    @property
    def played(self) -> SavedGame:
        """The game so far, as it is saved."""
        return SavedGame(self.game, tuple(self.line), self.score, self.game.replay(self.line).cleared)

    def play(self, text: str) -> float:
        """Play the action that `text` names and return its points; InputError if there is none."""
        return self.play_action(self.game.action_from_text(self.state, text))

    def play_action(self, action: int) -> float:
        """Play a legal action and return its points."""
        state = self.state.copy()
        points = self.game.apply(state, action)
        self._history.append((state, self.gained + points))
        self.line.append(action)
        return points

    def undo(self) -> bool:
        """Take the last move back; False if there is none."""
        if not self.line:
            return False
        self.line.pop()
        self._history.pop()
        return True

    def restart(self) -> None:
        """Go back to the start."""
        self.line.clear()
        del self._history[1:]

    def hint(self, seconds: float) -> tuple[str, float]:
        """The move that a short search from here plays, and the final score that it reaches. The game is not over."""
        rest = solve(Continued(self.game, self.line), seconds=seconds)
        return self.game.action_text(self.state, rest.moves[0]), self.gained + rest.score
