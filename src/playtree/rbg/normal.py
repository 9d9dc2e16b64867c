"""The normal form of the rules, with numbered modifiers.

    [a,b]  -> [a] + [b]            a^3        -> a a a         (a + (b + c)) -> a + b + c
    [$ x=1, y=2] -> [$ x=1] [$ y=2]           (a (b c)) -> a b c

Offs, assignments and switches outside patterns are numbered 1, 2, 3, ... from left to right; those inside patterns keep
the number 0. `[]`, a choice among no pieces, becomes `{}`, which is never possible either.
"""

from dataclasses import dataclass, replace

from playtree.rbg.checks import Description
from playtree.rbg.limits import DEFAULT_LIMITS, Limits
from playtree.rbg.source import Place
from playtree.rbg.stackless import Steps, each, run
from playtree.rbg.syntax import (
    UNNUMBERED,
    Assign,
    Assigns,
    Concat,
    Expression,
    Off,
    Offs,
    On,
    Pattern,
    Power,
    Star,
    Sum,
    Switch,
)

Modifier = Off | Assign | Switch


@dataclass(frozen=True)
class NormalForm:
    """A description whose rules are in normal form. modifiers: number k is modifiers[k-1]."""

    description: Description
    rules: Expression
    modifiers: tuple[Modifier, ...]


def normalise(description: Description, limits: Limits = DEFAULT_LIMITS) -> NormalForm:
    """Bring the rules into normal form and number their modifiers."""
    modifiers: list[Modifier] = []
    rules = run(numbered(run(Unroller(limits).normal(description.rules))[0], modifiers))
    return NormalForm(description, rules, tuple(modifiers))


@dataclass
class Unroller:
    """The first step: all but the numbers. Every result comes with its size, which the limit bounds."""

    limits: Limits

    def normal(self, expression: Expression) -> Steps[tuple[Expression, int]]:
        at = expression.at
        match expression:
            case Sum() | Concat():
                parts = yield each(self.normal(item) for item in expression.items)
                items = [part for part, _ in parts]
                merged = sum_of(items, at) if isinstance(expression, Sum) else concat_of(items, at)
                return merged, self.bounded(1 + sum(size for _, size in parts), at)
            case Power():
                body, size = yield self.normal(expression.body)
                total = self.bounded(1 + size * expression.count, at)
                return concat_of([body] * expression.count, at), total
            case Star() | Pattern():
                body, size = yield self.normal(expression.body)
                return replace(expression, body=body), self.bounded(1 + size, at)
            case Offs():
                offs: list[Expression] = [Off(piece, UNNUMBERED, piece.at) for piece in expression.pieces]
                return (sum_of(offs, at) if offs else On((), at)), len(offs) + 1
            case Assigns():
                return concat_of(list(expression.items), at), len(expression.items) + 1
        return expression, 1

    def bounded(self, size: int, at: Place) -> int:
        if size > self.limits.rule_size:
            raise self.limits.exceeded("rule_size", f"the rules unroll to at least {size} parts", at)
        return size


def sum_of(items: list[Expression], at: Place) -> Expression:
    """The sum of expressions in normal form, in normal form."""
    merged: list[Expression] = []
    for item in items:
        merged.extend(item.items if isinstance(item, Sum) else (item,))
    return merged[0] if len(merged) == 1 else Sum(tuple(merged), at)


def concat_of(items: list[Expression], at: Place) -> Expression:
    """The concatenation of expressions in normal form, in normal form."""
    merged: list[Expression] = []
    for item in items:
        merged.extend(item.items if isinstance(item, Concat) else (item,))
    return merged[0] if len(merged) == 1 else Concat(tuple(merged), at)


def numbered(expression: Expression, modifiers: list[Modifier]) -> Steps[Expression]:
    """The same expression with numbers. Appends its modifiers to `modifiers`."""
    match expression:
        case Off() | Assign() | Switch():
            modifiers.append(replace(expression, index=len(modifiers) + 1))
            return modifiers[-1]
        case Sum() | Concat():
            items = yield each(numbered(item, modifiers) for item in expression.items)
            return replace(expression, items=tuple(items))
        case Star():
            return replace(expression, body=(yield numbered(expression.body, modifiers)))
    return expression
