"""The cache of compiled code, on tiny kernels: in this process, and in new ones with a cache of their own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import playtree
from playtree.compiled import cache
from playtree.compiled.announce import announced
from playtree.compiled.cache import KernelCache, machine_digest, read_entry, write_entry
from playtree.compiled.decorator import INTERPRETED, compiled_function

SOURCE = Path(str(playtree.__file__)).parents[1]
compiles = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled with NUMBA_DISABLE_JIT=1")


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """A cache folder of its own for this test."""
    monkeypatch.setattr(cache, "folders", lambda: (tmp_path,))
    return tmp_path


def add_three(number):
    return number + 3


def call_anew(number: float) -> tuple[float, bool]:
    """Call the kernel as a new process would, with nothing but the disk cache: its result, and whether it compiled."""
    told: list[bool] = []
    with announced(lambda: told.append(True)):
        result = compiled_function(add_three)(number)
    return result, bool(told)


@compiles
def test_a_kernel_is_compiled_once_and_then_read(folder):
    assert call_anew(4) == (7, True)
    assert call_anew(4) == (7, False)
    assert [path.suffix for path in folder.iterdir()] == [".bin"]
    assert call_anew(4.5) == (7.5, True)  # another signature
    assert len(list(folder.iterdir())) == 2


@compiles
@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: b"not a pickle",
        lambda content: b"cposix\nno_such_function\n.",
        lambda content: content[:40],
        lambda content: content[: len(content) // 2],
        lambda content: content[:-1],
        lambda content: bytes(len(content)),
        lambda content: content[:100] + bytes(100) + content[200:],
        lambda content: content[: len(content) // 2] + b"\xff" * 64 + content[len(content) // 2 + 64 :],
        lambda content: b"\x80\x05N.",
    ],
)
def test_a_damaged_entry_is_compiled_and_written_anew(folder, damage):
    assert call_anew(4) == (7, True)
    (entry,) = folder.iterdir()
    sound = entry.read_bytes()
    entry.write_bytes(damage(sound))
    assert call_anew(4) == (7, True)
    assert call_anew(4) == (7, False)
    assert len(list(folder.iterdir())) == 1


def test_an_entry_is_read_as_it_was_written(folder):
    assert read_entry("some.bin") is None
    write_entry("some.bin", b"content")
    assert read_entry("some.bin") == b"content"
    assert [path.name for path in folder.iterdir()] == ["some.bin"]


def test_a_full_disk_only_costs_time(folder, monkeypatch):
    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.mkstemp", full)
    write_entry("some.bin", b"content")
    assert read_entry("some.bin") is None


def test_two_named_tuples_of_one_name_have_two_entries():
    from numba.core.types import NamedTuple as NumbaTuple
    from numba.core.types import float64

    entry = KernelCache("name", [])._entry
    one, two = (type("Rule", (tuple,), {"__module__": module, "_fields": ("c",)}) for module in ("a", "b"))
    assert entry((NumbaTuple((float64,), one),)) != entry((NumbaTuple((float64,), two),))
    assert entry((NumbaTuple((float64,), one),)) == entry((NumbaTuple((float64,), one),))


def test_the_digest_changes_with_the_flags_of_the_compiler(monkeypatch):
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    plain = machine_digest.__wrapped__()
    assert machine_digest.__wrapped__() == plain
    monkeypatch.setenv("NUMBA_CACHE_DIR", "elsewhere")
    assert machine_digest.__wrapped__() == plain
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert machine_digest.__wrapped__() != plain


def test_only_the_latest_versions_of_an_entry_are_kept(folder):
    write_entry("other-aaaa-0.bin", b"content")
    for version in range(6):
        write_entry(f"name-aaaa-{version}.bin", b"content")
        os.utime(folder / f"name-aaaa-{version}.bin", (version, version))
    assert sorted(path.name for path in folder.iterdir()) == [
        *(f"name-aaaa-{version}.bin" for version in range(2, 6)),
        "other-aaaa-0.bin",
    ]


def test_digests_that_were_not_used_for_long_are_forgotten(tmp_path, monkeypatch):
    monkeypatch.setenv("PLAYTREE_CACHE", str(tmp_path))
    for age in range(12):
        (tmp_path / f"{age:020x}").mkdir()
        os.utime(tmp_path / f"{age:020x}", (1000 - age, 1000 - age))
    (tmp_path / "something else").mkdir()
    assert cache.folders.__wrapped__() == (tmp_path / machine_digest(),)
    kept = {path.name for path in tmp_path.iterdir()}
    assert kept == {machine_digest(), "something else", *(f"{age:020x}" for age in range(cache.KEPT_DIGESTS - 1))}


KERNELS = """
import json, sys
from typing import NamedTuple
from playtree.compiled import cache
from playtree.compiled.announce import announced
from playtree.compiled.decorator import compiled
from playtree.compiled.generic import generic

class Twice(NamedTuple):
    factor: float = 2.0

class Shifted(NamedTuple):
    shift: float = 5.0

@generic
def changed(rule, number):
    "Change a number."

@changed.when(Twice)
def _twice(rule, number):
    return rule.factor * number

@changed.when(Shifted)
def _shifted(rule, number):
    return number + rule.shift

@compiled
def total(rule, numbers):
    found = 0.0
    for number in range(numbers):
        found += changed(rule, number)
    return found

def main():
    rules = {"twice": Twice(), "shifted": Shifted()}
    told = []
    with announced(lambda: told.append(True)):
        found = [total(rules[name], 4) for name in sys.argv[1:]]
    print(json.dumps({"found": found, "compiled": bool(told), "folders": [str(path) for path in cache.folders()]}))

if __name__ == "__main__":
    import kernels
    kernels.main()
"""


# Runs a command without the superuser's right to write everywhere (PR_CAPBSET_DROP, CAP_DAC_OVERRIDE).
OBEDIENT = [
    sys.executable,
    "-c",
    "import ctypes, os, sys; ctypes.CDLL(None).prctl(24, 1, 0, 0, 0); os.execvp(sys.argv[1], sys.argv[1:])",
]


class Processes:
    """New processes that share a cache."""

    def __init__(self, folder: Path) -> None:
        self.cache, self.private = folder / "cache", folder / "private"
        self.private.mkdir()
        self.script = folder / "kernels.py"
        self.script.write_text(KERNELS)

    def start(self, *names: str, **settings: str) -> "subprocess.Popen[str]":
        changes = {
            "PYTHONPATH": str(SOURCE), "PLAYTREE_CACHE": str(self.cache), "TMPDIR": str(self.private), **settings,
        }  # fmt: skip
        environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")} | changes
        return subprocess.Popen(
            [*OBEDIENT, sys.executable, str(self.script), *names],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *names: str, **settings: str) -> dict[str, Any]:
        return finished(self.start(*names, **settings))


def finished(process: "subprocess.Popen[str]") -> dict[str, Any]:
    output, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    assert errors == ""
    return json.loads(output)


@pytest.fixture
def processes(tmp_path) -> Processes:
    return Processes(tmp_path)


TWICE, SHIFTED = 12.0, 26.0


@compiles
def test_dispatch_by_type_is_compiled_once_and_read_by_the_next_process(processes):
    first = processes.run("twice", "shifted")
    assert (first["found"], first["compiled"]) == ([TWICE, SHIFTED], True)
    second = processes.run("twice", "shifted")
    assert (second["found"], second["compiled"]) == ([TWICE, SHIFTED], False)
    assert second["folders"] == first["folders"]
    interpreted = processes.run("twice", "shifted", NUMBA_DISABLE_JIT="1")
    assert (interpreted["found"], interpreted["compiled"]) == ([TWICE, SHIFTED], False)
    checked = processes.run("twice", NUMBA_BOUNDSCHECK="1")
    assert (checked["found"], checked["compiled"]) == ([TWICE], True)
    assert checked["folders"] != first["folders"]


@compiles
def test_an_edit_of_the_kernels_own_file_compiles_anew(processes):
    assert processes.run("twice")["found"] == [TWICE]
    processes.script.write_text(KERNELS.replace("rule.factor * number", "rule.factor * number + 1"))
    edited = processes.run("twice")
    assert (edited["found"], edited["compiled"]) == ([TWICE + 4], True)


@compiles
def test_two_processes_that_start_at_once_both_work(processes):
    both = [processes.start("twice", "shifted") for _ in range(2)]
    assert [finished(process)["found"] for process in both] == [[TWICE, SHIFTED]] * 2
    assert not processes.run("twice", "shifted")["compiled"]
    assert all(path.suffix == ".bin" for path in processes.cache.rglob("*") if path.is_file())


@compiles
def test_a_cache_that_cannot_be_written_is_read_and_the_rest_is_kept_privately(processes):
    (home,) = processes.run("twice")["folders"]
    Path(home).chmod(0o555)
    probe = subprocess.run([*OBEDIENT, "touch", f"{home}/probe"], capture_output=True, check=False)
    if probe.returncode == 0:
        pytest.skip("this user may write everywhere: permissions cannot be tested")
    try:
        known = processes.run("twice")
        assert not known["compiled"]
        assert known["folders"][0] == home
        assert known["folders"][1].startswith(str(processes.private))
        assert processes.run("shifted")["compiled"]
        assert not processes.run("shifted", "twice")["compiled"]
        assert [path.name for path in processes.private.iterdir()] == [f"playtree-{os.getuid()}"]
    finally:
        Path(home).chmod(0o755)


@compiles
def test_a_cache_that_cannot_be_made_is_kept_privately(processes):
    processes.cache.write_text("a file, not a folder")
    assert processes.run("twice")["compiled"]
    assert not processes.run("twice")["compiled"]
    private = processes.private / f"playtree-{os.getuid()}"
    private.chmod(0o777)  # anybody could have written there: not trusted
    assert processes.run("twice")["compiled"]
