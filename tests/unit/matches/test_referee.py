"""The referee, against the slow rules."""

import random

import pytest

from playtree.games.rbg import Rbg
from playtree.matches.referee import Referee
from playtree.rbg import Interpreter, read_automaton


@pytest.mark.parametrize("name", ["ticTacToe", "breakthrough", "englishDraughts", "amazons", "chess", "yavalath3"])
def test_it_agrees_with_the_slow_rules(name):
    game = Rbg(name)
    referee, slow = Referee(game), Interpreter(read_automaton(game.compiled.text))
    position = slow.start()
    choose = random.Random(name)
    for _ in range(3 if name in ("amazons", "chess") else 12):
        moves = sorted(slow.moves(position))
        assert referee.count == len(moves)
        if not moves:
            break
        assert referee.seat == position.player - 1
        sample = choose.sample(range(len(moves)), min(20, len(moves)))
        assert [referee.move(number) for number in sample] == [moves[number] for number in sample]
        assert all(referee.is_legal(moves[number]) for number in sample)
        known = set(moves)
        for number in sample[:5]:
            for wrong in damaged(moves[number], choose):
                assert referee.is_legal(wrong) == (wrong in known)
        move = choose.choice(moves)
        referee.play(move)
        position = slow.apply(position, move)
    assert referee.scores == slow.scores(position)


def damaged(move, choose):
    """Moves that are most likely wrong."""
    place = choose.randrange(len(move))
    index, vertex = move[place]
    yield move[:place]
    yield move[place:]
    yield (*move, *move)
    for pair in ((index + 1, vertex), (index, vertex + 1), (0, vertex), (index, 0), (10**9, vertex), (index, 10**9)):
        yield (*move[:place], pair, *move[place + 1 :])


def test_a_game_that_is_over_has_no_legal_move():
    game = Rbg("ticTacToe")
    referee = Referee(game)
    while not referee.is_over:
        move = referee.move(0)
        referee.play(move)
    assert not referee.is_legal(move)
    referee.restart()
    assert referee.count == 9
    assert referee.moves == []
