"""Regular Boardgames: from the text of a game's rules to an automaton, and a slow player of it."""

from playtree.rbg.automaton import Automaton, build_automaton, to_dot
from playtree.rbg.checks import Description
from playtree.rbg.drawing import draw
from playtree.rbg.info import GameInfo, game_info
from playtree.rbg.interpreter import Interpreter, Move, Position
from playtree.rbg.limits import Limits
from playtree.rbg.lines import position_after
from playtree.rbg.normal import NormalForm
from playtree.rbg.notation import long_move_text, move_from_text, move_text
from playtree.rbg.perft import divide, perft
from playtree.rbg.printing import low_level
from playtree.rbg.reading import read_automaton, read_file, read_rules
from playtree.rbg.source import Note, RbgError
from playtree.rbg.straightness import Straightness, straightness

__all__ = [
    "Automaton",
    "Description",
    "GameInfo",
    "Interpreter",
    "Limits",
    "Move",
    "NormalForm",
    "Note",
    "Position",
    "RbgError",
    "Straightness",
    "build_automaton",
    "divide",
    "draw",
    "game_info",
    "long_move_text",
    "low_level",
    "move_from_text",
    "move_text",
    "perft",
    "position_after",
    "read_automaton",
    "read_file",
    "read_rules",
    "straightness",
    "to_dot",
]
