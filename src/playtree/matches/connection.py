"""A connection that never blocks: what a game manager has to each of its players.

Nothing that the other side does raises an error here. It may be slow, silent, loud or gone; `lost` then says why
nothing more is to be expected of it, and what it can make us keep is bounded.
"""

import contextlib
import selectors
import socket
import time
from collections.abc import Callable, Iterable

from playtree.errors import ProtocolError
from playtree.matches.protocol import END, MOST_BYTES, Inbox

PIECE = 1 << 14
MOST_UNREAD = 1 << 16  # bytes that a player may leave unread, besides those the system keeps, once it has the rules


class Connection:
    """lost: why the other side is given up, empty while it is not."""

    def __init__(self, channel: socket.socket) -> None:
        channel.setblocking(False)
        set_prompt(channel)
        self.channel = channel
        self.lost = ""
        self._inbox = Inbox(MOST_BYTES)
        self._unsent = bytearray()
        self._allowed = MOST_UNREAD

    @property
    def has_message(self) -> bool:
        return self._inbox.has_message

    @property
    def has_unsent(self) -> bool:
        return bool(self._unsent)

    def take(self) -> bytes | None:
        """The next message that has arrived."""
        return self._inbox.take()

    def send(self, *messages: bytes, is_large: bool = False) -> None:
        """Send messages as far as the other side takes them. is_large: room is made for them."""
        if self.lost:
            return
        for message in messages:
            self._unsent += message + END
        if is_large:
            self._allowed += len(self._unsent)
        self.flush()
        if len(self._unsent) > self._allowed:
            self.give_up("does not read")

    def flush(self) -> None:
        """Send what can be sent now."""
        try:
            while self._unsent:
                del self._unsent[: self.channel.send(bytes(self._unsent[:PIECE]))]  # a copy: nothing is held meanwhile
        except BlockingIOError:
            return
        except OSError:
            self.give_up("disconnected")

    def receive(self) -> None:
        """Read what has arrived, up to the end of a message."""
        try:
            data = self.channel.recv(PIECE)
            self._inbox.feed(data)
        except BlockingIOError:
            return
        except OSError:
            self.give_up("disconnected")
            return
        except ProtocolError:
            self.give_up("sends too much without an end")
            return
        if not data:
            self.give_up("disconnected")

    def give_up(self, reason: str) -> None:
        """Close the connection. What has arrived can still be taken."""
        self.lost = self.lost or reason
        self._unsent.clear()
        self.channel.close()


def set_prompt(channel: socket.socket) -> None:
    """Send and acknowledge at once: messages are small and waited for."""
    with contextlib.suppress(OSError):
        channel.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        channel.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)


def exchange(connections: Iterable[Connection], is_done: Callable[[], bool], until: float) -> bool:
    """Send and receive until something is done; False if that takes too long. until: on the clock of time.monotonic.

    A player with a message that nobody has asked for yet is not read further, so a flood stays where it comes from.
    """
    while not is_done():
        left = until - time.monotonic()
        if left <= 0:
            return False
        with selectors.DefaultSelector() as selector:
            for connection in connections:
                wanted = selectors.EVENT_WRITE if connection.has_unsent else 0
                wanted |= 0 if connection.has_message else selectors.EVENT_READ
                if wanted and not connection.lost:
                    selector.register(connection.channel, wanted, connection)
            for key, events in selector.select(min(left, 1.0)):
                if events & selectors.EVENT_WRITE:
                    key.data.flush()
                if events & selectors.EVENT_READ and not key.data.lost:
                    key.data.receive()
    return True
