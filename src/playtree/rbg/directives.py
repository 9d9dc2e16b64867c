"""From the tokens of a file to its directives: sections and macros.

    #players = ...              a section
    #name = tokens              a macro
    #name(a; b) = tokens        a macro with parameters

A directive reaches to the next `#`. Several macros may share a name if they differ in the number of parameters.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from playtree.rbg.source import Note, error_at
from playtree.rbg.tokens import SECTIONS, Token, TokenList

SECTION_LIST = ", ".join(SECTIONS)


@dataclass(frozen=True)
class Directive:
    """A section or a macro as written. end: the token behind it, for messages."""

    number: int
    name: Token
    parameters: tuple[str, ...]
    body: tuple[Token, ...]
    end: Token


@dataclass(frozen=True)
class Directives:
    """A file as directives. macros: by name, then by number of parameters."""

    file: str
    sections: Mapping[str, Directive]
    macros: Mapping[str, Mapping[int, Directive]]
    notes: tuple[Note, ...]

    def __str__(self) -> str:
        both = [*self.sections.values(), *(each for group in self.macros.values() for each in group.values())]
        lines = []
        for each in sorted(both, key=lambda each: each.number):
            parameters = f"({'; '.join(each.parameters)})" if each.parameters else ""
            lines.append(f"#{each.name.text}{parameters} = {' '.join(token.text for token in each.body)}")
        return "\n".join(lines)


def split_directives(listed: TokenList) -> Directives:
    """Cut a file at each `#`, and sort sections from macros."""
    sections: dict[str, Directive] = {}
    macros: dict[str, dict[int, Directive]] = {}
    notes: list[Note] = []
    tokens, position, count = listed.tokens, 0, 0
    if not tokens[0].is_symbol("#"):
        raise error_at(tokens[0].place, f"found {tokens[0]}; expected '#', with which a section or a macro begins")
    while tokens[position].kind != "end":
        end = position + 1
        while tokens[end].kind != "end" and not tokens[end].is_symbol("#"):
            end += 1
        directive = read_directive(count, tokens[position + 1 : end], tokens[end])
        if directive.name.kind == "keyword":
            if directive.name.text in sections:
                notes.append(Note(directive.name.place, f"section '{directive.name.text}' again; the last one counts"))
            sections[directive.name.text] = directive
        else:
            add_macro(macros, directive, notes)
        position, count = end, count + 1
    for name in SECTIONS:
        if name not in sections:
            hint = "an empty '#variables =' is enough" if name == "variables" else ""
            raise error_at(tokens[-1].place, f"found no section '#{name}'; expected {SECTION_LIST}", hint)
    return Directives(listed.file, sections, macros, tuple(notes))


def read_directive(number: int, tokens: tuple[Token, ...], end: Token) -> Directive:
    """A directive from the tokens behind its `#`."""
    name = tokens[0] if tokens else end
    if name.kind == "keyword" and name.text not in SECTIONS:
        raise error_at(name.place, f"found the reserved word {name}; expected a section or the name of a macro")
    if name.kind not in ("name", "keyword"):
        raise error_at(name.place, f"found {name}; expected a section ({SECTION_LIST}) or the name of a macro")
    rest = (*tokens[1:], end)
    parameters = read_parameters(rest, name.text) if name.kind == "name" and rest[0].is_symbol("(") else ()
    position = 2 * len(parameters) + 1 if parameters else 0
    if not rest[position].is_symbol("="):
        raise error_at(rest[position].place, f"found {rest[position]}; expected '=' behind '#{name.text}'")
    return Directive(number, name, parameters, rest[position + 1 : -1], end)


def read_parameters(tokens: tuple[Token, ...], macro: str) -> tuple[str, ...]:
    """The names in `(a; b; c)`, with which the tokens begin."""
    parameters: dict[str, None] = {}
    for position in range(1, len(tokens), 2):
        name = tokens[position]
        if name.kind != "name" or name.text in parameters:
            raise error_at(name.place, f"found {name}; expected a new name for a parameter of '{macro}'")
        parameters[name.text] = None
        separator = tokens[position + 1]
        if separator.is_symbol(")"):
            break
        if not separator.is_symbol(";"):
            raise error_at(separator.place, f"found {separator}; expected ';' or ')' behind a parameter")
    return tuple(parameters)


def add_macro(macros: dict[str, dict[int, Directive]], directive: Directive, notes: list[Note]) -> None:
    """Record a macro, unless its name is taken. Changes `macros` and `notes`."""
    name, arity = directive.name, len(directive.parameters)
    same_name = macros.setdefault(name.text, {})
    if arity in same_name:
        earlier = same_name[arity].name.place
        raise error_at(name.place, f"macro {name} is defined again; it is defined at {earlier.line}:{earlier.column}")
    if same_name and 0 in (arity, *same_name):
        earlier = next(iter(same_name.values())).name.place
        message = f"macro {name} is defined both with and without parameters; see {earlier.line}:{earlier.column}"
        raise error_at(name.place, message)
    same_name[arity] = directive
    if not directive.body:
        notes.append(Note(name.place, f"macro {name} is empty"))
