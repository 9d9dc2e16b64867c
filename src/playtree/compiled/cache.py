"""Where compiled code is kept between runs.

One folder per digest of the versions of Python, Numba and llvmlite, the processor and the compiler's flags; in it one
file per compiled signature, whose name ends in a digest of the source it depends on (sources.py). Numba's own cache
looks only at the file of the function it compiles, so an edit in a callee would run old code; here such an edit changes
the name. A file is written under another name and moved into place, so that two processes that start at once cannot
disturb each other.

A folder that cannot be written is read all the same, and what it lacks goes to a private folder for temporary files.
"""

import hashlib
import os
import pickle
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding
import numba
import numpy as np
import platformdirs
from numba.core import config, types
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult

from playtree.compiled.sources import digest_of

KEPT_DIGESTS = 8
KEPT_VERSIONS = 4
SEAL_BYTES = 32
UNRESOLVED = b"numba.unresolved$"  # two functions that call each other: Numba links them only where it compiles them


@cache
def machine_digest() -> str:
    """Digest of all that every piece of machine code depends on: versions, processor, flags, how we compile."""
    digest = hashlib.sha256(
        digest_of(
            [__name__, "playtree.compiled.decorator", "playtree.compiled.generic", "playtree.compiled.inner"]
        ).encode()
    )
    processor = (llvmlite.binding.get_host_cpu_name(), llvmlite.binding.get_host_cpu_features().flatten())
    flags = {name: value for name, value in os.environ.items() if name.startswith("NUMBA_") and "CACHE" not in name}
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    digest.update(repr((versions, processor, sorted(flags.items()), config.BOUNDSCHECK)).encode())
    return digest.hexdigest()[:20]


@cache
def folders() -> tuple[Path, ...]:
    """Folders to read compiled code from, in order; the last is the one that can be written."""
    root = Path(os.environ.get("PLAYTREE_CACHE") or platformdirs.user_cache_dir("playtree"))
    home = root / machine_digest()
    if _is_writable(home):
        _forget_old_digests(root)
        return (home,)
    private = _private_folder()
    return (home,) if private is None else (home, private / machine_digest())


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _private_folder() -> Path | None:
    """A folder of this user alone: cached code is unpickled, so nobody else may write there."""
    folder = Path(tempfile.gettempdir()) / f"playtree-{os.getuid()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return None
    is_ours = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077
    return folder if is_ours else None


def _forget_old_digests(root: Path) -> None:
    """Remove the digests that were used longest ago, so that upgrades do not pile up."""
    with suppress(OSError):  # another process may be doing the same
        os.utime(root / machine_digest())
        digests = [path for path in root.iterdir() if re.fullmatch(r"[0-9a-f]{20}", path.name)]
        digests.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for old in digests[KEPT_DIGESTS:]:
            shutil.rmtree(old, ignore_errors=True)


def read_entry(name: str) -> bytes | None:
    """The bytes stored under `name`, or None; what was damaged on the disk counts as lost."""
    for folder in folders():
        try:
            stored = (folder / name).read_bytes()
        except OSError:
            continue
        seal, content = stored[:SEAL_BYTES], stored[SEAL_BYTES:]
        if seal == hashlib.sha256(content).digest():
            return content
    return None


def write_entry(name: str, content: bytes) -> None:
    """Store `content` under `name`; a full or read-only disk only costs the next start its time.

    A seal goes before it: LLVM ends the process when it meets damaged machine code.
    """
    path = folders()[-1] / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent)
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(content).digest() + content)
        Path(temporary).replace(path)
        _forget_old_versions(path)
    except OSError:
        Path(temporary).unlink(missing_ok=True)


def _forget_old_versions(path: Path) -> None:
    """Keep only the latest of the entries that differ in the digest of their source, so that edits do not pile up."""
    name, _, _ = path.name.rpartition("-")
    versions = sorted(path.parent.glob(f"{name}-*.bin"), key=lambda file: file.stat().st_mtime, reverse=True)
    for old in versions[KEPT_VERSIONS:]:
        old.unlink(missing_ok=True)


class KernelCache(_Cache):  # type: ignore[misc]
    """What Numba asks for when it has or wants machine code of one function."""

    def __init__(self, name: str, modules: Iterable[str]) -> None:
        """modules: where the function stands, and what else it calls that its types do not tell."""
        self._name = re.sub(r"[^\w.]", "_", name)
        self._modules = tuple(modules)

    @property
    def cache_path(self) -> str:
        return str(folders()[-1])

    def load_overload(self, sig: Any, target_context: Any) -> CompileResult | None:
        target_context.refresh()
        content = read_entry(self._entry(sig))
        if content is None:
            return None
        try:
            return CompileResult._rebuild(target_context, *pickle.loads(content))
        except (pickle.UnpicklingError, EOFError, AttributeError, ImportError, TypeError):
            return None  # a damaged entry is compiled and written anew

    def save_overload(self, sig: Any, data: CompileResult) -> None:
        if data.lifted or data.library.has_dynamic_globals:
            return
        content = pickle.dumps(data._reduce(), protocol=pickle.HIGHEST_PROTOCOL)
        if UNRESOLVED not in content:
            write_entry(self._entry(sig), content)

    def enable(self) -> None:
        """Numba's interface; this cache is always on."""

    def disable(self) -> None:
        """Numba's interface; this cache is always on."""

    def flush(self) -> None:
        """Numba's interface; entries of another digest are never read."""

    def _entry(self, sig: Any) -> str:
        arguments = sig.args if hasattr(sig, "args") else sig
        described = "|".join(_described(argument) for argument in arguments)
        source = digest_of({*self._modules, *(module for argument in arguments for module in _modules(argument))})
        return f"{self._name}-{hashlib.sha256(described.encode()).hexdigest()[:16]}-{source}.bin"


def _described(kind: types.Type) -> str:
    """The type in words; a named tuple by its full name, since two modules may use the same one."""
    if isinstance(kind, types.BaseNamedTuple):
        inner = ",".join(_described(member) for member in kind.types)
        return f"{kind.instance_class.__module__}.{kind.instance_class.__qualname__}({inner})"
    return str(kind)


def _modules(kind: types.Type) -> Iterator[str]:
    """The modules of all named tuples in a type."""
    if isinstance(kind, types.BaseNamedTuple):
        yield kind.instance_class.__module__
    for member in getattr(kind, "types", ()):
        yield from _modules(member)
