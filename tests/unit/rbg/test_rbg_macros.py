"""Directives and the expansion of macros."""

import pytest

from playtree.rbg.directives import split_directives
from playtree.rbg.limits import Limits
from playtree.rbg.macros import Sections, expand
from playtree.rbg.source import RbgError
from playtree.rbg.tokens import tokenize

OTHERS = "#players = p(1)\n#pieces = e\n#variables =\n#board = b\n"


def sections_of(text: str, limits: Limits | None = None) -> Sections:
    return expand(split_directives(tokenize(OTHERS + text, "game.rbg")), limits or Limits())


def expanded(text: str) -> str:
    """What the section #rules of the text becomes."""
    return " ".join(token.text for token in sections_of(text).tokens["rules"][:-1])


def error_of(text: str) -> str:
    with pytest.raises(RbgError) as caught:
        sections_of(text)
    return str(caught.value)


@pytest.mark.parametrize(
    "text, result",
    [
        ("#m = a b #rules = m c m", "a b c a b"),
        ("#m(x) = x + x #rules = m(a b)", "a b + a b"),
        ("#m(x; y) = y x #rules = m(a; b) m(; c)", "b a c"),
        ("#m(x) = ( x ) #rules = m((a; b) c)", "( ( a ; b ) c )"),
        ("#m(x) = one x #m(x; y) = two x y #rules = m(a) m(a; b)", "one a two a b"),
        ("#m = a #n = m m #rules = n", "a a"),
        ("#m(x; y) = x a y + x b y #rules = m(up {; })", "up { a } + up { b }"),
        ("#m(x) = ( x ) #rules = m(a)* m(b)^2", "( a ) * ( b ) ^ 2"),
    ],
)
def test_macros_are_replaced(text, result):
    assert expanded(text) == result


def test_a_macro_is_unknown_before_its_definition_and_in_itself():
    assert expanded("#m = m n #n = a #rules = m n") == "m n a"


def test_a_section_knows_only_the_macros_before_it():
    assert expanded("#rules = m #m = a") == "m"


def test_an_argument_is_read_where_it_was_written():
    """Inside `late`, `inner` is known; in the argument of `early`, written before it, it is not."""
    assert expanded("#wrap(x) = x #early = wrap(inner) #inner = a #late = wrap(inner) #rules = early late") == "inner a"


def test_a_parameter_shadows_a_macro_but_not_in_its_argument():
    assert expanded("#x = macro #m(x) = x #rules = m(x b) x") == "macro b macro"


def test_arguments_travel_through_several_macros():
    assert expanded("#a(x) = [ x ] #b(x) = a(x x) #c(x) = b(x y) #rules = c(z)") == "[ z y z y ]"


def test_macros_work_in_every_section():
    text = "#one = e #pieces = one, w #rules = one"
    assert [token.text for token in sections_of(text).tokens["pieces"][:-1]] == ["e", ",", "w"]


@pytest.mark.parametrize(
    "text, result",
    [
        ("#m(x) = up~x #rules = m(2)", "up2"),
        ("#m(x; y) = x~y #rules = m(a b; c d)", "a bc d"),
        ("#m(x; y; z) = x~y~z #rules = m(a; b; c)", "abc"),
        ("#m(x; y; z) = k x~y~z #rules = m(a; ; c)", "k ac"),
        ("#m(x; y) = k x~y #rules = m(; c) m(c; )", "k c k c"),
        ("#up2 = no #m(x) = up~x #rules = m(2)", "up2"),
        ("#m = - ~ - #rules = m", None),
        ("#m = - ~ > #rules = m white", "-> white"),
        ("#m(x) = -> ~ x #rules = m(>)", "->>"),
        ("#m = - ~ >> #rules = m", "-> >"),
        ("#m = { ~ ? ~ a #rules = m", None),
        ("#m = 1~2 #rules = m", "12"),
        ("#m = a~board #rules = m", "aboard"),
        ("#m(x) = x #n(x) = m(x~y) #rules = n(a)", "ay"),
    ],
)
def test_pasting(text, result):
    if result is None:
        assert "makes no token" in error_of(text)
    else:
        assert expanded(text) == result


def test_pasting_can_make_a_keyword():
    (token, _) = sections_of("#m = hexa~gon #rules = m").tokens["rules"]
    assert token.kind == "keyword"


@pytest.mark.parametrize(
    "text, message",
    [
        ("#rules = a~b", "5:11: found '~'; expected it only in the text of a macro"),
        ("#m(x) = x #rules = m(a~b)", "5:23: found '~'; expected it only in the text of a macro"),
        ("#m = ~a #rules = m", "5:6: found '~' without something on both sides"),
        ("#m = a~ #rules = m", "5:7: found '~' without something on both sides"),
        ("#m = 1~a #rules = m", "5:6: '1' ~ 'a' makes no token"),
        ("#m = a #m = b #rules = m", "5:9: macro 'm' is defined again; it is defined at 5:2"),
        ("#m(x) = a #m(y) = b #rules = m(a)", "5:12: macro 'm' is defined again; it is defined at 5:2"),
        ("#m(x) = a #m = b #rules = m", "5:12: macro 'm' is defined both with and without parameters; see 5:2"),
        ("#m(x) = a #rules = m", "5:20: found the end of the text behind macro 'm'; expected '('"),
        ("#m(x) = a #rules = m b", "5:20: found 'b' behind macro 'm'; expected '('"),
        ("#m(x) = a #rules = m(b", "5:20: the arguments of macro 'm' do not end; expected ')'"),
        ("#m(x) = a #rules = m(b; c)", "5:20: macro 'm' is used with 2 arguments; expected 1"),
        ("#m(x; x) = a #rules = a", "5:7: found 'x'; expected a new name for a parameter of 'm'"),
        ("#m() = a #rules = a", "5:4: found ')'; expected a new name"),
        ("#m(x y) = a #rules = a", "5:6: found 'y'; expected ';' or ')'"),
        ("#m a #rules = a", "5:4: found 'a'; expected '=' behind '#m'"),
        ("#hexagon = a #rules = a", "5:2: found the reserved word 'hexagon'"),
        ("#3 = a #rules = a", "5:2: found '3'; expected a section (players"),
        ("#m = a", "5:7: found no section '#rules'; expected players, pieces, variables, board, rules"),
    ],
)
def test_errors_name_the_place(text, message):
    assert error_of(text).startswith("game.rbg:" + message)


def test_the_first_token_is_a_hash():
    with pytest.raises(RbgError, match=r"^f:1:1: found 'a'; expected '#'"):
        split_directives(tokenize("a #rules = b", "f"))


def test_a_token_from_a_macro_knows_through_which_macros_it_came():
    text = "#inner = 1~a\n#outer = inner\n#rules = b outer"
    assert error_of(text).endswith("(in expansion of 'inner' at 6:10, in expansion of 'outer' at 7:12)")


def test_a_token_from_an_argument_keeps_the_place_where_it_was_written():
    (token, _) = sections_of("#m(x) = x\n#rules = m(\n a)").tokens["rules"]
    assert (token.place.line, token.place.column, token.place.via) == (7, 2, None)


def test_the_last_of_two_sections_counts_with_a_note():
    sections = sections_of("#rules = a #rules = b")
    assert sections.tokens["rules"][0].text == "b"
    assert [str(note) for note in sections.notes] == ["game.rbg:5:13: note: section 'rules' again; the last one counts"]


def test_an_empty_macro_is_noted():
    assert "macro 'm' is empty" in str(sections_of("#m = #rules = a m").notes[0])


def test_results_can_be_printed():
    directives = split_directives(tokenize(OTHERS + "#m(x; y) = x ~ y #rules = m(a; b)"))
    assert str(directives).splitlines()[-2:] == ["#m(x; y) = x ~ y", "#rules = m ( a ; b )"]
    assert str(expand(directives)).endswith("#rules = ab")


def doubling(levels: int, first: str) -> str:
    lines = [f"#m0 = {first}"] + [f"#m{n} = m{n - 1} m{n - 1}" for n in range(1, levels)]
    return "\n".join(lines) + f"\n#rules = m{levels - 1}"


@pytest.mark.parametrize("first", ["a", ""], ids=["many tokens", "no token at all"])
def test_a_macro_bomb_hits_a_limit(first):
    with pytest.raises(
        RbgError, match="too many tokens; the limit is 1000, raise it with --limit expansion_steps=NUMBER"
    ):
        sections_of(doubling(60, first), Limits(expansion_steps=1000))


def test_macros_may_call_each_other_deeply():
    chain = "#m0 = a\n" + "\n".join(f"#m{n} = m{n - 1}" for n in range(1, 20_000))
    assert expanded(f"{chain}\n#rules = m19999") == "a"
