"""Board games given by their rules, compiled, as games that can be searched.

    game = Rbg("pegSolitaire")          # a game of ours, or a path to a rules file
    game = Rbg("my.rbg", split="ModPlus")

An action of the game is the number of a whole move, in the order of `moves`; searches of several players use `turns`.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from playtree.compiled.calls import native
from playtree.compiled.decorator import INTERPRETED
from playtree.errors import InputError
from playtree.games.boardgames.loader import rules_path
from playtree.games.interface import GameTable, Policy, PolicyKind, Replay, State, known_policy
from playtree.games.rbg_twin import Twin
from playtree.games.turns import TurnGame, TurnTable
from playtree.rbg.automaton import build_automaton
from playtree.rbg.compiled_game import CompiledGame, compile_game, limit_error
from playtree.rbg.drawing import draw
from playtree.rbg.interpreter import Move
from playtree.rbg.layout import FAULTS, PLACE, PLAYER
from playtree.rbg.limits import DEFAULT_LIMITS, Limits
from playtree.rbg.lines import SHOWN_MOVES
from playtree.rbg.notation import move_from_text, move_text
from playtree.rbg.reading import read_file
from playtree.rbg.splitting import split_rules

POLICIES = {"random": PolicyKind("random", "every move is equally likely", "")}
FUNCTIONS = ("legal", "apply", "status", "scores", "key", "code", "sample")
TURNS = (
    *(
        "count_moves",
        "move",
        "moves",
        "semimoves",
        "actions",
        "play",
        "do",
        "undo",
        "complete",
        "wander",
        "wander_split",
    ),
    *("apply", "status", "scores", "key"),
)


class Rbg(TurnGame):
    """source: a path, or the name of a game of ours. split: where searches may split moves (docs/rbg.md)."""

    policies: Mapping[str, PolicyKind] = POLICIES

    def __init__(self, source: str | Path, *, split: str = "Mod", limits: Limits = DEFAULT_LIMITS) -> None:
        path = rules_path(str(source))
        self._prepare(compile_game(read_file(path, limits), path.name, limits, split))

    @classmethod
    def from_text(cls, text: str, name: str = "rules", split: str = "Mod", limits: Limits = DEFAULT_LIMITS) -> "Rbg":
        """A game from the text of its rules."""
        game = cls.__new__(cls)
        game._prepare(compile_game(text, name, limits, split))
        return game

    @property
    def compiled(self) -> CompiledGame:
        return self._compiled

    def split_by(self, strategy: str) -> "Rbg":
        if strategy == self.compiled.split:
            return self
        return Rbg.from_text(self.compiled.text, self.compiled.file, strategy, self.compiled.limits)

    def _prepare(self, compiled: CompiledGame) -> None:
        self._compiled = compiled
        self.name = Path(compiled.file).stem
        self.start = compiled.start()
        self.players = compiled.facts.players
        self.data = np.array([2, len(self.start)], np.int64)

    @cached_property
    def twin(self) -> Twin:
        """The same by the slow interpreter."""
        compiled = self.compiled
        automaton = build_automaton(split_rules(compiled.automaton.form, compiled.split))
        return Twin(automaton, compiled.layout, compiled.limits)

    @cached_property
    def _twins(self) -> dict[str, int]:
        return {}

    def _address(self, function: str) -> int:
        if not INTERPRETED:
            return self.compiled.native.addresses[function]
        if function not in self._twins:
            body = self._key if function == "key" else getattr(self.twin, function)
            self._twins[function] = native(function, f"rbg.{self.name}", body)
        return self._twins[function]

    def _key(self, data: Any, state: State) -> Any:
        return np.uint64(self.compiled.call("key", state))

    def table(self, *functions: str) -> GameTable:
        if len(self.players) != 1:
            found = f"{self.name}: found {len(self.players)} players, {', '.join(self.players)}"
            raise InputError(f"{found}; expected a game of one player to solve (playtree play {self.name} plays it)")
        wanted = {"legal", "apply", *functions} & set(FUNCTIONS)
        return GameTable(self.data, **{name: self._address(name) for name in sorted(wanted)})

    def turns(self) -> TurnTable:
        """The functions for searches of several players."""
        addresses = {name: self._address(name) for name in TURNS}
        return TurnTable(self.data, self.compiled.ends_move, len(self.players), PLAYER, PLACE, **addresses)

    def policy(self, name: str, **numbers: float) -> Policy:
        known_policy(POLICIES, name, self.name).numbers(numbers)
        return Policy(name) if INTERPRETED else Policy(name, self.compiled.native.addresses["playout"])

    def moves(self, state: State) -> list[Move]:
        """The whole moves, in order, by the slow rules."""
        return self.twin.moves_of(state)

    def legal(self, state: State) -> list[int]:
        return list(range(len(self.moves(state))))

    def apply(self, state: State, action: int) -> float:
        return self.twin.apply(self.data, state, action)

    def final(self, state: State) -> float:
        return float(self.compiled.scores(state)[0])

    @property
    def most_moves(self) -> int:  # type: ignore[override]
        return self.compiled.limits.play_moves

    def endless(self) -> Exception:
        return limit_error(FAULTS.index("play_moves"), self.compiled.file, self.compiled.limits)

    def replay(self, line: Sequence[int]) -> Replay:
        state = self.twin.start()
        for number, action in enumerate(line, 1):
            moves = self.moves(state)
            if not 0 <= action < len(moves):
                raise InputError(f"{self.name}: move {number} is {action}; expected 0 to {len(moves) - 1}")
            self.twin.make(state, moves[action])
        is_over = not self.moves(state)
        if not is_over and len(line) >= self.compiled.limits.play_moves:
            raise self.endless()
        return Replay(self.final(state), len(line), is_over)

    def draw(self, state: State) -> str:
        return draw(self.compiled.automaton.description, self.compiled.layout.pieces_of(state))

    def move_text(self, move: Move) -> str:
        return move_text(move)

    def action_text(self, state: State, action: int) -> str:
        return move_text(self.compiled.moves(state)[action])

    def action_from_text(self, state: State, text: str) -> int:
        moves = self.moves(state)
        move = move_from_text(text)
        if move in moves:
            return moves.index(move)
        shown = "; ".join(move_text(each) for each in moves[:SHOWN_MOVES])
        raise InputError(f"'{text.strip()[:60]}' is no move here; expected one of {len(moves)}, such as: {shown}")
