"""Which functions become part of their caller: those with only one call, unless functions call each other in a circle.

LLVM's own inliner would decide as well, but looking at everything again and again it takes most of the compile time.
"""

import re
from collections import Counter

from playtree.rbg.components import components, is_cyclic

_CALL = re.compile(r"call [\w. ]+? (@[\w.]+)\(")
_HEAD = re.compile(r"define (internal )?[\w.]+ (@[\w.]+)\(")
SMALL = 12  # lines; so small a function goes into every caller


def marked(functions: list[str]) -> list[str]:
    """The texts of the functions, with a mark on those that become part of their caller."""
    names = [_HEAD.search(text)[2] for text in functions]  # type: ignore[index]
    numbers = {name: number for number, name in enumerate(names)}
    calls = [[numbers[name] for name in _CALL.findall(text) if name in numbers] for text in functions]
    counts = Counter(number for called in calls for number in called)
    parts = components(range(len(functions)), lambda number: calls[number])
    circular = {number for part in parts if is_cyclic(part, lambda number: calls[number]) for number in part}
    result = []
    for number, text in enumerate(functions):
        is_internal = bool(_HEAD.search(text)[1])  # type: ignore[index]
        is_wanted = counts[number] == 1 or text.count("\n") <= SMALL
        if is_internal and is_wanted and number not in circular and "alwaysinline" not in text:
            text = text.replace(") {", ") alwaysinline {", 1)
        result.append(text)
    return result
