"""One function of LLVM IR while it is written.

Values are names such as %12 or whole numbers; `let` writes an instruction and returns the name of its result. What
holds for the whole function, such as the pieces on the board when it is entered, is written once, by `first`, in the
first block.
"""

from collections.abc import Callable
from typing import TypeAlias

Value: TypeAlias = str | int


class Body:
    """head: the function up to its opening brace, without `define internal`."""

    def __init__(self, head: str) -> None:
        self.head = head
        self.opening: list[str] = []
        self.lines: list[str] = []
        self.block = "begin"
        self.count = 0
        self.kept: dict[object, Value] = {}

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def let(self, instruction: str) -> str:
        name = self.name()
        self.lines.append(f"  {name} = {instruction}")
        return name

    def do(self, instruction: str) -> None:
        self.lines.append(f"  {instruction}")

    def first(self, key: object, write: Callable[[], Value]) -> Value:
        """What `write` computes, done once, in the first block."""
        if key not in self.kept:
            lines, self.lines = self.lines, self.opening
            self.kept[key] = write()
            self.lines = lines
        return self.kept[key]

    def label(self, hint: str = "b") -> str:
        self.count += 1
        return f"{hint}{self.count}"

    def begin(self, label: str) -> None:
        """Begin a block."""
        self.lines.append(f"{label}:")
        self.block = label

    def go(self, label: str) -> None:
        self.do(f"br label %{label}")

    def branch(self, condition: Value, yes: str, no: str) -> None:
        if isinstance(condition, int):
            self.go(yes if condition else no)
        else:
            self.do(f"br i1 {condition}, label %{yes}, label %{no}")

    def phi(self, kind: str) -> tuple[str, Callable[[list[tuple[Value, str]]], None]]:
        """A value that depends on the block before; its sources are told later."""
        name = self.name()
        place = len(self.lines)
        self.lines.append("")

        def fill(sources: list[tuple[Value, str]]) -> None:
            texts = ", ".join(f"[ {value}, %{label} ]" for value, label in sources)
            self.lines[place] = f"  {name} = phi {kind} {texts}"

        return name, fill

    def alloca(self, kind: str) -> str:
        """Room that lasts as long as the function."""
        name = self.name()
        self.opening.insert(0, f"  {name} = alloca {kind}, align 16")
        return name

    def load(self, pointer: str, kind: str = "i64") -> str:
        return self.let(f"load {kind}, ptr {pointer}, align {alignment(kind)}")

    def store(self, value: Value, pointer: str, kind: str = "i64") -> None:
        self.do(f"store {kind} {value}, ptr {pointer}, align {alignment(kind)}")

    def at(self, pointer: str, index: Value, kind: str = "i64") -> str:
        """The address of an element."""
        return pointer if index == 0 else self.let(f"getelementptr inbounds {kind}, ptr {pointer}, i64 {index}")

    def add(self, left: Value, right: Value) -> Value:
        if isinstance(left, int) and isinstance(right, int):
            return left + right
        if left == 0 or right == 0:
            return right if left == 0 else left
        return self.let(f"add i64 {left}, {right}")

    def compare(self, test: str, left: Value, right: Value, kind: str = "i64") -> str:
        return self.let(f"icmp {test} {kind} {left}, {right}")

    def text(self) -> str:
        """The whole function."""
        return "\n".join([f"define internal {self.head} {{", "first:", *self.opening, "  br label %begin", "begin:",
                          *self.lines, "}"])  # fmt: skip


def alignment(kind: str) -> int:
    return {"i8": 1, "i32": 4}.get(kind, 8)
