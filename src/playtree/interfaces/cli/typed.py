"""What a person types, line by line."""

import sys
from collections.abc import Iterator

from rich.console import Console


def typed_lines(console: Console) -> Iterator[str]:
    """The lines of standard input that say something, asked for on a terminal."""
    while True:
        if sys.stdin.isatty():
            console.print("> ", end="")
        line = sys.stdin.readline()
        if not line:
            return
        if line.strip():
            yield line.strip()
