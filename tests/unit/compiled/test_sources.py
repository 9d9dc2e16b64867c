"""Which source a kernel depends on."""

import pytest

from playtree.compiled import sources
from playtree.compiled.sources import closure, digest_of


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of our name with files of the test's."""
    monkeypatch.setattr(sources, "PACKAGE", tmp_path)
    monkeypatch.setattr(sources, "_answers", {})

    def write(name: str, text: str) -> None:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        forget()

    def forget() -> None:
        for function in (sources._file, sources._content, sources._imports):
            function.cache_clear()

    write("rules.py", "LEAST = 2\n")
    write("board/__init__.py", "")
    write("board/cells.py", "from playtree.rules import LEAST\n")
    write("board/drawing.py", "import rich\n")
    write("kernel.py", "import math\nfrom playtree.board import (\n    cells,\n    WIDTH,\n)\n")
    yield write
    monkeypatch.undo()
    forget()


def test_a_module_depends_on_what_it_imports_directly_or_not(package):
    assert closure(["playtree.kernel"]) == {
        "playtree.kernel",
        "playtree.board",
        "playtree.board.cells",
        "playtree.rules",
    }


def test_an_import_inside_a_function_counts(package):
    package("kernel.py", "def run():\n    from playtree import rules\n    import playtree.board.drawing\n")
    assert closure(["playtree.kernel"]) == {"playtree.kernel", "playtree.rules", "playtree.board.drawing"}


def test_modules_may_import_each_other(package):
    package("rules.py", "from playtree.kernel import run\n")
    assert "playtree.kernel" in closure(["playtree.rules"])


def test_an_edit_counts_where_it_is_imported_and_nowhere_else(package):
    kernel, rules, drawing = (digest_of([f"playtree.{name}"]) for name in ("kernel", "rules", "board.drawing"))
    package("rules.py", "LEAST = 3\n")
    assert digest_of(["playtree.kernel"]) != kernel
    assert digest_of(["playtree.rules"]) != rules
    assert digest_of(["playtree.board.drawing"]) == drawing


def test_an_answer_counts_as_imported_by_the_module_of_its_type(package):
    kind = type("Rule", (), {"__module__": "playtree.rules"})
    before = digest_of(["playtree.kernel"])
    sources.note_answer(kind, "playtree.board.drawing")
    assert "playtree.board.drawing" in closure(["playtree.kernel"])
    assert digest_of(["playtree.kernel"]) != before


def test_a_module_of_somebody_else_counts_by_its_file(package):
    assert closure([__name__]) == {__name__}
    assert digest_of([__name__]) != digest_of([])


def test_what_has_no_source_counts_for_nothing(package):
    assert closure(["math", "playtree.none", "never.imported"]) == set()


def test_the_search_depends_on_its_components_and_not_on_any_game():
    from playtree.search.solo import loop
    from playtree.search.solo.selection.uct import Uct

    found = closure([loop.__name__, Uct.__module__])
    assert {"playtree.search.tree", "playtree.search.solo.growth", "playtree.compiled.random"} <= found
    assert not [name for name in found if name.startswith(("playtree.games.samegame", "playtree.rbg"))]
