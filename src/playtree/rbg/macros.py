"""The expansion of macros: from directives to the tokens of the five sections.

A macro is known to the directives behind it, never to itself or to those before. `x~y` inside a macro glues the last
token of the expansion of x to the first of the expansion of y.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from playtree.rbg.directives import Directive, Directives
from playtree.rbg.limits import DEFAULT_LIMITS, Limits
from playtree.rbg.source import Expansion, Note, Place, error_at
from playtree.rbg.tokens import KEYWORDS, SECTIONS, SYMBOLS, Token, check_word


@dataclass(frozen=True)
class Sections:
    """The sections without macros; each ends with a token of the kind `end`. macros: where each name is defined."""

    file: str
    tokens: Mapping[str, tuple[Token, ...]]
    macros: Mapping[str, Place]
    notes: tuple[Note, ...]

    def __str__(self) -> str:
        return "\n".join(f"#{name} = {' '.join(t.text for t in body[:-1])}" for name, body in self.tokens.items())


@dataclass(frozen=True, slots=True)
class Scope:
    """What the tokens of a directive, or of an argument, mean: macros before `number`, and these arguments."""

    number: int
    arguments: Mapping[str, "Argument"]
    via: Expansion | None
    in_macro: bool


@dataclass(frozen=True, slots=True)
class Argument:
    tokens: tuple[Token, ...]
    scope: Scope


@dataclass(slots=True)
class Frame:
    """Tokens under expansion. left, seam: where in the output the element before a `~`, and the one behind, begin."""

    tokens: tuple[Token, ...]
    scope: Scope
    position: int = 0
    left: int = 0
    seam: int | None = None


def expand(directives: Directives, limits: Limits = DEFAULT_LIMITS) -> Sections:
    """Expand all macros in the sections."""
    tokens = {}
    expander = Expander(directives, limits)
    for name in SECTIONS:
        section = directives.sections[name]
        body = expander.section(section)
        tokens[name] = (*body, Token("end", f"the end of section '#{name}'", section.end.place))
    macros = {name: next(iter(group.values())).name.place for name, group in directives.macros.items()}
    return Sections(directives.file, tokens, macros, directives.notes)


@dataclass
class Expander:
    """The work of expanding a file: one stack of frames instead of recursion, one count of steps."""

    directives: Directives
    limits: Limits
    steps: int = 0
    output: list[Token] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)

    def section(self, section: Directive) -> list[Token]:
        """The tokens of a section without macros."""
        self.output = []
        self.frames = [Frame(section.body, Scope(section.number, {}, None, in_macro=False))]
        while self.frames:
            frame = self.frames[-1]
            self.join(frame)
            if frame.position == len(frame.tokens):
                self.frames.pop()
                continue
            if frame.tokens[frame.position].is_symbol("~"):
                self.begin_paste(frame)
            else:
                frame.left = len(self.output)
            self.element(frame)
        return self.output

    def element(self, frame: Frame) -> None:
        """Expand the next token, or the macro or argument that it names. Changes `frame`."""
        token, scope = frame.tokens[frame.position], frame.scope
        frame.position += 1
        self.count(1, token)
        if token.kind == "name" and token.text in scope.arguments:
            argument = scope.arguments[token.text]
            self.frames.append(Frame(argument.tokens, argument.scope))
        elif token.kind == "name" and (visible := self.visible(token, scope)):
            self.call(frame, token, visible)
        else:
            self.output.append(placed(token, scope.via))

    def visible(self, name: Token, scope: Scope) -> dict[int, Directive]:
        """The macros of this name that were defined before the directive in which the name was written."""
        named = self.directives.macros.get(name.text, {})
        self.count(len(named), name)
        return {arity: macro for arity, macro in named.items() if macro.number < scope.number}

    def call(self, frame: Frame, name: Token, visible: dict[int, Directive]) -> None:
        """Begin the expansion of a macro. Changes `frame`: its arguments are read."""
        scope = frame.scope
        called = placed(name, scope.via).place
        arguments: list[tuple[Token, ...]] = [] if 0 in visible else self.arguments(frame, name)
        if len(arguments) not in visible:
            expected = " or ".join(str(arity) for arity in sorted(visible))
            raise error_at(called, f"macro {name} is used with {len(arguments)} arguments; expected {expected}")
        macro = visible[len(arguments)]
        bound = {p: Argument(tokens, scope) for p, tokens in zip(macro.parameters, arguments, strict=True)}
        inside = Scope(macro.number, bound, Expansion(name.text, called), in_macro=True)
        self.frames.append(Frame(macro.body, inside))

    def arguments(self, frame: Frame, name: Token) -> list[tuple[Token, ...]]:
        """The arguments behind the name of a macro, as written. Changes `frame`."""
        tokens, position, via = frame.tokens, frame.position, frame.scope.via
        if position == len(tokens) or not tokens[position].is_symbol("("):
            found = str(tokens[position]) if position < len(tokens) else "the end of the text"
            raise error_at(placed(name, via).place, f"found {found} behind macro {name}; expected '(' and arguments")
        arguments: list[tuple[Token, ...]] = []
        depth, begin = 0, position + 1
        while position < len(tokens):
            token = tokens[position]
            self.count(1, name)
            depth += token.is_symbol("(") - token.is_symbol(")")
            if depth == 0 or (depth == 1 and token.is_symbol(";")):
                arguments.append(tokens[begin:position])
                begin = position + 1
            position += 1
            if depth == 0:
                frame.position = position
                return arguments
        raise error_at(placed(name, via).place, f"the arguments of macro {name} do not end; expected ')'")

    def begin_paste(self, frame: Frame) -> None:
        """Step over a `~` and remember where its right side begins. Changes `frame`."""
        glue = placed(frame.tokens[frame.position], frame.scope.via)
        if not frame.scope.in_macro:
            raise error_at(glue.place, "found '~'; expected it only in the text of a macro")
        following = frame.tokens[frame.position + 1 : frame.position + 2]
        if frame.position == 0 or not following or following[0].is_symbol("~"):
            raise error_at(glue.place, "found '~' without something on both sides; expected x~y")
        frame.seam = len(self.output)
        frame.position += 1

    def join(self, frame: Frame) -> None:
        """Glue the two sides of a `~` once the right one is expanded. Changes `frame`."""
        seam, frame.seam = frame.seam, None
        if seam is not None and frame.left < seam < len(self.output):
            self.output[seam - 1 : seam + 1] = [glued(self.output[seam - 1], self.output[seam])]

    def count(self, steps: int, token: Token) -> None:
        self.steps += steps
        if self.steps > self.limits.expansion_steps:
            raise self.limits.exceeded("expansion_steps", "the macros expand to too many tokens", token.place)


def placed(token: Token, via: Expansion | None) -> Token:
    """The token as it appears in an expansion."""
    if via is None:
        return token
    place = token.place
    return Token(token.kind, token.text, Place(place.file, place.line, place.column, via))


def glued(left: Token, right: Token) -> Token:
    """One token from two."""
    text = left.text + right.text
    check_word(text, left.place)
    if left.kind in ("name", "keyword") and right.kind in ("name", "keyword", "number"):
        return Token("keyword" if text in KEYWORDS else "name", text, left.place)
    if left.kind == right.kind == "number":
        return Token("number", text, left.place)
    if left.kind == right.kind == "symbol" and text in SYMBOLS:
        return Token("symbol", text, left.place)
    raise error_at(left.place, f"{left} ~ {right} makes no token; expected names or numbers on both sides")
