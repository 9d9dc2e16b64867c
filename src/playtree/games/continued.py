"""A game continued: the same game with a later position as its start, so that it can be searched from there."""

from collections.abc import Sequence

from playtree.games.interface import Game, GameTable, Guide, Policy, Replay, State


class Continued(Game):
    """`game` after the actions of `line`. Scores count from there on."""

    def __init__(self, game: Game, line: Sequence[int]) -> None:
        self.name, self.is_complete = game.name, game.is_complete
        self.policies, self.guides = game.policies, game.guides
        self._game, self._line = game, list(line)
        self.start = game.start.copy()
        self._gained = sum(game.apply(self.start, action) for action in line)

    def table(self, *functions: str) -> GameTable:
        return self._game.table(*functions)

    def policy(self, name: str, **numbers: float) -> Policy:
        return self._game.policy(name, **numbers)

    def guide(self, name: str, **numbers: float) -> Guide:
        return self._game.guide(name, **numbers)

    @property
    def rivals(self) -> tuple[tuple[str, ...], ...]:
        return self._game.rivals

    def tracked(self) -> Game:
        return Continued(self._game.tracked(), self._line)

    def replay(self, line: Sequence[int]) -> Replay:
        whole = self._game.replay([*self._line, *line])
        return Replay(whole.score - self._gained, len(line), whole.is_over, whole.cleared)

    def closing(self, line: Sequence[int]) -> list[int]:
        return self._game.closing([*self._line, *line])

    def legal(self, state: State) -> list[int]:
        return self._game.legal(state)

    def apply(self, state: State, action: int) -> float:
        return self._game.apply(state, action)

    def final(self, state: State) -> float:
        return self._game.final(state)

    def draw(self, state: State) -> str:
        return self._game.draw(state)

    def action_text(self, state: State, action: int) -> str:
        return self._game.action_text(state, action)

    def action_from_text(self, state: State, text: str) -> int:
        return self._game.action_from_text(state, text)
