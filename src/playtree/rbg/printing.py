"""Expressions as text in the language itself, and a whole game in its low-level form: no macros, an explicit graph."""

from dataclasses import replace

from playtree.rbg.boards import NONE
from playtree.rbg.normal import NormalForm
from playtree.rbg.stackless import Steps, each, run
from playtree.rbg.syntax import (
    Arithmetic,
    Assign,
    Assigns,
    Comparison,
    Concat,
    Expression,
    Name,
    Number,
    Off,
    Offs,
    On,
    Operation,
    Pattern,
    Power,
    Shift,
    Star,
    Sum,
    Switch,
)


def low_level(form: NormalForm) -> str:
    """The game as text that needs no macros; reading it gives the same automaton and the same numbers.

    A direction that leads nowhere on the whole board has no edge that would declare it, and becomes `{}`.
    """
    game = form.description
    leading = {label for label, row in zip(game.board.labels, game.board.edges, strict=True) if set(row) != {NONE}}
    players = ", ".join(f"{name}({game.bounds[name]})" for name in game.players)
    variables = ", ".join(f"{name}({game.bounds[name]})" for name in game.variables)
    return (
        f"#players = {players}\n#pieces = {', '.join(game.pieces)}\n#variables = {variables}\n"
        f"#board =\n{game.board}\n#rules =\n{expression_text(run(only_leading(form.rules, leading)))}\n"
    )


def only_leading(expression: Expression, leading: set[str]) -> Steps[Expression]:
    """The same expression, with `{}` in place of directions that are not `leading`."""
    match expression:
        case Sum() | Concat():
            items = yield each(only_leading(item, leading) for item in expression.items)
            return replace(expression, items=tuple(items))
        case Star() | Pattern():
            return replace(expression, body=(yield only_leading(expression.body, leading)))
        case Shift() if expression.label.text not in leading:
            return On((), expression.at)
    return expression


def expression_text(expression: Expression) -> str:
    """An expression as written in a rules file."""
    return run(text_of(expression))


def value_text(value: Arithmetic) -> str:
    """Arithmetic as written in a rules file."""
    return run(value_of(value))


def text_of(expression: Expression) -> Steps[str]:
    match expression:
        case Sum() | Concat():
            parts = []
            for item in expression.items:
                text = yield text_of(item)
                needs_bracket = isinstance(item, Sum) or (isinstance(item, Concat) and isinstance(expression, Concat))
                parts.append(f"({text})" if needs_bracket else text)
            return (" + " if isinstance(expression, Sum) else " ").join(parts)
        case Star() | Power():
            text = yield text_of(expression.body)
            suffix = "*" if isinstance(expression, Star) else f"^{expression.count}"
            return f"{text}{suffix}" if isinstance(expression.body, Shift | Switch) else f"({text}){suffix}"
        case Pattern():
            text = yield text_of(expression.body)
            return f"{{{'!' if expression.negated else '?'} {text}}}"
    return leaf_text(expression)


def leaf_text(expression: Expression) -> str:
    """An action without expressions inside."""
    match expression:
        case Shift():
            return expression.label.text
        case On():
            return f"{{{','.join(piece.text for piece in expression.pieces)}}}"
        case Offs():
            return f"[{','.join(piece.text for piece in expression.pieces)}]"
        case Off():
            return f"[{expression.piece}]"
        case Assign():
            return f"[$ {expression.variable} = {value_text(expression.value)}]"
        case Assigns():
            return f"[$ {', '.join(f'{item.variable} = {value_text(item.value)}' for item in expression.items)}]"
        case Comparison():
            return f"{{$ {value_text(expression.left)} {expression.operator} {value_text(expression.right)}}}"
        case Switch():
            return f"->{expression.player}" if expression.player else "->>"
    return "."


def value_of(value: Arithmetic) -> Steps[str]:
    if isinstance(value, Name):
        return value.text
    if isinstance(value, Number):
        return str(value.value)
    parts = []
    for item in value.items:
        text = yield value_of(item)
        parts.append(f"({text})" if isinstance(item, Operation) else text)
    return value.operator.join(parts)
