"""What a rules file may cost, so that a file from a stranger can neither hang nor kill the process."""

import dataclasses
from dataclasses import dataclass
from typing import Self

from playtree.errors import InputError
from playtree.rbg.source import Place, RbgError, error_at

DEEPEST_PATTERN = 100  # the interpreter tests a pattern inside a pattern by a call inside a call


@dataclass(frozen=True)
class Limits:
    """One number per way to be too large; each can be raised by `--limit NAME=NUMBER`.

    source_characters    characters of the file
    expansion_steps      tokens looked at while macros are expanded
    nesting              brackets inside brackets
    pattern_nesting      patterns inside patterns
    vertices             vertices of the board
    labels               different labels of its edges
    rule_size            nodes of the rules expression after `^` is unrolled
    move_length          modifiers of one move, or on the way through a pattern
    moves                moves of one position
    search_steps         steps of one search for moves, or of the keeper in a row
    keeper_moves         moves that the keeper makes in a row
    play_moves           moves of one random play to the end
    compiled_vertices    vertices of a board that is compiled
    compiled_nodes       nodes of an automaton that is compiled
    compiled_lines       lines of its code
    """

    source_characters: int = 1_000_000
    expansion_steps: int = 500_000
    nesting: int = 1_000
    pattern_nesting: int = 50
    vertices: int = 10_000
    labels: int = 256
    rule_size: int = 200_000
    move_length: int = 2_000
    moves: int = 1_000_000
    search_steps: int = 10_000_000
    keeper_moves: int = 100_000
    play_moves: int = 100_000
    compiled_vertices: int = 512
    compiled_nodes: int = 5_000
    compiled_lines: int = 200_000

    def __post_init__(self) -> None:
        for name, value in dataclasses.asdict(self).items():
            if value < 1:
                raise InputError(f"limit '{name}' is {value}; expected at least 1")
        if self.pattern_nesting > DEEPEST_PATTERN:
            raise InputError(f"limit 'pattern_nesting' is {self.pattern_nesting}; expected at most {DEEPEST_PATTERN}")

    def raised(self, name: str, value: int) -> Self:
        """The same limits but for one."""
        known = [each.name for each in dataclasses.fields(self)]
        if name not in known:
            raise InputError(f"unknown limit '{name}'; expected one of: {', '.join(known)}")
        return dataclasses.replace(self, **{name: value})

    def exceeded(self, name: str, what: str, place: Place | None = None) -> RbgError:
        """The error that says which limit was hit, and how to raise it."""
        message = f"{what}; the limit is {getattr(self, name)}, raise it with --limit {name}=NUMBER"
        return error_at(place, message) if place else RbgError(message)


DEFAULT_LIMITS = Limits()


def limits_from_text(text: str) -> Limits:
    """The limits with those that a text such as `moves=5000000,nesting=2000` raises."""
    limits = DEFAULT_LIMITS
    for setting in text.split(",") if text else []:
        name, _, value = setting.partition("=")
        if not (value.isascii() and value.isdecimal() and len(value) < 16):
            raise InputError(f"limit '{setting}'; expected NAME=NUMBER such as moves=5000000")
        limits = limits.raised(name.strip().replace("-", "_"), int(value))
    return limits
