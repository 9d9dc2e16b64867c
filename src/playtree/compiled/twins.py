"""Components of a user's own, as the compiler is to see them.

A class of a user's script is `__main__.Mine` in one process and gone in the next, and an edit of its answers does not
change its name: machine code made for it would be compiled in every process, or be stale. So the compiler sees a twin
instead: a named tuple of the same fields that stands in this module, with a name that ends in the fingerprint of all
the answers registered for the user's class, and whose answers are compiled copies of them.
"""

import hashlib
import sys
from collections import namedtuple
from collections.abc import Callable
from typing import Any

from playtree.compiled.copies import compiled_copy
from playtree.compiled.decorator import INTERPRETED
from playtree.compiled.fingerprint import fingerprint
from playtree.compiled.generic import QUESTIONS

_HERE = sys.modules[__name__]


def is_own(kind: type) -> bool:
    """Whether a class is a user's own, not one of ours."""
    return kind.__module__.partition(".")[0] != "playtree"


def answers_of(kind: type) -> dict[str, tuple[Any, Callable[..., Any]]]:
    """The questions that are answered for a class, by name, each with its answer."""
    return {question.__name__: (question, question.bodies[kind]) for question in QUESTIONS if kind in question.bodies}


def twin_of(component: Any) -> Any:
    """The component as the compiler sees it: itself if it is one of ours, else its twin. InputError if an answer
    refers to what cannot be compiled.
    """
    kind = type(component)
    if INTERPRETED or not is_own(kind):
        return component
    answers = answers_of(kind)
    parts = [f"{name} {fingerprint(body)}" for name, (_, body) in sorted(answers.items())]
    digest = hashlib.sha256("\n".join([repr(kind._fields), *parts]).encode()).hexdigest()[:24]
    name = f"{kind.__name__}_{digest}"
    if not hasattr(_HERE, name):
        _make_twin(name, kind, answers, digest)
    return getattr(_HERE, name)(*component)


def _make_twin(name: str, kind: Any, answers: dict[str, tuple[Any, Callable[..., Any]]], digest: str) -> None:
    twin = namedtuple(name, kind._fields, module=__name__)  # type: ignore[misc]
    for question, body in answers.values():
        question.when(twin)(compiled_copy(body, digest).py_func)
    setattr(_HERE, name, twin)
