"""Playtree searches anything that can be played: puzzles, board games given by their rules, games of your own."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playtree.errors import GameError, InputError, PlaytreeError, SaveError
    from playtree.games.catalogue import load
    from playtree.games.conformance import check
    from playtree.games.custom import puzzle
    from playtree.games.custom_turns import turn_game
    from playtree.games.interface import Game
    from playtree.games.rbg import Rbg
    from playtree.games.samegame.board import Board
    from playtree.games.samegame.game import SameGame
    from playtree.games.samegame.rules import Rules
    from playtree.search.budget import Budget
    from playtree.search.result import SearchRecord, Solution, Statistics
    from playtree.search.solo.recipes.catalogue import RECIPES
    from playtree.search.solo.variant import Variant
    from playtree.search.solve import solve
    from playtree.search.tree_files import write_tree
    from playtree.search.versus.agent import Agent
    from playtree.search.versus.budget import MoveBudget
    from playtree.search.versus.choice import Choice
    from playtree.search.versus.design import Design

# Where each name lives: it is imported when it is asked for, so that `playtree --help` does not wait for the compiler.
_HOMES = {
    "RECIPES": "search.solo.recipes.catalogue",
    "Agent": "search.versus.agent",
    "Board": "games.samegame.board",
    "Budget": "search.budget",
    "Choice": "search.versus.choice",
    "Design": "search.versus.design",
    "Game": "games.interface",
    "GameError": "errors",
    "InputError": "errors",
    "MoveBudget": "search.versus.budget",
    "PlaytreeError": "errors",
    "Rbg": "games.rbg",
    "Rules": "games.samegame.rules",
    "SameGame": "games.samegame.game",
    "SaveError": "errors",
    "SearchRecord": "search.result",
    "Solution": "search.result",
    "Statistics": "search.result",
    "Variant": "search.solo.variant",
    "check": "games.conformance",
    "load": "games.catalogue",
    "puzzle": "games.custom",
    "solve": "search.solve",
    "turn_game": "games.custom_turns",
    "write_tree": "search.tree_files",
}

__all__ = [
    "RECIPES",
    "Agent",
    "Board",
    "Budget",
    "Choice",
    "Design",
    "Game",
    "GameError",
    "InputError",
    "MoveBudget",
    "PlaytreeError",
    "Rbg",
    "Rules",
    "SameGame",
    "SaveError",
    "SearchRecord",
    "Solution",
    "Statistics",
    "Variant",
    "check",
    "load",
    "puzzle",
    "solve",
    "turn_game",
    "write_tree",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'playtree' has no attribute '{name}'")
    return getattr(import_module(f"playtree.{_HOMES[name]}"), name)
