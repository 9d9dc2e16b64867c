"""All methods by kind, and methods as data: what a recipe's file holds.

search = "nrpa"        a kind of the table below; tree search where it is not said
level = 3              a number of the method
[selection]            a component of the method
kind = "uct"
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from playtree.errors import InputError
from playtree.search.solo.beam.method import Beam
from playtree.search.solo.budgeted.method import DepthBudgeted
from playtree.search.solo.classic.method import AStar, IdaStar
from playtree.search.solo.components import check_known, from_dict, to_dict
from playtree.search.solo.method import Method
from playtree.search.solo.nested.methods import Flat, Nmcs
from playtree.search.solo.nested.tree import Nmcts
from playtree.search.solo.nrpa.method import Nrpa
from playtree.search.solo.portfolio.improve import Improve
from playtree.search.solo.portfolio.method import Portfolio
from playtree.search.solo.swarm.method import Swarm
from playtree.search.solo.variant import Variant

_ALL = (Variant, Flat, Nmcs, Nmcts, Nrpa, Improve, Portfolio, Beam, DepthBudgeted, AStar, IdaStar, Swarm)
METHODS: dict[str, type[Method]] = {method.kind: method for method in _ALL}


def method_to_dict(method: Method) -> dict[str, Any]:
    """The method as plain data."""
    return to_dict(method) if isinstance(method, Variant) else {"search": method.kind, **to_dict(method)}


def method_from_dict(data: Mapping[str, Any]) -> Method:
    """The method that `data` describes; InputError if there is no such kind, field or number."""
    kind = data.get("search", Variant.kind)
    if not isinstance(kind, str) or kind not in METHODS:
        raise InputError(f"search is {kind!r}; expected one of: {', '.join(METHODS)}")
    method, place = METHODS[kind], "variant" if kind == Variant.kind else f"search {kind}"
    check_known(place, data, ["search", *(field.name for field in fields(method))])  # type: ignore[arg-type]
    return from_dict(method, place, {name: value for name, value in data.items() if name != "search"})
