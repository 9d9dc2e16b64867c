"""Files that users name: read as text, and replaced whole or not at all.

A file is written beside its target and then put in its place, so a full disk never costs what was there before.
"""

import json
import os
import secrets
from pathlib import Path

from playtree.errors import InputError, SaveError, reason_of


def read_text(path: str | Path) -> str:
    """Return the text of a file; InputError if it cannot be read or is not UTF-8."""
    try:
        content = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read ({reason_of(error)}); expected a readable file") from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise InputError(f"{path}:{line}: found bytes that are not UTF-8; expected UTF-8 text") from None


def parse_json(text: str, source_name: str) -> object:
    """Return the data in a JSON text; InputError with the line where it is broken."""
    try:
        data: object = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"{source_name}:{error.lineno}:{error.colno}"
        raise InputError(f"{place}: not valid JSON ({error.msg}); expected JSON") from None
    except (ValueError, RecursionError):
        raise InputError(f"{source_name}: JSON nested too deeply or a number too long; expected a board") from None
    return data


def replace_file(path: Path, text: str) -> None:
    """Put a text in the place of a file. If that fails the old file is untouched and nothing else is left behind.

    What is no plain file, such as /dev/null or a pipe, is written to and not replaced.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")
        else:
            _replace(path.resolve(), text)
    except OSError as error:
        raise SaveError(f"{path}: could not be saved ({error.strerror}); expected a writable place") from None


def check_place(path: str | Path) -> None:
    """InputError if no file can be put there, because the folder is missing or the name is that of a folder."""
    if not str(path):
        raise InputError("found an empty name; expected the name of a file")
    folder = os.path.dirname(os.path.realpath(path))  # noqa: PTH120  # Path raises where the name is too long
    if not os.path.isdir(folder):  # noqa: PTH112
        raise InputError(f"{path}: there is no folder {folder}; expected one that is there")
    if os.path.isdir(path):  # noqa: PTH112
        raise InputError(f"{path}: found a folder; expected the name of a file")


def _replace(path: Path, text: str) -> None:
    beside = path.parent / f".{path.name}.{secrets.token_hex(4)}.tmp"
    try:
        with beside.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
