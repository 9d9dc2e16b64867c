"""The actions on the edges of an automaton, with numbers for names.

index: number of a modifier, 0 inside a pattern, where modifiers are carried out but not recorded.
"""

from dataclasses import dataclass
from typing import TypeAlias

from playtree.rbg.cells import Relation, members
from playtree.rbg.checks import Description
from playtree.rbg.formulas import Formula, formula_text

KEEPER = 0


@dataclass(frozen=True, slots=True)
class Shift:
    """Go along an edge of the board."""

    label: int


@dataclass(frozen=True, slots=True)
class On:
    """Go on if one of these pieces stands here."""

    pieces: frozenset[int]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Go on if it holds."""

    left: Formula
    operator: str
    right: Formula


@dataclass(frozen=True, slots=True)
class Pattern:
    """Go on if there is a way through the pattern from here; negated: if there is none."""

    number: int
    negated: bool


@dataclass(frozen=True, slots=True)
class Off:
    """Put a piece down here, in place of what stood here."""

    piece: int
    index: int


@dataclass(frozen=True, slots=True)
class Assign:
    """Set a slot, if the value is in 0..bound."""

    slot: int
    bound: int
    value: Formula
    index: int


@dataclass(frozen=True, slots=True)
class Switch:
    """End the move and give the turn to a player."""

    player: int
    index: int


@dataclass(frozen=True, slots=True)
class Dot:
    """Do nothing; a move may be split here. index: counted on from the last modifier; 0 in patterns and loops."""

    index: int = 0


@dataclass(frozen=True, slots=True)
class Jump:
    """Go to one of the cells that the table gives for this one; made by a pass."""

    table: Relation


@dataclass(frozen=True, slots=True)
class Anywhere:
    """Go to one of these cells, from wherever; made by a pass."""

    cells: int


@dataclass(frozen=True, slots=True)
class Inside:
    """Go on if this is one of these cells; made by a pass."""

    cells: int


Action: TypeAlias = Shift | On | Comparison | Pattern | Off | Assign | Switch | Dot | Jump | Anywhere | Inside
MODIFIERS = (Off, Assign, Switch)


def action_text(action: Action | None, game: Description) -> str:
    """The action in the language; a modifier with its number in front, a pattern by its number."""
    match action:
        case Shift():
            return game.board.labels[action.label]
        case On():
            return f"{{{','.join(game.pieces[piece] for piece in sorted(action.pieces))}}}"
        case Comparison():
            return f"{{$ {formula_text(action.left, game)} {action.operator} {formula_text(action.right, game)}}}"
        case Pattern():
            return f"{{{'!' if action.negated else '?'} {action.number}}}"
        case Off():
            return f"{action.index}: [{game.pieces[action.piece]}]"
        case Assign():
            return f"{action.index}: [$ {game.slots[action.slot]} = {formula_text(action.value, game)}]"
        case Switch():
            return f"{action.index}: ->{game.players[action.player - 1] if action.player else '>'}"
        case Dot():
            return "."
        case Jump():
            return f"jump {max(targets.bit_count() for targets in action.table)}"
        case Anywhere():
            return f"anywhere {action.cells.bit_count()}"
        case Inside():
            return f"inside {' '.join(str(cell + 1) for cell in members(action.cells))}"
    return ""
