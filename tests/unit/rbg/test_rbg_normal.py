"""The normal form, the numbers of modifiers, the low-level form, straightness."""

import pytest

from playtree.rbg.automaton import build_automaton
from playtree.rbg.limits import Limits
from playtree.rbg.printing import expression_text, leaf_text, low_level
from playtree.rbg.reading import read_rules
from playtree.rbg.source import RbgError
from playtree.rbg.straightness import NO_STRETCH, UNBOUNDED, Straightness, straightness
from tests.unit.rbg.samples import game_text


def normal(rules: str) -> str:
    return expression_text(read_rules(game_text(rules)).rules)


def modifiers(rules: str) -> list[str]:
    found = read_rules(game_text(rules)).modifiers
    assert [modifier.index for modifier in found] == list(range(1, len(found) + 1))
    return [leaf_text(modifier) for modifier in found]


@pytest.mark.parametrize(
    "rules, result",
    [
        ("[a,b]", "[a] + [b]"),
        ("up [a,b]", "up ([a] + [b])"),
        ("up + [a,b] + down", "up + [a] + [b] + down"),
        ("[$ x=1, y=2]", "[$ x = 1] [$ y = 2]"),
        ("up^3", "up up up"),
        ("(up down)^2 left", "up down up down left"),
        ("(up + down)^2", "(up + down) (up + down)"),
        ("((up))", "up"),
        ("up + (down + (left + right))", "up + down + left + right"),
        ("up (down (left right))", "up down left right"),
        ("(up down)*", "(up down)*"),
        ("{? (up (down))^2}", "{? up down up down}"),
        ("{! [a,b]}", "{! [a] + [b]}"),
        ("[]", "{}"),
    ],
)
def test_normal_form(rules, result):
    assert normal(rules) == result


def test_modifiers_are_numbered_from_left_to_right_each_copy_on_its_own():
    assert modifiers("->white ([a] + [$ x=1, y=2])^2 ->>") == [
        "->white", "[a]", "[$ x = 1]", "[$ y = 2]", "[a]", "[$ x = 1]", "[$ y = 2]", "->>",
    ]  # fmt: skip


def test_modifiers_in_patterns_and_dots_are_not_numbered():
    assert modifiers(". [a] {? [b] ->>} . {! [$ x=1]} [e] up ->white") == ["[a]", "[e]", "->white"]


@pytest.mark.parametrize("rules", ["up^4294967295", "(((up^999)^999)^999)^999", "(up^999 {? up^999})^999"])
def test_a_huge_power_hits_a_limit(rules):
    with pytest.raises(RbgError, match=r"^game.rbg:6:.* the rules unroll to .* raise it with --limit rule_size=NUMBER"):
        read_rules(game_text(rules), "game.rbg")


def test_deep_rules_are_no_problem_behind_the_parser():
    deep = Limits(nesting=2000)
    form = read_rules(game_text("(up + left " * 2000 + "[a]" + ")*" * 2000), limits=deep)
    assert len(build_automaton(form).edges) > 2000
    assert straightness(form).main == NO_STRETCH
    again = read_rules(low_level(form), limits=deep)
    assert expression_text(again.rules) == expression_text(form.rules).replace("up", "{}")


def test_low_level_form_reads_back_as_the_same_game():
    form = read_rules(game_text("->white (right* + left) ({a} + {b,e}) ([a,b])^2 [$ x=x-1-(y+2)] {! up [e]} ->>"))
    text = low_level(form)
    assert "~" not in text
    again = read_rules(text)
    assert low_level(again) == text
    assert [leaf_text(m) for m in again.modifiers] == [leaf_text(m) for m in form.modifiers]


def test_a_direction_that_leads_nowhere_is_never_possible():
    """The board has one row: nothing goes up, so the low-level graph has no edge that would declare it."""
    assert "{} + right" in low_level(read_rules(game_text("->white (up + right)")))


@pytest.mark.parametrize(
    "rules, application, main, move, semimove",
    [
        ("->white [a] ->>", 1, 1, 1, 1),
        ("[a] [b] ->white [a] ->>", 2, 2, 1, 1),
        ("->white ([a] + [b] [$ x=1]) ->>", 2, 2, 2, 2),
        ("->white [a] . [b] [e] ->>", 3, 3, 3, 2),
        ("->white [a] {? [b] [e]} ->>", 3, 1, 1, 1),
        ("->white ([a] right)* ->>", UNBOUNDED, UNBOUNDED, UNBOUNDED, UNBOUNDED),
        ("->white ([a])^2 (right)* ->>", 2, 2, 2, 2),
        ("(->white [a] ->> [b] [b])*", 2, 2, 1, 1),
        ("(->white [a] ->black [a] [b] [$ x=1])* ->>", 3, 3, 3, 3),
        ("[a] [b]", NO_STRETCH, NO_STRETCH, NO_STRETCH, NO_STRETCH),
        ("->> [a] ->>", 1, 1, NO_STRETCH, NO_STRETCH),
    ],
)
def test_straightness(rules, application, main, move, semimove):
    assert straightness(read_rules(game_text(rules))) == Straightness(application, main, move, semimove)
