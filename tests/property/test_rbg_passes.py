"""Every pass keeps every move: random games, interpreted before and after it."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from playtree.rbg import Interpreter, Limits, RbgError, read_automaton
from playtree.rbg.passes import WHOLE_MOVES
from tests.property.rbg_strategies import games

SMALL = Limits(search_steps=20_000, moves=300, keeper_moves=30, move_length=60)


@given(games(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_a_pass_changes_no_move(text: str, choice: random.Random):
    automaton = read_automaton(text)
    automata = [automaton]
    for each in WHOLE_MOVES:
        automata.append(each(automata[-1]))
    players = [Interpreter(each, SMALL, lowest=True) for each in automata]
    try:
        positions = [player.start() for player in players]
        for _ in range(4):
            listed = [sorted(player.moves(place)) for player, place in zip(players, positions, strict=True)]
            assert all(moves == listed[0] for moves in listed)
            assert all(place.world == positions[0].world for place in positions)
            if not listed[0]:
                break
            move = choice.choice(listed[0])
            positions = [player.apply(place, move) for player, place in zip(players, positions, strict=True)]
    except RbgError as problem:
        assert "raise it with --limit" in str(problem)
