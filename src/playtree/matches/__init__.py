"""Games between players: who plays, by which clock, in tournaments, and over the network."""

from playtree.matches.clock import Clock
from playtree.matches.play import PlayRecord, play_once
from playtree.matches.players import Player, player_from_recipe
from playtree.matches.referee import Referee
from playtree.matches.tournament import Match, Tournament
from playtree.search.versus.budget import MoveBudget

__all__ = [
    "Clock",
    "Match",
    "MoveBudget",
    "PlayRecord",
    "Player",
    "Referee",
    "Tournament",
    "play_once",
    "player_from_recipe",
]
