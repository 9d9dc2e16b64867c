"""The tables of matches: every agent is known, and a small table is played, kept and gone on with."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import pytest

from playtree.experiments.executors import executor_crew
from playtree.experiments.papers.catalogue import Published, published_tables
from playtree.experiments.papers.matches import figures_of
from playtree.experiments.papers.pictures import draw
from playtree.experiments.papers.reproduce import reproduce
from playtree.experiments.papers.scale import scale_of, scale_words
from playtree.experiments.papers.stored import stored
from playtree.experiments.store import Store
from playtree.matches.calibration import Calibration
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.recipes import design_of

MATCHES = [table for table in published_tables().values() if table.kind == "match"]


@pytest.fixture
def crews():
    with ThreadPoolExecutor(1) as pool:
        yield partial(executor_crew, pool, 1)


@pytest.mark.parametrize("table", MATCHES, ids=lambda table: table.id)
def test_every_figure_of_a_table_is_a_match(table, tmp_path):
    figures = figures_of(table, scale_of(table, full=True), tmp_path)
    assert len(figures) == sum(len(row.get("figures", row["published"])) for row in table.rows)
    for figure in figures:
        assert figure.match.plays == 240
        assert len(figure.match.games) in (1, 12, 15)
        timed, fixed = MoveBudget(seconds=0.5), Calibration("states", figure.match.second, 0.5)
        assert table.id == "pawlik-fig5.1" or figure.match.limit in (timed, fixed)
        assert (figure.match.limit == fixed) == figure.name.endswith(": fixed") or table.id == "pawlik-fig5.1"
    assert not scale_words(table, scale_of(table, full=True))
    assert "instead of 240 plays" in ", ".join(scale_words(table, scale_of(table)))


def test_where_a_row_is_a_game_fewer_games_are_fewer_rows(tmp_path):
    table = published_tables()["pawlik-5.5"]
    figures = figures_of(table, scale_of(table), tmp_path)
    assert [figure.match.games for figure in figures] == [
        (game,) for game in ("amazons", "breakthrough", "breakthru") for _ in "ab"
    ]
    assert "3 of 11 rows: Amazons Mod, Breakthrough Mod, Breakthru Mod" in scale_words(table, scale_of(table))


def test_a_final_roll_up_is_written_into_a_file(tmp_path):
    table = published_tables()["pawlik-5.7"]
    [plain, half, *_] = figures_of(table, scale_of(table), tmp_path)
    assert design_of(plain.match.first).final_rollup is None
    assert design_of(half.match.first) == design_of(plain.match.first).but(final_rollup=0.5)


@pytest.fixture
def table():
    settings = {"plays": 40, "seconds": 0.5, "against": "random", "games": ["ticTacToe", "hex"], "plot": "limits"}
    rows = ({"name": "0.5 s", "agent": "orthodox", "figures": ["timed"], "published": {}},)
    return Published("x-1", "a table", "[pawlik2021]", "match", rows, settings)


def test_a_table_of_matches_is_played_once_and_kept(table, tmp_path, crews):
    scale = scale_of(table, boards=1, runs=6, budget=0.01)
    with Store(tmp_path / "r.sqlite", make=True) as store:
        found = reproduce(table, scale, store, crews)
        [file] = (tmp_path / "r.matches").glob("*.jsonl")
        before = file.read_text()
        assert sum("scores" in json.loads(line) for line in before.splitlines()) == 6
        assert reproduce(table, scale, store, crews) == found
        assert file.read_text() == before
        kept = stored(table, store)
    [row] = found.rows
    assert (row.name, row.published, row.n) == ("0.5 s: timed", None, 6)
    assert row.ours is not None
    assert row.ours > 60  # per cent, against random moves
    assert kept is not None
    assert kept.rows == found.rows
    assert "1 of 2 games: ticTacToe, 6 instead of 40 plays of a game, the time of a move times 0.01" in kept.notes[0]
    [picture] = draw(table, found, tmp_path / "x.svg")
    assert picture.stat().st_size > 1000


def test_rows_that_are_played_one_by_one_are_kept_together(table, tmp_path, crews):
    first, second, third = ({**table.rows[0], "name": name} for name in ("early", "late", "never"))
    whole = replace(table, rows=(first, second, third))
    scale = scale_of(table, boards=1, runs=2, budget=0.01)
    with Store(tmp_path / "r.sqlite", make=True) as store:
        for name in ("early", "late"):
            reproduce(whole.only([name]), scale, store, crews)
        kept = stored(whole, store)
    assert kept is not None
    assert [(row.name, row.n) for row in kept.rows if row.ours is not None] == [("early: timed", 2), ("late: timed", 2)]
    assert [row.name for row in kept.rows if row.ours is None] == ["never: any"]


def test_speed_and_memory_are_measured_in_the_first_turn(tmp_path, crews):
    published = {"states_per_second": 1, "memory": 1, "speed_up": 1, "split_memory": 1}
    rows = ({"name": "Tic-tac-toe", "game": "ticTacToe", "published": published},)
    table = Published("x-2", "a table", "[pawlik2021]", "efficiency", rows, {"seconds": 10.0})
    with Store(tmp_path / "r.sqlite", make=True) as store:
        found = {row.name: row.ours for row in reproduce(table, scale_of(table, budget=0.005), store, crews).rows}
    rate, speed_up = found["Tic-tac-toe: states_per_second"], found["Tic-tac-toe: speed_up"]
    assert rate is not None
    assert rate > 1000
    assert speed_up is not None
    assert 1 < speed_up < 10_000
