"""How a set of vertices is a value in LLVM IR: a whole number, or for large boards a vector of 64-bit words.

up to 128 vertices      i64 or i128
beyond                  <4 x i64>, <8 x i64>, ... since wider whole numbers are compiled word by word
"""

from typing import Protocol

from playtree.rbg.emit_text import Body, Value

WORD = (1 << 64) - 1


class Numbers(Protocol):
    """What the words of a set can do. kind: the type."""

    kind: str

    def text(self, value: Value) -> str: ...
    def is_some(self, body: Body, value: Value) -> str: ...
    def single(self, body: Body, cell: str) -> str: ...
    def size(self, body: Body, value: Value) -> str: ...
    def lowest(self, body: Body, value: Value) -> str: ...
    def from_top(self, body: Body, value: Value) -> str: ...
    def shifted(self, body: Body, value: Value, distance: int) -> str: ...
    def without_lowest(self, body: Body, value: str, lowest: str) -> str: ...
    def word(self, body: Body, value: str, place: int) -> str: ...
    def functions(self) -> str: ...


class Whole:
    """Sets as whole numbers."""

    def __init__(self, words: int) -> None:
        self.words = words
        self.kind = f"i{64 * words}"

    def text(self, value: Value) -> str:
        return str(value)

    def narrow(self, body: Body, value: str) -> str:
        return value if self.words == 1 else body.let(f"trunc {self.kind} {value} to i64")

    def is_some(self, body: Body, value: Value) -> str:
        return body.compare("ne", value, 0, self.kind)

    def single(self, body: Body, cell: str) -> str:
        wide = cell if self.words == 1 else body.let(f"zext i64 {cell} to {self.kind}")
        return body.let(f"shl nuw {self.kind} 1, {wide}")

    def size(self, body: Body, value: Value) -> str:
        return self.narrow(body, body.let(f"call {self.kind} @llvm.ctpop.{self.kind}({self.kind} {value})"))

    def lowest(self, body: Body, value: Value) -> str:
        return self.narrow(body, body.let(f"call {self.kind} @llvm.cttz.{self.kind}({self.kind} {value}, i1 false)"))

    def from_top(self, body: Body, value: Value) -> str:
        return self.narrow(body, body.let(f"call {self.kind} @llvm.ctlz.{self.kind}({self.kind} {value}, i1 false)"))

    def shifted(self, body: Body, value: Value, distance: int) -> str:
        return body.let(f"{'shl' if distance > 0 else 'lshr'} {self.kind} {value}, {abs(distance)}")

    def without_lowest(self, body: Body, value: str, lowest: str) -> str:
        less = body.let(f"add {self.kind} {value}, -1")
        return body.let(f"and {self.kind} {value}, {less}")

    def word(self, body: Body, value: str, place: int) -> str:
        shifted = body.let(f"lshr {self.kind} {value}, {64 * place}") if place else value
        return self.narrow(body, shifted)

    def functions(self) -> str:
        lines = []
        for kind in sorted({self.kind, "i64"}):
            lines.append(f"declare {kind} @llvm.ctpop.{kind}({kind})")
            lines += [f"declare {kind} @llvm.{name}.{kind}({kind}, i1)" for name in ("cttz", "ctlz")]
        return "\n".join(lines)


class Vector:
    """Sets as vectors of words, the lowest vertices in the first."""

    def __init__(self, words: int) -> None:
        self.words = words
        self.kind = f"<{words} x i64>"
        self.short = f"v{words}i64"

    def text(self, value: Value) -> str:
        if isinstance(value, str):
            return value
        parts = (f"i64 {value >> 64 * place & WORD}" for place in range(self.words))
        return f"<{', '.join(parts)}>"

    def is_some(self, body: Body, value: Value) -> str:
        joined = body.let(f"call i64 @llvm.vector.reduce.or.{self.short}({self.kind} {self.text(value)})")
        return body.compare("ne", joined, 0)

    def single(self, body: Body, cell: str) -> str:
        return body.let(f"call {self.kind} @oneCell(i64 {cell})")

    def size(self, body: Body, value: Value) -> str:
        counts = body.let(f"call {self.kind} @llvm.ctpop.{self.short}({self.kind} {self.text(value)})")
        return body.let(f"call i64 @llvm.vector.reduce.add.{self.short}({self.kind} {counts})")

    def lowest(self, body: Body, value: Value) -> str:
        return body.let(f"call i64 @lowestCell({self.kind} {self.text(value)})")

    def from_top(self, body: Body, value: Value) -> str:
        return body.let(f"call i64 @fromTop({self.kind} {self.text(value)})")

    def shifted(self, body: Body, value: Value, distance: int) -> str:
        lanes, bits = divmod(abs(distance), 64)
        sign = 1 if distance > 0 else -1
        near = self.moved(body, value, sign * lanes)
        if not bits:
            return near
        far = self.moved(body, value, sign * (lanes + 1))
        pair = f"{self.kind} {near}, {self.kind} {far}" if distance > 0 else f"{self.kind} {far}, {self.kind} {near}"
        count = self.text(sum(bits << 64 * place for place in range(self.words)))
        function = f"@llvm.{'fshl' if distance > 0 else 'fshr'}.{self.short}"
        return body.let(f"call {self.kind} {function}({pair}, {self.kind} {count})")

    def moved(self, body: Body, value: Value, lanes: int) -> str:
        """The words moved up by so many places, zeros following."""
        if not lanes:
            return self.text(value)
        picked = (place - lanes if 0 <= place - lanes < self.words else self.words for place in range(self.words))
        mask = ", ".join(f"i32 {place}" for place in picked)
        pair = f"{self.kind} {self.text(value)}, {self.kind} zeroinitializer"
        return body.let(f"shufflevector {pair}, <{self.words} x i32> <{mask}>")

    def without_lowest(self, body: Body, value: str, lowest: str) -> str:
        return body.let(f"xor {self.kind} {value}, {self.single(body, lowest)}")

    def word(self, body: Body, value: str, place: int) -> str:
        return body.let(f"extractelement {self.kind} {value}, i64 {place}")

    def functions(self) -> str:
        kind, short, words = self.kind, self.short, self.words
        firsts = ", ".join(f"i64 {64 * place}" for place in range(words))
        ones, bits = (", ".join([f"i64 {value}"] * words) for value in (1, 63))
        limit = ", ".join(["i64 64"] * words)
        zeros = ", ".join(["i32 0"] * words)
        return f"""
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i{words} @llvm.cttz.i{words}(i{words}, i1)
declare i{words} @llvm.ctlz.i{words}(i{words}, i1)
declare {kind} @llvm.ctpop.{short}({kind})
declare {kind} @llvm.fshl.{short}({kind}, {kind}, {kind})
declare {kind} @llvm.fshr.{short}({kind}, {kind}, {kind})
declare i64 @llvm.vector.reduce.or.{short}({kind})
declare i64 @llvm.vector.reduce.add.{short}({kind})

define internal {kind} @oneCell(i64 %cell) alwaysinline {{
  %a = insertelement {kind} poison, i64 %cell, i64 0
  %b = shufflevector {kind} %a, {kind} poison, <{words} x i32> <{zeros}>
  %c = sub {kind} %b, <{firsts}>
  %d = icmp ult {kind} %c, <{limit}>
  %e = and {kind} %c, <{bits}>
  %f = shl {kind} <{ones}>, %e
  %g = select <{words} x i1> %d, {kind} %f, {kind} zeroinitializer
  ret {kind} %g
}}

define internal i64 @lowestCell({kind} %cells) alwaysinline {{
  %some = icmp ne {kind} %cells, zeroinitializer
  %mask = bitcast <{words} x i1> %some to i{words}
  %lane0 = call i{words} @llvm.cttz.i{words}(i{words} %mask, i1 false)
  %lane1 = zext i{words} %lane0 to i64
  %lane = and i64 %lane1, {words - 1}
  %word = extractelement {kind} %cells, i64 %lane
  %bit = call i64 @llvm.cttz.i64(i64 %word, i1 false)
  %first = shl i64 %lane, 6
  %found = add i64 %first, %bit
  %none = icmp eq i{words} %mask, 0
  %result = select i1 %none, i64 {64 * words}, i64 %found
  ret i64 %result
}}

define internal i64 @fromTop({kind} %cells) alwaysinline {{
  %some = icmp ne {kind} %cells, zeroinitializer
  %mask = bitcast <{words} x i1> %some to i{words}
  %above0 = call i{words} @llvm.ctlz.i{words}(i{words} %mask, i1 false)
  %above = zext i{words} %above0 to i64
  %lane0 = sub i64 {words - 1}, %above
  %lane = and i64 %lane0, {words - 1}
  %word = extractelement {kind} %cells, i64 %lane
  %bit = call i64 @llvm.ctlz.i64(i64 %word, i1 false)
  %first = shl i64 %above, 6
  %found = add i64 %first, %bit
  %none = icmp eq i{words} %mask, 0
  %result = select i1 %none, i64 {64 * words}, i64 %found
  ret i64 %result
}}"""


def numbers_of(words: int) -> Numbers:
    """How sets of so many words are kept."""
    return Whole(words) if words <= 2 else Vector(words)
