"""Comparisons, assignments and the arithmetic in them.

comparison  := value ('<' | '<=' | '>' | '>=' | '==' | '!=') value '}'
assignments := name '=' value {',' name '=' value} ']'
value       := operands joined by / * - + , each with a priority of its own, in this order from tight to loose
operand     := number | name | '(' value ')'
"""

from playtree.rbg.cursor import Cursor
from playtree.rbg.stackless import Steps
from playtree.rbg.syntax import UNNUMBERED, Arithmetic, Assign, Assigns, Comparison, Name, Number, Operation

COMPARATORS = ("<", "<=", ">", ">=", "==", "!=")
LOOSE_TO_TIGHT = ("+", "-", "*", "/")


def parse_comparison(cursor: Cursor) -> Steps[Comparison]:
    at = cursor.previous.place
    left = yield parse_value(cursor)
    if not cursor.at(*COMPARATORS):
        hint = "equality is written '=='" if cursor.at("=") else ""
        raise cursor.unexpected("one of < <= > >= == !=", hint)
    operator = cursor.take().text
    right = yield parse_value(cursor)
    if not cursor.skip("}"):
        raise cursor.unexpected("an operator or '}'")
    return Comparison(left, operator, right, at)


def parse_assignments(cursor: Cursor) -> Steps[Assigns]:
    at = cursor.previous.place
    items: list[Assign] = []
    while True:
        variable = cursor.name("the name of a variable or a player")
        hint = "'==' compares, '=' assigns" if cursor.at("==") else ""
        if not cursor.skip("="):
            raise cursor.unexpected("'='", hint)
        items.append(Assign(variable, (yield parse_value(cursor)), UNNUMBERED, variable.at))
        if cursor.skip("]"):
            return Assigns(tuple(items), at)
        cursor.expect(",", "an operator, ',' or ']'")


def parse_value(cursor: Cursor, level: int = 0) -> Steps[Arithmetic]:
    """Arithmetic whose operators are at least as tight as that of the level."""
    if level == len(LOOSE_TO_TIGHT):
        return (yield parse_operand(cursor))
    at = cursor.token.place
    items = [(yield parse_value(cursor, level + 1))]
    while cursor.skip(LOOSE_TO_TIGHT[level]):
        items.append((yield parse_value(cursor, level + 1)))
    return items[0] if len(items) == 1 else Operation(LOOSE_TO_TIGHT[level], tuple(items), at)


def parse_operand(cursor: Cursor) -> Steps[Arithmetic]:
    at = cursor.token.place
    if cursor.token.kind == "number":
        return Number(int(cursor.take().text), at)
    if cursor.token.kind == "name":
        return Name(cursor.take().text, at)
    if not cursor.skip("("):
        hint = "there are no negative numbers; write 0-1" if cursor.at("-") else ""
        raise cursor.unexpected("a number, a name or '('", hint)
    cursor.deeper()
    value = yield parse_value(cursor)
    cursor.expect(")", "an operator or ')'")
    cursor.depth -= 1
    return value
