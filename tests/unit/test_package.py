"""What holds for the package and the repository as a whole."""

import ast
import importlib
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from numba import cfunc, types

import playtree

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
INIT_FILES = sorted((SOURCE / "playtree").rglob("__init__.py"))
CITATION = re.compile(r"\[([a-z]+(?:19|20)\d\d[a-z]?|xorshift)\]")
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:work|root|home)/")
LOCK_LINE = re.compile(r"[a-z0-9.-]+==[\w.]+ \\$| +--hash=sha256:[0-9a-f]{64}( \\)?$")
REGISTRY = re.compile(r"pypi\.org|pythonhosted\.org|anaconda\.org")


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """Return the text files of the repository by path, whether or not they are added yet."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listing = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout: the files of the repository are not known")
    found = {}
    for name in filter(None, listing.split("\0")):
        data = (ROOT / name).read_bytes() if (ROOT / name).is_file() else b""
        if b"\0" not in data:
            found[name] = data.decode("utf-8")
    return found


def order_in_all(name: str) -> tuple[bool, bool, str]:
    """Sort constants first, then classes, then functions, as ruff does."""
    return not name.isupper(), not name[0].isupper(), name


@pytest.mark.parametrize("path", INIT_FILES, ids=relative)
def test_init_file_holds_imports_and_all_only(path):
    body = ast.parse(path.read_text(encoding="utf-8")).body
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    for statement in body:
        is_all = isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "__all__"
        is_lazy = path.parent.name == "playtree" and ast.unparse(statement).startswith(
            ("if TYPE_CHECKING", "_HOMES =", "def __getattr__")
        )
        assert is_all or is_lazy or isinstance(statement, (ast.Import, ast.ImportFrom)), ast.unparse(statement)


@pytest.mark.parametrize("path", INIT_FILES, ids=relative)
def test_all_names_every_import_in_order(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("playtree")
        for alias in node.names
        if not (alias.asname or alias.name).startswith("_")
    }
    module = importlib.import_module(".".join(path.parent.relative_to(SOURCE).parts))
    names = list(getattr(module, "__all__", []))
    assert imported <= set(names)
    assert names == sorted(set(names), key=order_in_all)
    assert [name for name in names if not hasattr(module, name)] == []


def test_the_package_offers_what_it_names_where_it_says():
    tree = ast.parse((SOURCE / "playtree" / "__init__.py").read_text(encoding="utf-8"))
    imported = {
        alias.name: (node.module or "").removeprefix("playtree.")
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("playtree")
        for alias in node.names
    }
    assert imported == playtree._HOMES
    assert sorted(imported) == sorted(playtree.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = playtree.nothing


def test_every_citation_is_in_the_references(texts):
    references = texts["docs/references.md"]
    keys = re.findall(r"^- \[(\w+)\] ", references, re.MULTILINE)
    assert keys == sorted(set(keys))
    cited = {(key, name) for name, text in texts.items() for key in CITATION.findall(text)}
    assert sorted((key, name) for key, name in cited if key not in keys) == []
    elsewhere = "\n".join(text for name, text in texts.items() if name != "docs/references.md")
    assert [key for key in keys if f"[{key}]" not in elsewhere] == []


@pytest.mark.parametrize("pattern", [MACHINE_PATH, REGISTRY], ids=["path of a machine", "host of a registry"])
def test_no_file_names_a(pattern, texts):
    found = [
        f"{name}:{number}: {line.strip()[:100]}"
        for name, text in texts.items()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]
    assert not found, "\n".join(found)


def test_lock_file_pins_every_dependency_and_names_no_index():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    dependencies = project["dependencies"] + project["optional-dependencies"]["dev"]
    wanted = {re.split(r"[<>=]", dependency)[0] for dependency in dependencies}
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    pinned = {line.split("==")[0] for line in lines if "==" in line}
    assert wanted <= pinned
    assert [line for line in lines if not LOCK_LINE.match(line)] == []


@cfunc(types.int64(types.int64))
def divide_by_zero(number):
    return 1 // (number - number)


def test_an_error_in_a_native_callback_is_not_lost(monkeypatch):
    """Without this, `filterwarnings = error` would not see it: the callback itself just returns 0."""
    seen = []
    monkeypatch.setattr(sys, "unraisablehook", lambda report: seen.append(report.exc_type))
    assert divide_by_zero.ctypes(7) == 0
    assert seen == [ZeroDivisionError]
