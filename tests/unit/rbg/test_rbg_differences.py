"""Where this compiler deliberately differs from the reference system of the language."""

import pytest

from playtree.rbg.printing import low_level
from playtree.rbg.reading import read_rules
from playtree.rbg.source import RbgError
from tests.unit.rbg.samples import game_text, player_of


@pytest.mark.parametrize("value, result", [("5-3", 2), ("2*3", 6), ("6/2", 3), ("1+2", 3), ("9-3-2", 4), ("(2)", 2)])
def test_arithmetic_on_numbers_alone_is_computed(value, result):
    """The reference folds constants starting from 0: there, 5-3 is -8 and 2*3 is 0."""
    player = player_of(f"[$ white = {value}] ->>")
    assert player.scores(player.start()) == (result, 0)


@pytest.mark.parametrize("white, black, is_fine", [(10, 50, True), (11, 50, False), (10, 51, False)])
def test_every_player_has_the_bound_declared_for_it(white, black, is_fine):
    """The reference lists the bounds by name but looks them up as declared: values that are not constant are then
    compared to the bound of another player."""
    rules = f"[$ x = 1] [$ white = {white}*x] [$ black = {black}*x] ->white ->>"
    player = player_of(rules, players="white(10), black(50)")
    assert (player.start().player == 1) == is_fine


def test_a_negative_value_is_out_of_range_and_does_not_wrap():
    """One of the reference's two implementations keeps values unsigned and rejects negative ones only as huge ones."""
    largest = {"variables": "x(2147483647), y(2147483647)"}
    assert player_of("[$ x = 0-1] ->white ->>", **largest).start().player == 0
    assert player_of("{$ 0-1 < 0} ->white ->>", **largest).start().player == 1


def test_a_macro_with_parameters_is_not_defined_twice():
    """The reference warns that it overwrites the first definition, and keeps it."""
    with pytest.raises(RbgError, match="macro 'm' is defined again"):
        read_rules(game_text("m(up)", macros="#m(x) = x #m(y) = y y"))


def test_nothing_is_repeated_zero_times():
    """The reference takes `^0` for `^1`."""
    with pytest.raises(RbgError, match=r"found '\^0'; expected a number of repetitions from 1"):
        read_rules(game_text("up^0"))


def test_the_low_level_form_can_always_be_read_again():
    """The reference prints `[]` as an empty bracket and a vertex without edges in a way that it cannot read."""
    text = low_level(read_rules(game_text("->white ([] + n)", board="v[a]{n:w} w[e]{}")))
    assert low_level(read_rules(text)) == text
    assert "w[e]{}" in text
