"""Playtree searches anything that can be played: puzzles, board games given by their rules, production schedules."""

from playtree.errors import GameError, InputError, PlaytreeError, SaveError
from playtree.games.interface import Game
from playtree.games.samegame.board import Board
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.rules import Rules
from playtree.search.budget import Budget
from playtree.search.result import Solution
from playtree.search.solo.recipes import RECIPES
from playtree.search.solo.variant import Variant
from playtree.search.solve import solve

__all__ = [
    "RECIPES",
    "Board",
    "Budget",
    "Game",
    "GameError",
    "InputError",
    "PlaytreeError",
    "Rules",
    "SameGame",
    "SaveError",
    "Solution",
    "Variant",
    "solve",
]
