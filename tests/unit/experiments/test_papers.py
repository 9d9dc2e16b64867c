"""The published tables: all there, runnable, and compared figure by figure."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from playtree.errors import InputError
from playtree.experiments.executors import executor_crew
from playtree.experiments.papers.catalogue import Published, published_table, published_tables
from playtree.experiments.papers.compare import runs_of, search_of
from playtree.experiments.papers.reproduce import reproduce
from playtree.experiments.papers.scale import Scale, scale_of, scale_words
from playtree.experiments.papers.tunings import PLANS, paper_tuning
from playtree.experiments.store import Store
from playtree.games.samegame.sets import board_set

KLEIN = ["4.1", "4.2", *(f"6.{n}" for n in range(1, 11)), *(f"7.0.{n}" for n in range(3, 7)), "8.1.1", "8.1.2"]
EXPECTED = [
    *(f"klein-{place}" for place in [*KLEIN, "B.1", "B.2", "B.3", "B.4", "B.5"]),
    *(f"schadd-{place}" for place in [*range(1, 8), "fig2"]),
    *(f"tak-{place}" for place in [*range(2, 9), "fig1", "fig2"]),
    *(f"matsumoto-fig{place}" for place in (1, 2)),
    *(f"pawlik-{place}" for place in [*(f"5.{n}" for n in range(1, 8)), "fig5.1"]),
]


def test_every_table_of_the_papers_is_listed():
    assert sorted(published_tables()) == sorted(EXPECTED)


def test_every_row_with_a_recipe_is_a_search_on_boards_that_exist():
    count = 0
    for table in published_tables().values():
        for row in table.rows:
            if "recipe" in row:
                assert search_of(row)
                settings = {**table.settings, **row}
                assert board_set(settings["boards"]).size >= 20
                assert scale_of(table).limits(settings["budget"])
                count += 1
            else:
                assert table.kind != "search" or row["note"]
    assert count > 250


def test_totals_are_the_sums_of_their_boards():
    for table in published_tables().values():
        for row in table.rows:
            if "scores" in row["published"] and "adds up to" not in row.get("note", ""):  # a slip of the paper
                assert sum(row["published"]["scores"]) == row["published"]["total"], (table.id, row["name"])


@pytest.mark.parametrize("name", PLANS)
def test_the_tunings_of_tak_are_plans(name):
    assert paper_tuning(name, 1.0).whole["samples"] == 100
    assert paper_tuning(name, 0.01).budget == {"nodes": 1000}


@pytest.fixture
def crews():
    with ThreadPoolExecutor(1) as pool:
        yield partial(executor_crew, pool, 1)


def test_ours_stands_beside_the_published_figures(tmp_path, crews):
    rows = (
        {"name": "UCT", "recipe": "uct", "policy": "random", "published": {"min": 1, "mean": 500, "depth": 2.0}},
        {"name": "other", "note": "not run", "published": {"mean": 7}},
    )
    settings = {"boards": "mini20", "runs": 5, "budget": {"nodes": 50}}
    table = Published("x-1", "a table", "[klein2015]", "search", rows, settings)
    scale = scale_of(table, boards=2, runs=2)
    with Store(tmp_path / "r.sqlite", make=True) as store:
        found = reproduce(table, scale, store, crews)
    named = {row.name: row for row in found.rows}
    assert list(named) == ["UCT: mean", "UCT: min", "UCT: depth", "other: mean"]
    mean = named["UCT: mean"]
    assert (mean.published, mean.n) == (500, 4)
    assert mean.ours is not None
    assert mean.low is not None
    assert mean.low < mean.ours
    assert mean.difference == mean.ours - 500
    assert (named["other: mean"].ours, named["other: mean"].note) == (None, "not run")
    assert scale_words(table, scale) == ["boards 1-2 of 20", "2 instead of 5 runs a board"]


def test_a_table_says_which_figures_are_shown_of_every_row(tmp_path, crews):
    rows = ({"name": "UCT", "recipe": "uct", "policy": "random", "published": {"depth": 2.0}},)
    settings = {"boards": "mini20", "runs": 1, "budget": {"nodes": 20}, "figures": ["milliseconds"]}
    table = Published("x-2", "a table", "[klein2015]", "search", rows, settings)
    scale = scale_of(table, boards=1)
    with Store(tmp_path / "r.sqlite", make=True) as store:
        time, depth = reproduce(table, scale, store, crews).rows
        [record] = store.records([run.key for run in runs_of(table, rows[0], search_of(rows[0]), scale)])
    assert (time.name, time.published, depth.name) == ("UCT: milliseconds", None, "UCT: depth")
    assert time.ours == pytest.approx(1000 * record["seconds"])
    assert published_table("matsumoto-fig2").settings["figures"] == ["milliseconds"]


def test_complexities_are_compared(tmp_path, crews):
    table = published_table("klein-4.2")
    with Store(tmp_path / "r.sqlite", make=True) as store:
        [average, _] = reproduce(table, Scale(instances=64), store, crews).rows
    assert average.published == 52.42
    assert average.ours == pytest.approx(52.42, abs=4 * 1.53 / 8)


def test_the_true_boards_take_the_place_of_kleins():
    table = published_table("KLEIN-6.1")
    scale = scale_of(table, boards=2, true_boards=True)
    assert scale.games("schadd-klein") == ["schadd:1", "schadd:2"]
    assert scale.games("schadd-klein", only=6) == ["schadd:6"]
    assert "on the true boards" in scale_words(table, scale)


def test_rows_are_chosen_by_parts_of_their_names():
    table = published_table("schadd-2")
    assert [row["name"] for row in table.only(["BALANCED, 1,0", "exploration, 1,0"]).rows] == [
        "balanced, 1,000,000 nodes",
        "exploration, 1,000,000 nodes",
    ]
    matches = published_table("pawlik-5.2")
    assert [row["name"] for row in matches.only(["s-nodal/s mod"]).rows] == ["S-nodal/S Mod"]  # and not ModPlus
    assert len(matches.only(["S-nodal/S"]).rows) == 4
    with pytest.raises(InputError, match="no row of schadd-2 has 'bold' in its name; expected a part of one of: expl"):
        table.only(["balanced", "bold"])
    with pytest.raises(
        InputError, match=r"rows of klein-4\.1 cannot be chosen; expected a table of searches or matches"
    ):
        published_table("klein-4.1").only(["tree"])


def test_what_takes_hours_is_scaled_and_says_so():
    for table in published_tables().values():
        if table.settings.get("quick"):
            assert scale_words(table, scale_of(table)), table.id
            assert not scale_words(table, scale_of(table, full=True)), table.id


def test_what_cannot_be_run_is_refused():
    with pytest.raises(InputError, match="unknown table 'klein-9'; expected one of: klein-"):
        published_table("klein-9")
    with pytest.raises(InputError, match="boards is -1"):
        Scale(boards=-1)


@pytest.mark.parametrize("asked", [{"boards": 0}, {"runs": 0}, {"budget": 0.0}])
def test_a_scale_of_nothing_is_refused_and_not_taken_for_the_published_one(asked):
    with pytest.raises(InputError, match=r"0; expected (at least 1|a number above 0)"):
        scale_of(published_table("klein-6.3"), **asked)
