"""The compiler's complaints about a user's function in one plain sentence with its place."""

import re
from collections.abc import Callable
from typing import Any

from playtree.compiled.fingerprint import place, plain_function

_PLACES = (
    re.compile(r'File "(?P<file>[^<"][^"]*)", line (?P<line>\d+)'),
    re.compile(r"(?: at|from) (?P<file>[^<\s][^\n]*?) \((?P<line>\d+)\)"),
)
_HEADS = re.compile(r"(?:Failed in .*\n?|Internal error.*\n)+")

_OPCODES = {
    "LOAD_BUILD_CLASS": "a class inside a function cannot be compiled",
    "STORE_GLOBAL": "a global variable is changed; all that changes belongs into the state",
    "IMPORT_NAME": "an import inside a function cannot be compiled; import at the top of the file",
}

_OPERATORS = {
    "getitem": "reading with [ ]",
    "setitem": "writing with [ ]",
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "eq": "==",
    "lt": "<",
    "gt": ">",
}

# what Numba says, and what it means
_REASONS: list[tuple[str, str | Callable[[re.Match[str]], str]]] = [
    (r"it returns .*?; expected [^\n]*", lambda found: found[0]),
    (r"Cannot modify readonly array", "constants are changed here; all that changes belongs into the state"),
    (r"unsupported opcode \((\w+)\)", lambda found: _OPCODES.get(found[1], f"{found[1]} cannot be compiled")),
    (r"The '(with [^']*)'", "a 'with' statement cannot be compiled"),
    (
        r"Cannot unify (.*?) and (.*?) for '(\w+)",
        lambda found: f"'{found[3]}' is {_type(found[1])} in one place and {_type(found[2])} in another",
    ),
    (
        r"Cannot infer the type of variable '(\w+)[^']*'.*imprecise type: (\w+?)(?:Type)?\b",
        lambda found: f"'{found[1]}' is an empty {found[2].lower()} of unknown kind; use a numpy array",
    ),
    (r"Unknown attribute '(\w+)' of type (.*)", lambda found: f"{_type(found[2])} has no '{found[1]}' when compiled"),
    (r"Cannot bind .* to signature '(.*?)'", lambda found: f"a function that takes {found[1]} is called otherwise"),
    (
        r"No implementation of function Function\(<[^>]*?'?(\w+)'?>\)[^>]*>>> \w+(\(.*\))",
        lambda found: f"{_OPERATORS.get(found[1], found[1])} cannot be compiled for {_type(found[2])}",
    ),
]
_TYPES = [
    (r"Array\(|array\(", "array("),
    (r"array\((\w+), (\d)d[^)]*\)", r"an array of \1 (\2d)"),
    (r"Literal\[str\]\(([^)]*)\)", r"the text '\1'"),
    (r"Literal\[int\]\(([^)]*)\)", r"\1"),
    (r"unicode_type", "a text"),
    (r"OptionalType\((.*?)\)", r"\1 or None"),
    (r"type\(CPUDispatcher\(<function .*? at \w+>\)\)", "a function"),
    (r"<iv=[^>]*>", ""),
    (r"LiteralList\(\((.*?)\)\)", r"[\1]"),
]


def complaint(error: Exception, function: Callable[..., Any]) -> str:
    """Place and reason of an error that the compiler raised for `function`, in one line."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    plain = plain_function(function)
    found = next(filter(None, (pattern.search(text) for pattern in _PLACES)), None)
    where = f"{plain.__name__}, {found['file'].rpartition('/')[2]} line {found['line']}" if found else ""
    return f"{where or place(plain, plain.__code__.co_firstlineno)}: {_reason(text)}"


def _reason(text: str) -> str:
    for pattern, meaning in _REASONS:
        found = re.search(pattern, text)
        if found:
            return meaning if isinstance(meaning, str) else meaning(found)
    said = _HEADS.sub("", text).strip().partition("\n")[0]
    return f"it cannot be compiled; Numba says: {said}"


def _type(text: str) -> str:
    for pattern, words in _TYPES:
        text = re.sub(pattern, words, text)
    return text
