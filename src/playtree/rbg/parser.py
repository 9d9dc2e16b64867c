"""From the tokens of the sections to a syntax tree.

rules    := sum                             sum    := concat {'+' concat}         concat := action {action}
action   := (label | '->' player | '->>' | '.' | '(' sum ')') ['*' | '^' number]
          | '{' [pieces] '}' | '[' [pieces] ']' | '{?' sum '}' | '{!' sum '}'
          | '{$' value comparator value '}' | '[$' name '=' value {',' name '=' value} ']'
value    := operands joined by / * - + , each with a priority of its own, in this order from tight to loose
operand  := number | name | '(' value ')'
"""

from playtree.rbg.board_parser import parse_board
from playtree.rbg.cursor import Cursor
from playtree.rbg.limits import DEFAULT_LIMITS, Limits
from playtree.rbg.macros import Sections
from playtree.rbg.source import error_at
from playtree.rbg.stackless import Steps, run
from playtree.rbg.syntax import (
    UNNUMBERED,
    Concat,
    Declaration,
    Dot,
    Expression,
    Name,
    Offs,
    On,
    Pattern,
    Power,
    Shift,
    Star,
    Sum,
    Switch,
    Syntax,
)
from playtree.rbg.value_parser import parse_assignments, parse_comparison

LARGEST_BOUND = 2**31 - 1
ACTION = "an action such as a direction, {piece}, [piece], ->player or a bracket"


def parse(sections: Sections, limits: Limits = DEFAULT_LIMITS) -> Syntax:
    """Parse the five sections."""
    cursors = {name: Cursor(tokens, limits) for name, tokens in sections.tokens.items()}
    return Syntax(
        players=parse_declarations(cursors["players"], "player"),
        pieces=parse_pieces(cursors["pieces"]),
        variables=parse_declarations(cursors["variables"], "variable"),
        board=parse_board(cursors["board"]),
        rules=parse_rules(cursors["rules"]),
    )


def parse_pieces(cursor: Cursor) -> tuple[Name, ...]:
    """Names with commas between; superfluous commas are allowed."""
    pieces: list[Name] = []
    while cursor.token.kind != "end":
        if not cursor.skip(","):
            pieces.append(cursor.name("the name of a piece"))
            expect_list_goes_on(cursor)
    return tuple(pieces)


def parse_declarations(cursor: Cursor, what: str) -> tuple[Declaration, ...]:
    """`name(bound)` with commas between; superfluous commas are allowed."""
    declared: list[Declaration] = []
    while cursor.token.kind != "end":
        if cursor.skip(","):
            continue
        name = cursor.name(f"the name of a {what}")
        cursor.expect("(", f"'(' and the largest value of {what} '{name}'")
        at = cursor.token.place
        bound = cursor.number(f"a number, the largest value of {what} '{name}'")
        if not 1 <= bound <= LARGEST_BOUND:
            raise error_at(at, f"the largest value of {what} '{name}' is {bound}; expected 1 to {LARGEST_BOUND}")
        cursor.expect(")")
        declared.append(Declaration(name, bound))
        expect_list_goes_on(cursor)
    return tuple(declared)


def expect_list_goes_on(cursor: Cursor) -> None:
    if cursor.token.kind != "end" and not cursor.at(","):
        raise cursor.unexpected("',' or the next section")


def parse_rules(cursor: Cursor) -> Expression:
    """The whole rules expression."""
    rules = run(parse_sum(cursor))
    if cursor.token.kind != "end":
        raise unexpected_behind_action(cursor)
    return rules


def parse_sum(cursor: Cursor, patterns: int = 0) -> Steps[Expression]:
    at = cursor.token.place
    items = [(yield parse_concat(cursor, patterns))]
    while cursor.skip("+"):
        items.append((yield parse_concat(cursor, patterns)))
    return items[0] if len(items) == 1 else Sum(tuple(items), at)


def parse_concat(cursor: Cursor, patterns: int) -> Steps[Expression]:
    at = cursor.token.place
    items: list[Expression] = []
    while cursor.token.kind == "name" or cursor.at("(", "{", "[", "{?", "{!", "{$", "[$", "->", "->>", "."):
        items.append((yield parse_action(cursor, patterns)))
    if not items:
        hint = "there is no empty expression; '{}' is never possible" if cursor.at(")", "+", "}") else ""
        raise cursor.unexpected(ACTION, hint)
    return items[0] if len(items) == 1 else Concat(tuple(items), at)


def parse_action(cursor: Cursor, patterns: int) -> Steps[Expression]:
    """An action; `patterns` counts those it lies in."""
    opening = cursor.take()
    at = opening.place
    if opening.kind == "name":
        return parse_suffix(cursor, Shift(Name(opening.text, at), at))
    if opening.text == "->":
        return parse_suffix(cursor, Switch(cursor.name("the name of a player"), UNNUMBERED, at))
    if opening.text == "->>":
        return parse_suffix(cursor, Switch(None, UNNUMBERED, at))
    if opening.text == ".":
        return parse_suffix(cursor, Dot(at))
    if opening.text == "{":
        return On(parse_set(cursor, "}"), at)
    if opening.text == "[":
        return Offs(parse_set(cursor, "]"), at)
    cursor.deeper()
    if opening.text == "{$":
        action: Expression = run(parse_comparison(cursor))
    elif opening.text == "[$":
        action = run(parse_assignments(cursor))
    elif opening.text == "(":
        body = yield parse_sum(cursor, patterns)
        expect_closing(cursor, ")")
        action = parse_suffix(cursor, body)
    else:
        if patterns == cursor.limits.pattern_nesting:
            raise cursor.limits.exceeded("pattern_nesting", "the patterns are nested too deeply", at)
        body = yield parse_sum(cursor, patterns + 1)
        expect_closing(cursor, "}")
        action = Pattern(body, opening.text == "{!", at)
    cursor.depth -= 1
    return action


def expect_closing(cursor: Cursor, bracket: str) -> None:
    if not cursor.skip(bracket):
        raise unexpected_behind_action(cursor, f" or '{bracket}'")


def unexpected_behind_action(cursor: Cursor, closing: str = "") -> Exception:
    """The error for a token that cannot stand behind an action, with a hint for the known traps."""
    hint = ""
    if cursor.at("*", "^"):
        behind = cursor.previous
        if behind.is_symbol("}") or behind.is_symbol("]"):
            hint = "'*' and '^' cannot follow '}' or ']' directly; put round brackets around, as in ({e})*"
        elif behind.is_symbol("*") or behind.kind == "number":
            hint = "only one '*' or '^' may follow; put round brackets around, as in (up^2)*"
    elif cursor.at("?", "!", "$"):
        hint = "'{?', '{!', '{$' and '[$' are written without a blank"
    elif cursor.at("+>", "-", ">"):
        hint = "a switch is written ->player or ->>, without a blank"
    elif cursor.at("=", "<", "<=", ">=", "==", "!=", ","):
        hint = "comparisons are written {$ a < b}, assignments [$ a = b]"
    return cursor.unexpected(f"an action, '+'{closing}" if closing else "an action, '+' or the end of the rules", hint)


def parse_suffix(cursor: Cursor, body: Expression) -> Expression:
    at = cursor.token.place
    if cursor.skip("*"):
        return Star(body, at)
    if not cursor.skip("^"):
        return body
    at = cursor.token.place
    count = cursor.number("a number of repetitions")
    if count == 0:
        raise error_at(at, "found '^0'; expected a number of repetitions from 1", "the empty expression does not exist")
    return Power(body, count, at)


def parse_set(cursor: Cursor, closing: str) -> tuple[Name, ...]:
    """Names of pieces with commas between, up to the closing bracket."""
    pieces: list[Name] = []
    if cursor.skip(closing):
        return ()
    while True:
        if cursor.at("?", "!", "$"):
            raise unexpected_behind_action(cursor, f" or '{closing}'")
        pieces.append(cursor.name("the name of a piece"))
        if cursor.skip(closing):
            return tuple(pieces)
        if not cursor.at(","):
            opening = "{" if closing == "}" else "["
            hint = "" if opening == "[" else "a pattern is written {? ...}"
            if cursor.at("=", "<", ">", "<=", ">=", "==", "!=", "+", "-", "*", "/"):
                hint = f"arithmetic needs '{opening}$'"
            raise cursor.unexpected(f"',' or '{closing}'", hint)
        cursor.take()
