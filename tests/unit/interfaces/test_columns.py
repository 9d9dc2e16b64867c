"""Tables fit the terminal, and no number is cut."""

import io

import pytest
from rich.console import Console

from playtree.interfaces.cli.columns import Column, parts_of
from playtree.interfaces.cli.output import print_table

REPORT = [
    {"search": f"wide c=0.{number}", "budget": f"{number},000 nodes", "unit": "points"}
    | dict.fromkeys(("mean", "min", "Q1", "Q2", "Q3", "max", "mean depth"), f"{number},234,567")
    for number in range(1, 4)
]
NUMBERS = list(REPORT[0])[3:]


def printed(rows, right, width):
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, width=width, color_system=None, markup=False)
    print_table(rows, right=right, console=console)
    return [line.rstrip() for line in file.getvalue().splitlines()]


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_number_of_a_wide_table_is_cut_and_each_part_names_its_rows(width):
    lines = printed(REPORT, NUMBERS, width)
    assert all(len(line) <= width for line in lines)
    assert sum(line.count("2,234,567") for line in lines) == len(NUMBERS)
    named = [line for line in lines if "1,234,567" in line]
    assert all(line.startswith("wide c=0.1") and "1,000 nodes" in line for line in named)


def test_a_table_that_fits_stays_in_one_part():
    assert printed(REPORT[:1], NUMBERS, 140) == [
        "search      budget       unit         mean        min         Q1         Q2         Q3        max  mean depth",
        "wide c=0.1  1,000 nodes  points  1,234,567  1,234,567  1,234,567  1,234,567  1,234,567  1,234,567   1,234,567",
    ]


def test_texts_are_broken_between_words_before_a_table_is_divided():
    rows = [{"name": "klein-static", "summary": "UCT, scores divided by 5,000", "source": "[klein2015] 6.1"}]
    assert printed(rows, (), 50) == [
        "name          summary              source",
        "klein-static  UCT, scores divided  [klein2015] 6.1",
        "              by 5,000",
    ]


def test_columns_come_closer_where_that_spares_a_part():
    columns = [Column("game", ["hex"]), Column("won", ["133"], True), Column("lost", ["107"], True)]
    assert [part.gap for part in parts_of(columns, 13)] == [1]
    assert [part.gap for part in parts_of(columns, 15)] == [2]
    assert [list(part.widths) for part in parts_of(columns, 12)] == [[0, 1], [0, 2]]
