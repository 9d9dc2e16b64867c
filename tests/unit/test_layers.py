"""Imports point one way: a layer may import itself and the layers below it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "playtree"
ORDER = ("compiled", "rbg", "games", "search", "matches", "experiments", "interfaces")

ALLOWED: dict[str, set[str]] = {layer: {"errors", "files", *ORDER[: place + 1]} for place, layer in enumerate(ORDER)}
ALLOWED["errors"] = set()
ALLOWED["files"] = {"errors"}
ALLOWED["tuning"] = {"errors", "tuning"}
ALLOWED["experiments"].add("tuning")
ALLOWED["interfaces"].add("tuning")
ALLOWED["__main__"] = ALLOWED["interfaces"]
ALLOWED["__init__"] = set(ALLOWED)


def imported_modules(tree: ast.AST, package: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield line and dotted parts of all that a file of `package` imports, also inside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, tuple(alias.name.split("."))) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            origin = (*base, *node.module.split(".")) if node.module else base
            yield from ((node.lineno, (*origin, alias.name)) for alias in node.names)


def forbidden_imports(path: Path, source: str) -> list[str]:
    """Say which imports of the file `path`, relative to the package, point to a layer that it may not know."""
    layer = path.parts[0].removesuffix(".py")
    if layer not in ALLOWED:
        return [f"{path}: unknown layer '{layer}'; known layers: {', '.join(sorted(ALLOWED))}"]
    found = []
    for line, (root, *rest) in imported_modules(ast.parse(source), ("playtree", *path.parts[:-1])):
        target = rest[0] if rest else "__init__"
        if root == "playtree" and target not in ALLOWED[layer]:
            found.append(f"{path}:{line}: '{layer}' may not import '{'.'.join((root, *rest))}'")
    return found


def test_no_import_points_to_a_higher_layer():
    files = sorted(PACKAGE.rglob("*.py"))
    assert files
    found = [
        violation
        for file in files
        if file != PACKAGE / "__init__.py"
        for violation in forbidden_imports(file.relative_to(PACKAGE), file.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "path, source",
    [
        ("games/samegame/rules.py", "from playtree.search.tree import Tree"),
        ("games/samegame/rules.py", "import playtree.search.tree"),
        ("games/samegame/rules.py", "from playtree import search"),
        ("games/samegame/rules.py", "from ...search import tree"),
        ("games/samegame/rules.py", "def play():\n    from playtree.interfaces.cli import main"),
        ("compiled/cache.py", "import playtree"),
        ("compiled/cache.py", "from playtree import solve"),
        ("search/budget.py", "from playtree.tuning import space"),
        ("tuning/space.py", "from playtree.compiled import compiled"),
        ("errors.py", "from playtree.compiled import compiled"),
        ("utils/text.py", "import math"),
    ],
)
def test_an_import_that_points_back_is_found(path, source):
    assert len(forbidden_imports(Path(path), source)) == 1


@pytest.mark.parametrize(
    "path, source",
    [
        ("search/solo/loop.py", "from playtree.games.interface import Game"),
        ("search/solo/loop.py", "from playtree.search.tree import Tree"),
        ("search/solo/loop.py", "from ..tree import Tree"),
        ("search/solo/loop.py", "import numpy as np"),
        ("games/catalogue.py", "from playtree.errors import InputError"),
        ("tuning/space.py", "from playtree.errors import InputError"),
        ("experiments/runner.py", "from playtree.tuning.space import Space"),
        ("interfaces/cli/solve.py", "from playtree.compiled.cache import folder"),
    ],
)
def test_an_import_of_a_lower_layer_is_fine(path, source):
    assert forbidden_imports(Path(path), source) == []
