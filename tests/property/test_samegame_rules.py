"""Properties of the rule book of SameGame and of the upper bound."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from playtree.games.samegame.board import Board
from playtree.games.samegame.rule_book import (
    closing_moves,
    connections,
    groups,
    is_vertical_segment,
    play,
    pruned_groups,
    remove,
)
from playtree.games.samegame.rules import Rules, rules_from_dict, rules_from_text
from tests.property.strategies import boards, rule_sets, small_boards


def best_scores(board: Board, rules: Rules, known: dict[Board, float]) -> float:
    """Return the most that can be scored from a board, and keep it in `known` for every board on the way."""
    if board not in known:
        scores = []
        for group in groups(board, rules.minimum):
            after, size = remove(board, min(group))
            scores.append(rules.points_of(size) + best_scores(after, rules, known))
        known[board] = max(scores, default=rules.final_of(board.counts()))
    return known[board]


@settings(max_examples=150, deadline=None)
@given(boards(max_columns=3, max_rows=4, max_colours=3), rule_sets(max_minimum=3))
def test_no_game_scores_more_than_the_bound(board, rules):
    known: dict[Board, float] = {}
    best_scores(board, rules, known)
    for reached, best in known.items():
        assert best <= rules.bound(reached.counts())


@given(boards())
def test_settling_keeps_the_blocks_and_is_done_once(board):
    settled = board.settled()
    assert settled.is_settled
    assert settled.settled() == settled
    assert board.is_settled == (settled == board)
    assert np.array_equal(settled.counts(), board.counts())


@given(small_boards())
def test_groups_are_disjoint_of_one_colour_and_in_order(board):
    found = groups(board, minimum=1)
    cells = [cell for group in found for cell in group]
    assert len(cells) == len(set(cells)) == board.blocks
    assert all(len({int(board.cells[cell]) for cell in group}) == 1 for group in found)
    assert [min(group) for group in found] == sorted(min(group) for group in found)
    assert groups(board, 2) == [group for group in found if len(group) >= 2]


@settings(deadline=None)
@given(small_boards(), rule_sets(), st.randoms(use_true_random=False))
def test_a_random_game_is_legal_and_its_score_adds_up(board, rules, random):
    moves, current = [], board
    while found := groups(current, rules.minimum):
        cell = random.choice(sorted(random.choice(found)))
        after, size = remove(current, cell)
        assert after.is_settled
        assert after.blocks == current.blocks - size
        moves.append(cell)
        current = after
    replay = play(board, rules, moves)
    assert replay.over
    assert replay.last == current
    assert replay.left == current.blocks
    assert replay.cleared == (current.blocks == 0)
    assert replay.score == sum(replay.points) + rules.final_of(current.counts())


@given(small_boards(max_colours=3))
def test_removing_a_vertical_segment_moves_nothing_else(board):
    for group in groups(board, 1):
        if is_vertical_segment(board, group):
            rest = board.cells.copy()
            rest[tuple(zip(*group, strict=True))] = 0
            assert remove(board, min(group))[0] == Board(rest)


@given(small_boards(holes=False), st.integers(1, 4))
def test_the_quick_finish_ends_the_game(board, minimum):
    if not pruned_groups(board, minimum):
        rules = Rules("any", minimum=minimum)
        assert play(board, rules, closing_moves(board, minimum)).over


@given(small_boards())
def test_a_board_has_groups_exactly_if_it_has_connections(board):
    assert (connections(board) > 0) == bool(groups(board, 2))


@given(rule_sets())
def test_rules_survive_being_written(rules):
    assert rules_from_dict(rules.to_dict()) == rules
    fields = {key: value for key, value in rules.to_dict().items() if key != "name"}
    text = "samegame," + ",".join(f"{key}={value}" for key, value in fields.items())
    assert rules_from_text(text).to_dict() == rules.to_dict() | {"name": text}


@given(rule_sets(), st.lists(st.integers(0, 30), max_size=9))
def test_the_loss_tables_give_the_final_of_the_rules(rules, counts):
    if any(counts):
        size = sum(counts)
        loss = sum(rules.colour_loss_table(size)[counts]) + rules.total_loss_table(size)[size]
        assert rules.final_of(counts) == -loss
    else:
        assert rules.final_of(counts) == rules.bonus
