"""Where moves are split: strategies that put dots into the rules, as Pawlik does [pawlik2021].

    Mod             no dots: moves are split at modifiers alone, as they are under every strategy
    ModPlus         a dot in front of every alternative but single modifiers, unless all alternatives are shifts
    ModShift        a dot between two choices of shifts in a row: first the row, then the column
    ModPlusShift    both

Dots inside patterns would mean nothing, so none are put there. A dot of a loop that comes round to the same vertex, as
in ((left + right) .)*, stays in the rules but splits nothing (loops.py).
"""

from dataclasses import replace

from playtree.rbg.normal import NormalForm, concat_of, sum_of
from playtree.rbg.stackless import Steps, each, run
from playtree.rbg.syntax import Assign, Concat, Dot, Expression, Off, Pattern, Shift, Star, Sum, Switch

STRATEGIES = ("Mod", "ModPlus", "ModShift", "ModPlusShift")


def split_rules(form: NormalForm, strategy: str) -> NormalForm:
    """The rules with the dots of a strategy; numbers of modifiers stay as they are."""
    rules = form.rules
    if "Plus" in strategy:
        rules = run(with_plus(rules))
    if "Shift" in strategy:
        rules = run(with_shift(rules))
    return replace(form, rules=rules)


def with_plus(expression: Expression) -> Steps[Expression]:
    """Dots in front of alternatives."""
    match expression:
        case Sum():
            if (yield is_shifting(expression)):
                return expression
            items = yield each(with_plus(item) for item in expression.items)
            return sum_of([item if is_modifier(item) else dotted(item) for item in items], expression.at)
        case Concat():
            items = yield each(with_plus(item) for item in expression.items)
            return concat_of(items, expression.at)
        case Star():
            return replace(expression, body=(yield with_plus(expression.body)))
    return expression


def with_shift(expression: Expression) -> Steps[Expression]:
    """Dots behind choices of shifts that are followed by shifts, or that are repeated."""
    match expression:
        case Sum():
            items = yield each(with_shift(item) for item in expression.items)
            return sum_of(items, expression.at)
        case Concat():
            kinds = yield each(is_shifting(item) for item in expression.items)
            items = yield each(with_shift(item) for item in expression.items)
            dotted_items: list[Expression] = []
            for place, item in enumerate(items):
                dotted_items.append(item)
                is_followed = place + 1 < len(items) and kinds[place + 1]
                if isinstance(expression.items[place], Sum) and kinds[place] and is_followed:
                    dotted_items.append(Dot(item.at))
            return concat_of(dotted_items, expression.at)
        case Star():
            body = yield with_shift(expression.body)
            if isinstance(expression.body, Sum) and (yield is_shifting(expression.body)):
                return replace(expression, body=concat_of([body, Dot(expression.at)], expression.at))
            return replace(expression, body=body)
    return expression


def dotted(expression: Expression) -> Expression:
    """The expression behind a dot, unless it begins with one."""
    begins = isinstance(expression, Concat) and isinstance(expression.items[0], Dot)
    return (
        expression
        if begins or isinstance(expression, Dot)
        else concat_of([Dot(expression.at), expression], expression.at)
    )


def is_modifier(expression: Expression) -> bool:
    return isinstance(expression, Off | Assign | Switch)


def is_shifting(expression: Expression) -> Steps[bool]:
    """Whether an expression consists of shifts and dots, and patterns of such, alone."""
    match expression:
        case Shift() | Dot():
            return True
        case Sum() | Concat():
            return all((yield each(is_shifting(item) for item in expression.items)))
        case Star() | Pattern():
            return (yield is_shifting(expression.body))
    return False
