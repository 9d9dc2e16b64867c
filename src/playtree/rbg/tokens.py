"""From text to tokens.

    name     a letter, then letters and digits        number   decimal digits, below 2^32
    keyword  one of KEYWORDS                          string   in double quotes; no construct uses one
    symbol   one of SYMBOLS, the longest that fits    end      stands behind the last token

Blanks and comments, `// to the end of the line` and `/* not nested */`, separate tokens and are dropped.
"""

import re
from dataclasses import dataclass

from playtree.rbg.limits import DEFAULT_LIMITS, Limits
from playtree.rbg.source import Place, RbgError, error_at

SECTIONS = ("players", "pieces", "variables", "board", "rules")
KEYWORDS = frozenset((*SECTIONS, "hexagon", "cuboid", "rectangle"))
LONG_SYMBOLS = ("->>", "->", "+>", "{?", "{!", "{$", "[$", "!=", "==", "<=", ">=")
SYMBOLS = (*LONG_SYMBOLS, *"(){}[]~#-+^/*.,;:$=!?<>")
LARGEST_NUMBER = 2**32 - 1
LONGEST_WORD = 1000

PATTERN = re.compile(
    r"(?P<blank>\s+|//[^\n]*|/\*.*?\*/)"
    r"|(?P<name>[A-Za-z][A-Za-z0-9]*)"
    r"|(?P<number>[0-9]+)"
    r'|(?P<string>"[^"\n]*")'
    r"|(?P<symbol>" + "|".join(re.escape(symbol) for symbol in SYMBOLS) + ")",
    re.DOTALL | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Token:
    """The smallest piece of a rules file."""

    kind: str
    text: str
    place: Place

    def is_symbol(self, text: str) -> bool:
        return self.kind == "symbol" and self.text == text

    def __str__(self) -> str:
        return self.text if self.kind == "end" else f"'{self.text}'"


@dataclass(frozen=True)
class TokenList:
    """A file as tokens; the last one is of the kind `end`."""

    file: str
    tokens: tuple[Token, ...]

    def __str__(self) -> str:
        return "\n".join(f"{token.place.line}:{token.place.column}\t{token.kind}\t{token}" for token in self.tokens)


def tokenize(text: str, file: str = "rules", limits: Limits = DEFAULT_LIMITS) -> TokenList:
    """Cut a text into tokens. file: its name in messages."""
    if len(text) > limits.source_characters:
        raise limits.exceeded("source_characters", f"the text has {len(text)} characters", Place(file, 1, 1))
    tokens = []
    position, line, line_start = 0, 1, 0
    while position < len(text):
        place = Place(file, line, position - line_start + 1)
        found = PATTERN.match(text, position)
        if found is None:
            raise stray_character(text[position], place)
        kind, word = str(found.lastgroup), found.group()
        if kind == "blank":
            line += word.count("\n")
            line_start = position + word.rfind("\n") + 1 if "\n" in word else line_start
        else:
            check_token(text, position, kind, word, place)
            tokens.append(Token("keyword" if word in KEYWORDS else kind, word, place))
        position = found.end()
    tokens.append(Token("end", "the end of the file", Place(file, line, position - line_start + 1)))
    return TokenList(file, tuple(tokens))


def check_token(text: str, position: int, kind: str, word: str, place: Place) -> None:
    """Refuse what the pattern lets through: an open comment, a word that is too long."""
    if kind == "symbol" and text.startswith("/*", position):
        raise error_at(place, "found a comment that is not closed; expected '*/' before the end of the file")
    if kind != "string":
        check_word(word, place)


def check_word(word: str, place: Place) -> None:
    """Refuse a name or a number that is too long, and a number that does not fit 32 bits."""
    if len(word) > LONGEST_WORD:
        raise error_at(place, f"found a word of {len(word)} characters; expected at most {LONGEST_WORD}")
    if word.isdigit() and int(word) > LARGEST_NUMBER:
        raise error_at(place, f"found the number {word}; expected at most {LARGEST_NUMBER}")


def stray_character(character: str, place: Place) -> RbgError:
    """The error for a character that begins no token."""
    if character == '"':
        return error_at(place, "found a string that is not closed; expected '\"' before the end of the line")
    hint = "names are letters and digits, without underscore" if character == "_" else ""
    return error_at(place, f"found the character {character!a}; expected a name, a number or a symbol", hint)
