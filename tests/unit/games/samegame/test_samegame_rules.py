"""Rule sets, their tables and how they are read from text."""

import pytest

from playtree.errors import InputError
from playtree.games.samegame.board import Board
from playtree.games.samegame.generators import random_board
from playtree.games.samegame.rule_book import groups, remove
from playtree.games.samegame.rules import (
    IMPOSSIBLE,
    NAMED_RULES,
    Rules,
    named_rules,
    rules_from_dict,
    rules_from_text,
)


@pytest.mark.parametrize(
    "name, points_of_5, final_cleared, final_of_1_2_5",
    [
        ("samegame", 9, 1000, -(1 + 0 + 9)),
        ("schadd-program", 9, 1000, -9),
        ("bubble-breaker", 9, 1000, -36),
        ("jawbreaker", 20, 0, 0),
        ("clickomania", 0, 0, -8),
        ("codingame", 9, 1000, 0),
    ],
)
def test_named_rules_score_as_their_sources_say(name, points_of_5, final_cleared, final_of_1_2_5):
    rules = named_rules(name)
    assert rules.minimum == 2
    assert rules.summary
    assert rules.points_of(5) == points_of_5
    assert rules.final_of([0, 0, 0]) == final_cleared
    assert rules.final_of([1, 2, 0, 5]) == final_of_1_2_5


@pytest.mark.parametrize(
    "points, first",
    [
        ("(n-0)^2", [0, 1, 4, 9, 16]),
        ("(n-1)^2", [0, 0, 1, 4, 9]),
        ("(n-2)^2", [0, 1, 0, 1, 4]),
        ("n(n-1)", [0, 0, 2, 6, 12]),
        ("none", [0, 0, 0, 0, 0]),
    ],
)
def test_points_follow_their_formula(points, first):
    assert Rules("any", points=points).points_table(4).tolist() == first


def test_loss_tables_follow_the_deduction():
    assert Rules("any", deduction="colour").colour_loss_table(4).tolist() == [0, 1, 0, 1, 4]
    assert Rules("any", deduction="colour-over-2").colour_loss_table(4).tolist() == [0, 0, 0, 1, 4]
    assert Rules("any", deduction="left").colour_loss_table(4).tolist() == [0, 1, 2, 3, 4]
    assert Rules("any", deduction="total").colour_loss_table(4).tolist() == [0, 0, 0, 0, 0]
    assert Rules("any", deduction="total").total_loss_table(4).tolist() == [0, 1, 0, 1, 4]
    assert Rules("any", deduction="colour").total_loss_table(4).tolist() == [0, 0, 0, 0, 0]


def test_clear_table_is_the_best_partition():
    assert named_rules("samegame").clear_table(5).tolist() == [0, IMPOSSIBLE, 0, 1, 4, 9]
    assert Rules("any", minimum=3).clear_table(5).tolist() == [0, IMPOSSIBLE, IMPOSSIBLE, 1, 4, 9]
    # Two single blocks give one point each, a pair gives none.
    assert Rules("any", minimum=1).clear_table(4).tolist() == [0, 1, 2, 3, 4]


def test_keep_table_leaves_what_is_best_left():
    assert named_rules("samegame").keep_table(5).tolist() == [0, -1, 0, 1, 4, 9]
    assert named_rules("clickomania").keep_table(5).tolist() == [0, -1, 0, 0, 0, 0]
    assert Rules("any", deduction="none", minimum=6).keep_table(5).tolist() == [0, 0, 0, 0, 0, 0]


def test_the_bound_loses_the_bonus_when_a_colour_has_a_single_block():
    rules = named_rules("samegame")
    assert rules.bound([0, 5, 4]) == 9 + 4 + 1000
    assert rules.bound([0, 5, 1]) == 9 - 1
    assert rules.bound([]) == 1000


def best_score(board: Board, rules: Rules) -> float:
    results = [remove(board, min(group)) for group in groups(board, rules.minimum)]
    best = max((rules.points_of(size) + best_score(after, rules) for after, size in results), default=None)
    return rules.final_of(board.counts()) if best is None else best


@pytest.mark.parametrize("name", NAMED_RULES)
@pytest.mark.parametrize("minimum", [1, 2, 3])
def test_the_bound_is_never_below_the_best_game(name, minimum):
    rules = rules_from_text(f"{name},minimum={minimum}")
    colours = 3 if minimum == 1 else 2
    for seed in range(12):
        board = random_board(seed, columns=3, rows=2 if minimum == 1 else 4, colours=colours)
        assert best_score(board, rules) <= rules.bound(board.counts())


def test_rules_are_read_with_overrides():
    rules = rules_from_text("samegame, bonus=500,minimum=3,points=n(n-1)")
    assert (rules.points, rules.bonus, rules.deduction, rules.minimum) == ("n(n-1)", 500, "colour", 3)
    assert rules.name == "samegame,bonus=500,minimum=3,points=n(n-1)"
    assert rules_from_text(rules.name) == rules
    assert rules_from_dict({"name": rules.name}) == rules
    assert rules_from_dict({"name": "samegame", "bonus": 5}).bonus == 5


@pytest.mark.parametrize(
    "text, message",
    [
        ("chess", "unknown rules 'chess'; expected one of samegame, schadd-program, bubble-breaker"),
        ("", "unknown rules ''"),
        ("samegame,colour=1", "unknown field 'colour'; expected one of points, bonus, deduction, minimum"),
        ("samegame,bonus", "found 'bonus'; expected field=value"),
        ("samegame,bonus=many", "found bonus 'many'; expected a whole number"),
        ("samegame,bonus=0.5", "found bonus '0.5'; expected a whole number"),
        ("samegame,bonus=-1", "found bonus -1; expected a whole number from 0"),
        ("samegame,minimum=2.5", "found minimum '2.5'; expected a whole number"),
        ("samegame,minimum=0", "found minimum 0; expected a whole number from 1"),
        ("samegame,points=n^3", r"unknown points 'n\^3'; expected one of \(n-0\)\^2"),
        (
            "samegame,deduction=some",
            "unknown deduction 'some'; expected one of colour, colour-over-2, total, left, none",
        ),
    ],
)
def test_bad_rules_are_refused_in_one_line(text, message):
    with pytest.raises(InputError, match=message):
        rules_from_text(text)


@pytest.mark.parametrize(
    "data, message",
    [
        ({}, "found name None; expected a text"),
        ({"name": "mine"}, "unknown rules 'mine'"),
        ({"name": "samegame", "minimum": "two"}, "found minimum 'two'"),
        ({"name": "samegame", "bonus": True}, "found bonus True"),
        ({"name": "samegame", "points": []}, "unknown points"),
        ({"name": "samegame", "summary": "x"}, "unknown field 'summary'"),
    ],
)
def test_bad_rules_in_data_are_refused(data, message):
    with pytest.raises(InputError, match=message):
        rules_from_dict(data)


def test_rules_of_any_name_are_read_if_complete():
    rules = Rules("mine", "none", 3, "left", 4)
    assert rules_from_dict(rules.to_dict()) == rules
