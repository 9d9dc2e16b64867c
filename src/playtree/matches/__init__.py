"""Games between players: who plays, by which clock, in tournaments, and over the network."""

from playtree.matches.players import Player, player_from_recipe
from playtree.matches.referee import Referee

__all__ = ["Player", "Referee", "player_from_recipe"]
