"""Board games in the language of Regular Boardgames."""

from playtree.games.boardgames.loader import game_names, load_game, rules_path

__all__ = ["game_names", "load_game", "rules_path"]
