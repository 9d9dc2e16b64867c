"""From syntax to a description in which every name is known and of the right kind.

Names of pieces, players, variables and labels share one name space; those of vertices have their own.
"""

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from playtree.rbg.boards import Board, build_board
from playtree.rbg.limits import DEFAULT_LIMITS, Limits
from playtree.rbg.macros import Sections
from playtree.rbg.ranges import check_range
from playtree.rbg.source import Note, Place, RbgError, error_at
from playtree.rbg.syntax import (
    Arithmetic,
    Assign,
    Assigns,
    Comparison,
    Concat,
    Expression,
    Graph,
    Name,
    Offs,
    On,
    Operation,
    Pattern,
    Power,
    Shift,
    Star,
    Sum,
    Switch,
    Syntax,
)

USE_OF = {
    "piece": "write {NAME} to test for the piece, [NAME] to put it down",
    "player": "write ->NAME to give the turn to the player",
    "variable": "write {$ NAME == 1} to compare, [$ NAME = 1] to assign",
    "direction": "a direction is written on its own",
}


@dataclass(frozen=True)
class Description:
    """A checked game. Numbers of things are their places in these lists; slots hold the values of a state.

    pieces: sorted by name.  players: in the order written; player k of the game is players[k-1], 0 is the keeper.
    variables: sorted by name.  slots: players, then variables.  rules: as written.  notes: rarely meant, but allowed.
    """

    file: str
    pieces: tuple[str, ...]
    players: tuple[str, ...]
    variables: tuple[str, ...]
    bounds: Mapping[str, int]
    board: Board
    rules: Expression
    notes: tuple[Note, ...]

    @property
    def slots(self) -> tuple[str, ...]:
        return (*self.players, *self.variables)

    @cached_property
    def piece_numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.pieces)}

    @cached_property
    def slot_numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.slots)}

    @cached_property
    def label_numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.board.labels)}


def check(syntax: Syntax, sections: Sections, limits: Limits = DEFAULT_LIMITS) -> Description:
    """Build the board and look up every name. sections: what the syntax was parsed from, for messages."""
    kinds = collect_names(syntax)
    names = Names(kinds, sections.macros)
    for piece in board_pieces(syntax):
        names.require(piece, "piece")
    board = build_board(syntax.board, limits)
    bounds = {each.name.text: each.bound for each in (*syntax.players, *syntax.variables)}
    largest = {**bounds, **{piece.text: len(board) for piece in syntax.pieces}}
    for action in actions(syntax.rules):
        check_action(action, names, largest)
    return Description(
        file=sections.file,
        pieces=tuple(sorted(piece.text for piece in syntax.pieces)),
        players=tuple(player.name.text for player in syntax.players),
        variables=tuple(sorted(variable.name.text for variable in syntax.variables)),
        bounds=bounds,
        board=board,
        rules=syntax.rules,
        notes=sections.notes,
    )


def collect_names(syntax: Syntax) -> dict[str, tuple[str, Place]]:
    """Kind and place of each declared name; an error if two things share a name."""
    declared = [("piece", piece) for piece in syntax.pieces]
    declared += [("player", player.name) for player in syntax.players]
    declared += [("variable", variable.name) for variable in syntax.variables]
    if isinstance(syntax.board, Graph):
        labels = {label.text: label for vertex in reversed(syntax.board.vertices) for label, _ in vertex.edges}
        declared += [("direction", label) for label in labels.values()]
    else:
        declared += [("direction", label) for label in syntax.board.labels]
    kinds: dict[str, tuple[str, Place]] = {}
    for kind, name in declared:
        if name.text in kinds:
            other, place = kinds[name.text]
            where = f"{place.line}:{place.column}"
            raise error_at(name.at, f"{kind} '{name}' has the name of the {other} at {where}; expected a new name")
        kinds[name.text] = (kind, name.at)
    for kind, section in (("piece", "pieces"), ("player", "players")):
        if kind not in {found for found, _ in declared}:
            raise error_at(syntax.board.at, f"section '#{section}' is empty; expected at least one {kind}")
    return kinds


def board_pieces(syntax: Syntax) -> Iterator[Name]:
    if isinstance(syntax.board, Graph):
        yield from (vertex.piece for vertex in syntax.board.vertices)
    else:
        rows = (row for layer in syntax.board.layers for row in layer)
        yield from (cell for row in rows for cell in row.cells if cell is not None)


@dataclass(frozen=True)
class Names:
    """What the declared names are, and what to say of the others."""

    kinds: Mapping[str, tuple[str, Place]]
    macros: Mapping[str, Place]

    def require(self, name: Name, *kinds: str) -> None:
        """Refuse a name that is not one of these kinds."""
        kind, _ = self.kinds.get(name.text, ("", None))
        if kind not in kinds:
            raise self.wrong(name, kind, kinds)

    def wrong(self, name: Name, kind: str, expected: tuple[str, ...]) -> RbgError:
        wanted = " or ".join(expected)
        known = sorted(text for text, (each, _) in self.kinds.items() if each in expected)
        listed = ", ".join(known[:20]) + (", ..." if len(known) > 20 else "")
        if kind:
            hint = USE_OF[kind].replace("NAME", name.text)
            return error_at(name.at, f"found the {kind} '{name}'; expected a {wanted}: {listed}", hint)
        message = f"unknown {wanted} '{name}'; declared: {listed or 'none'}"
        return error_at(name.at, message, self.hint(name, known))

    def hint(self, name: Name, known: list[str]) -> str:
        if name.text in self.macros:
            place = self.macros[name.text]
            return f"macro '{name}' is defined only later, at {place.line}:{place.column}; move it before its use"
        close = difflib.get_close_matches(name.text[:50], [each for each in known[:1000] if len(each) <= 50], n=1)
        return f"did you mean '{close[0]}'?" if close else ""


def actions(rules: Expression) -> Iterator[Expression]:
    """All parts of an expression in the order written."""
    stack = [rules]
    while stack:
        expression = stack.pop()
        yield expression
        match expression:
            case Sum() | Concat():
                stack.extend(reversed(expression.items))
            case Star() | Power() | Pattern():
                stack.append(expression.body)
            case Assigns():
                stack.extend(reversed(expression.items))


def check_action(action: Expression, names: Names, largest: Mapping[str, int]) -> None:
    """Refuse names of the wrong kind, and arithmetic that may leave 64 bits."""
    match action:
        case Shift():
            names.require(action.label, "direction")
        case On() | Offs():
            for piece in action.pieces:
                names.require(piece, "piece")
        case Switch(player=Name() as player):
            names.require(player, "player")
        case Assign():
            names.require(action.variable, "variable", "player")
            check_value(action.value, names, largest)
        case Comparison():
            check_value(action.left, names, largest)
            check_value(action.right, names, largest)


def check_value(value: Arithmetic, names: Names, largest: Mapping[str, int]) -> None:
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, Name):
            names.require(item, "variable", "player", "piece")
        elif isinstance(item, Operation):
            stack.extend(reversed(item.items))
    check_range(value, largest)
