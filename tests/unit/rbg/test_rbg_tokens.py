"""Cutting a text into tokens."""

import pytest

from playtree.rbg.limits import Limits
from playtree.rbg.source import RbgError
from playtree.rbg.tokens import tokenize


def words(text: str) -> list[str]:
    return [token.text for token in tokenize(text).tokens[:-1]]


def kinds(text: str) -> list[str]:
    return [token.kind for token in tokenize(text).tokens]


def test_the_longest_symbol_wins():
    assert words("->>->{?{!{${[$[!===<=>=+>") == [
        "->>", "->", "{?", "{!", "{$", "{", "[$", "[", "!=", "==", "<=", ">=", "+>",
    ]  # fmt: skip


def test_a_blank_separates_symbols():
    assert words("- > { ? [ $") == ["-", ">", "{", "?", "[", "$"]


def test_a_letter_ends_a_number_and_a_digit_does_not_end_a_name():
    assert words("3left up2") == ["3", "left", "up2"]


def test_kinds():
    assert kinds('white board 12 "text" +') == ["name", "keyword", "number", "string", "symbol", "end"]


def test_comments_are_dropped_and_not_nested():
    assert words("a // b\nc /* d\n /* e */ f /**/ g") == ["a", "c", "f", "g"]


def test_places_count_lines_and_columns_from_one():
    places = [(token.place.line, token.place.column) for token in tokenize("a\n  b /* c\n */ d").tokens]
    assert places == [(1, 1), (2, 3), (3, 5), (3, 6)]


def test_the_list_can_be_printed():
    assert str(tokenize("#a")) == "1:1\tsymbol\t'#'\n1:2\tname\t'a'\n1:3\tend\tthe end of the file"


@pytest.mark.parametrize(
    "text, message",
    [
        ("a\n b_c", "game.rbg:2:3: found the character '_'; expected a name, a number or a symbol; hint: names are"),
        ("a @", "game.rbg:1:3: found the character '@'"),
        ("caf\u00e9", r"game.rbg:1:4: found the character '\xe9'"),
        ("a /* b", "game.rbg:1:3: found a comment that is not closed; expected '*/'"),
        ('a "b\n"', "game.rbg:1:3: found a string that is not closed"),
        ("4294967296", "game.rbg:1:1: found the number 4294967296; expected at most 4294967295"),
        ("9" * 5000, "game.rbg:1:1: found a word of 5000 characters; expected at most 1000"),
    ],
)
def test_what_is_no_token_is_refused_with_its_place(text, message):
    with pytest.raises(RbgError) as caught:
        tokenize(text, "game.rbg")
    assert str(caught.value).startswith(message)


def test_a_long_text_hits_a_limit_that_can_be_raised():
    with pytest.raises(
        RbgError, match="11 characters; the limit is 10, raise it with --limit source_characters=NUMBER"
    ):
        tokenize("a" * 11, limits=Limits(source_characters=10))
    tokenize("a" * 11, limits=Limits(source_characters=11))
