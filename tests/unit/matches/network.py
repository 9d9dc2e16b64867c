"""Managers and players for tests, on real sockets of this machine."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator

from playtree.games.rbg import Rbg
from playtree.matches.host import HostSettings, Manager, Watcher, listen
from playtree.matches.join import Joined, JoinSettings, join
from playtree.matches.players import player_from_recipe
from playtree.matches.protocol import Inbox

PATIENCE_SECONDS = 60
QUICK = HostSettings(deadline=30, preparation=30, grace=0.2)


class Notes(Watcher):
    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, words: str) -> None:
        self.lines.append(words)


class Hosted:
    """A manager in a thread. finish: waits for it and returns its records."""

    def __init__(self, game: Rbg, settings: HostSettings) -> None:
        listener = listen(0)
        self.port: int = listener.getsockname()[1]
        self.notes = Notes()
        self.manager = Manager(game, settings, self.notes)
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(listener,), daemon=True)
        self._thread.start()

    def _run(self, listener: socket.socket) -> None:
        try:
            self.manager.run(listener)
        except BaseException as failure:
            self._failure = failure

    def finish(self, patience: float = PATIENCE_SECONDS):
        self._thread.join(patience)
        assert not self._thread.is_alive(), f"the manager hangs: {self.notes.lines}"
        if self._failure:
            raise self._failure
        return self.manager.records


class Client:
    """A player by hand, as bytes."""

    def __init__(self, port: int) -> None:
        self.channel = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS)
        self._inbox = Inbox(10_000_000)

    def send(self, data: bytes) -> None:
        with contextlib.suppress(OSError):  # the manager may have had enough
            self.channel.sendall(data)

    def receive(self) -> bytes | None:
        while (message := self._inbox.take()) is None:
            try:
                piece = self.channel.recv(65536)
            except ConnectionError:
                return None
            if not piece:
                return None
            self._inbox.feed(piece)
        return message

    def opening(self) -> list[bytes | None]:
        """The three first messages, answered by ready."""
        found = [self.receive() for _ in range(3)]
        self.send(b"ready\0")
        return found

    def close(self) -> None:
        self.channel.close()


@contextlib.contextmanager
def client(port: int) -> Iterator[Client]:
    made = Client(port)
    try:
        yield made
    finally:
        made.close()


def random_agent(
    port: int, seed: int = 0, recipe: str = "random", simulations: int | None = None
) -> Callable[[], Joined]:
    """An honest player in a thread; call what is returned to wait for its end."""
    found: list[Joined | BaseException] = []

    def play() -> None:
        try:
            settings = JoinSettings(patience=PATIENCE_SECONDS, simulations=simulations)
            found.append(
                join("127.0.0.1", port, lambda game, seat, _: player_from_recipe(recipe, game), settings, seed=seed)
            )
        except BaseException as failure:
            found.append(failure)

    thread = threading.Thread(target=play, daemon=True)
    thread.start()

    def finish() -> Joined:
        thread.join(PATIENCE_SECONDS)
        assert found, "the agent hangs"
        if isinstance(found[0], BaseException):
            raise found[0]
        return found[0]

    return finish
