"""Messages between manager and players, byte for byte."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playtree.errors import ProtocolError
from playtree.matches.protocol import (
    Inbox,
    move_from_bytes,
    move_to_bytes,
    shown,
    time_from_bytes,
    time_to_bytes,
)

PAIRS = st.tuples(st.integers(1, 999_999_999), st.integers(1, 999_999_999))


def test_a_move_is_sent_vertex_before_modifier():
    assert move_to_bytes(((2, 54), (3, 45))) == b"54 2 45 3"
    assert move_from_bytes(b"54 2 45 3") == ((2, 54), (3, 45))


@given(st.lists(PAIRS, min_size=1).map(tuple))
def test_moves_survive_the_way(move):
    assert move_from_bytes(move_to_bytes(move)) == move


@pytest.mark.parametrize(
    "message", [b"", b" ", b"1", b"1 2 3", b"1 -2", b"a b", b"1 2\xff3 4", b"+1 2", b"1234567890 1"]
)
def test_what_is_no_move_is_refused(message):
    with pytest.raises(ProtocolError, match="expected a move"):
        move_from_bytes(message)


def test_times_have_six_decimals_and_the_unlimited_one_has_309_digits():
    assert time_to_bytes(60) == b"60.000000"
    unlimited = time_to_bytes(float("inf"))
    assert len(unlimited) == 309 + len(".000000")
    assert time_from_bytes(unlimited) == float("inf")
    assert time_from_bytes(b"0.5") == 0.5


@pytest.mark.parametrize("message", [b"", b"soon", b"-1", b"nan", b"inf", b"1e5", b"1_0", b"1" * 400, b"reset"])
def test_what_is_no_time_is_refused(message):
    with pytest.raises(ProtocolError, match="expected a time"):
        time_from_bytes(message)


@given(st.binary())
def test_any_bytes_are_a_move_or_a_clear_error(message):
    for read in (move_from_bytes, time_from_bytes):
        try:
            read(message)
        except ProtocolError as error:
            assert str(error).isprintable()


@given(st.lists(st.binary(max_size=40).map(lambda text: text.replace(b"\0", b"")), max_size=8), st.data())
def test_messages_are_cut_at_nul_however_they_arrive(messages, data):
    stream = b"".join(message + b"\0" for message in messages)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    inbox, found = Inbox(most=1000), []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        inbox.feed(stream[start:end])
        while (message := inbox.take()) is not None:
            found.append(message)
    assert found == messages


def test_a_message_without_an_end_is_refused_before_it_fills_the_memory():
    inbox = Inbox(most=10)
    inbox.feed(b"0123456789")
    with pytest.raises(ProtocolError, match="more than 10 bytes without an end"):
        inbox.feed(b"0")
    with pytest.raises(ProtocolError):
        Inbox(most=3).feed(b"long\0")
    Inbox(most=3).feed(b"one\0two\0")


def test_what_a_stranger_sent_is_shown_short_and_harmless():
    assert shown(b"\x1b[31m" + b"a" * 100) == f"'?[31m{'a' * 35}...'"
