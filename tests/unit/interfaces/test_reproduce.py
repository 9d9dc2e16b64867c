"""`playtree reproduce`: the published tables from the command line."""

import json


def test_all_tables_are_listed(run):
    assert "klein-6.3" in run("reproduce").out
    listed = json.loads(run("reproduce", "--json").out)
    assert len(listed) == 50
    assert {"table", "title", "source"} == set(listed[0])


def test_a_table_is_run_at_a_scale_and_says_so(run, data_folder, tmp_path):
    scale = ("--boards", 2, "--runs", 1, "--scale", "0.0005", "--workers", 1)
    found = run("reproduce", "schadd-fig2", *scale, "--json")
    assert found.code == 0, found.err
    data = json.loads(found.out)
    assert data["scaled"] == ["boards 1-2 of 250", "the budget times 0.0005"]
    row = next(row for row in data["rows"] if row["name"] == "10 searches: mean")
    assert (row["published"], row["n"]) == (2970, 2)
    assert row["interval"][0] <= row["ours"] <= row["interval"][1]
    assert (tmp_path / "schadd-fig2.svg").stat().st_size > 1000
    again = run("reproduce", "schadd-fig2", *scale, "--no-plot", "--format", "markdown")
    assert "| 10 searches: mean | 2,970.00 |" in again.out
    assert "scaled: boards 1-2 of 250" in again.out
    some = run("reproduce", "schadd-fig2", *scale, "--no-plot", "--rows", "10 s", "50 s", "--json")
    assert [row["name"] for row in json.loads(some.out)["rows"]] == ["10 searches: mean", "50 searches: mean"]


def test_what_cannot_be_run_is_refused_and_writes_nothing(run, tmp_path):
    found = run("reproduce", "klein-1")
    assert (found.code, found.out) == (2, "")
    assert "unknown table 'klein-1'" in found.err
    assert not list(tmp_path.iterdir())


def test_a_page_is_filled_from_the_results(run, tmp_path):
    page = tmp_path / "page.md"
    page.write_text("<!-- table: klein-4.2 -->\n<!-- end -->\n<!-- table: klein-6.1 -->\nkept\n<!-- end -->\n")
    before = page.read_text()
    for arguments, message in (
        (("--into", page), "reproduced.sqlite: found no results"),
        (("klein-4.2", "--into", page), "--into: found the table klein-4.2; expected none"),
    ):
        found = run("reproduce", *arguments)
        assert (found.code, found.out) == (2, "")
        assert message in found.err
    assert page.read_text() == before
    run("reproduce", "klein-4.2", "--no-plot", "--workers", 1)
    absent = run("reproduce", "--into", tmp_path / "absent.md")
    assert (absent.code, absent.out) == (2, "")
    assert "expected a page of Markdown" in absent.err
    found = run("reproduce", "--into", page)
    assert found.out == "klein-4.2: filled\nklein-6.1: no results, left as it is\n"
    assert "| state space: log10, average | 52.4 |" in page.read_text()
    assert "kept" in page.read_text()
