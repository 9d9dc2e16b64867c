"""Which source a compiled function depends on: the module it stands in, and all that these import, directly or not.

Machine code holds what its function calls, so it is stale when any of that changes, and only then. Imports are read
from the text. A question answered by type is not imported by its asker, so an answer counts as imported by the module
of its type, which is part of the signature.
"""

import hashlib
import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
_IMPORT = re.compile(
    r"^\s*(?:from\s+(playtree[\w.]*)\s+import\s+(\([^)]*\)|.*)|import\s+(playtree[\w.]*))", re.MULTILINE
)
_answers: dict[str, set[str]] = {}


def note_answer(kind: type, body_module: str) -> None:
    """Remember that a question is answered for `kind` by a function of this module."""
    _answers.setdefault(kind.__module__, set()).add(body_module)


def note_default(question_module: str, body_module: str) -> None:
    """Remember that a question of the one module is answered, unless a component does, by a function of the other."""
    _answers.setdefault(question_module, set()).add(body_module)


def digest_of(modules: Iterable[str]) -> str:
    """Digest of the source of these modules and of all they depend on."""
    digest = hashlib.sha256()
    for module in sorted(closure(modules)):
        digest.update(module.encode() + b"\0" + _content(module) + b"\0")
    return digest.hexdigest()[:16]


@cache
def program_digest() -> str:
    """Digest of the whole package, as a name for this version of it in records."""
    digest = hashlib.sha256()
    for file in sorted(PACKAGE.rglob("*.py")):
        digest.update(str(file.relative_to(PACKAGE)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:20]


def closure(modules: Iterable[str]) -> set[str]:
    """These modules and all that they depend on, as far as their source is found."""
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module not in found and _file(module) is not None:
            found.add(module)
            waiting += _imports(module)
            waiting += _answers.get(module, ())
    return found


@cache
def _imports(module: str) -> list[str]:
    names: list[str] = []
    for package, listed, plain in _IMPORT.findall(_content(module).decode()):
        parent = package or plain
        names.append(parent)
        names += [f"{parent}.{name}" for name in re.findall(r"\w+", listed)]  # those that are modules have a file
    return names


@cache
def _content(module: str) -> bytes:
    file = _file(module)
    return b"" if file is None else file.read_bytes()


@cache
def _file(module: str) -> Path | None:
    """The source of a module: one of ours by its name, another as it was imported."""
    if module == "playtree" or module.startswith("playtree."):
        place = PACKAGE.joinpath(*module.split(".")[1:])
        for file in (place.with_suffix(".py"), place / "__init__.py"):
            if file.is_file():
                return file
        return None
    name = getattr(sys.modules.get(module), "__file__", None)
    return Path(name) if name and name.endswith(".py") else None
