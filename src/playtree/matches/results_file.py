"""Plays in a file, one JSON object a line, that is only ever appended to.

The first line says which match it is. A line that was cut off by a kill is dropped when the file is opened again; all
before it stands. Two processes cannot write to one file.
"""

import fcntl
import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from playtree.errors import InputError, SaveError

FORMAT = "playtree-match-1"
BEGIN = json.dumps({"format": FORMAT}).removesuffix("}").encode()  # of the first line


class ResultsFile:
    """header: what the match is; a file of another match is refused. entries: the lines behind the header."""

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        self._path = path
        try:
            self._file = path.open("a+b")
        except OSError as error:
            raise SaveError(f"{path}: could not be opened ({error.strerror}); expected a writable place") from None
        try:
            self._lock()
            self.entries = self._read({"format": FORMAT, **header})
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def append(self, entry: dict[str, Any]) -> None:
        """Write a line, and do not return before it is on the disk."""
        try:
            self._file.write(json.dumps(entry).encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise SaveError(
                f"{self._path}: could not be written ({error.strerror}); expected a writable place"
            ) from None
        self.entries.append(entry)

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError(
                f"{self._path}: found another match that writes to it; expected a file of its own"
            ) from None

    def _read(self, header: dict[str, Any]) -> list[dict[str, Any]]:
        self._file.seek(0)
        content = self._file.read()
        whole = content.rfind(b"\n") + 1
        lines = [self._line(number, line) for number, line in enumerate(content[:whole].splitlines(), 1)]
        if not lines and content[: len(BEGIN)] != BEGIN[: len(content)]:
            raise InputError(f"{self._path}:1: found something else; expected the results of a match, or no file")
        if lines and lines[0] != header:
            raise InputError(f"{self._path}:1: {_difference(lines[0], header)}")
        try:
            self._file.truncate(whole)
        except OSError:  # a pipe, a device
            raise InputError(
                f"{self._path}: found no plain file; expected the results of a match, or no file"
            ) from None
        if lines:
            return lines[1:]
        self.entries = []
        self.append(header)
        return []

    def _line(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            data = json.loads(line)
        except ValueError:
            data = None
        if not isinstance(data, dict):
            raise InputError(f"{self._path}:{number}: found no JSON object; expected the results of a match")
        return data


def _difference(found: dict[str, Any], expected: dict[str, Any]) -> str:
    """In which point a file is of another match."""
    if found.get("format") != FORMAT:
        return f"found no results of a match; expected a file of the format {FORMAT}"
    name = next(name for name in sorted({*found, *expected}) if found.get(name) != expected.get(name))
    return f"found a match with {name} {found.get(name)}; expected {expected.get(name)}, or another file"
