"""The rules of a game as a tree, first as written and then in normal form.

    as written only      Power  Offs  Assigns
    in normal form only  Off  Assign, whose `index` numbers the modifiers, as does that of Switch
    in both              Sum  Concat  Star  Shift  On  Comparison  Pattern  Switch  Dot

Arithmetic inside comparisons and assignments is Number, Name and Operation. Operation applies one operator from left to
right: `a-b-c` is (a-b)-c.
"""

from dataclasses import dataclass
from typing import TypeAlias

from playtree.rbg.source import Place

UNNUMBERED = 0


@dataclass(frozen=True, slots=True)
class Name:
    """A name where it was written."""

    text: str
    at: Place

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Number:
    value: int
    at: Place


@dataclass(frozen=True, slots=True)
class Operation:
    """operator: one of + - * /"""

    operator: str
    items: tuple["Arithmetic", ...]
    at: Place


@dataclass(frozen=True, slots=True)
class Sum:
    items: tuple["Expression", ...]
    at: Place


@dataclass(frozen=True, slots=True)
class Concat:
    items: tuple["Expression", ...]
    at: Place


@dataclass(frozen=True, slots=True)
class Star:
    body: "Expression"
    at: Place


@dataclass(frozen=True, slots=True)
class Power:
    body: "Expression"
    count: int
    at: Place


@dataclass(frozen=True, slots=True)
class Shift:
    label: Name
    at: Place


@dataclass(frozen=True, slots=True)
class On:
    pieces: tuple[Name, ...]
    at: Place


@dataclass(frozen=True, slots=True)
class Offs:
    """A choice of pieces to put down."""

    pieces: tuple[Name, ...]
    at: Place


@dataclass(frozen=True, slots=True)
class Off:
    piece: Name
    index: int
    at: Place


@dataclass(frozen=True, slots=True)
class Assign:
    variable: Name
    value: "Arithmetic"
    index: int
    at: Place


@dataclass(frozen=True, slots=True)
class Assigns:
    items: tuple[Assign, ...]
    at: Place


@dataclass(frozen=True, slots=True)
class Comparison:
    """operator: one of < <= > >= == !="""

    left: "Arithmetic"
    operator: str
    right: "Arithmetic"
    at: Place


@dataclass(frozen=True, slots=True)
class Pattern:
    body: "Expression"
    negated: bool
    at: Place


@dataclass(frozen=True, slots=True)
class Switch:
    """player: None is the keeper."""

    player: Name | None
    index: int
    at: Place


@dataclass(frozen=True, slots=True)
class Dot:
    at: Place


Arithmetic: TypeAlias = Number | Name | Operation
Expression: TypeAlias = (
    Sum | Concat | Star | Power | Shift | On | Offs | Off | Assign | Assigns | Comparison | Pattern | Switch | Dot
)


@dataclass(frozen=True, slots=True)
class Declaration:
    """A player or a variable with its largest value."""

    name: Name
    bound: int


@dataclass(frozen=True, slots=True)
class Grid:
    """A board by generator: layers of rows of cells; None is a hole. kind: rectangle, hexagon or cuboid."""

    kind: str
    labels: tuple[Name, ...]
    layers: tuple[tuple["Row", ...], ...]
    at: Place


@dataclass(frozen=True, slots=True)
class Row:
    cells: tuple[Name | None, ...]
    at: Place


@dataclass(frozen=True, slots=True)
class Vertex:
    name: Name
    piece: Name
    edges: tuple[tuple[Name, Name], ...]


@dataclass(frozen=True, slots=True)
class Graph:
    """A board vertex by vertex. edges of a vertex: pairs of label and target."""

    vertices: tuple[Vertex, ...]
    at: Place


@dataclass(frozen=True)
class Syntax:
    """A game as written, without macros; names are not looked up yet."""

    players: tuple[Declaration, ...]
    pieces: tuple[Name, ...]
    variables: tuple[Declaration, ...]
    board: Grid | Graph
    rules: Expression
