"""A reader of tokens for the parsers: what stands here, and complaints about it."""

from playtree.rbg.limits import Limits
from playtree.rbg.source import RbgError, error_at
from playtree.rbg.syntax import Name
from playtree.rbg.tokens import Token


class Cursor:
    """A place in a list of tokens that ends with one of the kind `end`; it never moves behind that one."""

    def __init__(self, tokens: tuple[Token, ...], limits: Limits) -> None:
        self.tokens = tokens
        self.limits = limits
        self.position = 0
        self.depth = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.position]

    @property
    def previous(self) -> Token:
        """The token before this one, or this one if it is the first."""
        return self.tokens[max(self.position - 1, 0)]

    def take(self) -> Token:
        """Return the token here and move on."""
        token = self.token
        if token.kind != "end":
            self.position += 1
        return token

    def at(self, *symbols: str) -> bool:
        return self.token.kind == "symbol" and self.token.text in symbols

    def at_keyword(self, *keywords: str) -> bool:
        return self.token.kind == "keyword" and self.token.text in keywords

    def skip(self, symbol: str) -> bool:
        """Move over this symbol if it stands here."""
        is_here = self.at(symbol)
        if is_here:
            self.position += 1
        return is_here

    def expect(self, symbol: str, expected: str = "") -> Token:
        if not self.at(symbol):
            raise self.unexpected(expected or f"'{symbol}'")
        return self.take()

    def name(self, expected: str) -> Name:
        if self.token.kind != "name":
            raise self.unexpected(expected)
        token = self.take()
        return Name(token.text, token.place)

    def number(self, expected: str) -> int:
        if self.token.kind != "number":
            raise self.unexpected(expected)
        return int(self.take().text)

    def unexpected(self, expected: str, hint: str = "") -> RbgError:
        if self.token.kind == "keyword" and not hint:
            hint = f"'{self.token.text}' is a reserved word"
        return error_at(self.token.place, f"found {self.token}; expected {expected}", hint)

    def deeper(self) -> None:
        """Note an opened bracket; `depth` is lowered by the caller when it is closed."""
        self.depth += 1
        if self.depth > self.limits.nesting:
            raise self.limits.exceeded("nesting", "the brackets are nested too deeply", self.token.place)
