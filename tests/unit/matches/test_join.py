"""Our agent under managers that cannot be trusted."""

import socket
import threading
import time
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playtree.errors import InputError, PlaytreeError, ProtocolError
from playtree.games.boardgames import rules_path
from playtree.matches.host import listen
from playtree.matches.join import JoinSettings, join, thinking_time
from playtree.matches.players import RandomPlayer
from playtree.rbg.limits import DEFAULT_LIMITS, Limits

RULES = rules_path("ticTacToe").read_bytes()
OPENING = b"60.000000\0" + RULES + b"\0" + b"1\0"


def joined(
    *said: bytes,
    patience: float = 30.0,
    keeps_open: bool = False,
    limits: Limits = DEFAULT_LIMITS,
    player: type[RandomPlayer] = RandomPlayer,
):
    """What comes of joining a manager that says this, in pieces, and then closes the connection."""
    listener = listen(0)
    done = threading.Event()

    def manage() -> None:
        channel, _ = listener.accept()
        with channel, listener:
            try:
                for piece in said:
                    channel.sendall(piece)
                if keeps_open:
                    done.wait(30)
                else:
                    channel.shutdown(socket.SHUT_WR)
                    while channel.recv(65536):
                        pass
            except OSError:  # the agent had enough
                pass

    thread = threading.Thread(target=manage)
    thread.start()
    try:
        port = listener.getsockname()[1]
        settings = JoinSettings(patience=patience, limits=limits)
        return join("127.0.0.1", port, lambda game, seat, _: player(game), settings)
    finally:
        done.set()
        thread.join()


def test_the_end_of_the_connection_is_the_end():
    found = joined(OPENING)
    assert (found.seat, found.scores, found.unfinished) == (0, [], 0)


def test_rules_may_have_comments_in_any_language():
    time, rules, rest = OPENING.split(b"\0", 2)
    found = joined(b"\0".join([time, "// \u00e9\n".encode() + rules, rest]))
    assert (found.seat, found.scores) == (0, [])


def test_a_game_that_is_broken_off_is_not_counted():
    found = joined(OPENING + b"1.000000\0")
    assert (found.scores, found.unfinished, found.moves) == ([], 1, 1)


def test_reset_in_the_middle_of_a_game_begins_another_one():
    found = joined(OPENING + b"1.000000\0reset\0" * 3)
    assert (found.scores, found.unfinished, found.moves) == ([], 3, 3)


@pytest.mark.parametrize(
    "said, says",
    [
        (b"", "it closed the connection; expected the rules of a game"),
        (b"soon\0", "found 'soon'; expected a time"),
        (b"1.0\0" + RULES + b"\0003\0", "found player '3'; expected a number from 1 to 2"),
        (b"1.0\0" + RULES + b"\0one\0", "found player 'one'"),
        (b"1.0\0\xff\0001\0", "byte 0 of the rules is no UTF-8"),
        (b"1.0\0#rules = nonsense\0001\0", "rules"),
        (OPENING + b"1.0\x001 1\0", "move 2 is '1 1'; expected a legal move"),
        (OPENING + b"1.0\0garbage\0", "found 'garbage'; expected a move"),
        (OPENING + b"your turn\0", "found 'your turn'; expected a time"),
        (OPENING + b"9" * 200_000, "found more than 65536 bytes without an end"),
        (b"9" * 5_000_000, "found more than 4000000 bytes without an end"),
    ],
)
def test_a_manager_that_breaks_the_protocol_is_left_with_one_clear_line(said, says):
    with pytest.raises(PlaytreeError) as caught:
        joined(said)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_bomb_of_macros_is_defused():
    macros = "".join(f"#a{n} = a{n - 1} a{n - 1}\n" for n in range(1, 60))
    bomb = RULES.decode().partition("#rules")[0] + "\n#a0 = up up\n" + macros + "#rules = a59\n"
    with pytest.raises(PlaytreeError, match="the limit is 20000"):
        joined(b"1.0\0" + bomb.encode() + b"\0001\0", limits=Limits(expansion_steps=20_000))


def test_a_play_without_an_end_is_left_before_it_fills_the_memory():
    with pytest.raises(PlaytreeError, match="rules: a play does not end; the limit is 1"):
        joined(b"1.0\0" + RULES + b"\0002\0" + b"5 4\0" + b"1.0\0", limits=Limits(play_moves=1))


def test_a_silent_manager_is_left_after_a_while():
    with pytest.raises(ProtocolError, match=r"silent for 0.2 s; expected a message"):
        joined(b"60.0", patience=0.2, keeps_open=True)


def test_nobody_there_is_one_clear_error():
    with listen(0) as free:
        port = free.getsockname()[1]
    with pytest.raises(ProtocolError, match=f"manager 127.0.0.1:{port}: Connection refused; expected a manager"):
        join("127.0.0.1", port, lambda game, seat, _: RandomPlayer(game), JoinSettings())
    with pytest.raises(InputError, match="port is 0"):
        join("127.0.0.1", 0, lambda game, seat, _: RandomPlayer(game), JoinSettings())


@pytest.mark.parametrize("name", ["a..b", "x" * 300])
def test_what_can_be_no_name_of_a_machine_is_one_clear_error(name):
    with pytest.raises(InputError, match="no name of a machine; expected a manager that waits there"):
        join(name, 7, lambda game, seat, _: RandomPlayer(game), JoinSettings())
    with pytest.raises(InputError, match="no name of a machine; expected an address of this machine"):
        listen(0, name)


@settings(max_examples=40)
@given(
    st.lists(st.one_of(st.binary(max_size=50), st.sampled_from([b"1.0\0", b"reset\0", b"5 1 5 2\0", b"1.5\0"]))),
    st.booleans(),
)
def test_no_bytes_at_all_can_disturb_our_agent(pieces, is_opened):
    said = ([OPENING] if is_opened else []) + pieces
    try:
        joined(*said)
    except PlaytreeError as error:
        assert str(error).isprintable()


def test_a_buffer_is_kept_back_of_the_limit():
    given = JoinSettings(buffer=0.1, seconds=3)
    assert thinking_time(0.6, given) == pytest.approx(0.5)
    assert thinking_time(0.1, given) == pytest.approx(0.05)
    assert thinking_time(float("inf"), given) == 3
    assert thinking_time(0.0, given) > 0
    assert thinking_time(0.6, given, spent=0.2) == pytest.approx(0.3)
    assert thinking_time(0.6, given, spent=5) > 0


class Ponderous(RandomPlayer):
    """Takes its time to make a move that it was told, and notes for each of its own how long it may think."""

    allowed: ClassVar[list[float]] = []

    def advance(self, move):
        time.sleep(0.3)
        super().advance(move)

    def choose(self, budget):
        self.allowed.append(budget.seconds)
        return super().choose(budget)


def test_what_it_takes_to_make_a_move_counts_as_thinking():
    """The limit came right behind the move, so the manager's clock ran while the agent was busy."""
    Ponderous.allowed.clear()
    moved = b"1.0\0" + RULES + b"\0002\0" + b"5 4\0" + b"1.000000\0"
    assert joined(moved, player=Ponderous).moves == 1
    assert 0.3 < Ponderous.allowed[0] <= 0.6
    assert joined(OPENING + b"1.000000\0", player=Ponderous).moves == 1
    assert 0.6 < Ponderous.allowed[1] <= 0.9
