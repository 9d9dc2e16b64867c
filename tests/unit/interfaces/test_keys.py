"""Keys are read from a terminal, and Ctrl-C ends the wait for one."""

import os
import pty
import signal
import threading
import tty
from collections.abc import Iterator

import pytest

from playtree.interfaces.cli.keys import ESCAPE, LEFT, read_key

PATIENCE_SECONDS = 20


@pytest.fixture
def keyboard() -> Iterator[tuple[int, int]]:
    """Where keys are typed, and where they are read."""
    master, slave = pty.openpty()
    tty.setcbreak(slave)
    yield master, slave
    os.close(master)
    os.close(slave)


def test_an_arrow_is_one_key_and_escape_stands_alone(keyboard):
    master, slave = keyboard
    os.write(master, b"\x1b[D\n")
    assert read_key(slave) == LEFT
    assert read_key(slave) == "enter"
    os.write(master, b"\x1b")
    assert read_key(slave) == ESCAPE


def test_ctrl_c_that_does_not_wake_the_wait_for_a_key_ends_it_all_the_same(keyboard):
    """As when it comes in the instant before the wait: the interpreter knows of it, the system call does not end."""
    master, slave = keyboard
    is_over, typed = threading.Event(), list[bytes]()

    def interrupt() -> None:
        os.kill(os.getpid(), signal.SIGINT)  # taken by this thread, since the other one does not listen
        if not is_over.wait(PATIENCE_SECONDS):
            typed.append(b"q")
            os.write(master, typed[0])

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    teller = threading.Timer(0.3, interrupt)
    teller.start()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with pytest.raises(KeyboardInterrupt):
            read_key(slave)
    finally:
        is_over.set()
        teller.join()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        signal.signal(signal.SIGINT, before)
    assert not typed
