"""The code of a game while it is written: its functions, its tables, and what all of them need to know."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from playtree.rbg.emit_numbers import Numbers, numbers_of
from playtree.rbg.layout import WORD_BITS, Layout
from playtree.rbg.limits import Limits


@dataclass
class Code:
    """functions: text by name. A function is written when it is first asked for, but not before the one that asks."""

    layout: Layout
    limits: Limits
    file: str = "rules"
    lines: int = 0
    returns: dict[object, bool] = field(default_factory=dict)  # of cycles: whether a vertex can come round again
    functions: dict[str, str] = field(default_factory=dict)
    tables: dict[tuple[int, ...], str] = field(default_factory=dict)
    pending: list[tuple[str, Callable[[], str]]] = field(default_factory=list)

    @property
    def set_bits(self) -> int:
        return WORD_BITS * self.layout.set_words

    @cached_property
    def numbers(self) -> Numbers:
        """How sets of vertices are kept."""
        return numbers_of(self.layout.set_words)

    @property
    def set_kind(self) -> str:
        """The type of a set of vertices."""
        return self.numbers.kind

    @property
    def everything(self) -> int:
        """The set of all vertices."""
        return (1 << self.layout.vertices) - 1

    def function(self, name: str, write: Callable[[], str]) -> str:
        """The name of a function, which is written sooner or later."""
        if name not in self.functions:
            self.functions[name] = ""
            self.pending.append((name, write))
        return f"@{name}"

    def finish(self) -> None:
        """Write all functions that were asked for."""
        while self.pending:
            name, write = self.pending.pop()
            self.functions[name] = write()
            self.count_lines(self.functions[name].count("\n"))

    def count_lines(self, more: int) -> None:
        """Refuse to go on when there are too many lines."""
        self.lines += more
        if self.lines > self.limits.compiled_lines:
            raise self.limits.exceeded("compiled_lines", f"{self.file}: the compiled game has too many lines")

    def table(self, sets: tuple[int, ...]) -> str:
        """A constant table of sets: one for each possible lowest or highest bit, and the empty one behind the last."""
        padded = (*sets, *([0] * (self.set_bits + 1 - len(sets))))
        if padded not in self.tables:
            self.tables[padded] = f"@table{len(self.tables)}"
        return self.tables[padded]

    def table_text(self) -> str:
        lines = []
        for sets, name in self.tables.items():
            words = [each >> WORD_BITS * place & (1 << WORD_BITS) - 1 for each in sets
                     for place in range(self.layout.set_words)]  # fmt: skip
            numbers = ", ".join(f"i64 {word}" for word in words)
            lines.append(f"{name} = private unnamed_addr constant [{len(words)} x i64] [{numbers}], align 64")
        return "\n".join(lines)
