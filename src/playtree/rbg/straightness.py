"""Straightness: how many modifiers, at most, one move can have before its switch, judged by the rules alone.

For every expression four numbers are kept: the largest count of modifiers

    through   from its start to its end without a cut       end     from its start to a cut
    begin     from a cut to its end                         inner   from one cut to another

Cuts are switches, and dots too if asked for.
"""

from dataclasses import dataclass
from typing import NamedTuple

from playtree.rbg.normal import NormalForm
from playtree.rbg.stackless import Steps, each, run
from playtree.rbg.syntax import Assign, Concat, Dot, Expression, Off, Pattern, Star, Sum, Switch

NO_STRETCH = -1
UNBOUNDED = -2

NOT = float("-inf")
ENDLESS = float("inf")


class Stretch(NamedTuple):
    through: float = NOT
    begin: float = NOT
    end: float = NOT
    inner: float = NOT


@dataclass(frozen=True)
class Straightness:
    """Counts of modifiers without the final switch; NO_STRETCH if there is no such stretch, or UNBOUNDED.

    application: any stretch between switches, what patterns put down inside included.  main: the same without patterns.
    move: stretches that begin with the switch to a player.  semimove: the same, where dots cut, too.
    """

    application: int
    main: int
    move: int
    semimove: int


@dataclass(frozen=True)
class Reading:
    """What to count: contents of patterns; cuts at dots; only stretches behind a player's switch (or a dot)."""

    patterns: bool = False
    dots: bool = False
    players_only: bool = False


def straightness(form: NormalForm) -> Straightness:
    """The four kinds of straightness of a game."""
    return Straightness(
        application=longest(form.rules, Reading(patterns=True)),
        main=longest(form.rules, Reading()),
        move=longest(form.rules, Reading(players_only=True)),
        semimove=longest(form.rules, Reading(dots=True, players_only=True)),
    )


def longest(rules: Expression, reading: Reading) -> int:
    """The longest stretch; the game begins with a move of the keeper."""
    stretch = run(measure(rules, reading))
    count = stretch.inner if reading.players_only else max(stretch.inner, stretch.end)
    return {NOT: NO_STRETCH, ENDLESS: UNBOUNDED}.get(count) or int(count)


def measure(expression: Expression, reading: Reading) -> Steps[Stretch]:
    match expression:
        case Off() | Assign():
            return Stretch(through=1)
        case Switch():
            is_start = expression.player is not None or not reading.players_only
            return Stretch(begin=0 if is_start else NOT, end=0)
        case Dot() if reading.dots:
            return Stretch(begin=0, end=0)
        case Pattern() if reading.patterns:
            inside: Stretch = yield measure(expression.body, reading)
            return Stretch(through=max(inside.through, 0))
        case Star():
            body: Stretch = yield measure(expression.body, reading)
            return star(body)
        case Sum() | Concat():
            parts: list[Stretch] = yield each(measure(item, reading) for item in expression.items)
            return alternatives(parts) if isinstance(expression, Sum) else sequence(parts)
    return Stretch(through=0)


def alternatives(parts: list[Stretch]) -> Stretch:
    return Stretch(*(max(values) for values in zip(*parts, strict=True)))


def sequence(parts: list[Stretch]) -> Stretch:
    whole = Stretch(through=0)
    for part in parts:
        whole = Stretch(
            through=joined(whole.through, part.through),
            begin=max(part.begin, joined(whole.begin, part.through)),
            end=max(whole.end, joined(whole.through, part.end)),
            inner=max(whole.inner, part.inner, joined(whole.begin, part.end)),
        )
    return whole


def star(body: Stretch) -> Stretch:
    again = ENDLESS if body.through > 0 else 0
    return Stretch(
        through=again,
        begin=joined(body.begin, again),
        end=joined(again, body.end),
        inner=max(body.inner, joined(joined(body.begin, again), body.end)),
    )


def joined(first: float, second: float) -> float:
    """The sum of two counts, if both stretches exist."""
    return NOT if NOT in (first, second) else first + second
