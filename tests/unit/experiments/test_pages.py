"""Pages whose tables come from stored results."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from playtree.errors import InputError
from playtree.experiments.executors import executor_crew
from playtree.experiments.papers.catalogue import published_table
from playtree.experiments.papers.pages import Block, block_from_text, filled
from playtree.experiments.papers.reproduce import reproduce
from playtree.experiments.papers.scale import Scale, scale_of
from playtree.experiments.papers.stored import stored
from playtree.experiments.store import Store

PAGE = """# Ours

By hand.

<!-- table: schadd-4 scale=0.0005 figures=mean -->
old
<!-- end -->

More by hand.

<!-- table: klein-4.2 -->
kept
<!-- end -->
"""


@pytest.fixture
def crews():
    with ThreadPoolExecutor(1) as pool:
        yield partial(executor_crew, pool, 1)


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "r.sqlite", make=True) as opened:
        yield opened


def test_a_page_is_filled_with_what_the_store_has_and_the_rest_of_it_stays(store, crews, data_folder):
    table = published_table("schadd-4")
    reproduce(table, scale_of(table, boards=2, runs=1, budget=0.0005), store, crews)
    text, found = filled(PAGE, store)
    assert found == {"schadd-4 scale=0.0005 figures=mean": True, "klein-4.2": False}
    before, _, rest = text.partition("<!-- table: schadd-4 scale=0.0005 figures=mean -->\n")
    body, _, after = rest.partition("<!-- end -->")
    assert before == "# Ours\n\nBy hand.\n\n"
    assert after == PAGE.partition("<!-- end -->")[2]
    row = next(line for line in body.splitlines() if line.startswith("| top score: mean | 2,644 | "))
    assert row.endswith(" | 2 |")
    assert "2 of 250 boards of schadd, 1 of 1 runs a board, 290 nodes (the published budget times 0.0005)." in body
    assert "Made on " in body
    assert "commit" in body
    assert filled(text, store)[0] == text


def test_rows_without_results_are_named(store, crews, data_folder):
    table = published_table("schadd-4")
    scale = scale_of(table, boards=1, runs=1, budget=0.0005)
    one = type(table)(table.id, table.title, table.source, table.kind, table.rows[:1], table.settings)
    reproduce(one, scale, store, crews)
    body = filled(PAGE, store)[0]
    assert "| highest average: mean |" in body
    assert "| top score" not in body
    assert "Not run: most play-outs; top score." in body


def test_what_is_no_search_is_kept_too_and_the_largest_is_shown(store, crews):
    table = published_table("klein-4.2")
    assert stored(table, store) is None
    for instances in (32, 8):
        reproduce(table, Scale(instances=instances), store, crews)
    body = filled(PAGE, store)[0]
    assert "| state space: log10, average | 52.4 | " in body
    assert " | 32 |" in body
    assert "Scaled: 32 instead of 100,000 boards." in body


def test_a_page_may_ask_for_a_scale_of_what_is_kept(store, crews):
    table = published_table("klein-4.2")
    for instances, budget in ((32, 1.0), (8, 0.5)):
        reproduce(table, Scale(instances=instances, budget=budget), store, crews)
    page = "<!-- table: klein-4.2 scale=0.5 -->\n<!-- end -->\n"
    assert " | 8 |" in filled(page, store)[0]
    assert stored(table, store, budget=0.25) is None


@pytest.mark.parametrize(
    "page, message",
    [
        ("<!-- table: klein-4.2 -->\nx\n", "found a table without an end"),
        ("<!-- table: klein-99 -->\n<!-- end -->\n", "unknown table 'klein-99'"),
        ("<!-- table: klein-4.2 size=3 -->\n<!-- end -->\n", "found 'size=3'; expected scale=X"),
        ("<!-- table: klein-4.2 scale=-1 -->\n<!-- end -->\n", "found scale=-1; expected a number above 0"),
        ("<!-- table: klein-4.2 scale=nan -->\n<!-- end -->\n", "found scale=nan; expected a number above 0"),
    ],
)
def test_a_page_that_is_wrong_is_refused(store, page, message):
    with pytest.raises(InputError, match=message):
        filled(page, store)


def test_the_words_of_a_table():
    assert block_from_text("klein-6.1 true-boards figures=mean,depth") == Block(
        published_table("klein-6.1"), figures=("mean", "depth"), true_boards=True
    )
