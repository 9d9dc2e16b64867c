"""The game manager, on real sockets: the dialogue byte for byte, and players that misbehave."""

import dataclasses
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from playtree.errors import InputError
from playtree.games.boardgames import rules_path
from playtree.games.rbg import Rbg
from playtree.matches.host import HostSettings, listen
from playtree.matches.protocol import move_from_bytes, move_to_bytes
from playtree.matches.records import Fault, GameRecord
from playtree.matches.referee import Referee
from playtree.rbg.limits import Limits
from tests.unit.matches.network import QUICK, Hosted, client, random_agent


@pytest.fixture(scope="module")
def game():
    return Rbg("ticTacToe")


def test_the_dialogue_of_a_whole_game(game):
    hosted = Hosted(game, dataclasses.replace(QUICK, deadline=7.5, games=2))
    with client(hosted.port) as first, client(hosted.port) as second:
        rules = rules_path("ticTacToe").read_bytes()
        assert first.opening() == [b"30.000000", rules, b"1"]
        assert second.opening() == [b"30.000000", rules, b"2"]
        for _ in range(2):
            referee = Referee(game)
            while not referee.is_over:
                mover, other = (first, second) if referee.seat == 0 else (second, first)
                assert mover.receive() == b"7.500000"
                move = move_to_bytes(referee.move(0))
                mover.send(move + b"\0")
                assert other.receive() == move
                referee.play(move_from_bytes(move))
            assert first.receive() == second.receive() == b"reset"
        assert first.receive() is second.receive() is None
    records = hosted.finish()
    assert [record.scores for record in records] == [referee.scores] * 2
    assert records[0].moves == len(referee.moves)
    assert records[0].choices == sum(range(10 - len(referee.moves), 10))
    assert records[0].fault is None


def test_a_game_without_an_end_is_over_at_the_limit_and_the_next_one_begins():
    game = Rbg("ticTacToe", limits=Limits(play_moves=3))
    hosted = Hosted(game, dataclasses.replace(QUICK, games=2))
    players = [random_agent(hosted.port, seed) for seed in range(2)]
    records = hosted.finish()
    assert [(record.moves, record.fault) for record in records] == [(3, None)] * 2
    assert sum("does not end; after 3 moves" in line for line in hosted.notes.lines) == 2
    assert [len(player().scores) for player in players] == [0, 0]  # for them no game was finished


def test_nothing_is_sent_before_all_players_are_there(game):
    hosted = Hosted(game, QUICK)
    with client(hosted.port) as first:
        first.channel.settimeout(0.3)
        with pytest.raises(TimeoutError):
            first.channel.recv(1)
        with client(hosted.port) as second:
            assert second.opening()[2] == b"2"
    hosted.finish()


def test_one_who_leaves_before_the_start_has_no_seat(game):
    hosted = Hosted(game, QUICK)
    with client(hosted.port):
        pass
    while not any("left before the start" in line for line in hosted.notes.lines):
        time.sleep(0.01)
    with client(hosted.port) as first, client(hosted.port) as second:
        assert first.opening()[2] == b"1"
        assert second.opening()[2] == b"2"
    hosted.finish()


MISBEHAVIOUR = {
    "garbage": (b"\xff\xfe what\0", "illegal move"),
    "an empty message": (b"\0", "illegal move"),
    "an illegal move": (b"1 1 1 1\0", "illegal move"),
    "huge numbers": (b"999999999 999999999\0", "illegal move"),
    "a move with too many pairs": (b"1 1 " * 10_000 + b"1 1\0", "illegal move"),
    "nothing": (b"", "no move in time"),
    "half a message": (b"1 ", "no move in time"),
    "too much without an end": (b"1 " * 100_000, "sends too much without an end"),
}


@pytest.mark.parametrize("name", MISBEHAVIOUR)
def test_a_player_that_misbehaves_loses_the_game_and_the_next_one_begins(game, name):
    data, reason = MISBEHAVIOUR[name]
    hosted = Hosted(game, dataclasses.replace(QUICK, deadline=0.2, grace=0.1, games=3))
    with client(hosted.port) as bad, client(hosted.port) as good:
        bad.opening()
        good.opening()
        bad.send(data)
        assert good.receive() == b"reset"
        records = hosted.finish()
    assert len(records) == 3
    assert records[0].fault == Fault(0, reason)
    assert records[0].scores == (0, 100)
    assert all(record.fault and record.fault.seat == 0 for record in records)


def test_one_who_disconnects_loses_all_games_that_are_left_at_once(game):
    hosted = Hosted(game, dataclasses.replace(QUICK, games=50))
    with client(hosted.port) as leaver:
        agent = random_agent(hosted.port)
        leaver.opening()
        leaver.receive()
    records = hosted.finish()
    assert [record.fault for record in records] == [Fault(0, "disconnected")] * 50
    assert {record.scores for record in records} == {(0, 100)}
    agent()


def test_a_waiting_player_that_disconnects_is_noticed(game):
    hosted = Hosted(game, QUICK)
    with client(hosted.port) as thinker:
        with client(hosted.port) as leaver:
            thinker.opening()
            leaver.opening()
            assert thinker.receive() == b"30.000000"
        assert thinker.receive() == b"reset"
    assert hosted.finish()[0].fault == Fault(1, "disconnected")


def test_a_late_answer_is_not_taken_for_a_move_of_the_next_game(game):
    hosted = Hosted(game, dataclasses.replace(QUICK, deadline=0.3, grace=0.1, games=2))
    first = move_to_bytes(Referee(game).move(0)) + b"\0"
    second = move_to_bytes(Referee(game).move(1))
    with client(hosted.port) as slow, client(hosted.port) as other:
        slow.opening()
        other.opening()
        assert [slow.receive() for _ in range(3)] == [b"0.300000", b"reset", b"0.300000"]
        slow.send(first + second + b"\0")
        assert [other.receive() for _ in range(2)] == [b"reset", second]
    assert hosted.finish()[0].fault == Fault(0, "no move in time")


def test_one_who_drops_its_late_answer_loses_that_game_alone(game):
    hosted = Hosted(game, dataclasses.replace(QUICK, deadline=0.5, grace=0.1, games=2))
    referee, moves = Referee(game), []
    while not referee.is_over:
        moves.append(move_to_bytes(referee.move(0)))
        referee.play(referee.move(0))
    with client(hosted.port) as slow, client(hosted.port) as other:
        slow.opening()
        other.opening()
        assert [slow.receive() for _ in range(3)] == [b"0.500000", b"reset", b"0.500000"]
        assert other.receive() == b"reset"
        for turn, move in enumerate(moves):
            here, there = (other, slow) if turn % 2 else (slow, other)
            here.send(move + b"\0")
            assert there.receive() == move
            there.receive()
        first, second = hosted.finish()
    assert first.fault == Fault(0, "no move in time")
    assert (second.fault, second.scores, second.timeouts) == (None, referee.scores, (1, 0))


def test_one_who_is_never_ready_loses_and_the_manager_goes_on(game):
    hosted = Hosted(game, HostSettings(deadline=30, preparation=0.2, grace=0.1, games=2))
    with client(hosted.port) as silent, client(hosted.port) as good:
        good.opening()
        assert silent.receive() is not None
        assert [record.fault for record in hosted.finish()] == [Fault(0, "was never ready")] * 2


def test_what_is_not_ready_is_passed_over_and_late_ones_are_marked(game):
    hosted = Hosted(game, HostSettings(deadline=0.1, preparation=0.1, grace=20, games=1))
    with client(hosted.port) as late, client(hosted.port) as good:
        good.opening()
        for _ in range(3):
            late.receive()
        late.send(b"not yet\0")
        time.sleep(0.3)
        late.send(b"READY\0")
        assert late.receive() == b"0.100000"
        time.sleep(0.2)
        late.send(b"nonsense\0")
        (record,) = hosted.finish()
    assert record.late_ready == (True, False)
    assert record.timeouts == (1, 0)
    assert " 0 100 timeouts=1(lateready),0 fault=1:illegal-move" in record.line()
    assert any("found 'not yet'; expected ready" in line for line in hosted.notes.lines)


def test_a_player_that_does_not_read_cannot_block_the_manager(game):
    """One end of the line is kept full: the manager gives it up instead of keeping more and more for it."""
    hosted = Hosted(game, dataclasses.replace(QUICK, deadline=5, games=1))
    with client(hosted.port) as deaf, client(hosted.port) as good:
        deaf.opening()
        good.opening()
        while len(hosted.manager._players) < 2 or not deaf.receive():
            time.sleep(0.01)
        connection = hosted.manager._players[1]
        for _ in range(2_000):
            connection.send(b"x" * 10_000)
        assert connection.lost == "does not read"
    assert hosted.finish()[0].fault is not None


def test_a_flood_of_messages_stays_bounded(game):
    hosted = Hosted(game, dataclasses.replace(QUICK, deadline=0.5, games=2))
    with client(hosted.port) as loud, client(hosted.port) as good:
        good.opening()
        loud.opening()
        loud.channel.settimeout(1)
        loud.send(b"1 1\0" * 2_000_000)
        records = hosted.finish()
    assert records[0].fault == Fault(0, "illegal move")
    assert len(hosted.manager._players[0]._inbox._bytes) < 200_000


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.one_of(st.binary(max_size=200), st.sampled_from([b"ready\0", b"reset\0", b"1 1\0", b"\0\0\0", b"5 1 5 2\0"]))
    ),
    st.booleans(),
)
def test_no_bytes_at_all_can_disturb_the_manager(game, pieces, is_first):
    hosted = Hosted(game, HostSettings(deadline=0.02, preparation=0.02, grace=0.03, games=2))
    with client(hosted.port) as one, client(hosted.port) as two:
        bad, good = (one, two) if is_first else (two, one)
        good.send(b"ready\0")
        for piece in pieces:
            bad.send(piece)
        records = hosted.finish()
    assert len(records) == 2
    assert all(len(record.scores) == 2 for record in records)


def test_agents_play_many_games_without_a_fault():
    hosted = Hosted(Rbg("breakthrough"), dataclasses.replace(QUICK, games=5))
    agents = [random_agent(hosted.port, seed) for seed in (1, 2)]
    records = hosted.finish()
    both = [agent() for agent in agents]
    assert all(record.fault is None and not any(record.timeouts) for record in records)
    assert both[0].scores == both[1].scores == [record.scores for record in records]
    assert {joined.seat for joined in both} == {0, 1}


@pytest.mark.slow
def test_two_agents_play_a_hundred_games_of_breakthrough_without_a_fault():
    hosted = Hosted(Rbg("breakthrough"), dataclasses.replace(QUICK, games=100))
    agents = [random_agent(hosted.port, seed) for seed in (1, 2)]
    records = hosted.finish(patience=1200)
    assert len(records) == 100
    assert all(record.fault is None and not any(record.timeouts) for record in records)
    assert agents[0]().scores == agents[1]().scores == [record.scores for record in records]


def test_three_players_have_three_connections():
    hosted = Hosted(Rbg("yavalath3"), dataclasses.replace(QUICK, games=2))
    agents = [random_agent(hosted.port, seed) for seed in (1, 2, 3)]
    assert [record.fault for record in hosted.finish()] == [None, None]
    assert sorted(agent().seat for agent in agents) == [0, 1, 2]


def test_the_manager_stops_at_a_fault_where_that_is_asked_for(game):
    hosted = Hosted(game, dataclasses.replace(QUICK, games=9, stops_at_fault=True))
    with client(hosted.port) as bad, client(hosted.port) as good:
        bad.opening()
        good.opening()
        bad.send(b"0\0")
        assert len(hosted.finish()) == 1
        assert good.receive() == b"reset"
        assert good.receive() is None


@pytest.mark.parametrize(
    "wrong, says",
    [
        ({"deadline": 0}, "deadline is 0"),
        ({"games": 0}, "games is 0"),
        ({"grace": -1}, "grace is -1"),
        ({"preparation": float("nan")}, "preparation is nan"),
    ],
)
def test_settings_out_of_range_are_refused(wrong, says):
    with pytest.raises(InputError, match=says):
        HostSettings(**wrong)


def test_a_port_in_use_or_a_wrong_address_is_one_clear_error():
    with listen(0) as taken, pytest.raises(InputError, match="expected a free port"):
        listen(taken.getsockname()[1])
    with pytest.raises(InputError, match="expected"):
        listen(0, "no.such.host.invalid")
    with pytest.raises(InputError, match="port is 70000"):
        listen(70000)


def test_the_line_of_a_game():
    assert GameRecord(0.8123454, 73, 1507, (100, 0), (0, 0), (False, False)).line() == "0.812345 73 1507 100 0"
    assert GameRecord(1, 2, 3, (0, 0), (0, 0), (False, False), 4).line() == "1.000000 2 3 0 0 timeouts=0,0,4"
