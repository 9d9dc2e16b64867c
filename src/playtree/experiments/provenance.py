"""Where a result comes from: the version of the program, and the machine."""

import importlib.metadata
import os
import platform
import subprocess
from functools import lru_cache
from pathlib import Path

from playtree.compiled.sources import program_digest


@lru_cache(maxsize=1)
def provenance() -> dict[str, str]:
    """version: of the package. git_commit: of the checkout, if it is one. source: digest of the code that searches."""
    try:
        version = importlib.metadata.version("playtree")
    except importlib.metadata.PackageNotFoundError:
        version = ""
    return {"version": version, "git_commit": _commit(), "source": program_digest(), "machine": _machine()}


def _commit() -> str:
    command = ["git", "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        found = subprocess.run(
            command, cwd=Path(__file__).parent, capture_output=True, text=True, check=True, timeout=10
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return found.stdout.strip()


def _machine() -> str:
    return f"{_processor()}, {len(os.sched_getaffinity(0))} cores"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
