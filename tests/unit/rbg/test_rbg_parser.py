"""Parsing: operators, suffixes, brackets, and what is said of mistakes."""

import pytest

from playtree.rbg.directives import split_directives
from playtree.rbg.limits import Limits
from playtree.rbg.macros import expand
from playtree.rbg.parser import parse
from playtree.rbg.printing import expression_text
from playtree.rbg.source import RbgError
from playtree.rbg.syntax import Concat, Power, Shift, Star, Sum, Syntax
from playtree.rbg.tokens import tokenize
from tests.unit.rbg.samples import game_text


def syntax_of(rules: str, limits: Limits | None = None, /, **sections: str) -> Syntax:
    limits = limits or Limits()
    text = game_text(rules, **sections)
    return parse(expand(split_directives(tokenize(text, "game.rbg")), limits), limits)


def printed(rules: str) -> str:
    return expression_text(syntax_of(rules).rules)


def error_of(rules: str, **sections: str) -> str:
    with pytest.raises(RbgError) as caught:
        syntax_of(rules, **sections)
    return str(caught.value)


def test_juxtaposition_binds_tighter_than_a_sum():
    rules = syntax_of("up down + left right").rules
    assert isinstance(rules, Sum)
    assert [type(item) for item in rules.items] == [Concat, Concat]


def test_a_suffix_belongs_to_the_action_before_it():
    rules = syntax_of("up down* left^3").rules
    assert isinstance(rules, Concat)
    assert [type(item) for item in rules.items] == [Shift, Star, Power]


@pytest.mark.parametrize(
    "rules",
    [
        "up",
        "->white",
        "->>",
        ".",
        "{a,b}",
        "{}",
        "[a,b]",
        "[]",
        "{? up (left + right) {a}}",
        "{! {? up}}",
        "{$ x+1 < y}",
        "[$ x = x+1, white = a*3]",
        "(up + down)* (left + right)^2 ->white",
        "(up down*)* .",
        "->>^2 ->white*",
        "(({a})* ([e])^3)*",
    ],
)
def test_what_is_parsed_prints_and_parses_again(rules):
    once = printed(rules)
    assert printed(once) == once
    assert once.replace(" ", "") == rules.replace(" ", "")


@pytest.mark.parametrize(
    "value, grouped",
    [
        ("x*3/2", "x*(3/2)"),
        ("x/2*3", "(x/2)*3"),
        ("x+y-3", "x+(y-3)"),
        ("x-y-3", "x-y-3"),
        ("x-y+3", "(x-y)+3"),
        ("x-(y-3)", "x-(y-3)"),
        ("((x))", "x"),
    ],
)
def test_every_operator_has_a_priority_of_its_own(value, grouped):
    assert printed(f"[$ x = {value}]") == f"[$ x = {grouped}]"


@pytest.mark.parametrize(
    "rules, message",
    [
        (
            "{e}*",
            "found '*'; expected an action, '+' or the end of the rules; hint: '*' and '^' cannot follow '}' or ']'",
        ),
        ("([a]^2)", "found '^'; expected an action, '+' or ')'; hint: '*' and '^' cannot follow"),
        ("up**", "found '*'; expected an action, '+' or the end of the rules; hint: only one '*' or '^' may follow"),
        ("up^2*", "hint: only one '*' or '^' may follow"),
        ("up^0", "found '^0'; expected a number of repetitions from 1"),
        ("up^x", "found 'x'; expected a number of repetitions"),
        ("()", "found ')'; expected an action such as"),
        ("(up +)", "there is no empty expression"),
        ("(+ up)", "found '+'; expected an action"),
        ("", "found the end of section '#rules'; expected an action"),
        ("(up", "found the end of section '#rules'; expected an action, '+' or ')'"),
        ("up)", "found ')'; expected an action, '+' or the end of the rules"),
        ("{? up", "found the end of section '#rules'; expected an action, '+' or '}'"),
        ("{ ? up}", "hint: '{?', '{!', '{$' and '[$' are written without a blank"),
        ("- >white", "found '-'; expected an action"),
        ("up - >white", "hint: a switch is written ->player or ->>, without a blank"),
        ("up +> down", "found '+>'; expected an action, '+' or the end of the rules"),
        ("{a,}", "found '}'; expected the name of a piece"),
        ("[a b]", "found 'b'; expected ',' or ']'"),
        ("{a + b}", "found '+'; expected ',' or '}'; hint: arithmetic needs '{$'"),
        ("[x = 1]", "found '='; expected ',' or ']'; hint: arithmetic needs '[$'"),
        ("{up down}", "hint: a pattern is written {? ...}"),
        ("{$ x}", "found '}'; expected one of < <= > >= == !="),
        ("{$ x = 1}", "hint: equality is written '=='"),
        ("{$ x < y < 3}", "found '<'; expected an operator or '}'"),
        ("[$ x == 1]", "found '=='; expected '='; hint: '==' compares, '=' assigns"),
        ("[$ 1 = x]", "found '1'; expected the name of a variable or a player"),
        ("[$ x = -1]", "hint: there are no negative numbers; write 0-1"),
        ("[$ x = 1,]", "found ']'; expected the name of a variable"),
        ("[$ x = (1]", "found ']'; expected an operator or ')'"),
        ("x = 1", "hint: comparisons are written {$ a < b}, assignments [$ a = b]"),
        ('"up"', "found '\"up\"'; expected an action"),
        ("board", "found 'board'; expected an action such as a direction"),
        ("->board", "found 'board'; expected the name of a player; hint: 'board' is a reserved word"),
    ],
)
def test_mistakes_are_explained(rules, message):
    assert message in error_of(rules)


@pytest.mark.parametrize(
    "sections, message",
    [
        ({"players": "white"}, "expected '(' and the largest value of player 'white'"),
        ({"players": "white(0)"}, "the largest value of player 'white' is 0; expected 1 to"),
        ({"players": "white(1) black(1)"}, "found 'black'; expected ',' or the next section"),
        ({"variables": "x(4294967295)"}, "the largest value of variable 'x' is 4294967295"),
        ({"pieces": "a b"}, "found 'b'; expected ','"),
        ({"pieces": "board"}, "found 'board'; expected the name of a piece"),
    ],
)
def test_mistakes_in_declarations_are_explained(sections, message):
    assert message in error_of("up", **sections)


def test_lists_tolerate_superfluous_commas():
    syntax = syntax_of("up", pieces=",a,,b,", players=",white(1),", variables=",")
    assert [piece.text for piece in syntax.pieces] == ["a", "b"]
    assert syntax.variables == ()


def nested(depth: int, opening: str, closing: str) -> str:
    return opening * depth + "up" + closing * depth


@pytest.mark.parametrize("opening, closing", [("(", ")"), ("(left ", ")*"), ("(left + ", ")^1")])
def test_deep_nesting_hits_a_limit_and_never_the_stack_of_python(opening, closing):
    with pytest.raises(RbgError, match="raise it with --limit nesting=NUMBER"):
        syntax_of(nested(1001, opening, closing))
    deep = syntax_of(nested(5_000, opening, closing), Limits(nesting=5_000))
    assert expression_text(deep.rules).count("up") == 1


def test_deep_nesting_of_arithmetic_and_patterns():
    syntax_of(f"[$ x = {'(' * 5_000}1{')' * 5_000}]", Limits(nesting=5_001))
    with pytest.raises(RbgError, match="the limit is 50, raise it with --limit pattern_nesting=NUMBER"):
        syntax_of(nested(51, "{? ", "}"))
    syntax_of(nested(50, "{! ", "}"))
