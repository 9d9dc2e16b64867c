"""Fixtures and settings for the whole suite.

An exception inside a native callback is printed and swallowed by Numba, which returns 0 instead. It passes through
`sys.unraisablehook`, from which pytest makes a warning; `filterwarnings = error` then fails the test. So no fixture has
to watch the standard error, and `tests/unit/test_package.py` checks that the hook is still called.
"""

import os
import signal
from pathlib import Path

import hypothesis
import platformdirs
import pytest

# The first example may compile a kernel: no deadline, and no complaint about a slow start.
UNHURRIED = hypothesis.settings(deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])

hypothesis.settings.register_profile(
    "default", UNHURRIED, derandomize="CI" in os.environ, print_blob=True, max_examples=70
)
hypothesis.settings.register_profile("interpreted", UNHURRIED, derandomize="CI" in os.environ, max_examples=10)
hypothesis.settings.load_profile("interpreted" if os.environ.get("NUMBA_DISABLE_JIT") == "1" else "default")


def pytest_configure() -> None:
    """Let Ctrl-C reach the processes of tests: a shell switches it off for what it runs in the background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """Return the folder of the public boards, which are not part of the project; skip the test without them."""
    folder = Path(os.environ.get("PLAYTREE_DATA") or platformdirs.user_data_dir("playtree"))
    if not (folder / "samegame" / "standard20.txt").is_file():
        pytest.skip("the public boards are absent: PLAYTREE_DATA names no folder with samegame/standard20.txt")
    return folder
