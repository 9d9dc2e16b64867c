"""The meaning of each action, moves, the keeper, the end of a game."""

import pytest

from playtree.errors import InputError
from playtree.rbg.limits import Limits
from playtree.rbg.notation import long_move_text, move_from_text, move_text
from playtree.rbg.perft import divide, perft
from playtree.rbg.source import RbgError
from tests.unit.rbg.samples import first_moves, player_of


def is_possible(action: str, before: str = "", **sections: str) -> bool:
    """Whether a keeper who has to carry out the action comes through."""
    player = player_of(f"{before} {action} ->white ->>", **sections)
    return player.start().player == 1


def score_after(rules: str, **sections: str) -> tuple[int, ...]:
    player = player_of(f"{rules} ->>", **sections)
    return player.scores(player.start())


@pytest.mark.parametrize(
    "action, answer",
    [
        ("right", True),
        ("left", False),
        ("right right right", False),
        ("{a}", True),
        ("{b,a}", True),
        ("{e}", False),
        ("{}", False),
        ("[]", False),
        (".", True),
        ("right {e} left {a}", True),
        ("{? right {e}} {a}", True),
        ("{? right {a}}", False),
        ("{! right {a}}", True),
        ("{! right {e}}", False),
        ("{? {! left}}", True),
        ("{? [b] {b}} {a}", True),
        ("{! [b] {b}}", False),
        ("{? [$ x = 3] {$ x == 3}} {$ x == 0}", True),
        ("{? ->black} {? ->> right}", True),
        ("({! right} + right)* {! right}", True),
        ("{$ e == 2}", True),
        ("{$ a + b*5 < e}", True),
        ("{? right [a] {$ a == 2}} {$ a == 1}", True),
        ("{$ 1/0 == 1}", False),
        ("{$ 1/0 != 1}", False),
        ("{$ (0-7)/2 == 0-3}", True),
        ("{$ 7/(0-2) == 0-3}", True),
        ("{$ 7/2*2 == 6}", True),
        ("{$ 8-3-2 == 3}", True),
        ("{$ 8-3+2 == 7}", True),
        ("{$ 2 < 2}", False),
        ("{$ 2 <= 2} {$ 2 >= 2} {$ 2 == 2} {$ 3 > 2} {$ 3 != 2}", True),
        ("[$ x = 9]", True),
        ("[$ x = 10]", False),
        ("[$ x = x-1]", False),
        ("[$ x = 1/0]", False),
        ("[$ x = 4, y = x*2] {$ y == 8}", True),
        ("right^2 {! right}", True),
    ],
)
def test_actions(action, answer):
    assert is_possible(action) == answer


def test_a_move_records_modifiers_with_their_vertices_up_to_the_first_switch():
    moves = first_moves("->white right* ({a} + {e}) [b] (. + {? right}) ->> ->black")
    assert moves == {((2, 1), (3, 1)), ((2, 2), (3, 2)), ((2, 3), (3, 3))}


def test_two_ways_with_the_same_record_are_one_move():
    assert first_moves("->white (right left + left right + {a}) [b] ->>") == {((2, 1), (3, 1))}


def test_the_two_pieces_of_a_choice_are_two_moves():
    assert first_moves("->white [a,b] ->>") == {((2, 1), (4, 1)), ((3, 1), (4, 1))}


def test_what_was_seen_is_forgotten_behind_a_modifier():
    """Both copies of `right*` walk over the same vertices; the second time after a change."""
    moves = first_moves("->white (right + left + {a} [b])* {b} ->>")
    assert ((2, 1), (3, 1)) in moves


def test_the_vertex_is_kept_across_switches():
    player = player_of("->white right ->black right [b] ->>")
    position = player.apply(player.start(), ((2, 2),))
    assert player.moves(position) == [((3, 3), (4, 3))]


def test_the_keeper_moves_until_a_player_is_to_move_and_takes_the_first_way():
    player = player_of("->> (right [a] ->> + [b] ->>) right ->white [e] ->>")
    start = player.start()
    assert (start.player, start.vertex) == (1, 2)
    assert [player.automaton.description.pieces[piece] for piece in start.world.pieces] == ["a", "a", "e"]


def test_a_game_is_over_when_the_one_to_move_cannot():
    player = player_of("->white [$ white = 70] ->> {} ->black")
    start = player.start()
    assert not player.is_over(start)
    end = player.apply(start, ((2, 1), (3, 1)))
    assert player.is_over(end)
    assert player.moves(end) == []
    assert player.scores(end) == (70, 0)


def test_a_player_without_moves_ends_the_game_too():
    player = player_of("[$ black = 100] ->white left ->>")
    assert player.start().player == 1
    assert player.is_over(player.start())
    assert player.scores(player.start()) == (0, 100)


def test_perft_counts_sequences_of_exactly_so_many_moves():
    player = player_of("->white (right* {e}) [a] ->black (left* + right*) {e} [b] ->>")
    start = player.start()
    assert [perft(player, start, depth) for depth in range(4)] == [1, 2, 2, 0]
    assert sum(divide(player, start, 2).values()) == 2


@pytest.mark.parametrize(
    "rules, limits, name",
    [
        ("(->>)*", Limits(keeper_moves=100), "keeper_moves"),
        ("([$ x = 1])* ->white", Limits(move_length=100), "move_length"),
        ("{? ([$ x = 1])* {}} ->white", Limits(search_steps=100), "search_steps"),
        ("(right* left*)* {b} ->white", Limits(search_steps=10), "search_steps"),
    ],
)
def test_what_does_not_end_hits_a_limit(rules, limits, name):
    with pytest.raises(RbgError, match=rf"raise it with --limit {name}=NUMBER"):
        player_of(rules, limits).start()


def test_too_many_moves_hit_a_limit():
    player = player_of("->white (right* [a,b])^3 ->>", Limits(moves=20))
    with pytest.raises(RbgError, match="too many moves; the limit is 20, raise it with --limit moves=NUMBER"):
        player.moves(player.start())


def test_patterns_may_be_nested_as_deeply_as_the_limit_allows():
    depth = 100
    limits = Limits(pattern_nesting=depth)
    assert player_of("{? " * depth + "{a}" + "}" * depth + "->white ->>", limits).start().player == 1
    with pytest.raises(InputError, match="limit 'pattern_nesting' is 101; expected at most 100"):
        Limits(pattern_nesting=depth + 1)


def test_limits_are_checked_and_raised_by_name():
    assert Limits().raised("moves", 7).moves == 7
    with pytest.raises(InputError, match="unknown limit 'speed'; expected one of: source_characters, "):
        Limits().raised("speed", 7)
    with pytest.raises(InputError, match="limit 'moves' is 0; expected at least 1"):
        Limits().raised("moves", 0)


def test_moves_are_written_in_two_ways():
    move = ((2, 54), (3, 45))
    assert move_text(move) == "54 2 45 3"
    assert long_move_text(move) == "(2,54) (3,45)"
    assert move_from_text(" 54 2 45  3 ") == move_from_text("(2,54)(3, 45)") == move


@pytest.mark.parametrize("text", ["", "5", "5 4 3", "(1,2", "(1,2) 3 4", "a b", "1,2", "-1 2", "1 9999999999"])
def test_what_is_no_move_is_refused(text):
    with pytest.raises(InputError, match="is no move; expected pairs of vertex and modifier such as: 54 2 45 3"):
        move_from_text(text)
