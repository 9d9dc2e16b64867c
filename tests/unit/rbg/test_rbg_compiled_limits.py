"""Compiled rules from a stranger: every way to be endless or huge ends in an error that names its limit."""

import time

import numpy as np
import pytest

from playtree.compiled.random import seeded
from playtree.errors import InputError
from playtree.rbg import Limits, RbgError
from playtree.rbg.compiled_game import CompiledGame, compile_game
from playtree.rbg.speed import measure
from tests.unit.rbg.samples import game_text

SMALL = Limits(search_steps=200_000, moves=5_000, keeper_moves=1_000, move_length=200, play_moves=500)
WIDE = f"rectangle(up, down, left, right, {('[' + ', '.join(['e'] * 30) + '] ') * 20})"


def compiled(rules: str, limits: Limits = SMALL, **sections: str) -> CompiledGame:
    return compile_game(game_text(rules, **sections), "test.rbg", limits)


def test_a_keeper_that_never_stops():
    game = compiled("(->>)*")
    with pytest.raises(
        RbgError, match="the keeper moves on and on; the limit is 1000, raise it with --limit keeper_moves"
    ):
        game.start()


def test_a_play_that_never_ends():
    game = compiled("(->white ->black)*")
    assert game.perft(game.start(), 5) == 1
    for design in ("orthodox", "semisplit"):
        with pytest.raises(RbgError, match="a play does not end; the limit is 500, raise it with --limit play_moves"):
            measure(game, design, 0.1)


@pytest.mark.parametrize(
    "rules, limit",
    [
        ("->white ([$ x = 0])* ->>", "move_length"),
        ("->white ([$ x = 0] + [$ y = 0])* ->>", "search_steps|move_length"),
        ("->white ([a] + [b])^40 {a} ->>", "moves"),
        ("->white ([a] + [b])^40 {e} ->>", "search_steps"),
        ("->white {! ([a] + [b])^40 {e}} ->>", "search_steps"),
        ("->white ([a] + [b])^13 ->>", "moves"),
    ],
)
def test_moves_without_end_or_number(rules, limit):
    game = compiled(rules)
    state = game.start()
    begin = time.monotonic()
    with pytest.raises(RbgError, match=f"--limit ({limit})="):
        game.moves(state)
    assert time.monotonic() - begin < 60


def test_a_fault_is_kept_in_the_state_and_ends_the_game():
    game = compiled("->white ([$ x = 0])* ->>")
    state = game.start()
    with pytest.raises(RbgError):
        game.count(state)
    with pytest.raises(RbgError, match="move_length"):
        game.check(state)


def test_what_is_too_large_to_compile():
    with pytest.raises(
        RbgError, match="the board has 600 vertices; the limit is 512, raise it with --limit compiled_vert"
    ):
        compiled("->white {e} ->>", board=WIDE)
    with pytest.raises(RbgError, match="--limit compiled_nodes="):
        compiled("->white ({e} + {a} right)^4000 ->>")
    many = " + ".join("(right [a] left)" for _ in range(300))
    with pytest.raises(RbgError, match="--limit compiled_lines="):
        compiled(f"->white ({many})* ->>", Limits(compiled_lines=20_000))


def test_a_raised_limit_is_enough():
    game = compiled("->white {e} ->>", Limits(compiled_vertices=600), board=WIDE)
    assert game.perft(game.start(), 1) == 1


def test_an_unknown_strategy():
    with pytest.raises(
        InputError, match="unknown split strategy 'Modest'; expected one of: Mod, ModPlus, ModShift, Mod"
    ):
        compile_game(game_text("->white ->>"), "test.rbg", SMALL, "Modest")


@pytest.mark.parametrize(
    "way, dots",
    [
        ("((left + right) .)*", 0),
        ("(right .)*", 1),  # ends at the edge of the board
        ("(right . left)*", 0),
        ("(. + right .)*", 1),  # the first one comes round at once
        ("(right ({e} . + {b} .))*", 2),
        ("({? (left .)*} . right)* .", 2),
        ("(. [a])*", 1),  # round, but by way of a modifier
    ],
)
def test_moves_are_not_split_at_dots_that_come_round(way, dots):
    assert compiled(f"->white {way} {{b}} [a] ->>").facts.dots == dots


@pytest.mark.parametrize("way, parts", [("((left + right) .)*", 2), ("(right .)*", 4)])
def test_a_way_past_dots_in_a_loop_is_found_or_known_to_be_closed(way, parts):
    game = compiled(f"->white {way} {{b}} [a] ->>")
    state = game.start()
    assert game.moves(state) == []
    assert game.call("complete", state, *_draws()) == 0
    game = compiled(f"->white {way} {{b}} [a] ->>", board="rectangle(up, down, left, right, [e, e, b])")
    assert game.call("complete", game.start(), *_draws()) == parts


def test_dots_of_a_large_loop_split_nothing():
    """Where it would take long to look whether they come round."""
    board = "rectangle(up, down, left, right, " + "[e, e, e, e, e, e, e, e, e, e]" * 50 + ")"
    way = " ".join("{e}" for _ in range(500))
    assert compiled(f"->white (right . {way})* {{b}} [a] ->>", Limits(), board=board).facts.dots == 0


def _draws():
    return seeded(1), np.zeros(300, np.int32), 300
