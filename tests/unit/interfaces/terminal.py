"""A real terminal for tests: the program runs on the far side of a pseudo-terminal."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE_SECONDS = 240  # the first of these may compile everything
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\r")


class Terminal:
    """What the program has written so far, and its keyboard."""

    def __init__(self, process: subprocess.Popen[bytes], master: int) -> None:
        self._process, self._master = process, master
        self._written = b""

    @property
    def text(self) -> str:
        """All that was written, without the sequences that move and colour."""
        return _ESCAPES.sub("", self._written.decode("utf-8", "replace"))

    @property
    def raw(self) -> str:
        return self._written.decode("utf-8", "replace")

    def wait_for(self, words: str) -> None:
        """Wait until the program has written these words."""
        end = time.monotonic() + PATIENCE_SECONDS
        while words not in self.text:
            assert time.monotonic() < end, f"waited for {words!r}, saw:\n{self.text}"
            assert self._read(), f"ended without {words!r}, saw:\n{self.text}"

    def type(self, keys: str) -> None:
        """Type keys, and forget what was written before."""
        self._written = b""
        os.write(self._master, keys.encode())

    def interrupt(self) -> None:
        """Do what Ctrl-C does."""
        self._process.send_signal(signal.SIGINT)

    def exit_code(self) -> int:
        """Read to the end and return the exit code."""
        while self._read():
            pass
        try:
            return self._process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"waited for the end, saw:\n{self.text}") from None

    def _read(self) -> bool:
        if not select.select([self._master], [], [], PATIENCE_SECONDS)[0]:
            return False
        try:
            piece = os.read(self._master, 4096)
        except OSError:  # how Linux says that the other side is closed
            return False
        self._written += piece
        return bool(piece)


@contextmanager
def terminal(*arguments: str, columns: int = 100, rows: int = 40, **environment: str) -> Iterator[Terminal]:
    """Run `playtree` with these arguments in a terminal of this size."""
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (rows, columns))
    variables = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "LINES")}
    process = subprocess.Popen(
        [sys.executable, "-m", "playtree", *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=variables | {"TERM": "xterm-256color"} | environment,
        start_new_session=True,
    )
    os.close(slave)
    try:
        yield Terminal(process, master)
    finally:
        process.kill()
        process.wait()
        os.close(master)
