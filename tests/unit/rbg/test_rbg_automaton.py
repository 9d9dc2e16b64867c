"""The automaton, its printed forms, and the facts of a game."""

from playtree.rbg import actions
from playtree.rbg.automaton import Automaton, to_dot
from playtree.rbg.info import game_info
from playtree.rbg.reading import read_automaton
from tests.unit.rbg.samples import game_text


def automaton_of(rules: str) -> Automaton:
    return read_automaton(game_text(rules), "game.rbg")


def test_an_edge_for_each_action_and_two_empty_ones_for_a_star():
    automaton = automaton_of("->white right* ({a} + {b})")
    assert list(automaton.lines()) == [
        "0 -> 2\t1: ->white",
        "2 -> 4\t",
        "3 -> 1\t{a}",
        "3 -> 1\t{b}",
        "4 -> 4\tright",
        "4 -> 3\t",
    ]


def test_modifiers_can_be_found_by_their_number():
    automaton = automaton_of("->white [a] [$ x = x+1] {? [b]} ->>")
    kinds = [type(edge.action) for edge in automaton.modifiers]
    assert kinds == [actions.Switch, actions.Off, actions.Assign, actions.Switch]
    assert automaton.nodal == {automaton.main.start, automaton.modifiers[0].target, automaton.modifiers[3].target}


def test_patterns_written_alike_share_an_automaton():
    automaton = automaton_of("->white {? up {a}} {! (up {a})} {? up {b}} {? {? up {a}}} ->>")
    assert len(automaton.patterns) == 3


def test_printed():
    text = str(automaton_of("->white {! {a}} ->>"))
    assert text.splitlines()[:2] == ["main 0 .. 1", "pattern 0 4 .. 5"]
    assert "2 -> 3\t{! 0}" in text


def test_drawn_by_graphviz():
    text = to_dot(automaton_of("->white {? {a}} [$ x = (x+1)*2] ->>"))
    assert text.startswith("digraph rules {")
    assert '[label="2: [$ x = ((x+1)*2)]"];' in text
    assert text.count("doublecircle") == 3


def test_facts():
    info = game_info(automaton_of("->white ({a} + {b}) ([e])* {? up} ->>"))
    assert (info.vertices, info.degree, info.modifiers, info.patterns) == (3, 2, 3, 1)
    assert info.straightness.move == -2
    assert "straightness  application unbounded" in str(info)
    assert info.to_dict()["players"] == {"white": 100, "black": 100}
