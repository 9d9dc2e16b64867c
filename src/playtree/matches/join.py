"""An agent: plays over the network under any game manager that speaks the protocol (protocol.py).

The manager is not trusted: its rules are read within limits, its moves are checked, what it can make us keep is
bounded, and a silence that is too long ends the game.
"""

import math
import select
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from playtree.errors import InputError, ProtocolError
from playtree.games.rbg import Rbg
from playtree.matches.connection import PIECE, set_prompt
from playtree.matches.players import Player
from playtree.matches.protocol import (
    END,
    MOST_BYTES,
    READY,
    RESET,
    Inbox,
    move_from_bytes,
    move_to_bytes,
    shown,
    time_from_bytes,
)
from playtree.matches.referee import Referee
from playtree.rbg.limits import DEFAULT_LIMITS, Limits
from playtree.search.versus.budget import MoveBudget

SHORTEST_THINKING = 0.001

Read = TypeVar("Read")


@dataclass(frozen=True)
class JoinSettings:
    """Times in seconds. buffer: kept back of each limit for the way. seconds: what to think when there is no limit.

    patience: how long the manager may be silent. simulations, states: end a search sooner, where they are given.
    """

    buffer: float = 0.1
    seconds: float = 5.0
    patience: float = 3600.0
    limits: Limits = DEFAULT_LIMITS
    simulations: int | None = None
    states: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "patience"):
            if not getattr(self, name) > 0:
                raise InputError(f"{name} is {getattr(self, name):g}; expected a number above 0")
        if not self.buffer >= 0:
            raise InputError(f"buffer is {self.buffer:g}; expected 0 or more")
        MoveBudget(self.seconds, self.simulations, self.states)


@dataclass
class Joined:
    """What came of it. seat: ours, from 0. scores: of the games that were finished."""

    game: Rbg
    seat: int
    scores: list[tuple[int, ...]] = field(default_factory=list)
    unfinished: int = 0
    moves: int = 0
    slowest: float = 0.0


class Line:
    """The connection to a manager; it waits.

    since: when the last message came, or the earliest that it can have come if it was there before anybody asked: a
    manager counts from then on.
    """

    def __init__(self, host: str, port: int, settings: JoinSettings) -> None:
        if not 1 <= port <= 65535:
            raise InputError(f"port is {port}; expected 1 to 65535")
        self._name = f"manager {host}:{port}"
        self._inbox = Inbox(4 * settings.limits.source_characters)
        self._patience = settings.patience
        try:
            self._channel = socket.create_connection((host, port), timeout=min(settings.patience, 30.0))
        except OSError as error:
            raise ProtocolError(
                f"{self._name}: {error.strerror or error}; expected a manager that waits there"
            ) from None
        except UnicodeError:  # a..b, or a part of more than 63 characters
            raise InputError(f"{host}: no name of a machine; expected a manager that waits there") from None
        set_prompt(self._channel)
        self.since = time.monotonic()

    def close(self) -> None:
        self._channel.close()

    def send(self, message: bytes) -> bool:
        """Send a message; False if the manager is gone."""
        self._channel.settimeout(self._patience)
        try:
            self._channel.sendall(message + END)
        except TimeoutError:
            raise self.wrong("it does not read; expected it to take a message") from None
        except OSError:
            return False
        self.since = time.monotonic()
        return True

    def receive(self) -> bytes | None:
        """The next message; None at the end of the connection."""
        until = time.monotonic() + self._patience
        message = self._inbox.take()
        was_there = message is not None or bool(select.select([self._channel], [], [], 0)[0])
        while message is None:
            self._channel.settimeout(max(until - time.monotonic(), SHORTEST_THINKING))
            try:
                piece = self._channel.recv(PIECE)
            except TimeoutError:
                raise self.wrong(f"silent for {self._patience:g} s; expected a message") from None
            except OSError:
                return None
            if not piece:
                return None
            try:
                self._inbox.feed(piece)
            except ProtocolError as error:
                raise self.wrong(str(error)) from None
            message = self._inbox.take()
        if not was_there:
            self.since = time.monotonic()
        return message

    def opening(self) -> bytes:
        """One of the messages that must come before the first game."""
        message = self.receive()
        if message is None:
            raise self.wrong("it closed the connection; expected the rules of a game")
        return message

    def expect_moves(self) -> None:
        """From here on no message is longer than a move."""
        self._inbox.most = MOST_BYTES

    def wrong(self, what: str) -> ProtocolError:
        return ProtocolError(f"{self._name}: {what}")


MakePlayer = Callable[[Rbg, int, float], Player]


def join(
    host: str,
    port: int,
    make_player: MakePlayer,
    settings: JoinSettings,
    *,
    seed: int = 0,
    say: Callable[[str], None] = lambda words: None,
) -> Joined:
    """Play under the manager at `host`, `port` until it closes the connection.

    make_player: the player for a game and a seat, made within the time given, the preparation time.
    """
    line = Line(host, port, settings)
    try:
        preparation = _checked(line, time_from_bytes, line.opening())
        begin = time.monotonic()
        game = _game(line, line.opening(), settings)
        seat = _seat(line, line.opening(), game)
        say(f"{game.name}: player {seat + 1} of {len(game.players)}, {game.players[seat]}")
        player = make_player(game, seat, preparation - (time.monotonic() - begin))
        line.expect_moves()
        joined = Joined(game, seat)
        try:
            if line.send(READY):
                _play(line, player, joined, settings, seed, say)
        finally:
            player.rest()
        return joined
    finally:
        line.close()


def _play(
    line: Line, player: Player, joined: Joined, settings: JoinSettings, seed: int, say: Callable[[str], None]
) -> None:
    referee = Referee(joined.game)
    player.begin(seed)
    while (message := line.receive()) is not None:
        if message == RESET:
            _note(joined, referee, say)
            referee.restart()
            player.begin(seed + len(joined.scores) + joined.unfinished)
            continue
        if referee.is_over:
            raise line.wrong(f"found {shown(message)}; expected reset, as the game is over")
        if referee.seat == joined.seat:
            limit = _checked(line, time_from_bytes, message)
            seconds = thinking_time(limit, settings, time.monotonic() - line.since)
            move = player.choose(MoveBudget(seconds, settings.simulations, settings.states)).move
            joined.slowest = max(joined.slowest, time.monotonic() - line.since)
            joined.moves += 1
            if not line.send(move_to_bytes(move)):
                break
        else:
            move = _checked(line, move_from_bytes, message)
            if not referee.is_legal(move):
                raise line.wrong(f"move {len(referee.moves) + 1} is {shown(message)}; expected a legal move")
        if len(referee.moves) >= joined.game.compiled.most_moves:
            raise joined.game.compiled.endless(joined.game.name)
        referee.play(move)
        player.advance(move)
    if referee.moves:
        _note(joined, referee, say)


def thinking_time(limit: float, settings: JoinSettings, spent: float = 0.0) -> float:
    """How long to think when a manager allows this many seconds, some of which are spent.

    The buffer takes at most half of a short limit.
    """
    if math.isinf(limit):
        return settings.seconds
    return max(max(limit - settings.buffer, limit / 2) - spent, SHORTEST_THINKING)


def _note(joined: Joined, referee: Referee, say: Callable[[str], None]) -> None:
    """Write down a game that ended, or was ended."""
    if referee.is_over:
        joined.scores.append(referee.scores)
        say(f"game {len(joined.scores)}: {' '.join(map(str, referee.scores))}, {len(referee.moves)} moves")
    else:
        joined.unfinished += 1
        say(f"a game ended after {len(referee.moves)} moves, before its end")


def _checked(line: Line, read: Callable[[bytes], Read], message: bytes) -> Read:
    try:
        return read(message)
    except ProtocolError as error:
        raise line.wrong(str(error)) from None


def _game(line: Line, rules: bytes, settings: JoinSettings) -> Rbg:
    try:
        text = rules.decode()
    except UnicodeDecodeError as error:
        raise line.wrong(f"byte {error.start} of the rules is no UTF-8; expected rules as text") from None
    return Rbg.from_text(text, "rules", limits=settings.limits)


def _seat(line: Line, number: bytes, game: Rbg) -> int:
    if not number.isdigit() or len(number) > 3 or not 1 <= int(number) <= len(game.players):
        raise line.wrong(f"found player {shown(number)}; expected a number from 1 to {len(game.players)}")
    return int(number) - 1
