"""Whatever is read, there is a game or an error that says what is wrong."""

from hypothesis import given, settings
from hypothesis import strategies as st

from playtree.rbg import Limits, RbgError, read_automaton
from tests.property.rbg_strategies import games, scraps

TIGHT = Limits(expansion_steps=5_000, rule_size=5_000, vertices=200, nesting=50)


def read_or_refuse(text: str) -> None:
    try:
        read_automaton(text, "game.rbg", TIGHT)
    except RbgError as problem:
        assert str(problem).startswith("game.rbg:")
        assert "\n" not in str(problem)


@given(st.text())
def test_any_text(text: str):
    read_or_refuse(text)


@given(scraps())
@settings(max_examples=500)
def test_any_order_of_tokens(text: str):
    read_or_refuse(text)


@given(scraps())
@settings(max_examples=300)
def test_any_rules(text: str):
    read_or_refuse(
        f"#players=white(1)#pieces=a,b,e#variables=x(2)#board=rectangle(up,d,l,r,[a,b])#m(x;y)=x y~x#rules={text}"
    )


@given(games(), st.data())
@settings(max_examples=50)
def test_games_with_some_characters_changed(text: str, data: st.DataObject):
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(len(text), begin + 8)))
    patch = data.draw(st.one_of(st.just(""), st.text("(){}[]~#-+^/*.,;:$=!?<>ab1 \n", max_size=6), scraps()))
    read_or_refuse(text[:begin] + patch + text[end:])
