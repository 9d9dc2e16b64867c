"""Which functions become part of their caller: those with only one call, unless functions call each other in a circle.

LLVM's own inliner would decide as well, but looking at everything again and again it takes most of the compile time.
"""

import re
from collections import Counter

from playtree.rbg.components import components, is_cyclic

_CALL = re.compile(r"call [^(@]* (@[\w.]+)\(")
_HEAD = re.compile(r"define (internal )?[^(@]*(@[\w.]+)\(")
SMALL, LARGE = 12, 600  # lines: up to the first a function goes into every caller, up to the second into a single one


def marked(functions: list[str]) -> list[str]:
    """The texts of the functions, with a mark on those that become part of their caller."""
    heads = [_HEAD.search(text) for text in functions]
    numbers = {head[2]: number for number, head in enumerate(heads) if head}
    calls = [[numbers[name] for name in _CALL.findall(text) if name in numbers] for text in functions]
    counts = Counter(number for called in calls for number in called)
    parts = components(range(len(functions)), lambda number: calls[number])
    sizes = [text.count("\n") for text in functions]
    result = list(functions)
    for part in reversed(parts):  # what is called comes before its callers
        (number, *more) = part
        if more or is_cyclic(part, lambda number: calls[number]):
            continue
        text, head = functions[number], heads[number]
        sizes[number] += sum(sizes[called] for called in calls[number] if "alwaysinline" in result[called][:300])
        is_wanted = (counts[number] == 1 and sizes[number] <= LARGE) or sizes[number] <= SMALL
        if head and head[1] and is_wanted and "alwaysinline" not in text:
            result[number] = text.replace(") {", ") alwaysinline {", 1)
    return result
