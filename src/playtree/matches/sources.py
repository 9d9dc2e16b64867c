"""Where the game of a match comes from, so that every process can load it: rules, or a module of one's own."""

from dataclasses import dataclass

from playtree.errors import InputError
from playtree.games.custom_turns import OwnTurnGame
from playtree.games.own import own_puzzle
from playtree.games.rbg import Rbg
from playtree.games.turns import TurnGame
from playtree.rbg.limits import DEFAULT_LIMITS, Limits


@dataclass(frozen=True)
class GameSource:
    """file: the name of a rules file, with its text; or package.module:name of a game of one's own, without one.

    limits: what the rules may cost.
    """

    file: str
    text: str | None = None
    limits: Limits = DEFAULT_LIMITS

    def load(self) -> TurnGame:
        game = own_turns(self.file) if self.text is None else Rbg.from_text(self.text, self.file, limits=self.limits)
        if game is None:
            raise InputError(f"{self.file}: found no such game; expected package.module:name")
        if len(game.players) < 2:
            raise InputError(f"{game.name}: found a game of one player; expected two or more")
        return game


def own_turns(text: str) -> OwnTurnGame | None:
    """The game of several players that package.module:name means; None if the text has another form."""
    found = own_puzzle(text) if ":" in text else None
    if found is not None and not isinstance(found, OwnTurnGame):
        raise InputError(f"{text}: found a game of one player; expected one of several (playtree.turn_game)")
    return found
