"""Tables of results in their forms."""

import math

import pytest

from playtree.experiments.tables import FORMATS, Table

UNKNOWN = Table("one board", ("search", "mean", "±", "high"), [("uct", 413.0, math.nan, None)])


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_what_is_not_known_is_left_empty(form):
    text = FORMATS[form](UNKNOWN)
    assert "413" in text
    assert "nan" not in text
    assert "None" not in text


def test_values_separated_by_commas_are_in_full():
    assert FORMATS["csv"](UNKNOWN) == "search,mean,±,high\nuct,413.0,,\n"
