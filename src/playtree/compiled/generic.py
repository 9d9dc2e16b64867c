"""Functions whose body is chosen by the type of their first argument.

A question is asked once, with its contract; every member of a family registers its answer:

    @generic
    def child_value(rule, child, parent_visits, weight):
        "Say what a child is worth."

    @child_value.when(Uct)
    def uct_value(rule, child, parent_visits, weight): ...

A question that most members answer alike has a default, `question.otherwise(body)`.

Interpreted, the body is looked up at each call; compiled, while compiling, so that composing costs nothing at run time.
"""

import functools
from collections.abc import Callable
from typing import Any

from numba.extending import overload as numba_overload

from playtree.compiled.decorator import INTERPRETED, options
from playtree.compiled.inner import WITHOUT_WRAPPERS, InnerCompiler
from playtree.compiled.sources import note_answer, note_default

QUESTIONS: list[Any] = []  # all that were asked


def generic(contract: Callable[..., Any] | None = None, /, *, borrows: bool = False) -> Any:
    """Make a question of `contract`; its `when(kind)` registers the answer for components of that type.

    borrows: the answers only borrow their arrays (see `compiled`).
    """
    if contract is None:
        return lambda later: _question(later, borrows)
    return _question(contract, borrows)


def _answer(
    bodies: dict[type, Callable[..., Any]], default: list[Callable[..., Any]], kind: type
) -> Callable[..., Any] | None:
    return bodies.get(kind, default[-1] if default else None)


def _question(contract: Callable[..., Any], borrows: bool) -> Any:
    bodies: dict[type, Callable[..., Any]] = {}
    default: list[Callable[..., Any]] = []

    @functools.wraps(contract)
    def question(component: Any, *rest: Any) -> Any:
        body = _answer(bodies, default, type(component))
        if body is None:
            raise KeyError(type(component))
        return body(component, *rest)

    if not INTERPRETED:

        @numba_overload(
            question,
            strict=False,
            jit_options={**options(True, borrows), **WITHOUT_WRAPPERS, "pipeline_class": InnerCompiler},
        )
        def choose(component: Any, *rest: Any) -> Callable[..., Any] | None:
            kind = getattr(component, "instance_class", None)
            return None if kind is None else _answer(bodies, default, kind)

    def when(kind: type) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        def register(body: Callable[..., Any]) -> Callable[..., Any]:
            bodies[kind] = body
            note_answer(kind, body.__module__)
            return body

        return register

    def otherwise(body: Callable[..., Any]) -> Callable[..., Any]:
        default.append(body)
        note_default(contract.__module__, body.__module__)
        return body

    question.when = when  # type: ignore[attr-defined]
    question.otherwise = otherwise  # type: ignore[attr-defined]
    question.bodies = bodies  # type: ignore[attr-defined]
    question.default = default  # type: ignore[attr-defined]
    QUESTIONS.append(question)
    return question
