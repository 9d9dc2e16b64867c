"""Designs as TOML files: what `playtree recipes NAME` prints for an agent, and `play`, `match` and `join` read.

    tree = "semisplit"
    simulation = "semisplit"

    [mast]
    variant = "split"
    policy = "gibbs"
    parameter = 0.5

What is left out has its default; without [mast] or [rave] there is none. The files of the thesis' agent
(configuration.py) know less: neither policies nor sequences, nor proofs.
"""

from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from playtree.errors import InputError
from playtree.search.toml_files import read_toml, toml_text
from playtree.search.versus.configuration import as_float, checked
from playtree.search.versus.design import Design, Mast, Rave

STATISTICS = {"mast": Mast, "rave": Rave}
WORDS = {bool: "true or false", str: "a text", int: "a whole number", float: "a number"}


def design_toml(design: Design) -> str:
    """The design as the text of a TOML file."""
    return toml_text({name: value for name, value in asdict(design).items() if value is not None})


def read_design(path: str | Path) -> Design:
    """The design in a file."""
    data = read_toml(path, "design of an agent")
    try:
        tables = {name: _filled(kind, data.pop(name), name) for name, kind in STATISTICS.items() if name in data}
        return Design(**_values(Design, data, "design"), **tables)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def _filled(kind: type, data: Any, place: str) -> Any:
    if not isinstance(data, Mapping):
        raise InputError(f"{place} is {data!r}; expected a table [{place}]")
    return kind(**_values(kind, data, place))


def _values(kind: type, data: Mapping[str, Any], place: str) -> dict[str, Any]:
    """The fields of a dataclass in `data`, each of the type of its default; a number where that is None."""
    known = {field.name: float if field.default is None else type(field.default) for field in fields(kind)}
    values = {}
    for name, value in checked(data, tuple(known), place).items():
        expected = known[name]
        if expected is float and type(value) is int:
            value = as_float(value)
        if type(value) is not expected:
            raise InputError(f"{place}: {name} is {value!r}; expected {WORDS[expected]}")
        values[name] = value
    return values
