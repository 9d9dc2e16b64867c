"""Places in a rules file, and the error that names one.

    chess.rbg:12:8: unknown piece 'q'; declared pieces: e, w, b (in expansion of 'turn' at 40:3)

A token keeps the place where it was written, also when a macro carries it elsewhere; `via` then tells through which
macro it came.
"""

from dataclasses import dataclass, field

from playtree.errors import InputError

SHOWN_EXPANSIONS = 4


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file; line and column count from 1. via: the innermost expansion the token came through."""

    file: str
    line: int
    column: int
    via: "Expansion | None" = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Expansion:
    """A use of a macro: its name and the place of the use, which may itself lie in an expansion."""

    macro: str
    called: Place


class RbgError(InputError):
    """A rules file is wrong, or beyond a limit. place: where, if it is a place in the file."""

    def __init__(self, message: str, place: Place | None = None) -> None:
        super().__init__(message)
        self.place = place


@dataclass(frozen=True)
class Note:
    """Something that is allowed but rarely meant."""

    place: Place
    text: str

    def __str__(self) -> str:
        return f"{self.place}: note: {self.text}"


def error_at(place: Place, message: str, hint: str = "") -> RbgError:
    """The error with place, message, hint and the macros in between."""
    hinted = f"{message}; hint: {hint}" if hint else message
    return RbgError(f"{place}: {hinted}{trail(place)}", place)


def trail(place: Place) -> str:
    """The expansions that led to a place, innermost first; empty if it was written where it stands."""
    parts: list[str] = []
    via = place.via
    while via is not None and len(parts) < SHOWN_EXPANSIONS:
        parts.append(f"in expansion of '{via.macro}' at {via.called.line}:{via.called.column}")
        via = via.called.via
    if via is not None:
        parts.append("...")
    return f" ({', '.join(parts)})" if parts else ""
