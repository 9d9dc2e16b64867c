"""A game manager: lets programs play over the network by the protocol of Regular Boardgames (protocol.py).

A player loses the game in which it sends no move in time, or something that is no legal move; the others are then told
`reset`, and the next game begins. One who is gone, never gets ready, or sends or leaves unread more than a player ever
has to, loses all games that are left. The limit of a move runs from when the manager starts to compute the legal moves,
as in the reference manager; a move that is late by less than the grace counts, and is noted as a timeout.
"""

import math
import socket
import time
from dataclasses import dataclass

from playtree.errors import InputError, ProtocolError
from playtree.games.rbg import Rbg
from playtree.games.turns import Move
from playtree.matches.connection import Connection, exchange
from playtree.matches.protocol import READY, RESET, move_from_bytes, move_to_bytes, shown, time_to_bytes
from playtree.matches.records import Fault, GameRecord
from playtree.matches.referee import Referee

LOOPBACK = "127.0.0.1"
MOST_WAITING = 16  # connections that wait to be accepted


@dataclass(frozen=True)
class HostSettings:
    """Times in seconds; infinite ones are never over. shutdown: no game begins later than this."""

    deadline: float = 10.0
    preparation: float = 60.0
    grace: float = 2.0
    games: int = 1
    shutdown: float = math.inf
    stops_at_fault: bool = False

    def __post_init__(self) -> None:
        for name in ("deadline", "preparation", "shutdown", "games"):
            if not getattr(self, name) > 0:
                raise InputError(f"{name} is {getattr(self, name):g}; expected a number above 0")
        if not self.grace >= 0:
            raise InputError(f"grace is {self.grace:g}; expected 0 or more")


class Watcher:
    """Is told what a manager does; does nothing with it."""

    def say(self, words: str) -> None:
        """Something worth a line."""

    def moved(self, move: Move) -> None:
        """A move was played."""

    def ended(self, record: GameRecord) -> None:
        """A game is over."""


def listen(port: int, address: str = LOOPBACK) -> socket.socket:
    """A socket that players can connect to. port: 0 for any that is free."""
    if not 0 <= port <= 65535:
        raise InputError(f"port is {port}; expected 0 to 65535")
    try:
        family, kind, proto, _, place = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, proto)
    except OSError as error:
        raise InputError(f"{address}: {error.strerror}; expected an address of this machine") from None
    except UnicodeError:  # a..b, or a part of more than 63 characters
        raise InputError(f"{address}: no name of a machine; expected an address of this machine") from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
        listener.listen(MOST_WAITING)
        return listener
    except OSError as error:
        listener.close()
        raise InputError(f"{address}:{port}: {error.strerror}; expected a free port of this machine") from None


class Manager:
    """One manager: `run` waits for the players, plays, and returns what happened."""

    def __init__(self, game: Rbg, settings: HostSettings, watcher: Watcher | None = None) -> None:
        self.game, self.settings = game, settings
        self.watcher = watcher or Watcher()
        self.referee = Referee(game)
        self.records: list[GameRecord] = []
        self._players: list[Connection] = []
        self._late = [False] * len(game.players)
        self._owed = [0] * len(game.players)  # answers to earlier games that did not come in time

    def run(self, listener: socket.socket) -> list[GameRecord]:
        """Wait for all players and let them play. Closes the listener as soon as all are there."""
        begin = time.monotonic()
        try:
            with listener:
                self._accept(listener)
            self._prepare()
            while len(self.records) < self.settings.games and time.monotonic() < begin + self.settings.shutdown:
                record = self._play()
                self.records.append(record)
                self.watcher.ended(record)
                if record.fault and self.settings.stops_at_fault:
                    break
            return self.records
        finally:
            self._say_goodbye()

    def _accept(self, listener: socket.socket) -> None:
        """Take connections in their order until there are enough that have not gone again."""
        listener.settimeout(0.2)  # so that those who left are noticed
        while len(self._players) < len(self.game.players):
            try:
                channel, place = listener.accept()
                self._players.append(Connection(channel))
                self.watcher.say(f"connected: {place[0]}, player {len(self._players)} of {len(self.game.players)}")
            except TimeoutError:
                pass
            except OSError as error:
                self.watcher.say(f"a connection failed: {error.strerror}")
            exchange(self._players, lambda: False, time.monotonic() + 0.001)
            if any(player.lost for player in self._players):
                self.watcher.say("a player left before the start")
                self._players = [player for player in self._players if not player.lost]

    def _prepare(self) -> None:
        """Send the rules and wait until everybody is ready."""
        begin = time.monotonic()
        rules = self.game.compiled.text.encode()
        for seat, player in enumerate(self._players):
            number = b"%d" % (seat + 1)
            player.send(time_to_bytes(self.settings.preparation), rules, number, is_large=True)
        waiting = set(range(len(self._players)))

        def are_ready() -> bool:
            for seat in sorted(waiting):
                if self._players[seat].lost or self._is_ready(seat):
                    waiting.discard(seat)
                    self._late[seat] = time.monotonic() > begin + self.settings.preparation
            return not waiting

        exchange(self._players, are_ready, begin + self.settings.preparation + self.settings.grace)
        for seat in waiting:
            self._players[seat].give_up("was never ready")
        for seat, player in enumerate(self._players):
            if player.lost:
                self.watcher.say(f"player {seat + 1} {player.lost}")

    def _is_ready(self, seat: int) -> bool:
        """Whether `ready` has come. Like the reference manager, take any message of that length for it."""
        while (message := self._players[seat].take()) is not None:
            if len(message) == len(READY):
                return True
            self.watcher.say(f"player {seat + 1}: found {shown(message)}; expected ready")
        return False

    def _play(self) -> GameRecord:
        """Let one game be played to its end, or to the first fault."""
        referee, settings = self.referee, self.settings
        referee.restart()
        begin = time.monotonic()
        choices, timeouts, manager_timeouts = 0, [0] * len(self._players), 0
        fault = self._someone_lost()
        while fault is None:
            asked = time.monotonic()
            count = referee.count
            if count == 0 or self._is_too_long():
                break
            choices += count
            seat = referee.seat
            manager_timeouts += time.monotonic() > asked + settings.deadline
            self._players[seat].send(time_to_bytes(settings.deadline))
            found = self._answer(seat, asked + settings.deadline + settings.grace)
            timeouts[seat] += time.monotonic() > asked + settings.deadline
            if isinstance(found, Fault):
                fault = found
            else:
                self._tell(seat, found)
        for player in self._players:
            player.send(RESET)
        scores = referee.scores if fault is None else self._scores_by_default(fault)
        seconds = time.monotonic() - begin
        made, late = len(referee.moves), tuple(self._late)
        return GameRecord(seconds, made, choices, scores, tuple(timeouts), late, manager_timeouts, fault)

    def _is_too_long(self) -> bool:
        """Whether the players move without an end; the scores of then count."""
        most = self.game.compiled.limits.play_moves
        if len(self.referee.moves) < most:
            return False
        self.watcher.say(f"{self.game.name}: the game does not end; after {most:,} moves its scores count as they are")
        return True

    def _tell(self, seat: int, move: Move) -> None:
        """Play a move and send it to the other players."""
        self.referee.play(move)
        self.watcher.moved(move)
        for other, player in enumerate(self._players):
            if other != seat:
                player.send(move_to_bytes(move))

    def _answer(self, seat: int, until: float) -> Move | Fault:
        """The move of a player, or why it loses the game. Answers that it owes from earlier games are passed over.

        If nothing else comes, one that was passed over is the answer of a player that dropped what it owed.
        """
        player, passed_over = self._players[seat], Move()
        while True:
            is_here = exchange(self._players, lambda: player.has_message or self._someone_lost() is not None, until)
            message = player.take()
            if message is None:
                break
            try:
                move = move_from_bytes(message)
            except ProtocolError:
                move = ()
            if self._owed[seat]:
                self._owed[seat] -= 1
                passed_over = move
                continue
            if self.referee.is_legal(move):
                return move
            self.watcher.say(f"player {seat + 1}: found {shown(message)}; expected a legal move")
            return Fault(seat, "illegal move")
        if is_here:
            lost = self._someone_lost()
            assert lost is not None
            return lost
        if self.referee.is_legal(passed_over):
            return passed_over
        self._owed[seat] += 1
        return Fault(seat, "no move in time")

    def _someone_lost(self) -> Fault | None:
        """The first player who is gone for good."""
        gone = (Fault(seat, player.lost) for seat, player in enumerate(self._players) if player.lost)
        return next(gone, None)

    def _scores_by_default(self, fault: Fault) -> tuple[int, ...]:
        """Nothing for the one at fault, and for the others the most that they can reach."""
        bounds = self.game.compiled.facts.bounds[: len(self._players)]
        return tuple(0 if seat == fault.seat else bound for seat, bound in enumerate(bounds))

    def _say_goodbye(self) -> None:
        """Send what is left to be sent, for a moment at most, and close the connections."""
        players = self._players
        exchange(players, lambda: not any(player.has_unsent for player in players), time.monotonic() + 0.2)
        for player in players:
            player.give_up("the games are over")
