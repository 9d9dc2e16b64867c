"""The actions on the edges of an automaton, with numbers for names.

index: number of a modifier, 0 inside a pattern, where modifiers are carried out but not recorded.
"""

from dataclasses import dataclass
from typing import TypeAlias

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
    """Do nothing; a move may be split here."""


Action: TypeAlias = Shift | On | Comparison | Pattern | Off | Assign | Switch | Dot
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
    return ""
