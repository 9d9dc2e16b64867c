"""What a game manager writes down of each game.

0.812345 73 1507 100 0                              seconds, moves, sum of the numbers of legal moves, scores
9.120000 12 208 0 100 timeouts=2,0                  the first player exceeded its time twice
5.000100 3 61 0 100 timeouts=1(lateready),0 fault=1:illegal-move
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """Why a player lost a game that it did not finish. seat: of the player, from 0."""

    seat: int
    reason: str


@dataclass(frozen=True)
class GameRecord:
    """A game as it went. choices: legal moves, summed over all positions. timeouts: exceeded limits of each player."""

    seconds: float
    moves: int
    choices: int
    scores: tuple[int, ...]
    timeouts: tuple[int, ...]
    late_ready: tuple[bool, ...]
    manager_timeouts: int = 0
    fault: Fault | None = None

    def line(self) -> str:
        """The line of the result log."""
        words = [f"{self.seconds:.6f}", str(self.moves), str(self.choices), *map(str, self.scores)]
        if any(self.timeouts) or any(self.late_ready) or self.manager_timeouts:
            marked = zip(self.timeouts, self.late_ready, strict=True)
            counts = [f"{count}{'(lateready)' if late else ''}" for count, late in marked]
            counts += [str(self.manager_timeouts)] if self.manager_timeouts else []
            words.append(f"timeouts={','.join(counts)}")
        if self.fault:
            words.append(f"fault={self.fault.seat + 1}:{self.fault.reason.replace(' ', '-')}")
        return " ".join(words)

    def to_dict(self) -> dict[str, object]:
        """The same for JSON."""
        return {
            "seconds": round(self.seconds, 6),
            "moves": self.moves,
            "choices": self.choices,
            "scores": list(self.scores),
            "timeouts": list(self.timeouts),
            "late_ready": list(self.late_ready),
            "manager_timeouts": self.manager_timeouts,
            "fault": self.fault and {"player": self.fault.seat + 1, "reason": self.fault.reason},
        }
