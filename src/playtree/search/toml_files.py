"""TOML files of searches and agents: tables of numbers, words and truth values."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playtree.errors import InputError, reason_of

ENDING = ".toml"


def toml_text(data: Mapping[str, Any]) -> str:
    """The text of a file with this table."""
    return "\n".join(_table(data, "")).lstrip("\n") + "\n"


def read_toml(path: str | Path, what: str) -> dict[str, Any]:
    """The data in a file that should hold a `what`."""
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read ({reason_of(error)}); expected a {what} in TOML") from None
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits, and brackets in brackets
        raise InputError(f"{path}: {error}; expected a {what} in TOML") from None


def _table(data: Mapping[str, Any], path: str) -> list[str]:
    """The lines of a table: its values, then the tables in it."""
    lines = ["", f"[{path}]"] if path else []
    lines += [f"{name} = {_value(value)}" for name, value in data.items() if not isinstance(value, dict)]
    for name, value in data.items():
        if isinstance(value, dict):
            lines += _table(value, f"{path}.{name}" if path else name)
    return lines


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else repr(value)
