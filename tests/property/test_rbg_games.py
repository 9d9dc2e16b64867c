"""Random games: all that can be said of any game in the rules language."""

import random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from playtree.rbg import Interpreter, Limits, RbgError, low_level, read_automaton, read_rules, to_dot
from playtree.rbg.interpreter import Position
from playtree.rbg.printing import expression_text
from tests.property.rbg_strategies import games
from tests.property.rbg_tree_oracle import State, TooMuchError, TreeOracle

SMALL = Limits(search_steps=20_000, moves=500, keeper_moves=30, move_length=60)
MOVES_PER_PLAY = 5


def same(state: State, position: Position, player: Interpreter) -> bool:
    """Whether both players stand at the same place."""
    game = player.automaton.description
    pieces = tuple(game.pieces[piece] for piece in position.world.pieces)
    name = game.players[position.player - 1] if position.player else None
    values = tuple(value for _, value in state.values)
    return (state.pieces, values, state.vertex, state.player) == (pieces, position.world.values, position.vertex, name)


@given(games(), st.randoms(use_true_random=False))
@settings(max_examples=80)
def test_the_tree_and_the_automaton_have_the_same_moves(text: str, choice: random.Random):
    """Two evaluations that share nothing but the normal form. The keeper is played move by move, too."""
    automaton = read_automaton(text)
    player = Interpreter(automaton, SMALL)
    oracle = TreeOracle(automaton.form)
    state = oracle.start()
    position = Position(player.initial_world(), 0, 0, automaton.main.start)
    try:
        for _ in range(MOVES_PER_PLAY):
            listed = list(player.search(position))
            expected = oracle.moves(state)
            assert len(listed) == len({move for move, _ in listed})
            assert {move for move, _ in listed} == set(expected)
            for move, after in listed:
                assert same(expected[move], after, player)
            if not listed:
                break
            move, position = choice.choice(listed)
            state = expected[move]
    except (TooMuchError, RbgError) as problem:
        assume("limit" not in str(problem) and not isinstance(problem, TooMuchError))
        raise


@given(games(), st.randoms(use_true_random=False))
@settings(max_examples=50)
def test_a_move_from_the_list_can_be_made_and_leads_where_the_search_says(text: str, choice: random.Random):
    player = Interpreter(read_automaton(text), SMALL)
    try:
        position = player.start()
        for _ in range(MOVES_PER_PLAY):
            moves = player.moves(position)
            assert player.is_over(position) == (not moves)
            if not moves:
                break
            move = choice.choice(moves)
            reached = dict(player.search(position))[move]
            position = player.apply(position, move)
            assert position == player.keep(reached)
    except RbgError as problem:
        assert "raise it with --limit" in str(problem)


@given(games())
@settings(max_examples=50)
def test_the_low_level_form_is_the_same_game(text: str):
    form = read_rules(text)
    again = read_rules(low_level(form))
    assert low_level(again) == low_level(form)
    assert len(again.modifiers) == len(form.modifiers)


@given(games())
@settings(max_examples=50)
def test_the_automaton_has_every_modifier_once_and_is_printable(text: str):
    automaton = read_automaton(text)
    numbers = [edge.action.index for edge in automaton.modifiers if edge.action]  # type: ignore[union-attr]
    assert numbers == list(range(1, len(automaton.form.modifiers) + 1))
    assert str(automaton).count("\n") == automaton.edge_count + len(automaton.patterns)
    assert to_dot(automaton).count("->") >= automaton.edge_count
    assert expression_text(automaton.form.rules)
